#!/usr/bin/env python3
"""Every public header compiles alone: C headers in four languages, C++ headers as C++20.

    check_headers.py SOURCE_ROOT --loader PATH/tenon_dl.h [--cc CC] [--cxx CXX] [--jobs N]
"""

import argparse
import concurrent.futures
import pathlib
import shlex
import subprocess

from report import Report

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
C_MODES = (("c", "c99"), ("c", "c11"), ("c++", "c++98"), ("c++", "c++20"))


def compile_alone(compiler, language, standard, folders, header):
    """The compiler's complaint about a source that only includes this header; empty when fine."""
    command = [*shlex.split(compiler), "-x", language, f"-std={standard}", *WARNINGS]
    command += ["-fsyntax-only", *[f"-I{folder}" for folder in folders], "-"]
    source = f'#include "{header}"\n#include "{header}"\nint main(void) {{ return 0; }}\n'
    if language == "c++":
        source = source.replace("(void)", "()")
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr[:3000] or "failed"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source_root", type=pathlib.Path)
    parser.add_argument("--loader", type=pathlib.Path)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    report = Report()
    c_root, cxx_root = args.source_root / "capi/include", args.source_root / "include"
    c_headers = [(c_root, path.relative_to(c_root)) for path in sorted(c_root.rglob("*.h"))]
    if args.loader:
        c_headers.append((args.loader.parent, pathlib.Path(args.loader.name)))
    cxx_headers = [path.relative_to(cxx_root) for path in sorted(cxx_root.rglob("*.h"))]
    report.check(c_headers, "there are C headers")
    report.check(cxx_headers, "there are C++ headers")

    jobs = []
    for root, header in c_headers:
        for language, standard in C_MODES:
            compiler = args.cc if language == "c" else args.cxx
            # The generated loader stands alone, so it does not see the header folder.
            jobs.append((compiler, language, standard, [root], header))
    for header in cxx_headers:
        jobs.append((args.cxx, "c++", "c++20", [cxx_root], header))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for job, text in zip(jobs, pool.map(lambda job: compile_alone(*job), jobs)):
            report.check(not text, f"{job[4]} compiles alone as {job[2]}\n{text}")
    report.finish()


if __name__ == "__main__":
    main()
