#!/usr/bin/env python3
"""Runs the tests of Meson build trees and counts single cases, not programs.

    run_tests.py [--suite NAME]... [--jobs N] [--also-failed NAME]... TREE...
    run_tests.py --benchmarks TREE

`meson test` counts a program as one and swallows Criterion's numbers, so this asks Meson for the
list (`meson introspect --tests`) and runs the programs itself. A program's cases are counted from
its last line `N passed, N failed`, else from TAP lines, else from Criterion's synthesis, else it is
one case by its exit code. A program that counts and ran nothing has failed, and so has a suite
that has no program. The last line is the sum: `N passed, N failed`.
"""

import argparse
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import time

SUMMARY = re.compile(r"^(?:\w+:\s*)?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$", re.MULTILINE)
TAP = re.compile(r"^(not ok|ok)\b(?:.*(#\s*SKIP))?", re.MULTILINE)
SYNTHESIS = re.compile(r"Synthesis:.*?Tested:\D*(\d+).*?Passing:\D*(\d+)")
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
SHOWN = 6000  # characters of a failed program's output
SLOWEST = 900  # seconds before a program is given up

SANITIZERS = {
    "ASAN_OPTIONS": "detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    "LSAN_OPTIONS": "print_suppressions=0:suppressions="
    + os.path.join(os.path.dirname(os.path.abspath(__file__)), "lsan.supp"),
}


class Result:
    def __init__(self, tree, test, passed, failed, skipped, seconds, output):
        self.tree, self.name = tree, test["name"]
        self.suite = suite_of(test)
        self.passed, self.failed, self.skipped = passed, failed, skipped
        self.seconds, self.output = seconds, output


def suite_of(test):
    suites = [name.split(":")[-1] for name in test["suite"]]
    return next((name for name in suites if name != "tenon"), test["name"])


def introspect(tree, what):
    command = ["meson", "introspect", tree, f"--{what}"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def count(test, output, code):
    """(passed, failed, skipped, fault): fault is a sentence or empty."""
    summaries = SUMMARY.findall(output)
    tap = TAP.findall(output)
    synthesis = SYNTHESIS.findall(output)
    if summaries:
        passed, failed, skipped = (int(number or 0) for number in summaries[-1])
    elif tap:
        skipped = sum(1 for word, skip in tap if skip)
        failed = sum(1 for word, skip in tap if word == "not ok")
        passed = len(tap) - failed - skipped
    elif synthesis:
        tested, passed = (int(number) for number in synthesis[-1])
        failed, skipped = tested - passed, 0
    elif test["protocol"] == "exitcode" and not re.search(r"^1\.\.0", output, re.MULTILINE):
        passed, failed, skipped = (1, 0, 0) if code == 0 else (0, 1, 0)
    else:
        passed = failed = skipped = 0
    if code != 0 and failed == 0:
        return passed, 1, skipped, f"ended with {describe(code)} though no case failed"
    if passed + failed == 0:
        return 0, 1, skipped, "ran no test"
    return passed, failed, skipped, ""


def describe(code):
    if code < 0:
        return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"


def run(tree, test, slowest):
    environment = {**SANITIZERS, **os.environ, **test["env"]}
    if os.environ.get("TENON_FIXTURES"):  # the caller's word is the last
        environment["TENON_FIXTURES"] = os.environ["TENON_FIXTURES"]
    started = time.monotonic()
    process = subprocess.Popen(
        test["cmd"],
        cwd=test["workdir"] or tree,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        raw, _ = process.communicate(timeout=slowest)
        fault = ""
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # this program and what it started
        raw, _ = process.communicate()
        fault = f"was given up after {slowest} s"
    output = ESCAPES.sub("", raw.decode("utf-8", "replace"))
    passed, failed, skipped, odd = count(test, output, process.returncode)
    if fault or odd:
        output += f"\n{test['name']}: {fault or odd}"
    return Result(tree, test, passed, failed, skipped, time.monotonic() - started, output)


def line(label, passed, failed, skipped, seconds):
    text = f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")
    return f"   {label:<34} {text:<34} {seconds:7.1f} s"


def run_trees(args):
    jobs, empty = [], []
    for tree in args.trees:
        tests = introspect(tree, "tests")
        wanted = [test for test in tests if not args.suite or suite_of(test) in args.suite]
        jobs += [(tree, test) for test in wanted]
        for suite in args.suite or ["any"]:
            if not any(suite in ("any", suite_of(test)) for test in wanted):
                empty.append(f"{tree}: suite {suite} has no program")
    # The slowest first where Meson was told so, else in order: a pool of workers does the rest.
    jobs.sort(key=lambda job: -job[1].get("priority", 0))
    results = []
    with concurrent.futures.ThreadPoolExecutor(max(1, args.jobs)) as pool:
        for result in pool.map(lambda job: run(*job, args.slowest), jobs):
            results.append(result)
            if result.failed:
                print(f"FAILED {result.tree} {result.suite}/{result.name}")
                print(result.output[-SHOWN:].rstrip(), flush=True)
    return results, empty


def report(results, faults):
    for tree in dict.fromkeys(result.tree for result in results):
        print(f"== {tree}")
        of_tree = [result for result in results if result.tree == tree]
        for suite in sorted({result.suite for result in of_tree}):
            rows = [result for result in of_tree if result.suite == suite]
            sums = [sum(getattr(row, key) for row in rows) for key in ("passed", "failed", "skipped", "seconds")]
            print(line(suite, *sums))
    for fault in faults:
        print(f"FAILED {fault}")
    passed = sum(result.passed for result in results)
    failed = sum(result.failed for result in results) + len(faults)
    skipped = sum(result.skipped for result in results)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or passed == 0 else 0


def run_benchmarks(tree):
    worst = 0
    for test in introspect(tree, "benchmarks"):
        print(f"== {test['name']}", flush=True)
        done = subprocess.run(test["cmd"], cwd=test["workdir"] or tree, env={**os.environ, **test["env"]})
        worst = max(worst, abs(done.returncode))
    return min(worst, 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trees", nargs="*")
    parser.add_argument("--suite", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--slowest", type=int, default=SLOWEST)
    parser.add_argument("--also-failed", action="append", default=[], help="a check made elsewhere that failed")
    parser.add_argument("--benchmarks")
    args = parser.parse_args()
    if args.benchmarks:
        sys.exit(run_benchmarks(args.benchmarks))
    results, faults = run_trees(args)
    sys.exit(report(results, faults + args.also_failed))


if __name__ == "__main__":
    main()
