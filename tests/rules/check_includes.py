#!/usr/bin/env python3
"""Who may include whom, as data.

    check_includes.py SOURCE_ROOT

bindings → capi → { io → nn, plan → nn, optim → ops } ; nn → ops → autograd → tensor → kernels → base
"""

import pathlib
import re
import sys

from report import Report

# layer -> the layers below it that it may include (itself always)
ARROWS = {
    "base": [],
    "kernels": ["base"],
    "tensor": ["kernels", "base"],
    "autograd": ["tensor", "kernels", "base"],
    "ops": ["autograd", "tensor", "kernels", "base"],
    "nn": ["ops", "autograd", "tensor", "kernels", "base"],
    "optim": ["ops", "autograd", "tensor", "kernels", "base"],
    "plan": ["nn", "ops", "autograd", "tensor", "kernels", "base"],
    "io": ["nn", "ops", "autograd", "tensor", "kernels", "base"],
}

# Public headers outside include/tenon/nn belong to the layer that implements them.
PUBLIC = {
    "version.h": "base",
    "error.h": "base",
    "object.h": "base",
    "dtype.h": "base",
    "shape.h": "base",
    "context.h": "base",
    "generator.h": "base",
    "host_memory.h": "base",
    "tensor.h": "tensor",
    "value.h": "tensor",
    "random.h": "tensor",
    "op_registry.h": "ops",
    "autograd.h": "autograd",
    "ops.h": "ops",
    "optim.h": "optim",
    "plan.h": "plan",
    "io.h": "io",
}
UMBRELLA = "all.h"  # the table of contents: includes the others, nobody includes it here

# The system's own headers: only src/base/os_*.cc speaks to the system.
OS_HEADER = re.compile(
    r"(sys/|linux/|arpa/|netinet/)|"
    r"(unistd|fcntl|pthread|dlfcn|sched|signal|csignal|poll|dirent|windows|spawn|ucontext|execinfo|malloc|cpuid)"
    r"(\.h)?$|(thread|filesystem)$"
)
# What a quiet library needs nowhere: streams, locale, printing, assert.
NEVER = {
    "iostream", "fstream", "sstream", "ostream", "istream", "iomanip", "ios", "iosfwd", "locale", "regex", "format",
    "codecvt", "syncstream", "cstdio", "stdio.h", "cassert", "assert.h", "locale.h", "clocale",
}  # fmt: skip
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
SOURCES = {".h", ".hh", ".cc", ".c", ".cpp", ".i", ".inc"}


def public_layer(path):
    """Layer of a header below include/tenon, None if the table does not know it."""
    for folder in ("nn", "ops", "optim"):
        if path.startswith(folder + "/"):
            return folder
    return PUBLIC.get(path)


def target_layer(name):
    """Layer that an include of ours leads to: (layer or None, is it ours)."""
    if name.startswith("tenon/"):
        return public_layer(name[6:]), True
    if name.startswith("src/"):
        return name.split("/")[1], True
    return None, name.startswith(("capi/", "tests/", "bench/", "tenon_c/", "bindings/"))


def check_library(report, shown, layer, file_name, includes):
    """A file of the library itself, public or private."""
    in_os = layer == "base" and re.fullmatch(r"os_\w+\.cc", file_name)
    for bracket, name in includes:
        claim = f"{shown} may include {name}"
        # rename() is declared in <cstdio>.
        report.check(name not in NEVER or (in_os and name == "cstdio"), claim)
        report.check(in_os or not OS_HEADER.match(name), claim)
        report.check("blis" not in name or shown == "src/kernels/gemm_blis.cc", claim)
        found, ours = target_layer(name)
        if ours:
            report.check(found == layer or found in ARROWS[layer], f"{claim} ({layer} → {found})")
            report.check(bracket == '"', f"{shown}: {name} is ours, so it is quoted")
        report.check(".." not in name, f"{shown}: {name} is written from the root")


def check_capi(report, shown, includes):
    for _, name in includes:
        claim = f"{shown} may include {name}"
        ours = name.startswith(("tenon/", "tenon_c/", "capi/")) or name in ("tenon.h", "tenon_dl.h")
        # Poisoning freed cells in the sanitizer build.
        if (shown, name) == ("capi/cell.cc", "sanitizer/asan_interface.h"):
            continue
        std = "/" not in name and not OS_HEADER.match(name) and name not in NEVER
        report.check(ours or std, claim)
        report.check(not name.startswith("src/") and ".." not in name, claim)


def check_outside(report, shown, includes):
    """Tests, benchmarks, examples and bindings."""
    parts = shown.split("/")
    for _, name in includes:
        claim = f"{shown} may include {name}"
        if name.startswith("src/"):
            # Tests reach into the folder they are named after; benchmarks measure kernels.
            layer = parts[1] if parts[0] == "tests" else "kernels" if parts[0] == "bench" else None
            wanted = name.split("/")[1]
            report.check(layer and (wanted == layer or wanted in ARROWS.get(layer, [])), claim)
        if parts[0] in ("bindings", "examples"):
            report.check(not name.startswith(("capi/", "tests/")), claim)
        if parts[:2] == ["tests", "capi"] and shown.endswith(".c"):
            report.check(not name.startswith(("tenon/", "capi/")), claim)


def main():
    root = pathlib.Path(sys.argv[1])
    report = Report()
    for top in ("include", "src", "capi", "tests", "bench", "examples", "bindings"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in SOURCES or not path.is_file():
                continue
            shown = path.relative_to(root).as_posix()
            includes = INCLUDE.findall(path.read_text(encoding="utf-8"))
            report.check(True, f"{shown} was read")
            if shown.startswith("include/tenon/"):
                inner = shown[len("include/tenon/") :]
                if inner == UMBRELLA:
                    continue
                layer = public_layer(inner)
                if report.check(layer, f"{shown} has a layer in PUBLIC"):
                    check_library(report, shown, layer, path.name, includes)
                    private = [name for _, name in includes if name.startswith("src/")]
                    report.check(not private, f"{shown} is public: it includes no {private}")
            elif top == "src":
                layer = shown.split("/")[1]
                if report.check(layer in ARROWS, f"{shown}: its folder is a layer of ARROWS"):
                    check_library(report, shown, layer, path.name, includes)
            elif top == "capi":
                check_capi(report, shown, includes)
            else:
                check_outside(report, shown, includes)
    report.finish()


if __name__ == "__main__":
    main()
