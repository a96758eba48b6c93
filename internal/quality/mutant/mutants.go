package mutant

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// places are the files of mutants in a folder.
const places = "testdata/mutants/*"

// All returns the mutants of the module at root, in the order of their files. It reports
// all files that cannot be read.
func All(root string) ([]Mutant, error) {
	var list []Mutant
	var errs []error
	module := os.DirFS(root)
	err := fs.WalkDir(module, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name == "out" || name != "." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir // what was made, and what is no part of the module
		}
		files, err := fs.Glob(module, path.Join(name, places))
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := fs.ReadFile(module, file)
			if err != nil {
				return err
			}
			found, err := parse(file, string(text))
			list, errs = append(list, found...), append(errs, err)
		}
		return nil
	})
	first := map[string]Mutant{}
	for _, m := range list {
		if other, there := first[m.Name]; there {
			errs = append(errs, fmt.Errorf("%s: there is a mutant %q at %s; give this one another name", m.At, m.Name, other.At))
		}
		first[m.Name] = m
	}
	return list, errors.Join(append(errs, err)...)
}

// Baseline is the project without a fault, before all suites of some mutants.
func Baseline(list []Mutant) Mutant {
	m := Mutant{Name: "no fault"}
	seen := map[string]bool{}
	for _, x := range list {
		for _, s := range x.Suites {
			if !seen[s.String()] {
				seen[s.String()] = true
				m.Suites = append(m.Suites, s)
			}
		}
	}
	return m
}
