// Reads handwriting with a network that PyTorch trained, in Go.
//
//	TENON_NATIVE_PATH=libtenon.so go run . EXAMPLE_FOLDER
package main

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"
	"unsafe"

	"tenon.dev/go/tenon"
)

const (
	trainRows = 1400 // PyTorch trained on the first rows; it never saw the others
	rows      = 397
	classes   = 10
	pixels    = 64
)

var passed, failed int

func check(holds bool, claim string) {
	mark := "ok    "
	if holds {
		passed++
	} else {
		failed++
		mark = "FAILED"
	}
	fmt.Printf("  %s  %s\n", mark, claim)
}

// readDigits gives the images after the first 1400, pixel / 16, and their labels.
func readDigits(path string) (images []float32, labels []int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, nil, err
	}
	table, err := csv.NewReader(unpacked).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	for _, line := range table[trainRows:] {
		for column, text := range line {
			number, err := strconv.ParseFloat(text, 32)
			if err != nil {
				return nil, nil, err
			}
			if column < pixels {
				images = append(images, float32(number)/16)
			} else {
				labels = append(labels, int(number))
			}
		}
	}
	return images, labels, nil
}

// hashOf is FNV-1a over the bytes.
func hashOf(values []float32) uint64 {
	hash := fnv.New64a()
	hash.Write(unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*4))
	return hash.Sum64()
}

func best(scores []float32) int {
	best := 0
	for i, score := range scores {
		if score > scores[best] {
			best = i
		}
	}
	return best
}

// activations is what a forward hook learns of one layer's output.
type activations struct {
	path, class      string
	count, zeros     int
	sum, least, most float64
}

func (a *activations) watch(m *tenon.Module, in []*tenon.Tensor, out *tenon.Tensor) (*tenon.Tensor, error) {
	a.class = m.TypeName()
	return nil, tenon.Elements(out, func(values []float32) { // without a copy
		a.least, a.most = math.Inf(1), math.Inf(-1)
		for _, value := range values {
			v := float64(value)
			a.least, a.most = math.Min(a.least, v), math.Max(a.most, v)
			a.sum += v
			a.count++
			if v == 0 {
				a.zeros++
			}
		}
	})
}

// confidence is a module of our own: it turns each row of scores into probabilities.
type confidence struct{}

func (confidence) Forward(x *tenon.Tensor) (*tenon.Tensor, error) {
	scores, err := tenon.Slice[float32](x)
	if err != nil {
		return nil, err
	}
	for row := scores; len(row) > 0; row = row[classes:] {
		most, sum := row[best(row[:classes])], 0.0
		for _, score := range row[:classes] {
			sum += math.Exp(float64(score) - float64(most))
		}
		for i, score := range row[:classes] {
			row[i] = float32(math.Exp(float64(score)-float64(most)) / sum)
		}
	}
	y, err := tenon.FromSlice(scores, x.Shape()...)
	if err != nil {
		return nil, err
	}
	return x.Scope().Adopt(y), nil // closed with the call's other tensors
}

// build makes the tree from a printed text and loads the weights, in eval mode.
func build(path string, weights *tenon.StateDict) (*tenon.Module, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	net, err := tenon.Parse(string(text))
	if err != nil {
		return nil, err
	}
	if _, err := net.LoadStateDict(weights); err != nil { // strictly
		return nil, err
	}
	return net, net.Eval()
}

