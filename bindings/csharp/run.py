#!/usr/bin/env python3
"""Builds and runs the C# binding's programs against a built libtenon.

    run.py test|hosts|demo|readme|guide|bench --root SOURCE_ROOT --work FOLDER --library FILE --generated FOLDER [ARGUMENT...]

Everything that is built lies in FOLDER; no build server is left behind. `test` ends with "N passed, N failed".
"""

import argparse
import fcntl
import os
import pathlib
import re
import shutil
import subprocess
import sys

QUIET = ["-v", "quiet", "-nodeReuse:false", "-p:UseSharedCompilation=false", "--disable-build-servers"]


class Runner:
    def __init__(self, args):
        self.root, self.work, self.library = args.root.resolve(), args.work.resolve(), args.library.resolve()
        self.here = self.root / "bindings/csharp"
        self.out = self.work / "out"
        self.arguments = args.arguments
        self.environment = {
            **os.environ,
            "DOTNET_NOLOGO": "1", "DOTNET_CLI_TELEMETRY_OPTOUT": "1", "DOTNET_SKIP_FIRST_TIME_EXPERIENCE": "1",
            "DOTNET_CLI_HOME": str(self.work / "home"), "MSBUILDDISABLENODEREUSE": "1",
            "TenonGenerated": str(args.generated.resolve()),
            "TENON_NATIVE_PATH": str(self.library),
            "TENON_SOURCE_ROOT": str(self.root),
            "TENON_WRONG_ABI": str(args.wrong_abi.resolve()) if args.wrong_abi else "",
        }  # fmt: skip
        if os.environ.get("HOME"):
            # The packages' folder, where there is one already.
            packages = pathlib.Path(os.environ["HOME"], ".nuget/packages")
            self.environment.setdefault("NUGET_PACKAGES", str(packages))
        self.work.mkdir(parents=True, exist_ok=True)

    def run(self, *command, check=True, **options):
        options.setdefault("env", self.environment)
        return subprocess.run([str(part) for part in command], check=check, **options)

    def dotnet(self, word, project, *options):
        """One build at a time: they share the folder."""
        with open(self.work / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = self.run("dotnet", word, project, "--configuration", "Release", "--artifacts-path", self.out, *QUIET, *options,
                            check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # fmt: skip
        if done.returncode != 0:
            sys.exit(f"{done.stdout}\nFAILED: dotnet {word} {project}")

    def built(self, name, kind="release"):
        return self.out / "bin" / name / kind / f"{name}.dll"

    # ---- words ----

    def test(self):
        self.mono_programs()
        self.dotnet("build", self.here / "tests/Tenon.Tests.csproj")
        done = self.run("dotnet", "test", self.built("Tenon.Tests"), "--logger", "console;verbosity=normal", *self.arguments,
                        check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # fmt: skip
        print(done.stdout.rstrip())
        counts = {word: int(n) for word, n in re.findall(r"^\s*(Passed|Failed|Skipped): +(\d+)$", done.stdout, re.MULTILINE)}
        passed, failed = counts.get("Passed", 0), counts.get("Failed", 0)
        if done.returncode != 0 and failed == 0:
            failed = 1  # the run broke off
        print(f"{passed} passed, {failed} failed")
        sys.exit(1 if failed or not passed else 0)

    def program(self, project, *arguments, check=False, **options):
        """Builds a program and runs it; its exit code."""
        project = self.root / project
        self.dotnet("build", project)
        return self.run("dotnet", self.built(project.stem), *arguments, check=check, **options).returncode

    def guide(self):
        sys.exit(self.program("examples/guide/csharp/Guide.csproj"))

    def demo(self):
        sys.exit(self.program("examples/digits/csharp/Digits.csproj", self.root / "examples/digits"))

    def hosts(self):
        """Other hosts than .NET's own: Mono, and a program compiled ahead of time. One that is not here is left out by name."""
        passed = failed = skipped = 0
        for name, build in (("mono", self.mono_command), ("aot", self.aot_command)):
            command, missing = build()
            if missing:
                print(f"skipped: {name}: {missing}")
                skipped += 1
                continue
            done = self.run(*command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            print(f"== {name}\n{done.stdout.rstrip()}", flush=True)
            counts = re.findall(r"^(\d+) passed, (\d+) failed$", done.stdout, re.MULTILINE)
            passed += int(counts[-1][0]) if counts else 0
            failed += int(counts[-1][1]) if counts else 0
            failed += 1 if done.returncode != 0 and (not counts or counts[-1][1] == "0") else 0
        print(f"{passed} passed, {failed} failed, {skipped} skipped")
        sys.exit(1 if failed or not passed else 0)

    def mono_command(self):
        program = self.mono_programs()
        return ["mono", program], "" if program else "Mono is not here (package mono-devel)"

    def aot_command(self):
        """Its compiler is a package of its own."""
        project, platform = self.here / "aot/Aot.csproj", ["--runtime", "linux-x64"]
        if shutil.which("gcc") is None:
            return [], "it takes gcc to link"
        with open(self.work / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            restored = self.run("dotnet", "restore", project, "--artifacts-path", self.out, "-v", "quiet", *platform,
                                "-nodeReuse:false", "--disable-build-servers",
                                check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # fmt: skip
        if restored.returncode != 0:
            fault = re.search(r"error (NU\d+: .*?)(?: \[|$)", restored.stdout, re.MULTILINE)
            return [], f"NativeAOT's compiler cannot be restored: {fault[1] if fault else restored.stdout.strip()}"
        self.dotnet("publish", project, "--no-restore", *platform)
        return [self.out / "publish/Aot/release_linux-x64/Aot"], ""

    def bench(self):
        sys.exit(self.program("bench/csharp/Bench.csproj", *(pathlib.Path(a).resolve() for a in self.arguments)))

    def readme(self):
        sys.exit(self.program("examples/digits/csharp/readme/Readme.csproj"))

    def mono_programs(self):
        """Mono's own compiler makes its programs: what it knows of C# is what old hosts know."""
        folder = self.work / "mono"
        self.environment["TENON_MONO_PROGRAMS"] = str(folder)
        facade = pathlib.Path("/usr/lib/mono/4.5/Facades/netstandard.dll")
        if shutil.which("mono") is None or shutil.which("mcs") is None or not facade.exists():
            return None
        self.dotnet("build", self.here / "Tenon/Tenon.csproj", "--framework", "netstandard2.1")
        folder.mkdir(exist_ok=True)
        source, program = self.here / "mono/MonoTests.cs", folder / "MonoTests.exe"
        library = self.built("Tenon", "release_netstandard2.1")
        with open(self.work / "lock-mono", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            newest = max(source.stat().st_mtime, library.stat().st_mtime)
            if not program.exists() or program.stat().st_mtime < newest:
                shutil.copy(library, folder)
                self.run("mcs", "-langversion:7.2", f"-r:{library}", f"-r:{facade}", f"-out:{program}", source)
        return program


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("word", choices=["test", "hosts", "demo", "readme", "guide", "bench"])
    for name in ("root", "work", "library", "generated"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    parser.add_argument("--wrong-abi", type=pathlib.Path)
    args, args.arguments = parser.parse_known_args()
    getattr(Runner(args), args.word)()


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failure:
        sys.exit(f"FAILED: {' '.join(failure.cmd)}: exit code {failure.returncode}")
