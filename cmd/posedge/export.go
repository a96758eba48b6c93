package main

var exportCommand = command{name: "export"}
