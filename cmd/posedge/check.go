package main

var checkCommand = command{name: "check"}
