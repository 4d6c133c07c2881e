#!/usr/bin/env python3
"""Builds and runs one language's smoke program against a built libtenon.

run.py LANGUAGE LIBRARY SOURCE_ROOT WORK_FOLDER
Exit code 77 when the language's tools are missing (the test is skipped, by name).
"""
import os
import pathlib
import shutil
import subprocess
import sys

language, library, root, work = sys.argv[1:]
library, root, work = (pathlib.Path(p).resolve() for p in (library, root, work))
here = root / "tests" / "smoke"
headers = root / "capi" / "include"
TOOLS = {"java": ["javac", "java", "swig"], "csharp": ["dotnet", "swig"], "go": ["go", "swig"]}


def run(*command, **options):
    subprocess.run([str(part) for part in command], check=True, **options)


def swig(out, wrapper, *options):
    run("swig", "-Wall", "-Werror", *options, f"-I{headers}", f"-I{here}",
        "-outdir", out, "-o", wrapper, here / "smoke.i")


def shared_library(out, wrapper, *options):
    run("g++", "-std=c++17", "-O2", "-fPIC", "-shared", "-fno-strict-aliasing", f"-I{headers}",
        *options, "-o", out, wrapper, library, f"-Wl,-rpath,{library.parent}")


def java():
    home = pathlib.Path(shutil.which("javac")).resolve().parent.parent
    swig(work, work / "wrap.cxx", "-c++", "-java")
    shared_library(work / "libsmoke.so", work / "wrap.cxx",
                   f"-I{home}/include", f"-I{home}/include/linux")
    sources = sorted(work.glob("*.java")) + sorted((here / "java").glob("*.java"))
    run("javac", "-Xlint:all", "-Werror", "-d", work / "classes", *sources)
    run("java", "-Xcheck:jni", "-cp", work / "classes", "Smoke", work / "libsmoke.so")


def csharp():
    swig(work, work / "wrap.cxx", "-c++", "-csharp", "-dllimport", "tenon_smoke",
         "-DSWIG_CSHARP_NO_EXCEPTION_HELPER", "-DSWIG_CSHARP_NO_STRING_HELPER",
         "-DSWIG_CSHARP_NO_IMCLASS_STATIC_CONSTRUCTOR")
    shared_library(work / "libsmoke.so", work / "wrap.cxx")
    for source in (here / "csharp").iterdir():
        shutil.copy(source, work)
    environment = dict(os.environ, DOTNET_NOLOGO="1", DOTNET_CLI_TELEMETRY_OPTOUT="1",
                       DOTNET_SKIP_FIRST_TIME_EXPERIENCE="1")
    run("dotnet", "build", work / "Smoke.csproj", "--output", work / "out",
        "-warnaserror", "-v", "quiet", "-nodeReuse:false", env=environment)
    run("dotnet", work / "out" / "Smoke.dll", work / "libsmoke.so", env=environment)


def go():
    shutil.copytree(here / "go", work, dirs_exist_ok=True)
    native = work / "native"
    swig(native, native / "wrap.c", "-go", "-cgo", "-intgosize", "64", "-package", "native")
    (native / "link.go").write_text(
        f"package native\n\n// #cgo CFLAGS: -O2 -fno-strict-aliasing -I{headers}\n"
        f"// #cgo LDFLAGS: {library} -Wl,-rpath,{library.parent}\nimport \"C\"\n")
    environment = dict(os.environ, GOFLAGS="-mod=mod", GOPROXY="off", CGO_LDFLAGS_ALLOW=".*")
    run("go", "build", "-o", "smoke", ".", cwd=work, env=environment)
    run(work / "smoke", env=dict(environment, GODEBUG="cgocheck=2"))


missing = [tool for tool in TOOLS[language] if shutil.which(tool) is None]
if missing:
    print(f"skipped: smoke_{language} needs {', '.join(missing)}")
    sys.exit(77)
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
try:
    {"java": java, "csharp": csharp, "go": go}[language]()
except subprocess.CalledProcessError as failure:
    print(f"FAILED: {' '.join(failure.cmd)}: exit code {failure.returncode}")
    sys.exit(1)
