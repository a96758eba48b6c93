package command

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/verilog"
	"posedge/verilog/project"
)

// exportCycles is the length of the recorded run that goes with an export.
const exportCycles = 300

var exportCommand = command{
	name:      "export",
	arguments: "BLOCK|all -o DIR [-variant V]",
	summary:   "writes a block as a Verilog project",
	text: `
Writes a block into the folder DIR/BLOCK:
  rtl/           Verilog-2005, one module per file
  BLOCK.f        the list of these files
  BLOCK.core     FuseSoC description
  tb/            self-checking test bench: a recorded run with random stimulus
  constraints/   stubs for the clock and the pins
  waves/         the waves of that run, with a GTKWave save file
  README.md      how to lint, simulate and synthesise it
  SHA256SUMS     the digests of all these files
Equal designs give equal bytes. A second export replaces the files of the first,
which it knows by SHA256SUMS, and leaves others alone; it refuses to overwrite a
file that is not from an export or has changed since.

example:
  posedge export ropmask -o out
  posedge export all -o out`,
	setup: func(f *flag.FlagSet) func(*call) error {
		dir := f.String("o", "", "`folder` in which each block gets its own; made if missing")
		variant := f.String("variant", "", "`name` of the variant; default the first that list shows")
		return func(c *call) error { return export(c, *dir, *variant) }
	},
}

func export(c *call, dir, variant string) error {
	name, err := c.one("export", "a block, or all")
	if err != nil {
		return err
	}
	blocks, err := c.findBlocks("export", name, true)
	if err != nil {
		return err
	}
	if dir == "" {
		return wrongf("export: -o DIR is missing: the folder to write to")
	}
	var variants []unit.Variant
	for _, b := range blocks {
		v, err := findVariant("export", b, variant)
		if err != nil {
			return err
		}
		variants = append(variants, v)
		if err := checkOwn(filepath.Join(dir, b.Name)); err != nil {
			return err
		}
	}
	s, err := newStage(dir)
	if err != nil {
		return wrongf("export: -o: %v", err)
	}
	defer s.discard()
	temp, err := os.MkdirTemp("", "posedge-*")
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	defer os.RemoveAll(temp)
	p := startProgress(c.err, "export")
	defer p.stop()
	var rows [][]any
	var stale []string
	for i, b := range blocks {
		p.step(i, len(blocks))
		var files []verilog.File
		err := c.interruptible(func() (err error) {
			files, err = projectOf(b, variants[i], filepath.Join(temp, b.Name))
			return err
		})
		if err != nil {
			return fmt.Errorf("export %s: %w", b.Name, err)
		}
		leftover, err := leftovers(filepath.Join(dir, b.Name), files)
		if err != nil {
			return err
		}
		stale = append(stale, leftover...)
		bytes := 0
		for _, f := range files {
			bytes += len(f.Content)
		}
		if err := verilog.WriteFiles(filepath.Join(s.dir, b.Name), files); err != nil {
			return err
		}
		rows = append(rows, []any{b.Name, variants[i].Name, len(files), bytes, filepath.Join(dir, b.Name)})
	}
	p.stop()
	if err := s.commit(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, path := range stale {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("export: %w", err)
		}
	}
	return table(c.out, []string{"block", "variant", "files", "bytes", "folder"}, rows)
}

// leftovers are the files of an older export in dir that files do not replace.
// A file in dir that is not from an export is an error.
func leftovers(dir string, files []verilog.File) ([]string, error) {
	old, err := readSums(dir)
	if err != nil {
		return nil, err
	}
	if err := checkFree(dir, files, old); err != nil {
		return nil, err
	}
	for _, f := range files {
		delete(old, f.Name)
	}
	var paths []string
	for name := range old {
		paths = append(paths, filepath.Join(dir, filepath.FromSlash(name)))
	}
	return paths, nil
}

