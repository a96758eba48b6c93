package atomicfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// files are those below dir, folders with a slash.
func files(t *testing.T, dir string) (list []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if name, _ := filepath.Rel(dir, path); d.IsDir() && name != "." {
			list = append(list, filepath.ToSlash(name)+"/")
		} else if !d.IsDir() {
			list = append(list, filepath.ToSlash(name))
		}
		return err
	}))
	return list
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

func TestAFileAppearsWithItsCommit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o666))
	f, err := Create(path)
	require.NoError(t, err)
	_, err = f.Write([]byte("new"))
	require.NoError(t, err)
	require.Equal(t, "old", content(t, path))
	require.NoError(t, f.Commit())
	require.Equal(t, "new", content(t, path))

	f, err = Create(path)
	require.NoError(t, err)
	f.Discard()
	require.Equal(t, "new", content(t, path))
	require.Equal(t, []string{"a"}, files(t, dir))
}

func TestErrorsNameTheFileThatWasAskedFor(t *testing.T) {
	dir := t.TempDir()
	_, err := Create(filepath.Join(dir, "gone", "a"))
	require.EqualError(t, err, "cannot create "+filepath.Join(dir, "gone", "a")+": no such file or directory")
	f, err := Create(filepath.Join(dir, "a"))
	require.NoError(t, err)
	f.Discard()
	_, err = f.Write(nil)
	require.EqualError(t, err, "write "+filepath.Join(dir, "a")+": file already closed")
}

func TestWriteMakesFoldersAndReplacesFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	for _, text := range []string{"one", "two"} {
		require.NoError(t, Write(dir, Content{"a", []byte(text)}, Content{"b/c/d", []byte(text)}))
		require.Equal(t, []string{"a", "b/", "b/c/", "b/c/d"}, files(t, dir))
		require.Equal(t, text, content(t, filepath.Join(dir, "a")))
		require.Equal(t, text, content(t, filepath.Join(dir, "b", "c", "d")))
	}
	info, err := os.Stat(filepath.Join(dir, "a"))
	require.NoError(t, err)
	plain, err := os.Create(filepath.Join(dir, "plain"))
	require.NoError(t, err)
	defer plain.Close()
	other, err := plain.Stat()
	require.NoError(t, err)
	assert.Equal(t, other.Mode(), info.Mode(), "the permissions of any new file")
}

func TestAllIsTakenBackWhenALaterFileFails(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "old"), []byte("older"), 0o666))
	for name, last := range map[string][]Content{
		// "a" cannot be both a file and a folder, which shows only at the end.
		"rename": {{"old", nil}, {"new", nil}, {"a", nil}, {"a/b", nil}},
		"write":  {{"x/new", nil}, {"y/z/new", nil}, {"old/b", nil}},
	} {
		require.Error(t, Write(dir, last...), name)
		require.Equal(t, []string{"old"}, files(t, dir), name)
	}
	require.ErrorContains(t, Write(filepath.Dir(dir), Content{filepath.Base(dir), nil}), "is in the way: it is not a file")
}
