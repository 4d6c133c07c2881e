#!/usr/bin/env python3
"""Makes libtenon.a: one object with everything inside and nothing but the C functions outside.

    make_archive.py --out libtenon.a --symbols capi/tenon.symbols [--library ARCHIVE]... INPUT...

Inputs are our archives and objects (taken whole) and, behind --library, those of others of which only what is called is
taken. A partial link joins them and drops what no exported function reaches; then every other symbol is made local, so
that the archive can stand beside another BLIS, another zlib and any C++ program. What stays undefined is the C library,
libm, libgcc and libstdc++, operator new among them: the program keeps its own.
"""

import argparse
import pathlib
import subprocess
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--symbols", required=True, type=pathlib.Path)
    parser.add_argument("--library", action="append", default=[])
    parser.add_argument("--ld", default="ld")
    parser.add_argument("--objcopy", default="objcopy")
    parser.add_argument("--ar", default="ar")
    args = parser.parse_args()
    names = [line.split("#")[0].strip() for line in args.symbols.read_text(encoding="utf-8").splitlines()]
    names = [name for name in names if name]
    with tempfile.TemporaryDirectory(dir=args.out.parent) as folder:
        joined, final = pathlib.Path(folder, "joined.o"), pathlib.Path(folder, "tenon.o")
        # Groups are dissolved: a local copy of an inline function must not be taken for the program's.
        command = [args.ld, "-r", "--force-group-allocation", "--gc-sections", "-o", joined]
        for name in names:
            command += ["-u", name]
        command += ["--whole-archive", *args.inputs, "--no-whole-archive", *args.library]
        subprocess.run(command, check=True)
        subprocess.run([args.objcopy, f"--keep-global-symbols={args.symbols}", joined, final], check=True)
        subprocess.run([args.objcopy, "--strip-unneeded", "--remove-section=.comment", final], check=True)
        args.out.unlink(missing_ok=True)
        subprocess.run([args.ar, "rcsD", args.out, final], check=True)


if __name__ == "__main__":
    main()
