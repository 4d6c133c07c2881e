#!/usr/bin/env python3
"""Runs the examples inside real engines: LÖVE and Godot 3 read handwriting with a hook in the engine's language, and an
SDL loop reloads the library 60 times a second.

    engines.py --library SO --cc CC --source ROOT --digits-c PROGRAM [--godot-shim SO] [--hotreload PROGRAM]

An engine that is not installed is skipped by name. All scores must be bit for bit those that the C program prints.
"""

import argparse
import gzip
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

PASSED = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)


class Runner:
    def __init__(self):
        self.passed = self.failed = 0

    def claim(self, holds, text):
        self.passed += bool(holds)
        self.failed += not holds
        if not holds:
            print(f"FAILED: {text}")

    def run(self, name, command, environment, folder, wanted_hash):
        """Never the exit code alone: engines end with 0 on a script that does not parse."""
        try:
            done = subprocess.run(
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, timeout=120,
            )  # fmt: skip
            output = done.stdout
        except subprocess.TimeoutExpired as late:
            output = f"{(late.stdout or b'').decode()}\nended after {late.timeout} s"
        counts = PASSED.findall(output)
        if counts:
            self.passed += int(counts[-1][0])
            self.failed += int(counts[-1][1])
        told = [line for line in output.splitlines() if not PASSED.fullmatch(line)]
        if not counts or counts[-1][1] != "0":
            print("\n".join(told[-40:]))
        else:
            print("\n".join(line for line in told if re.match(r"LÖVE|Godot \d.*right|\d+ frames", line)))
        self.claim(counts and counts[-1][1] == "0", f"{name} prints its sum, without a failure")
        if wanted_hash:
            found = re.findall(r"^logits hash +([0-9a-f]{16})$", output, re.MULTILINE)
            self.claim(found == [wanted_hash], f"{name} gets the same bits as C: {found}, {wanted_hash}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("library", "source", "digits-c", "godot-shim", "hotreload"):
        parser.add_argument(f"--{name}", type=pathlib.Path)
    parser.add_argument("--cc", default="cc")
    args = parser.parse_args()
    for name in ("library", "source", "digits_c", "godot_shim", "hotreload"):
        if getattr(args, name):
            setattr(args, name, getattr(args, name).resolve())
    runner = Runner()
    digits, library = args.source / "examples/digits", args.library
    plain = subprocess.run([args.digits_c, library, digits], capture_output=True, text=True)
    wanted = re.findall(r"^logits hash +([0-9a-f]{16})$", plain.stdout, re.MULTILINE)
    runner.claim(len(wanted) == 1, f"the C program prints its hash\n{plain.stdout[-2000:]}{plain.stderr}")
    wanted = wanted[0] if wanted else ""

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        table, declarations = folder / "digits.csv", folder / "tenon.txt"
        table.write_bytes(gzip.decompress((digits / "digits.csv.gz").read_bytes()))
        # The headers without the preprocessor's words and the system's own types.
        command = [*shlex.split(args.cc), "-E", "-P", "-DTENON_API=", f"-I{args.source}/capi/include", "-x", "c", "-"]
        text = subprocess.run(command, input='#include "tenon.h"\n', capture_output=True, text=True, check=True).stdout
        declarations.write_text(text[text.index("typedef int32_t tenon_status;") :], encoding="utf-8")
        environment = {
            **os.environ,
            "TENON_LIBRARY": str(library),
            "TENON_DIGITS": str(digits),
            "TENON_TABLE": str(table),
            "TENON_DECLARATIONS": str(declarations),
            "XDG_DATA_HOME": str(folder),
            "HOME": str(folder),
            "LANG": "en_US.UTF-8",
        }
        if shutil.which("love"):
            runner.run("LÖVE", ["love", args.source / "examples/love"], environment, folder, wanted)
        else:
            print("LÖVE: SKIPPED, love is not installed")
        if shutil.which("godot3-server") and args.godot_shim:
            project = folder / "godot"
            project.mkdir()
            for name in ("project.godot", "tenon.gdnlib", "digits.gd"):
                shutil.copy(args.source / "examples/godot" / name, project)
            shutil.copy(args.godot_shim, project / "libtenon_godot.so")
            command = ["godot3-server", "--path", ".", "-s", "res://digits.gd"]
            runner.run("Godot", command, environment, project, wanted)
        else:
            print("Godot: SKIPPED, godot3-server is not installed")
        if args.hotreload:
            video = {**environment, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
            command = [args.hotreload, library, digits / "model/model.safetensors", "120"]
            runner.run("SDL", command, video, folder, "")
        else:
            print("SDL: SKIPPED, SDL2 was not there when the tree was configured")
    print(f"{runner.passed} passed, {runner.failed} failed")
    raise SystemExit(runner.failed != 0)


if __name__ == "__main__":
    main()
