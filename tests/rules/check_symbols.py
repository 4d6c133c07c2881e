#!/usr/bin/env python3
"""The shared object exports exactly capi/tenon.symbols and leans on nothing but the C library.

    check_symbols.py LIBTENON_SO SYMBOLS_FILE [--nm NM] [--readelf READELF] [--strip STRIP]
    check_symbols.py LIBTENONJNI_SO --jni

The library for the JVM contains Tenon and exports JNI's functions instead.
"""

import argparse
import os
import re
import subprocess
import tempfile

from report import Report

NEEDED = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
GLIBC_LIMIT = (2, 17)
SIZE_LIMIT = 2_000_000


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("symbols", nargs="?")
    parser.add_argument("--jni", action="store_true")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--readelf", default="readelf")
    parser.add_argument("--strip", default="strip")
    args = parser.parse_args()
    report = Report()

    lines = []
    if not args.jni:
        with open(args.symbols, encoding="utf-8") as file:
            lines = [line.split("#")[0].strip() for line in file]
    listed = [line for line in lines if line]
    report.check(listed == sorted(listed), f"{args.symbols} is sorted")
    report.check(len(listed) == len(set(listed)), f"{args.symbols} names each symbol once")

    exported = {}
    for line in run(args.nm, "-D", "--defined-only", args.library).splitlines():
        _, kind, name = line.split()
        exported[name.split("@")[0]] = kind
    if args.jni:
        listed = sorted(name for name in exported if re.match(r"Java_|JNI_On(Unl|L)oad$", name))
        report.check(listed, "JNI's functions are exported")
    versions = {name for name, kind in exported.items() if kind == "A"}  # version nodes
    for name in sorted(set(listed) | (exported.keys() - versions)):
        report.check(name in exported, f"{name} is listed, so it is exported")
        report.check(name in listed, f"{name} is exported, so it is listed")
        report.check(exported.get(name, "T") == "T", f"{name} is a plain function")

    dynamic = run(args.readelf, "-dW", args.library)
    for name in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic):
        report.check(name in NEEDED, f"needs {name}, which is one of {sorted(NEEDED)}")
    report.check("RUNPATH" not in dynamic and "RPATH" not in dynamic, "no search path is baked in")
    report.check(re.search(r"BIND_NOW|FLAGS_1.*\bNOW\b", dynamic), "symbols are bound at load time")
    report.check("TEXTREL" not in dynamic, "no text relocations")
    report.check("NODELETE" not in dynamic, "the object can be unloaded")
    soname = "libtenonjni.so" if args.jni else "libtenon.so.0"
    report.check(re.search(rf"\(SONAME\).*\[{re.escape(soname)}\]", dynamic), f"soname is {soname}")

    imports = run(args.nm, "-D", "--undefined-only", args.library)
    for name, version in re.findall(r"(\w+)@+GLIBC_([\d.]+)", imports):
        number = tuple(int(part) for part in version.split("."))
        report.check(number <= GLIBC_LIMIT, f"{name} wants glibc {version}, at most 2.17 is there")

    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(folder, "libtenon.so")
        subprocess.run([args.strip, "-o", stripped, args.library], check=True)
        size = os.path.getsize(stripped)
    report.check(args.jni or size <= SIZE_LIMIT, f"stripped size {size} is at most {SIZE_LIMIT}")
    print(f"{len(listed)} symbols, {size} bytes stripped")
    report.finish()


if __name__ == "__main__":
    main()
