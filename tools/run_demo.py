#!/usr/bin/env python3
"""Runs the demo programs of a build tree and compares what they computed.

    run_demo.py BUILD_TREE

C and C++ must print the same hashes, and the two programs of the README must run. The last line
counts the checks of all programs.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = HERE / "examples/digits"


class Demo:
    def __init__(self, tree):
        self.programs = tree / "examples/digits"
        self.library = next(iter(sorted(tree.rglob("libtenon.so"))), tree / "capi/libtenon.so")
        self.passed = 0
        self.failed = 0

    def check(self, holds, claim):
        self.passed += bool(holds)
        self.failed += not holds
        print(f"  {'ok    ' if holds else 'FAILED'}  {claim}")

    def run(self, title, name, *arguments, folder=None, environment=None):
        """Prints the program's output; adds its own counts, or checks its exit code."""
        print(f"== {title}", flush=True)
        command = [str(self.programs / name), *map(str, arguments)]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        lines = (done.stdout + done.stderr).rstrip().splitlines()
        counts = re.fullmatch(r"checks: (\d+) passed, (\d+) failed", lines[-1] if lines else "")
        print("\n".join(lines[:-1] if counts else lines), flush=True)
        if counts:
            self.passed += int(counts[1])
            self.failed += int(counts[2])
        if not counts or (done.returncode != 0 and counts[2] == "0"):
            self.check(done.returncode == 0, f"{name} ends well (exit code {done.returncode})")
        return done.stdout


def hashes(text):
    return dict(re.findall(r"^(\w+) hash +([0-9a-f]{16})$", text, re.MULTILINE))


def main():
    demo = Demo(pathlib.Path(sys.argv[1]).resolve())
    c = demo.run("C: digits.c loads libtenon.so at run time", "digits_c", demo.library, EXAMPLE)
    cpp = demo.run("C++: digits.cc is linked with the core", "digits_cc", EXAMPLE)
    print("== C and C++ side by side")
    for name in ("logits", "custom"):
        pair = (hashes(c).get(name), hashes(cpp).get(name))
        demo.check(pair[0] and pair[0] == pair[1], f"the {name} hash is the same in both")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(EXAMPLE / "model/model.safetensors", pathlib.Path(folder, "digits.safetensors"))
        # The README's program looks for an installed library, as a user's would: here by search path.
        found = {**os.environ, "LD_LIBRARY_PATH": str(demo.library.parent)}
        text = demo.run("the README's C program", "readme_c", folder=folder, environment=found)
        demo.check(text == "0: 1024 values\n", "its hook saw the first layer's 16 x 8 x 8 values")
        text = demo.run("the README's C++ program", "readme_cc", folder=folder)
        demo.check(text.startswith("Conv2d: "), "its hook saw the first layer")
    print(f"{demo.passed} passed, {demo.failed} failed")
    sys.exit(1 if demo.failed or not demo.passed else 0)


if __name__ == "__main__":
    main()
