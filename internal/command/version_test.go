package command

import (
	"bytes"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVersionNamesModuleCommitAndGo(t *testing.T) {
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "1a2b"}, {Key: "vcs.modified", Value: "true"}}
	for _, x := range []struct {
		info debug.BuildInfo
		want string
	}{
		{debug.BuildInfo{Main: debug.Module{Path: "posedge", Version: "v1.2.0"}, Settings: commit[:1]}, "posedge v1.2.0, commit 1a2b\n"},
		{debug.BuildInfo{Main: debug.Module{Path: "posedge"}, Settings: commit}, "posedge (devel), commit 1a2b, modified\n"},
		{debug.BuildInfo{Path: "command-line-arguments"}, "command-line-arguments (devel), commit unknown\n"},
		{debug.BuildInfo{
			Main: debug.Module{Path: "chip", Version: "v0.1.0"},
			Deps: []*debug.Module{{Path: "another"}, {Path: "posedge", Version: "v1.2.0"}}, Settings: commit[:1],
		}, "chip v0.1.0, commit 1a2b\nposedge v1.2.0\n"},
		{debug.BuildInfo{
			Main: debug.Module{Path: "chip"}, Deps: []*debug.Module{{Path: "posedge", Version: "v0.0.0", Replace: &debug.Module{Path: "../posedge"}}},
		}, "chip (devel), commit unknown\nposedge v0.0.0, replaced by ../posedge\n"},
	} {
		x.info.GoVersion = "go1.26.0"
		var out bytes.Buffer
		require.NoError(t, printVersion(&out, &x.info))
		assert.Equal(t, x.want+"go1.26.0\n", out.String())
	}
}
