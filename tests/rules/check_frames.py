#!/usr/bin/env python3
"""No function of the library takes much of its caller's stack: a job of an engine has 16 KiB.

    check_frames.py LIBTENON_SO [--objdump OBJDUMP]

Reads the frames from the machine code, so that what was inlined and what comes from other libraries counts: what
-Wframe-larger-than would say at each compiler call. BLIS's kernels have frames of their own size.
"""

import argparse
import re
import subprocess

from report import Report

LIMIT = 4480
BLIS = {"sgemm": 4400, "dgemm": 8500}
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
FRAME = re.compile(r"\bsub\s+\$0x([0-9a-f]+),%rsp")
# Complex kernels are in the same objects and never called.
UNUSED = ("bli_cgemm", "bli_zgemm")
# The C++ runtime's reading of type names and locales, which our code does not reach.
NOT_OURS = re.compile(r"_ZNSt|_ZNKSt|_ZSt|__gnu_cxx|_ZN9__gnu_cxx|__cxa_|d_print|d_demangle|_ZN12_GLOBAL__N_1")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--objdump", default="objdump")
    args = parser.parse_args()
    report = Report()
    command = [args.objdump, "-d", "--no-show-raw-insn", "-j", ".text", args.library]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        name, frames = "", {}
        for line in process.stdout:
            if match := FUNCTION.match(line):
                name = match[1]
            elif match := FRAME.search(line):
                size = int(match[1], 16)
                if size < 1 << 31:  # more is an addition in disguise
                    frames[name] = frames.get(name, 0) + size
    for name, size in frames.items():
        limit = next((most for word, most in BLIS.items() if name.startswith(f"bli_{word}")), LIMIT)
        if not NOT_OURS.match(name) and not name.startswith(UNUSED):
            report.check(size <= limit, f"{name} has a frame of {size} bytes, at most {limit}")
    largest = sorted(((size, name) for name, size in frames.items()), reverse=True)[:5]
    print("largest frames: " + ", ".join(f"{name} {size}" for size, name in largest))
    report.finish()


if __name__ == "__main__":
    main()