// projectOf makes the files of a block's export, SHA256SUMS last. It leaves its
// waves in temp, which the caller must remove: an interrupted job removes
// nothing.
func projectOf(b unit.Block, v unit.Variant, temp string) ([]verilog.File, error) {
	if err := os.Mkdir(temp, 0o777); err != nil {
		return nil, err
	}
	rec, err := record(v, exportCycles, bench.VCD(filepath.Join(temp, b.Name+".vcd")))
	if err != nil {
		return nil, err
	}
	waves, err := readTree(temp, "waves")
	if err != nil {
		return nil, err
	}
	files, err := project.Project{Name: b.Name, Top: rec.Top, Recording: &rec, Extra: waves,
		Options: verilog.Options{License: b.License}}.Files()
	if err != nil {
		return nil, err
	}
	return append(files, verilog.File{Name: sumsFile, Content: sums(files)}), nil
}

// readTree reads all files below dir; their names begin with prefix.
func readTree(dir, prefix string) ([]verilog.File, error) {
	var files []verilog.File
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, name)
		files = append(files, verilog.File{Name: path.Join(prefix, name), Content: content})
		return err
	})
	return files, err
}

// sumsFile lists the files of an export with their digests, as sha256sum -c
// reads them. It distinguishes an export from a user's own folder.
const sumsFile = "SHA256SUMS"

func sums(files []verilog.File) []byte {
	var lines []string
	for _, f := range files {
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(f.Content), f.Name))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	return []byte(strings.Join(lines, ""))
}

// readSums returns the digests of an earlier export by file name, or nil if there
// was none.
func readSums(dir string) (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(dir, sumsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list := map[string]string{}
	for line := range bytes.Lines(text) {
		sum, name, ok := strings.Cut(strings.TrimSpace(string(line)), "  ")
		if !ok || len(sum) != 2*sha256.Size || !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("%s is not from an export", filepath.Join(dir, sumsFile))
		}
		list[name] = sum
	}
	return list, nil
}

// checkOwn refuses a folder that an export would spoil: one that is not from an
// export, or in which files of the export have changed.
func checkOwn(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(dir); err == nil {
			return wrongf("export: %s is a link to nothing; remove it or export to another folder", dir)
		}
		return nil
	}
	if err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return wrongf("export: cannot write to %s: %v", dir, cause(err))
	}
	old, err := readSums(dir)
	if err != nil {
		return wrongf("export: %v; export to another folder", err)
	}
	if old == nil {
		return wrongf("export: %s exists and is not an export; move it away or export to another folder", dir)
	}
	var changed []string
	for name, sum := range old {
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return wrongf("export: %v", err)
		case fmt.Sprintf("%x", sha256.Sum256(content)) != sum:
			changed = append(changed, name)
		}
	}
	if len(changed) > 0 {
		slices.Sort(changed)
		return wrongf("export: changed since the last export: %s in %s; move it away or export to another folder", strings.Join(changed, ", "), dir)
	}
	return nil
}

// checkFree refuses to overwrite the user's own files: files that are not in
// old, the list of the last export.
func checkFree(dir string, files []verilog.File, old map[string]string) error {
	var taken []string
	for _, f := range files {
		if _, ours := old[f.Name]; ours || f.Name == sumsFile {
			continue
		}
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.Name))); err == nil {
			taken = append(taken, f.Name)
			continue
		}
		if folder := path.Dir(f.Name); !slices.Contains(taken, folder) && !mayHold(filepath.Join(dir, filepath.FromSlash(folder))) {
			taken = append(taken, folder)
		}
	}
	if len(taken) > 0 {
		slices.Sort(taken)
		return wrongf("export: not from an export: %s in %s; move it away or export to another folder", strings.Join(taken, ", "), dir)
	}
	return nil
}

// mayHold reports whether path is a folder or does not exist yet. A file, or a link
// to nothing, cannot hold files.
func mayHold(path string) bool {
	if _, err := os.Lstat(path); err != nil {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