func demo(folder string) error {
	images, labels, err := readDigits(filepath.Join(folder, "digits.csv.gz"))
	if err != nil {
		return err
	}
	weights, err := tenon.LoadStateDict(filepath.Join(folder, "model/model.safetensors"))
	if err != nil {
		return err
	}
	defer weights.Close()
	net, err := build(filepath.Join(folder, "model/model.txt"), weights)
	if err != nil {
		return err
	}
	defer net.Close()

	fmt.Println("parameters")
	err = net.EachParameter(func(name string, p *tenon.Tensor) (bool, error) {
		fmt.Printf("  %-12s %v\n", name, p.Shape())
		return true, nil
	})
	if err != nil {
		return err
	}

	return tenon.WithScope(func(s *tenon.Scope) error { // frees every tensor made inside
		input := s.FromSlice(images, rows, 1, 8, 8)
		run := func(m *tenon.Module) []float32 { return s.Call(m, input).Floats() }

		seen := []*activations{{path: "0"}, {path: "2"}, {path: "6"}, {path: "9"}, {path: "10"}}
		var removes []func() error
		for _, layer := range seen {
			m, err := net.Submodule(layer.path)
			if err != nil {
				return err
			}
			defer m.Close()
			remove, err := m.RegisterForwardHook(layer.watch)
			if err != nil {
				return err
			}
			removes = append(removes, remove)
		}
		logits := run(net)
		for _, remove := range removes {
			if err := remove(); err != nil {
				return err
			}
		}
		if s.Err() != nil {
			return s.Err()
		}
		fmt.Println("activations            mean       min       max   zeros")
		for _, layer := range seen {
			fmt.Printf("  %-2s %-12s %9.4f %9.4f %9.4f %6.1f%%\n", layer.path, layer.class,
				layer.sum/float64(layer.count), layer.least, layer.most,
				100*float64(layer.zeros)/float64(layer.count))
		}

		hash, fastest, steady := hashOf(logits), time.Hour, true
		for i := 0; i < 20; i++ {
			start := time.Now()
			y := s.Call(net, input)
			if took := time.Since(start); took < fastest {
				fastest = took
			}
			steady = steady && s.Err() == nil && hashOf(y.Floats()) == hash
		}

		// A custom module behind the whole network, in a Sequential of ours.
		custom, err := tenon.NewCustom("Confidence", confidence{})
		if err != nil {
			return err
		}
		defer custom.Close()
		both, err := tenon.NewSequential(net, custom)
		if err != nil {
			return err
		}
		defer both.Close()
		shares := run(both)
		if s.Err() != nil {
			return s.Err()
		}

		recorded, err := tenon.LoadStateDict(filepath.Join(folder, "model/expected.safetensors"))
		if err != nil {
			return err
		}
		defer recorded.Close()
		recordedLogits, _ := recorded.Get("logits")
		recordedPredictions, _ := recorded.Get("predictions")
		expected := s.Adopt(recordedLogits).Floats()
		predictions, err := tenon.Slice[int64](s.Adopt(recordedPredictions))
		if err != nil {
			return err
		}
		right, same, largest := 0, 0, 0.0
		for row := 0; row < rows; row++ {
			digit := best(logits[row*classes : (row+1)*classes])
			if digit == labels[row] {
				right++
			}
			if int64(digit) == predictions[row] {
				same++
			}
		}
		for i := range logits {
			largest = math.Max(largest, math.Abs(float64(logits[i])-float64(expected[i])))
		}
		first := best(shares[:classes])
		fmt.Printf("accuracy     %d of %d right (%.2f%%)\n", right, rows, 100*float64(right)/rows)
		fmt.Printf("logits hash  %016x\n", hash)
		fmt.Printf("custom hash  %016x\n", hashOf(shares))
		fmt.Printf("custom       the first image is a %d, says Confidence with %.2f%%\n", first, 100*shares[first])
		fmt.Printf("time         %.3f ms for %d images\n", fastest.Seconds()*1e3, rows)
		fmt.Printf("differs      %.3g at most from PyTorch's logits\n", largest)

		check(same == rows, "PyTorch predicts the same for every image")
		check(largest <= 1e-5, "logits are within 1e-5 of PyTorch's")
		check(steady, "every run gives the same bits")
		single, err := tenon.Load(filepath.Join(folder, "model/model.safetensors"))
		if err != nil {
			return err
		}
		defer single.Close()
		check(hashOf(run(single)) == hash, "the single file gives the same bits")
		newer, err := build(filepath.Join(folder, "model/model_2_15.txt"), weights)
		if err != nil {
			return err
		}
		defer newer.Close()
		check(hashOf(run(newer)) == hash, "the text of PyTorch 2.15 gives the same bits")
		check(seen[0].count == rows*16*8*8, "the hook saw every value once")

		// The short path: one image in, ten scores out, no tensors in sight.
		apart, score := 0.0, make([]float32, classes)
		for row := 0; row < rows; row++ {
			_, err := net.CallFloats(images[row*pixels:(row+1)*pixels], []int64{1, 1, 8, 8}, score)
			if err != nil {
				return err
			}
			for i := range score {
				apart = math.Max(apart, math.Abs(float64(score[i])-float64(logits[row*classes+i])))
			}
		}
		check(apart <= 1e-5, "one image at a time gives the scores of all at once")
		return s.Err()
	})
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: digits EXAMPLE_FOLDER")
		os.Exit(2)
	}
	if err := demo(os.Args[1]); err != nil {
		check(false, err.Error())
	}
	check(tenon.Live(tenon.LiveHandles) == 0, "no handle is left")
	check(tenon.Live(tenon.LiveCallbacks) == 0, "our custom module was let go of")
	fmt.Printf("checks: %d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}
