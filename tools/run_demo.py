#!/usr/bin/env python3
"""Runs the demo programs of a build tree and compares what they computed.

    run_demo.py BUILD_TREE [--native]

All languages must print the same hashes, and the programs of the README must run. A language whose tools are missing
is skipped by name; --native runs C and C++ only, as a sanitized tree must. The last line counts the checks of all programs.
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
        self.tree = tree
        self.programs = tree / "examples/digits"
        self.library = next(iter(sorted(tree.rglob("libtenon.so"))), tree / "capi/libtenon.so")
        self.passed = 0
        self.failed = 0

    def check(self, holds, claim):
        self.passed += bool(holds)
        self.failed += not holds
        print(f"  {'ok    ' if holds else 'FAILED'}  {claim}")

    def run(self, title, name, *arguments, folder=None, environment=None):
        """Runs a program of the tree."""
        return self.command(title, self.programs / name, *arguments, folder=folder, environment=environment)

    def command(self, title, *command, folder=None, environment=None):
        """Prints the program's output; adds its own counts, or checks its exit code."""
        print(f"== {title}", flush=True)
        name = pathlib.Path(command[0]).name
        done = subprocess.run(list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True)
        lines = (done.stdout + done.stderr).rstrip().splitlines()
        counts = re.fullmatch(r"checks: (\d+) passed, (\d+) failed", lines[-1] if lines else "")
        print("\n".join(lines[:-1] if counts else lines), flush=True)
        if counts:
            self.passed += int(counts[1])
            self.failed += int(counts[2])
        if not counts or (done.returncode != 0 and counts[2] == "0"):
            self.check(done.returncode == 0, f"{name} ends well (exit code {done.returncode})")
        return done.stdout


def go(demo, name):
    """A Go program of the example: the demo itself (".") or the README's ("./readme")."""
    program = demo.programs / f"go_{pathlib.Path(name).name or 'digits'}"
    environment = {**os.environ, "GOFLAGS": "-mod=mod", "GOPROXY": "off", "TENON_NATIVE_PATH": str(demo.library)}
    subprocess.run(["go", "build", "-o", program, name], cwd=EXAMPLE / "go", env=environment, check=True)
    return program, environment


def go_digits(demo):
    program, environment = go(demo, ".")
    return demo.command("Go: the package tenon.dev/go/tenon", program, EXAMPLE, environment=environment)


def go_readme(demo, folder):
    program, environment = go(demo, "./readme")
    return demo.command("the README's Go program", program, folder=folder, environment=environment)


def java(demo, name, *arguments, **options):
    """A Java program of the example."""
    jar = demo.tree / "bindings/java/tenon.jar"
    classes = demo.programs / "java"
    subprocess.run(
        ["javac", "-Xlint:all,-try", "-Werror", "-cp", jar, "-d", classes, *(EXAMPLE / "java").glob("*.java")], check=True
    )
    return demo.command(options.pop("title"), "java", "-cp", f"{jar}:{classes}", name, *arguments, **options)


def java_digits(demo):
    return java(demo, "Digits", EXAMPLE, title="Java: the package org.tenon")


def java_readme(demo, folder):
    return java(demo, "Readme", folder=folder, title="the README's Java program")


def csharp(demo, word):
    """The command that builds and runs a C# program."""
    tree = demo.tree / "bindings/csharp"
    command = [sys.executable, HERE / "bindings/csharp/run.py", word, "--root", HERE, "--work", tree / "work"]
    return [*command, "--library", demo.library, "--generated", tree]


def csharp_digits(demo):
    return demo.command("C#: the assembly Tenon under .NET", *csharp(demo, "demo"))


def csharp_readme(demo, folder):
    return demo.command("the README's C# program", *csharp(demo, "readme"), folder=folder)


# Name, the tools it takes, and what builds and runs its demo and its README program and gives their output.
LANGUAGES = [
    ("Java", ["javac", "java", "swig"], java_digits, java_readme),
    ("C#", ["dotnet", "swig"], csharp_digits, csharp_readme),
    ("Go", ["go"], go_digits, go_readme),
]


def hashes(text):
    return dict(re.findall(r"^(\w+) hash +([0-9a-f]{16})$", text, re.MULTILINE))


def main():
    demo = Demo(pathlib.Path(sys.argv[1]).resolve())
    c = demo.run("C: digits.c loads libtenon.so at run time", "digits_c", demo.library, EXAMPLE)
    cpp = demo.run("C++: digits.cc is linked with the core", "digits_cc", EXAMPLE)
    texts = {"C": c, "C++": cpp}
    present = []
    for name, tools, run, readme in [] if "--native" in sys.argv[2:] else LANGUAGES:
        missing = [tool for tool in tools if shutil.which(tool) is None]
        if missing:
            print(f"== {name}: skipped, needs {', '.join(missing)}")
        else:
            texts[name] = run(demo)
            present.append((name, readme))
    print("== side by side")
    for name in ("logits", "custom"):
        found = {language: hashes(text).get(name) for language, text in texts.items()}
        demo.check(
            len(set(found.values())) == 1 and None not in found.values(),
            f"the {name} hash is the same in {', '.join(found)}" if len(set(found.values())) == 1
            else f"the {name} hash is the same in all: {found}",
        )  # fmt: skip
    for language, text in texts.items():
        lines = re.findall(r"^(?:accuracy|time) +(.*)$", text, re.MULTILINE)
        print(f"  {language:<5} {'; '.join(lines)}")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(EXAMPLE / "model/model.safetensors", pathlib.Path(folder, "digits.safetensors"))
        # The README's program looks for an installed library, as a user's would: here by search path.
        found = {**os.environ, "LD_LIBRARY_PATH": str(demo.library.parent)}
        text = demo.run("the README's C program", "readme_c", folder=folder, environment=found)
        demo.check(text == "0: 1024 values\n", "its hook saw the first layer's 16 x 8 x 8 values")
        text = demo.run("the README's C++ program", "readme_cc", folder=folder)
        demo.check(text.startswith("Conv2d: "), "its hook saw the first layer")
        for name, readme in present:
            text = readme(demo, folder)
            # The empty image is a 7 to this network (C++ prints the scores above).
            demo.check("0 (1, 16, 8, 8)\ndigit 7\n" in text, "its hook saw the first layer, and it read the image")
    print(f"{demo.passed} passed, {demo.failed} failed")
    sys.exit(1 if demo.failed or not demo.passed else 0)


if __name__ == "__main__":
    main()
