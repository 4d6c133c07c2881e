#!/usr/bin/env python3
"""Runs Java test programs for Meson; the last line is `N passed, N failed`.

    run.py junit JAVA TESTS_JAR TENON_JAR [--xcheck] [-D...]     JUnit 5, by its console launcher
    run.py javadoc SOURCES_JAR                                   every public name has a doc comment
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import build  # noqa: E402

JNI_WARNING = re.compile(r"^(?:WARNING in native method|FATAL ERROR in native method|WARNING: JNI).*", re.MULTILINE)


def junit(java, tests, jar, *options):
    checked = "--xcheck" in options
    options = [option for option in options if option != "--xcheck"]
    with tempfile.TemporaryDirectory() as folder:  # the launcher scans folders only
        zipfile.ZipFile(tests).extractall(folder)
        return launch(java, folder, jar, checked, options)


def launch(java, tests, jar, checked, options):
    command = [
        java, *(["-Xcheck:jni"] if checked else []), "-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-ea",
        "-Djava.library.path=/nowhere",  # the jar's library, not one of LD_LIBRARY_PATH
        *options,
        "-cp", ":".join([tests, jar, *build.junit_jars()]), "org.junit.platform.console.ConsoleLauncher",
        f"--scan-classpath={tests}", "--disable-banner", "--disable-ansi-colors", "--details=tree", "--include-classname=.*",
    ]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    print(done.stdout.rstrip())
    counts = {word: int(number) for number, word in re.findall(r"\[\s*(\d+) tests (\w+)\s*\]", done.stdout)}
    passed = counts.get("successful", 0)
    failed = counts.get("failed", 0) + counts.get("skipped", 0) + counts.get("aborted", 0)
    warnings = JNI_WARNING.findall(done.stdout) if checked else []
    if checked:
        for warning in warnings:
            print("JNI:", warning)
        passed, failed = passed + (not warnings), failed + bool(warnings)
    if (done.returncode != 0 and failed == 0) or passed == 0:
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return failed != 0


def javadoc(sources):
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(sources).extractall(folder)
        command = [
            "javadoc", "-quiet", "-Xdoclint:all", "-Werror", "-encoding", "UTF-8", "-d", folder + "/out",
            "-sourcepath", folder, "-subpackages", "org.tenon", "-exclude", "org.tenon.internal", folder + "/module-info.java",
        ]  # fmt: skip
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        pages = len(list(pathlib.Path(folder, "out/org.tenon/org/tenon").rglob("*.html")))
    print(done.stdout.rstrip()[-8000:])
    fine = done.returncode == 0 and pages > 50
    print(f"{pages} pages")
    print(f"{int(fine)} passed, {int(not fine)} failed")
    return not fine


if __name__ == "__main__":
    sys.exit({"junit": junit, "javadoc": javadoc}[sys.argv[1]](*sys.argv[2:]))
