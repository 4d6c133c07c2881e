package tenon

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// again runs this test program once more with one test in another environment.
func again(t *testing.T, test string, environment ...string) string {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^"+test+"$", "-test.v")
	command.Env = append(os.Environ(), append(environment, "TENON_TEST_AGAIN=1")...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

func isAgain() bool { return os.Getenv("TENON_TEST_AGAIN") != "" }

func TestShutdownRunsEveryDestroyOnce(t *testing.T) {
	if !isAgain() {
		again(t, "TestShutdownRunsEveryDestroyOnce")
		return
	}
	m := linear(t)
	must(m.RegisterForwardHook(thrower))
	custom := must(NewCustom("Doubler", doubler{}))
	equal(t, Live(LiveCallbacks), int64(2))
	do(Shutdown())
	do(Shutdown())
	_, err := m.Parameter("weight")
	equal(t, err.(*Error).Code, BadHandle)
	do(m.Close())
	do(custom.Close())
	fresh := linear(t) // a new world
	defer fresh.Close()
	near(t, must(run(fresh, 1, 1)), 13, 27)
	equal(t, Live(LiveCallbacks), int64(0))
}

func TestLateFinalizersAreHarmless(t *testing.T) {
	if !isAgain() {
		again(t, "TestLateFinalizersAreHarmless")
		return
	}
	func() {
		for i := 0; i < 100; i++ {
			m := linear(t)
			must(m.RegisterForwardHook(thrower))
			must(New(Float32, 100))
		}
	}()
	do(Shutdown())
	for i := 0; i < 5; i++ {
		runtime.GC()
	}
	m := linear(t)
	defer m.Close()
	near(t, must(run(m, 1, 1)), 13, 27)
}

// dense is the model of docs/errors.md.
func dense(t *testing.T) *Module {
	t.Helper()
	m := must(Parse("Sequential(\n  (fc1): Linear(in_features=64, out_features=128, bias=True)\n  (act): ReLU()\n)"))
	do(m.Initialize())
	return mustClose(t, m)
}

// says compares with docs/errors.md.
func says(t *testing.T, heading string, err error) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	equal(t, err.Error(), block(t, heading))
}

func TestMistakeWrongLastDimension(t *testing.T) {
	world(t)
	_, err := run(dense(t), make([]float32, 63)...)
	says(t, "Wrong last dimension", err)
	equal(t, err.(*Error).Path, "fc1")
}

func TestMistakeWrongDtype(t *testing.T) {
	world(t)
	x := must(FromSlice(make([]int64, 64), 1, 64))
	defer x.Close()
	_, err := dense(t).Call(x)
	says(t, "Wrong dtype", err)
}

func TestMistakeMissingKeys(t *testing.T) {
	world(t)
	empty := must(NewStateDict())
	defer empty.Close()
	_, err := dense(t).LoadStateDict(empty)
	says(t, "Missing keys", err)
}

func TestMistakeLfsPointerAsModel(t *testing.T) {
	world(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "model.safetensors")
	do(os.WriteFile(path, []byte("version https://git-lfs.github.com/spec/v1\n"+
		"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"), 0o600))
	_, err := Load(path)
	equal(t, err.Error(), folder+"/"+block(t, "LFS pointer as model"))
}

func TestMistakeUnknownClassWithoutForward(t *testing.T) {
	world(t)
	m := mustClose(t, must(Parse("Sequential(\n  (layer1): BasicBlock(\n    (conv1): ReLU()\n  )\n)")))
	_, err := run(m, 1, 2)
	says(t, "Unknown class without forward", err)
}

func TestMistakeUseAfterClose(t *testing.T) {
	world(t)
	m := linear(t)
	m.Close()
	_, err := run(m, 1, 2)
	says(t, "Use after close", err)
	equal(t, errors.Is(err, ErrClosed), true)
}

func TestMistakeLibraryNotFound(t *testing.T) {
	if !isAgain() {
		again(t, "TestMistakeLibraryNotFound", PathVariable+"=/nowhere/libtenon.so")
		return
	}
	_, err := NewLinear(2, 2)
	says(t, "Library not found", err)
	equal(t, err.(*Error).Code, IO)
	_, err = NewLinear(2, 2) // and again
	says(t, "Library not found", err)
}

func TestMistakeWrongAbi(t *testing.T) {
	if !isAgain() {
		// A library that has every name and another version.
		folder := t.TempDir()
		symbols := strings.Fields(string(must(os.ReadFile(filepath.Join("..", "..", "..", "capi", "tenon.symbols")))))
		source := "int tenon_abi_version(void) { return 1 << 16; }\n"
		for _, symbol := range symbols {
			if symbol != "tenon_abi_version" {
				source += "int " + symbol + "(void) { return 0; }\n"
			}
		}
		do(os.WriteFile(filepath.Join(folder, "stub.c"), []byte(source), 0o600))
		library := filepath.Join(folder, "libtenon.so")
		out, err := exec.Command("cc", "-shared", "-fPIC", "-o", library, filepath.Join(folder, "stub.c")).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		again(t, "TestMistakeWrongAbi", PathVariable+"="+library)
		return
	}
	_, err := NewLinear(2, 2)
	says(t, "Wrong ABI", err)
	equal(t, err.(*Error).Code, Version)
}

func TestMistakeDottedName(t *testing.T) {
	world(t)
	says(t, "Dotted name", dense(t).AddModule("layer.1", mustClose(t, must(NewReLU()))))
}

func TestMistakeModuleInsideItself(t *testing.T) {
	world(t)
	m := dense(t)
	says(t, "Module inside itself", m.AddModule("again", m))
}

func TestMistakeThrowingHook(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	must(m.RegisterForwardHook(thrower))
	_, err := run(m, 1, 1)
	says(t, "Throwing hook", err)
	equal(t, err == onPurpose, true)
}

func TestMistakeHiddenOptionMissing(t *testing.T) {
	world(t)
	_, err := Parse("MultiheadAttention(\n" +
		"  (out_proj): NonDynamicallyQuantizableLinear(in_features=8, out_features=8, bias=True)\n)")
	says(t, "Hidden option missing", err)
}

// Every scenario of bindings/scenarios.txt is a test here, and none has another name.
func TestScenariosAreAllHere(t *testing.T) {
	list := string(must(os.ReadFile(filepath.Join("..", "..", "scenarios.txt"))))
	wanted := map[string]bool{}
	for _, line := range strings.Split(list, "\n") {
		name, languages, limited := strings.Cut(strings.TrimSpace(line), ":")
		if name == "" || strings.HasPrefix(name, "#") || (limited && !strings.Contains(languages, "go")) {
			continue
		}
		test := "Test"
		for _, word := range strings.Split(name, "_") {
			test += strings.ToUpper(word[:1]) + word[1:]
		}
		wanted[test] = true
	}
	for _, file := range must(filepath.Glob("*_test.go")) {
		for _, line := range strings.Split(string(must(os.ReadFile(file))), "\n") {
			if strings.HasPrefix(line, "func Test") {
				name, _, _ := strings.Cut(line[len("func "):], "(")
				delete(wanted, name)
			}
		}
	}
	for name := range wanted {
		t.Error("no test", name)
	}
}

func TestGoexitInAHookSaysSo(t *testing.T) {
	if !isAgain() {
		command := exec.Command(os.Args[0], "-test.run=^TestGoexitInAHookSaysSo$")
		command.Env = append(os.Environ(), "TENON_TEST_AGAIN=1")
		out, err := command.CombinedOutput()
		var exit *exec.ExitError
		equal(t, errors.As(err, &exit) && exit.ExitCode() == 2, true)
		equal(t, strings.HasPrefix(string(out), "tenon: runtime.Goexit in a hook cannot pass"), true)
		return
	}
	m := linear(t)
	must(m.RegisterForwardHook(func(*Module, []*Tensor, *Tensor) (*Tensor, error) {
		runtime.Goexit()
		return nil, nil
	}))
	must(run(m, 1, 1))
}
