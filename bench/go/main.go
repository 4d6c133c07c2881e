// Measures what a call from Go costs beside the same call from C, in one run. Exit code 1 if a line
// misses its target.
//
//	TENON_NATIVE_PATH=libtenon.so go run .
package main

import (
	"fmt"
	"os"
	"sort"
	"time"

	"tenon.dev/go/tenon"
)

// Rounds far shorter than a time slice, so that other work on the machine spoils few of them.
const (
	rounds = 401
	calls  = 500
)

// measure gives the nanoseconds of one call of each loop: the median of rounds that take turns.
func measure(loops ...func(calls int)) []float64 {
	times := make([][]float64, len(loops))
	for round := -1; round < rounds; round++ { // the first warms caches
		for i, loop := range loops {
			start := time.Now()
			loop(calls)
			if took := time.Since(start); round >= 0 {
				times[i] = append(times[i], float64(took.Nanoseconds())/calls)
			}
		}
	}
	medians := make([]float64, len(loops))
	for i := range times {
		sort.Float64s(times[i])
		medians[i] = times[i][rounds/2]
	}
	return medians
}

var missed bool

func line(what string, inGo, inC, most float64) {
	late := ""
	if inGo-inC > most {
		missed = true
		late = "  MISSED"
	}
	fmt.Printf("%-44s %7.1f ns  C %7.1f ns  adds %6.1f ns  (at most %.0f)%s\n", what, inGo, inC, inGo-inC, most, late)
}

func try(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// callInScope is a loop that calls a module on a tensor of a scope, and closes the scope.
func callInScope(m *tenon.Module) func(int) {
	return func(calls int) {
		try(tenon.WithScope(func(s *tenon.Scope) error {
			x := s.FromSlice(make([]float32, 8), 1, 8)
			for i := 0; i < calls; i++ {
				s.Call(m, x)
			}
			return s.Err()
		}))
	}
}

// prepare makes a module in eval mode, without gradients, here and in C.
func prepare(text string) *tenon.Module {
	try(prepareC(os.Getenv(tenon.PathVariable), text))
	m, err := tenon.Parse(text)
	try(err)
	try(m.Initialize())
	try(m.Eval())
	try(m.RequiresGrad(false))
	return m
}

func main() {
	fmt.Printf("%-44s %7.1f ns\n", "a crossing into C, where nothing is done", measure(crossings)[0])
	linear := prepare("Linear(in_features=8, out_features=8, bias=True)")
	in, out, shape := make([]float32, 8), make([]float32, 8), []int64{1, 8}
	floats := func(calls int) {
		for i := 0; i < calls; i++ {
			_, err := linear.CallFloats(in, shape, out)
			try(err)
		}
	}
	took := measure(callF32InC, floats)
	line("Linear(8, 8), batch 1: CallFloats", took[1], took[0], 70)
	took = measure(call1InC, callInScope(linear))
	line("Linear(8, 8), batch 1: Call in a scope", took[1], took[0], 150)

	plain, hooked, looking := prepare("Identity()"), prepare("Identity()"), prepare("Identity()")
	_, err := hooked.RegisterForwardHook(func(*tenon.Module, []*tenon.Tensor, *tenon.Tensor) (*tenon.Tensor, error) {
		return nil, nil
	})
	try(err)
	_, err = looking.RegisterForwardHook(func(_ *tenon.Module, _ []*tenon.Tensor, out *tenon.Tensor) (*tenon.Tensor, error) {
		if out.Numel() != 8 {
			return nil, os.ErrInvalid
		}
		return nil, nil
	})
	try(err)
	took = measure(call1InC, callInScope(plain))
	line("Identity: Call in a scope", took[1], took[0], 150)
	took = measure(callInScope(plain), callInScope(hooked))
	line("Identity: a forward hook (beside no hook)", took[1], took[0], 200)
	took = measure(callInScope(plain), callInScope(looking))
	line("Identity: a hook that reads its output's size", took[1], took[0], 400)
	if missed {
		os.Exit(1)
	}
}
