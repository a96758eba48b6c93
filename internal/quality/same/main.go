// Command same holds the exports of the working tree against those of a commit: every variant of every unit, every file,
// places in comments of Verilog apart. It exits with status 1 if they differ. It is for changes that must not change
// the hardware; no list of digests has to be kept for it.
//
//	go run ./internal/quality/same -base COMMIT
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"posedge/blocks"
	"posedge/internal/parallel"
)

func main() {
	base := flag.String("base", "", "commit to compare with")
	flag.Parse()
	if *base == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "same: name the commit to compare with: make same BASE=COMMIT")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	differ, err := compare(ctx, *base)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "same:", err)
		os.Exit(1)
	case differ:
		os.Exit(1)
	}
}

// compare prints a line for each variant.
func compare(ctx context.Context, base string) (differ bool, err error) {
	dir, err := os.MkdirTemp("", "same-")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tree := filepath.Join(dir, "tree")
	if err := command(ctx, "", "git", "worktree", "add", "--quiet", "--detach", tree, base); err != nil {
		return false, err
	}
	defer func() {
		err = errors.Join(err, command(context.WithoutCancel(ctx), "", "git", "worktree", "remove", "--force", tree))
	}()
	trees := [2]struct{ name, folder string }{{"before", tree}, {"after", ""}}
	for _, t := range trees {
		if err := command(ctx, t.folder, "go", "build", "-o", filepath.Join(dir, t.name+".bin"), "./cmd/posedge"); err != nil {
			return false, err
		}
	}
	for _, b := range blocks.All() {
		for _, v := range b.Variants {
			var out [2]string
			for i, t := range trees {
				out[i] = filepath.Join(dir, t.name)
				if err := os.RemoveAll(out[i]); err != nil { // the variant before
					return differ, err
				}
			}
			var failed [2]error
			parallel.Each(len(trees), func(i int) {
				failed[i] = command(ctx, "", filepath.Join(dir, trees[i].name+".bin"), "export", b.Name, "-variant", v.Name, "-o", out[i])
			})
			if ctx.Err() != nil {
				return differ, errors.New("interrupted")
			}
			if failed[1] != nil {
				return differ, failed[1]
			}
			if failed[0] != nil { // perhaps it had no such variant
				fmt.Printf("%s %s: only here: %v\n", b.Name, v.Name, failed[0])
				differ = true
				continue
			}
			list, err := differences(out[0], out[1])
			if err != nil {
				return differ, err
			}
			fate := "same"
			if len(list) > 0 {
				fate, differ = "differs", true
			}
			fmt.Printf("%s %s: %s\n", b.Name, v.Name, fate)
			for _, x := range list {
				fmt.Println(x)
			}
		}
	}
	return differ, nil
}

// sums has the digests of the other files, and so of their places.
const sums = "SHA256SUMS"

// differences are those of two folders, the first of each file.
func differences(before, after string) (list []string, err error) {
	names := map[string]bool{}
	walk := func(root string, visit func(name string, content []byte) error) error {
		return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Name() == sums {
				return err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return visit(name, content)
		})
	}
	err = walk(before, func(name string, a []byte) error {
		names[name] = true
		b, err := os.ReadFile(filepath.Join(after, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			list = append(list, name+" is no more")
		case err != nil:
			return err
		default:
			if x := difference(name, a, b); x != "" {
				list = append(list, x)
			}
		}
		return nil
	})
	if err != nil {
		return list, err
	}
	err = walk(after, func(name string, _ []byte) error {
		if !names[name] {
			list = append(list, name+" is new")
		}
		return nil
	})
	return list, err
}

// command runs a program in a folder; an error has what it printed.
func command(ctx context.Context, dir, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(append([]string{filepath.Base(name)}, args...), " "), err, out)
	}
	return nil
}
