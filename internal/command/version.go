package command

import (
	"flag"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
)

var versionCommand = command{
	name:    "version",
	summary: "the version and the commit of this program, and Go's version",
	text: `
Prints the version and the commit that this program was built from, and the version
of Go that built it. A program of another module prints its own first, then
Posedge's. A commit with changes that were not committed is called modified; a
program built by go run, or outside a repository, does not know its commit.

example:
  posedge version`,
	setup: func(*flag.FlagSet) func(*call) error {
		return func(c *call) error {
			if len(c.args) > 0 {
				return wrongf("version: unexpected argument %q; it takes none", c.args[0])
			}
			info, ok := debug.ReadBuildInfo()
			if !ok {
				return fmt.Errorf("version: this program has no build information; build it with go build")
			}
			return printVersion(c.out, info)
		}
	},
}

// posedgeModule is the path of Posedge's module.
const posedgeModule = "posedge"

// printVersion writes a line for the main module, one for Posedge's if that is another, and one for Go.
func printVersion(w io.Writer, info *debug.BuildInfo) error {
	var lines []string
	main := info.Main
	if main.Path == "" {
		main.Path = info.Path // built without modules
	}
	lines = append(lines, fmt.Sprintf("%s %s, %s", main.Path, versionOf(main), commitOf(info)))
	for _, m := range info.Deps {
		if m.Path == posedgeModule {
			line := m.Path + " " + versionOf(*m)
			if m.Replace != nil {
				line += ", replaced by " + m.Replace.Path
			}
			lines = append(lines, line)
		}
	}
	_, err := fmt.Fprintln(w, strings.Join(append(lines, info.GoVersion), "\n"))
	return err
}

// versionOf is the version of a module; one that is built from a folder has none.
func versionOf(m debug.Module) string {
	if m.Version == "" {
		return "(devel)"
	}
	return m.Version
}

// commitOf is the commit that a program was built from.
func commitOf(info *debug.BuildInfo) string {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	switch {
	case set["vcs.revision"] == "":
		return "commit unknown"
	case set["vcs.modified"] == "true":
		return "commit " + set["vcs.revision"] + ", modified"
	}
	return "commit " + set["vcs.revision"]
}
