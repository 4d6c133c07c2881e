#!/usr/bin/env python3
"""The documents speak of what exists.

    check_docs.py SOURCE_ROOT

Every file that ARCHITECTURE.md, README.md, CONTRIBUTING.md and docs/ name exists; every block of code in them is, word
for word, a piece of a file that is compiled (docs/errors.md holds texts, which the languages' tests compare); every public C function has a doc comment; the CHANGELOG
names every exported symbol.
"""

import pathlib
import re
import sys

from report import Report

# `path/to/file.ext`, `folder/`, [text](path): what looks like a place in this tree.
TICKED = re.compile(r"`([\w.\-]+(?:/[\w.\-]+)*/?)`")
LINKED = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
EXTENSIONS = (".h", ".cc", ".c", ".md", ".py", ".build", ".txt", ".symbols", ".i", ".json", ".gz", ".safetensors")
TOP = ("include/", "src/", "capi/", "bindings/", "tests/", "bench/", "examples/", "docs/", "tools/")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FUNCTION = re.compile(r"^TENON_API[^;]*?\b(tenon_\w+)\s*\(", re.MULTILINE)
# Made by the build, by git or by the reader, so not in the tree.
ELSEWHERE = ("sklearn/", "tenon_dl.h", "tenon_api.i", "tenon.map", "config.h", "digits.safetensors", "libtenon.so", "build/", "tenon_config.h")


def names_of_files(text):
    """Paths that a Markdown text claims to exist (code blocks left out)."""
    text = BLOCK.sub("", text)
    for name in TICKED.findall(text) + LINKED.findall(text):
        if name.startswith(("http:", "https:", "mailto:", "../shared")) or name.startswith(ELSEWHERE):
            continue
        if name.startswith(TOP) or (name.endswith(EXTENSIONS) and not name.startswith(".")):
            yield name


def plain(text):
    """Lines without indentation and blank lines, so that a piece may stand anywhere in a file."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def main():
    root = pathlib.Path(sys.argv[1])
    report = Report()
    documents = [root / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]
    documents += sorted((root / "docs").rglob("*.md")) + sorted((root / "examples").rglob("*.md"))
    tree = [path for path in root.rglob("*") if not path.relative_to(root).parts[0].startswith((".git", "build"))]
    leaves = {path.name for path in tree}
    compiled = [
        plain(path.read_text(encoding="utf-8"))
        for path in tree
        if path.suffix in (".c", ".cc", ".h", ".java", ".cs", ".go") and path.is_file()
    ]
    for path in documents:
        shown = path.relative_to(root).as_posix()
        if not report.check(path.is_file(), f"{shown} exists"):
            continue
        text = path.read_text(encoding="utf-8")
        for name in sorted(set(names_of_files(text))):
            found = (root / name).exists() or (path.parent / name).exists()
            found = found or ("/" not in name and name in leaves)
            report.check(found, f"{shown} names {name}, which exists")
        for language, block in BLOCK.findall(text):
            if language in ("c", "cpp", "java", "csharp", "go") and path.name != "errors.md":
                first = block.strip().splitlines()[0]
                held = any(plain(block) in source for source in compiled)
                report.check(held, f"{shown}: the block that begins «{first}» is in a compiled file")

    functions = []
    for path in sorted((root / "capi/include").rglob("*.h")):
        shown, text = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
        for match in FUNCTION.finditer(text):
            functions.append(match[1])
            before = text[: match.start()].rstrip()
            comment = before.splitlines()[-1].strip() if before else ""
            documented = comment.startswith("///") or comment.endswith("*/")
            report.check(documented, f"{shown}: {match[1]} has a doc comment")
    report.check(functions, "the C headers declare functions")
    changelog = root / "CHANGELOG.md"
    if report.check(changelog.is_file(), "CHANGELOG.md exists"):
        named = set(re.findall(r"\btenon_\w+", changelog.read_text(encoding="utf-8")))
        for name in sorted(set(functions)):
            report.check(name in named, f"CHANGELOG.md names {name}")
    report.finish()


if __name__ == "__main__":
    main()
