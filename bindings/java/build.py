#!/usr/bin/env python3
"""Compiles and packs the Java binding.

    build.py jar --out JAR --depfile FILE --src FOLDER --meta FOLDER --catalog JSON --lib SO --flat FOLDER --version V
    build.py classes --out JAR --src FOLDER --jar JAR [--junit]      sources that use it, as a jar
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
JUNIT = (
    "junit-jupiter-api junit-jupiter-engine junit-jupiter-params junit-platform-commons junit-platform-console "
    "junit-platform-engine junit-platform-launcher junit-platform-reporting opentest4j apiguardian-api picocli "
    "univocity-parsers"
).split()
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same input gives the same jar


def junit_jars(folder="/usr/share/java"):
    return [str(path) for name in JUNIT if (path := pathlib.Path(folder, f"{name}.jar")).exists()]


def javac(sources, out, *options):
    version = int(re.search(r"\d+", subprocess.run(["javac", "-version"], capture_output=True, text=True).stdout)[0])
    # Modules register parts in their constructors; the manifests of Debian's jars name jars that are not there.
    lint = "-Xlint:all,-path" + (",-this-escape" if version >= 21 else "")
    # A scope need not be mentioned in its body.
    lint += "" if "-cp" not in options else ",-try"
    command = ["javac", lint, "-Werror", "--release", "17", "-encoding", "UTF-8", "-d", out, *options, *sources]
    if subprocess.run([str(part) for part in command]).returncode:
        sys.exit("build.py: javac failed")


def pack(out, entries):
    """entries: (name in the jar, path or bytes)."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as jar:
        for name, content in entries:
            data = content if isinstance(content, bytes) else pathlib.Path(content).read_bytes()
            jar.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)


def tree(folder):
    return [(path.relative_to(folder).as_posix(), path) for path in sorted(folder.rglob("*")) if path.is_file()]


def make_jar(args):
    sources = sorted(args.src.rglob("*.java"))
    meta = tree(args.meta)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        generator = HERE / "generate.py"
        subprocess.run([sys.executable, str(generator), str(args.catalog), str(work / "gen")], check=True)
        flat = work / "gen/org/tenon/internal"
        flat.mkdir(parents=True)
        for name in ("TenonNative", "TenonNativeJNI", "TenonNativeConstants"):
            shutil.copy(args.flat / f"{name}.java", flat)
        generated = sorted((work / "gen").rglob("*.java"))
        javac([*sources, *generated], work / "classes")
        library = work / "libtenonjni.so"
        subprocess.run(["strip", "--strip-unneeded", "-o", str(library), str(args.lib)], check=True)
        manifest = (
            "Manifest-Version: 1.0\r\nImplementation-Title: Tenon\r\n"
            f"Implementation-Version: {args.version}\r\nEnable-Native-Access: ALL-UNNAMED\r\n\r\n"
        )
        pack(args.out, [
            ("META-INF/MANIFEST.MF", manifest.encode()), *tree(work / "classes"), *meta,
            ("org/tenon/native/linux-x86_64/libtenonjni.so", library),
        ])  # fmt: skip
        # The sources as compiled: for javadoc, and for IDEs.
        pack(args.out.with_name("tenon-sources.jar"),
             [(path.relative_to(args.src).as_posix(), path) for path in sources] + tree(work / "gen"))  # fmt: skip
    used = [*sources, *(path for _, path in meta), generator, HERE.parent / "catalog/catalog.py", pathlib.Path(__file__)]
    args.depfile.write_text(f"{args.out}: " + " ".join(str(path).replace(" ", "\\ ") for path in used) + "\n")


def make_classes(args):
    sources = sorted(args.src.rglob("*.java")) if args.src.is_dir() else [args.src]
    path = [str(args.jar), *(junit_jars() if args.junit else [])]
    with tempfile.TemporaryDirectory() as folder:
        javac(sources, folder, "-cp", ":".join(path))
        pack(args.out, tree(pathlib.Path(folder)))
    if args.depfile:
        args.depfile.write_text(f"{args.out}: " + " ".join(str(source) for source in sources) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words = parser.add_subparsers(dest="word", required=True)
    jar = words.add_parser("jar")
    classes = words.add_parser("classes")
    for word in (jar, classes):
        word.add_argument("--out", type=pathlib.Path, required=True)
        word.add_argument("--depfile", type=pathlib.Path)
        word.add_argument("--src", type=pathlib.Path, required=True)
    for name in ("meta", "catalog", "lib", "flat"):
        jar.add_argument(f"--{name}", type=pathlib.Path, required=True)
    jar.add_argument("--version", required=True)
    classes.add_argument("--jar", type=pathlib.Path, required=True)
    classes.add_argument("--junit", action="store_true")
    args = parser.parse_args()
    {"jar": make_jar, "classes": make_classes}[args.word](args)


if __name__ == "__main__":
    main()
