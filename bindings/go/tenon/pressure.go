package tenon

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// pressure runs Go's collector when tensors that only finalizers would close hold much memory: the
// collector sees a few bytes of each and would let a loop that closes nothing fill the machine.
var pressure = collector{step: 256 << 20}

type collector struct {
	bytes atomic.Int64 // of tensors that are neither closed nor in a scope
	limit atomic.Int64
	step  int64 // the least limit
	lock  sync.Mutex
}

func (c *collector) add(bytes int64) {
	if total := c.bytes.Add(bytes); total > c.step && total > c.limit.Load() {
		c.collect()
	}
}

// collect waits for finalizers a little while, and lets the memory grow to twice what is left.
func (c *collector) collect() {
	if !c.lock.TryLock() {
		return // somebody does
	}
	defer c.lock.Unlock()
	before := c.bytes.Load()
	runtime.GC()
	for i := 0; i < 10 && c.bytes.Load() > before/2; i++ {
		time.Sleep(time.Millisecond)
	}
	c.limit.Store(2 * c.bytes.Load())
}
