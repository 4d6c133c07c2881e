package tenon

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

// must is for what a test needs and does not test.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func do(err error) {
	if err != nil {
		panic(err)
	}
}

// world seeds the generator, and in the end nothing of the test may be alive.
func world(t *testing.T) {
	t.Helper()
	do(ManualSeed(0))
	before := Live(LiveHandles)
	t.Cleanup(func() {
		t.Helper()
		if left := settle(before); left > 0 {
			t.Errorf("%d handles are left", left)
		}
	})
}

// settle lets finalizers run, and gives how many handles are alive beyond `before`.
func settle(before int64) int64 {
	for i := 0; i < 40 && Live(LiveHandles) > before; i++ {
		runtime.GC()
		time.Sleep(5 * time.Millisecond)
	}
	return Live(LiveHandles) - before
}

func equal(t *testing.T, got, wanted any) {
	t.Helper()
	if !reflect.DeepEqual(got, wanted) {
		t.Fatalf("got %v, wanted %v", got, wanted)
	}
}

func fails(t *testing.T, err error, code Code, text string) {
	t.Helper()
	var failure *Error
	if !errors.As(err, &failure) || failure.Code != code || failure.Message != text {
		t.Fatalf("got %#v, wanted %v: %s", err, code, text)
	}
}

// near compares to seven digits.
func near(t *testing.T, got []float32, wanted ...float64) {
	t.Helper()
	if len(got) != len(wanted) {
		t.Fatalf("%d values, wanted %d", len(got), len(wanted))
	}
	for i := range got {
		size := wanted[i]
		if size < 0 {
			size = -size
		}
		if difference := float64(got[i]) - wanted[i]; difference > 1e-6*(1+size) || difference < -1e-6*(1+size) {
			t.Fatalf("[%d] is %v, wanted %v", i, got[i], wanted[i])
		}
	}
}

// linear is Linear(2, 2) with weight ((1, 2), (3, 4)) and bias (10, 20).
func linear(t *testing.T) *Module {
	t.Helper()
	m := must(NewLinear(2, 2))
	do(WithScope(func(s *Scope) error {
		for name, values := range map[string][]float32{"weight": {1, 2, 3, 4}, "bias": {10, 20}} {
			do(Write(s.Adopt(must(m.Parameter(name))), values))
		}
		return nil
	}))
	return m
}

// run calls a module on two floats.
func run(m *Module, x ...float32) (out []float32, err error) {
	err = WithScope(func(s *Scope) error {
		y := s.Call(m, s.FromSlice(x, 1, int64(len(x))))
		if s.Err() == nil {
			out = y.Floats()
		}
		return s.Err()
	})
	return out, err
}

// block is the fenced text of docs/errors.md under a heading: Go's own, or the one for all.
func block(t *testing.T, heading string) string {
	t.Helper()
	page := string(must(os.ReadFile(filepath.Join("..", "..", "..", "docs", "errors.md"))))
	_, section, found := strings.Cut(page, "\n## "+heading+"\n")
	if !found {
		t.Fatalf("docs/errors.md has no section %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	for _, fence := range []string{"```go\n", "```text\n"} {
		if _, body, found := strings.Cut(section, fence); found {
			body, _, _ = strings.Cut(body, "\n```")
			return body
		}
	}
	t.Fatalf("docs/errors.md has no text under %q", heading)
	return ""
}
