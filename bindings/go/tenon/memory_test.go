package tenon

import (
	"bytes"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

func TestCloseTwiceIsHarmless(t *testing.T) {
	world(t)
	m, x := must(NewReLU()), must(New(Float32, 2))
	for i := 0; i < 3; i++ {
		do(m.Close())
		do(x.Close())
	}
	var none *Module
	do(none.Close())
}

func TestScopeFreesWhatWasMadeInside(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	var outside *Tensor
	before := Live(LiveTensors)
	do(WithScope(func(s *Scope) error {
		outside = s.Call(m, s.FromSlice([]float32{1, 1}, 1, 2))
		must(outside.Mul(2))
		equal(t, Live(LiveTensors), before+3)
		return s.Err()
	}))
	equal(t, Live(LiveTensors), before)
	equal(t, outside.Shape() == nil, true)
	trouble := errors.New("on purpose")
	equal(t, WithScope(func(*Scope) error { return trouble }), trouble)
}

func TestScopeKeepsWhatIsMovedOut(t *testing.T) {
	world(t)
	var kept *Tensor
	do(WithScope(func(s *Scope) error {
		kept = must(s.FromSlice([]float32{1, 2}).Keep())
		return s.Err()
	}))
	defer kept.Close()
	near(t, kept.Floats(), 1, 2)
	equal(t, kept.Scope() == nil, true)
}

func TestAModuleIsOneObject(t *testing.T) {
	world(t)
	m := newMLP()
	defer m.Close()
	net := mustClose(t, must(NewSequential(m.Module)))
	again := mustClose(t, must(net.Item(0)))
	equal(t, again.Is(m.Module), true)
	equal(t, again.Custom().(*mlp) == m, true)
}

func TestDroppedObjectsAreReleasedByFinalizers(t *testing.T) {
	world(t)
	before := Live(LiveHandles)
	func() {
		for i := 0; i < 20; i++ {
			must(NewLinear(2, 2))
			must(New(Float32, 2))
			must(NewStateDict())
		}
	}()
	equal(t, settle(before) <= 0, true)
}

func TestForgottenChildOfATreeStillRuns(t *testing.T) {
	world(t)
	net := must(NewSequential())
	func() {
		m := newMLP()
		do(net.Append(m.Module))
		m.Module.Close() // only the tree holds it now
	}()
	runtime.GC()
	runtime.GC()
	equal(t, len(must(run(net, 1, 2))), 1)
	inner := must(net.Item(0))
	object := inner.Custom().(*mlp)
	object.fc1.Close()
	object.fc2.Close()
	inner.Close()
	net.Close()
}

func TestCallSurvivesACollection(t *testing.T) {
	world(t)
	for i := 0; i < 50; i++ {
		m := linear(t)
		must(m.RegisterForwardHook(func(*Module, []*Tensor, *Tensor) (*Tensor, error) {
			runtime.GC() // nobody uses m any more but the running call
			runtime.GC()
			return nil, nil
		}))
		near(t, must(run(m, 1, 1)), 13, 27)
	}
}

func TestAHookThatCapturesItsModuleDoesNotLeak(t *testing.T) {
	world(t)
	callbacks := Live(LiveCallbacks)
	for i := 0; i < 10; i++ {
		m := linear(t)
		must(m.RegisterForwardHook(func(*Module, []*Tensor, *Tensor) (*Tensor, error) {
			return nil, m.Eval()
		}))
		must(run(m, 1, 1))
		m.Close() // the rule in Go, whose closures the native side holds
	}
	equal(t, Live(LiveCallbacks), callbacks)
}

// residentKB is the memory of the process, without what Go's heap has to give back.
func residentKB() int {
	debug.FreeOSMemory()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(data)
	pages := 0
	for _, digit := range fields[1] {
		pages = pages*10 + int(digit-'0')
	}
	return pages * os.Getpagesize() / 1024
}

func TestTenThousandCallsKeepMemoryFlat(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	count := 0
	must(m.RegisterForwardHook(func(*Module, []*Tensor, *Tensor) (*Tensor, error) { count++; return nil, nil }))
	var start int
	for i := 0; i < 10000; i++ {
		if i == 2000 {
			start = residentKB()
		}
		must(run(m, 1, 1))
	}
	equal(t, count, 10000)
	if grown := residentKB() - start; grown > mayGrowKB {
		t.Fatalf("grew by %d KB", grown)
	}
}

func TestBc03(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	count := 0
	remove := must(m.RegisterForwardHook(func(*Module, []*Tensor, *Tensor) (*Tensor, error) { count++; return nil, nil }))
	net := mustClose(t, must(NewSequential()))
	func() { do(net.Append(mustClose(t, must(NewCustom("Doubler", doubler{}))))) }()
	for i := 0; i < 100; i++ {
		_ = make([]byte, 1<<20)
		runtime.GC()
		for n := 0; n < 100; n++ {
			must(run(m, 1, 1))
			must(run(net, 1, 1))
		}
	}
	equal(t, count, 10000)
	do(remove())
}

func TestBc09(t *testing.T) {
	world(t)
	m := mustClose(t, linear(t))
	state := must(m.StateDict())
	defer state.Close()
	round := func() {
		do(must(NewLinear(4, 4)).Close())
		if _, err := run(m, 1, 1, 1); err == nil {
			t.Fatal("no error")
		}
		var file bytes.Buffer
		do(state.Write(&file))
		do(must(ReadStateDict(&file)).Close())
	}
	var start int
	for i := 0; i < 10000; i++ {
		if i == 2000 {
			start = residentKB()
		}
		round()
	}
	if grown := residentKB() - start; grown > mayGrowKB {
		t.Fatalf("grew by %d KB", grown)
	}
}

func TestBc13(t *testing.T) {
	world(t)
	m := linear(t)
	p, copied := must(m.Parameter("weight")), must(m.Parameter("weight"))
	parameters := must(m.NamedParameters())
	net := must(NewSequential(m))
	child := must(net.Item(0))
	do(m.Close())
	near(t, p.Floats(), 1, 2, 3, 4)
	do(p.Close())
	do(p.Close())
	near(t, copied.Floats(), 1, 2, 3, 4)
	do(copied.Close())
	do(child.Close()) // before the parent
	do(net.Close())
	near(t, parameters[1].Tensor.Floats(), 10, 20)
	for _, parameter := range parameters {
		parameter.Tensor.Close()
	}
}

func TestAScopeOfNobodyClosesNothing(t *testing.T) {
	world(t)
	var s Scope
	x := s.FromSlice([]float32{1, 2})
	near(t, s.Relu(x).Floats(), 1, 2) // left to the finalizer
	equal(t, x.Scope() == nil, true)
	do(x.Close())
}

func TestALoopThatClosesNothingIsCollected(t *testing.T) {
	world(t)
	settle(0)
	before, step := Live(LiveTensors), pressure.step
	pressure.step = 16 << 20
	defer func() { pressure.step = step }()
	most := int64(0)
	for i := 0; i < 300; i++ {
		must(New(Float32, 1<<18)) // a megabyte
		if live := Live(LiveTensors) - before; live > most {
			most = live
		}
	}
	if most > 100 {
		t.Errorf("%d MB were alive", most)
	}
	settle(0)
	kept := must(New(Float32, 1<<18))
	bytes := pressure.bytes.Load()
	do(WithScope(func(s *Scope) error {
		s.Adopt(kept)
		equal(t, pressure.bytes.Load(), bytes-1<<20)
		return nil
	}))
	must(New(Float32, 4)).Close()
	equal(t, pressure.bytes.Load(), bytes-1<<20)
}
