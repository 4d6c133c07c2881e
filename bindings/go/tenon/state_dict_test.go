package tenon

import (
	"bytes"
	"path/filepath"
	"testing"
)

func TestStateDictRoundTrip(t *testing.T) {
	world(t)
	from, to := mustClose(t, linear(t)), mustClose(t, must(NewLinear(2, 2)))
	state := must(from.StateDict())
	defer state.Close()
	equal(t, must(to.LoadStateDict(state)).String(), "<All keys matched successfully>")
	near(t, must(run(to, 1, 1)), 13, 27)
	weight, found := state.Get("weight")
	equal(t, found, true)
	near(t, weight.Floats(), 1, 2, 3, 4)
	weight.Close()
	_, found = state.Get("scale")
	equal(t, found, false)
	prefixed := must(from.StateDict(With("prefix", "net.")))
	defer prefixed.Close()
	equal(t, must(prefixed.StripPrefix("net.")), 2)
	equal(t, prefixed.Keys(), []string{"weight", "bias"})
	snapshot := must(state.Clone())
	defer snapshot.Close()
	do(to.Half())
	equal(t, snapshot.Len(), 2)
}

func TestLoadReportsMissingAndUnexpected(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	state := must(m.StateDict())
	defer state.Close()
	do(state.Remove("bias"))
	do(state.Set("scale", 1))
	report := must(m.LoadStateDict(state, AllowMissing()))
	equal(t, report.Missing, []string{"bias"})
	equal(t, report.Unexpected, []string{"scale"})
	equal(t, report.String(), "_IncompatibleKeys(missing_keys=['bias'], unexpected_keys=['scale'])")
}

func TestLoadIsAllOrNothing(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	state := must(NewStateDict())
	defer state.Close()
	do(WithScope(func(s *Scope) error {
		do(state.Set("weight", s.FromSlice([]float32{9, 9, 9, 9}, 2, 2)))
		do(state.Set("bias", s.FromSlice([]float32{9, 9, 9})))
		return s.Err()
	}))
	_, err := m.LoadStateDict(state)
	fails(t, err, RuntimeError, "Error(s) in loading state_dict for Linear:\n\tsize mismatch for bias: copying a param "+
		"with shape torch.Size([3]) from checkpoint, the shape in current model is torch.Size([2]).")
	near(t, must(run(m, 1, 1)), 13, 27)
}

func TestFilesRoundTrip(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	state := must(m.StateDict())
	defer state.Close()
	path := filepath.Join(t.TempDir(), "weights.safetensors")
	do(state.Save(path))
	read := must(LoadStateDict(path))
	defer read.Close()
	equal(t, read.Keys(), []string{"bias", "weight"}) // in the order of the file, as safetensors writes it
	var buffer bytes.Buffer
	do(state.Write(&buffer))
	again := must(ReadStateDict(&buffer))
	defer again.Close()
	bias, _ := again.Get("bias")
	defer bias.Close()
	near(t, bias.Floats(), 10, 20)
	_, err := LoadStateDict(path + ".absent")
	equal(t, err.(*Error).Code, IO)
	_, err = ReadStateDict(bytes.NewReader([]byte("\x08\x00\x00\x00\x00\x00\x00\x00{\"a\":1 }")))
	equal(t, err.(*Error).Code, Corrupt)
	equal(t, err.(*Error).Reason != "", true)
}

func TestWholeModelFileRoundTrip(t *testing.T) {
	world(t)
	m := mustClose(t, must(NewSequential(mustClose(t, linear(t)), mustClose(t, must(NewReLU())))))
	path := filepath.Join(t.TempDir(), "model.safetensors")
	do(m.Save(path))
	loaded := mustClose(t, must(Load(path)))
	equal(t, loaded.String(), m.String())
	equal(t, loaded.Training(), false)
	near(t, must(run(loaded, 1, 1)), 13, 27)
	training, report, err := LoadWithReport(path, With("train", true))
	do(err)
	defer training.Close()
	equal(t, training.Training(), true)
	equal(t, len(report.Missing), 0)
}
