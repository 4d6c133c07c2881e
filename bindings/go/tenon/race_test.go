//go:build race

package tenon

// mayGrowKB is by how much memory may grow in the tests that keep it flat; the race detector keeps
// some of its own for every page that Go's heap ever had.
const mayGrowKB = 32 * 1024
