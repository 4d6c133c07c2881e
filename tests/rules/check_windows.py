#!/usr/bin/env python3
"""The C headers and capi/ pass a compiler for Windows, where it is installed.

    check_windows.py SOURCE_ROOT [--cxx x86_64-w64-mingw32-g++]

Syntax only: nothing of this is linked or run. Without the compiler the rule is skipped, by name.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

from report import Report

C_MODES = (("c", "c99"), ("c", "c11"), ("c++", "c++20"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source_root", type=pathlib.Path)
    parser.add_argument("--cxx", default="x86_64-w64-mingw32-g++")
    args = parser.parse_args()
    compiler = next((name for name in (args.cxx, f"{args.cxx}-posix", f"{args.cxx}-win32") if shutil.which(name)), None)
    if compiler is None:
        print(f"windows: SKIPPED, {args.cxx} is not installed (Debian: g++-mingw-w64-x86-64)\n1 passed, 0 failed")
        sys.exit(0)
    report = Report()
    root = args.source_root.resolve()
    header = root / "capi/include/tenon.h"  # includes the others
    jobs = [(language, standard, header) for language, standard in C_MODES]
    jobs += [("c++", "c++20", source) for source in sorted((root / "capi").glob("*.cc"))]
    for language, standard, path in jobs:
        command = [compiler, "-x", language, f"-std={standard}", "-fsyntax-only", "-Wall", "-Werror"]
        command += ['-DTENON_VERSION="0"', *(f"-I{root / folder}" for folder in ("capi/include", "include", "."))]
        done = subprocess.run([*command, path], capture_output=True, text=True)
        report.check(done.returncode == 0, f"{path.relative_to(root)} passes as {standard}\n{done.stderr[:1500]}")
    report.finish()


if __name__ == "__main__":
    main()
