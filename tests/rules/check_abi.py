#!/usr/bin/env python3
"""What compiled programs rely on is as it was reviewed: capi/tenon.abi, and capi/tenon.abixml for abidiff.

    check_abi.py SOURCE_ROOT [--cc CC]             compares
    check_abi.py SOURCE_ROOT --update-abixml       writes capi/tenon.abixml, for a reviewed diff

A line that is gone or different breaks programs; a new one wants tools/gen_api.py --update-symbols and a reader's eye.
abidiff compares debug information of a stand-in library that has the headers' functions and nothing else; it may only
find additions. Without abidiff that part is skipped, by name.
"""

import argparse
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

from report import Report


def stand_in(gen_api, functions, texts):
    """A C source that defines every function of the headers and uses every struct."""
    lines = ['#include "tenon.h"', ""]
    for f in functions:
        params = ", ".join(f"{p['type']} {p['name']}" for p in f["params"]) or "void"
        result = "" if f["returns"] == "void" else "return 0;"
        lines.append(f"{f['returns']} {f['name']}({params}) {{ {result} }}")
    for name, fields, size in gen_api.structs_of(texts):
        lines.append(f'_Static_assert(sizeof({name}) == {size}, "{name} has {size} bytes");')
        for offset, _, field in fields:
            lines.append(f'_Static_assert(offsetof({name}, {field}) == {offset}, "{name}.{field}");')
    return lines[0] + "\n#include <stddef.h>\n" + "\n".join(lines[1:]) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source_root", type=pathlib.Path)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--update-abixml", action="store_true")
    args = parser.parse_args()
    args.source_root = args.source_root.resolve()
    sys.path.insert(0, str(args.source_root / "tools"))
    sys.dont_write_bytecode = True
    import gen_api

    report = Report()
    include, baseline = args.source_root / "capi/include", args.source_root / "capi/tenon.abi"
    _, texts, functions, constants = gen_api.read_api(include)
    now = gen_api.abi_dump(texts, functions, constants).splitlines()
    reviewed = baseline.read_text(encoding="utf-8").splitlines()
    for line in reviewed:
        report.check(line in now, f"still there: {line}")
    for line in now:
        report.check(line in reviewed, f"new, so it is added by tools/gen_api.py --update-symbols: {line}")
    report.check(now == reviewed, "capi/tenon.abi is in order")

    text = (args.source_root / "docs/threads.md").read_text(encoding="utf-8")
    table = gen_api.TABLE.findall(text)
    held = table == [gen_api.thread_table(functions)]
    report.check(held, "docs/threads.md has the tags of the headers (tools/gen_api.py --update-symbols)")

    xml = args.source_root / "capi/tenon.abixml"
    with tempfile.TemporaryDirectory() as folder:
        source, library = pathlib.Path(folder, "stand_in.c"), pathlib.Path(folder, "libtenon.so.0")
        source.write_text(stand_in(gen_api, functions, texts), encoding="utf-8")
        flags = ["-std=c11", "-g", "-O0", "-w", "-fPIC", "-shared", "-Wl,-soname,libtenon.so.0", f"-I{include}"]
        done = subprocess.run(
            [*shlex.split(args.cc), *flags, "-o", library, source], capture_output=True, text=True, cwd=folder
        )
        report.check(done.returncode == 0, f"structs lie as capi/tenon.abi says\n{done.stderr[:2000]}")
        if args.update_abixml:
            quiet = ["--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--type-id-style", "hash"]
            subprocess.run(["abidw", *quiet, "--out-file", xml, library], check=True)
        if shutil.which("abidiff") is None:
            print("abidiff: SKIPPED, it is not installed (Debian: abigail-tools)")
        elif done.returncode == 0:
            diff = subprocess.run(["abidiff", "--no-added-syms", xml, library], capture_output=True, text=True)
            report.check(diff.returncode == 0, f"abidiff finds additions only\n{diff.stdout[:3000]}{diff.stderr[:500]}")
    report.finish()


if __name__ == "__main__":
    main()
