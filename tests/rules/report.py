"""What all rule scripts share: count claims, name each one that fails, print the sum last."""

import sys


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, holds, claim):
        """Counts one claim; a failed one is printed with its claim."""
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {claim}")
        return bool(holds)

    def fail(self, claim):
        self.check(False, claim)

    def finish(self):
        """Prints the closing line and exits: 0 only when something was checked and nothing failed."""
        if self.passed + self.failed == 0:
            self.fail("nothing was checked")
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)
