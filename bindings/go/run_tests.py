#!/usr/bin/env python3
"""Tests the Go package against a built libtenon.

    run_tests.py BUILD_TREE LIBRARY

Formatting, vet, whether the generated files are current, `go test` without and with the race detector, the guide's
program. The last line is N passed, N failed.
Exit code 77 when Go is missing.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE / "tenon"
GUIDE = HERE.parent.parent / "examples/guide/go"
tree, library = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
passed = failed = 0


def check(holds, claim, detail=""):
    global passed, failed
    passed += bool(holds)
    failed += not holds
    if not holds:
        print(f"FAILED {claim}\n{detail}")


def run(*command, folder=PACKAGE, **environment):
    return subprocess.run(
        command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "GOFLAGS": "-mod=mod", "GOPROXY": "off", "TENON_NATIVE_PATH": str(library), **environment},
    )  # fmt: skip


def generated_files_are_current():
    if shutil.which("swig") is None:
        print("skipped: generated files (swig is missing)")
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, HERE / "generate.py", tree, folder], check=True)
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.is_file():
                name = path.relative_to(folder)
                mine = PACKAGE / name
                check(
                    mine.exists() and mine.read_bytes() == path.read_bytes(),
                    f"{name} is not what bindings/go/generate.py writes: run tools/dev generate",
                )


def main():
    if shutil.which("go") is None:
        print("skipped: go is missing")
        sys.exit(77)
    programs = [GUIDE, GUIDE.parent.parent / "digits/go", HERE.parent.parent / "bench/go"]
    mine = [str(path) for folder in [PACKAGE, *programs] for path in folder.rglob("*.go") if "internal" not in path.parts]
    mine.append(str(PACKAGE / "internal/native/callbacks.go"))
    unformatted = run("gofmt", "-l", *mine)
    check(unformatted.stdout == "", "gofmt has nothing to change", unformatted.stdout)
    vet = run("go", "vet", ".")
    check(vet.returncode == 0, "go vet is content", vet.stdout)
    for folder in programs[:2]:
        vet = run("go", "vet", "./...", folder=folder)
        check(vet.returncode == 0, f"go vet is content with {folder}", vet.stdout)
    generated_files_are_current()
    nocgo = run("go", "build", ".", CGO_ENABLED="0")
    check(
        nocgo.returncode != 0 and "set_CGO_ENABLED_1_and_install_a_C_compiler" in nocgo.stdout,
        "without cgo the compiler says what is missing", nocgo.stdout,
    )  # fmt: skip
    results = []
    for title, options in (("go test", ()), ("go test -race", ("-race",))):
        tests = run("go", "test", "-count=1", "-v", *options, "./...", GODEBUG="cgocheck=2")
        found = re.findall(r"^\s*--- (PASS|FAIL|SKIP): ", tests.stdout, re.MULTILINE)
        wrong = len(found) - found.count("PASS")
        check("PASS" in found, f"{title} ran", tests.stdout)
        check(tests.returncode == 0 or wrong > 0, f"{title} ends well", tests.stdout)
        if wrong:
            print(tests.stdout)
        results += found
    guide = run("go", "run", ".", folder=GUIDE)
    check(guide.returncode == 0, "the guide's program runs", guide.stdout)
    good = results.count("PASS")
    print(f"{passed + good} passed, {failed + len(results) - good} failed")
    sys.exit(1 if failed or good < len(results) else 0)


main()
