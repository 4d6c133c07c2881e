#!/usr/bin/env python3
"""Our object files run no code at load time and call nothing that a library must not call.

    check_static_inits.py BUILD_ROOT [--nm NM] [--readelf READELF]

Looks at every object of the library targets (folders named libtenon*.p). Objects taken from BLIS
are not ours and are not in such folders.
"""

import argparse
import pathlib
import re
import subprocess

from report import Report

# Imports that end the process, print, read the environment or depend on the locale.
BANNED = {
    "abort", "exit", "_exit", "_Exit", "quick_exit", "atexit", "__assert_fail", "printf", "puts",
    "putchar", "fputs", "fputc", "putc", "fprintf", "vprintf", "vfprintf", "sprintf", "snprintf",
    "vsnprintf", "perror", "__printf_chk", "__fprintf_chk", "__sprintf_chk", "__snprintf_chk",
    "__vsnprintf_chk", "getenv", "secure_getenv", "setenv", "putenv", "setlocale", "localeconv",
    "signal", "sigaction", "strtod", "strtof", "atof", "rand", "srand", "system",
    "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin", "_ZNSt8ios_base4InitC1Ev",
}  # fmt: skip
# Static destructors and thread_local objects with one.
BANNED |= {"__cxa_atexit", "__cxa_thread_atexit", "__cxa_thread_atexit_impl"}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build_root", type=pathlib.Path)
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--readelf", default="readelf")
    args = parser.parse_args()
    report = Report()
    folders = [
        path
        for path in args.build_root.rglob("libtenon*.p")
        if path.is_dir() and "examples" not in path.parts  # programs that use the library
    ]
    objects = sorted({path for folder in folders for path in folder.rglob("*.o")})
    report.check(objects, f"there are library objects below {args.build_root}")
    for path in objects:
        name = path.name
        sections = run(args.readelf, "-SW", str(path))
        for section in re.findall(r"\]\s+(\.(?:pre)?init_array\S*|\.ctors\S*|\.fini_array\S*)\s", sections):
            # The one function that runs at unload: it gives the handles' memory back.
            if not (name.endswith("unload.cc.o") and section == ".fini_array"):
                report.fail(f"{name} has no {section}")
        undefined, starters = set(), []
        for line in run(args.nm, str(path)).splitlines():
            symbol = line.split()[-1]
            if " U " in line or line.lstrip().startswith("U "):
                undefined.add(symbol)
            elif symbol.startswith("_GLOBAL__sub_I_"):
                starters.append(symbol)
        for symbol in starters:
            report.fail(f"{name} has no {symbol}")
        for symbol in sorted(undefined & BANNED):
            report.fail(f"{name} does not call {symbol}")
        report.check(True, f"{name} was looked at")
    report.finish()


if __name__ == "__main__":
    main()
