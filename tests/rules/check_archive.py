#!/usr/bin/env python3
"""libtenon.a shows nothing but the C functions and needs nothing but the system's libraries.

    check_archive.py LIBTENON_A SYMBOLS_FILE [--nm NM] [--cxx CXX]
"""

import argparse
import shlex
import subprocess

from report import Report

# operator new and delete: the program's own are used.
NEW = {f"_Zn{w}{t}" for w in "wa" for t in ("m", "mRKSt9nothrow_t", "mSt11align_val_t", "mSt11align_val_tRKSt9nothrow_t")}
LIBRARIES = ("libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "ld-linux-x86-64.so.2")
# Of libgcc.a, or made by the linker.
LINKER = {"_GLOBAL_OFFSET_TABLE_", "__cpu_model", "__cpu_indicator_init", "__dso_handle"}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("archive")
    parser.add_argument("symbols")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--cxx", default="c++")
    args = parser.parse_args()
    report = Report()
    with open(args.symbols, encoding="utf-8") as file:
        listed = {line.strip() for line in file if line.strip()}
    defined, undefined = {}, set()
    for line in run(args.nm, "-g", args.archive).splitlines():
        words = line.split()
        if len(words) == 3:
            defined[words[2]] = words[1]
        elif len(words) == 2 and words[0] in "Uwv":
            undefined.add(words[1].split("@")[0])
    for name in sorted(listed | defined.keys()):
        report.check(name in defined, f"{name} is listed, so the archive defines it")
        report.check(name in listed, f"{name} is defined, so it is listed")
        report.check(defined.get(name, "T") == "T", f"{name} is a plain function")
    for name in sorted(NEW):
        report.check(name not in defined, f"{name} stays the program's")
    offered = set()
    for library in LIBRARIES:
        path = run(*shlex.split(args.cxx), f"-print-file-name={library}").strip()
        for line in run(args.nm, "-D", "--defined-only", path).splitlines():
            offered.add(line.split()[-1].split("@")[0])
    for name in sorted(undefined - LINKER):
        report.check(name in offered, f"{name} is in {', '.join(LIBRARIES)}")
    report.finish()


if __name__ == "__main__":
    main()
