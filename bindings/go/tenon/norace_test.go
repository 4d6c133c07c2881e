//go:build !race

package tenon

// mayGrowKB is by how much memory may grow in the tests that keep it flat.
const mayGrowKB = 2048
