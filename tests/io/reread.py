#!/usr/bin/env python3
"""Reads what Tenon writes with nothing but Python's struct and json, and runs the `tenon` command.

    reread.py WRITE_SAMPLE TENON

Prints `N passed, N failed` last.
"""

import hashlib
import json
import os
import struct
import subprocess
import sys
import tempfile

SIZES = {"BOOL": 1, "F16": 2, "BF16": 2, "F32": 4, "F64": 8, "I64": 8}
passed = failed = 0


def check(claim, holds, detail=""):
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {claim} {detail}")


def no_duplicates(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), names
    return dict(pairs)


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<Q", data[:8])
    text = data[8 : 8 + length].decode("utf-8")
    return text, json.loads(text, object_pairs_hook=no_duplicates), data[8 + length :]


def check_file(path):
    text, header, data = read(path)
    metadata = header.pop("__metadata__")
    check("the header begins with a brace and is padded to 8", text[0] == "{" and len(text.encode()) % 8 == 0)
    check("metadata comes first", text.startswith('{"__metadata__":{'))
    state = metadata.pop("tenon.state_metadata")
    check("metadata", metadata == {"format": "pt", "note": "two\nlines é", "z.weight": "a.weight"}, metadata)
    check("module versions", json.loads(state) == {"bn": {"version": 2}}, state)
    order = ["count", "empty", 'é"\\\n', "a.weight", "transposed", "brain", "half", "mask"]
    check("wide types first, then by name", list(header) == order, list(header))
    position, tensors = 0, {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        count = 1
        for size in entry["shape"]:
            count *= size
        check(f"{name} follows the tensor before", begin == position)
        check(f"{name} has its size", end - begin == count * SIZES[entry["dtype"]])
        check(f"{name} is aligned", (8 + len(text.encode()) + begin) % SIZES[entry["dtype"]] == 0)
        position = end
        tensors[name] = (entry["dtype"], entry["shape"], data[begin:end])
    check("nothing follows the last tensor", position == len(data))
    expected = {
        "count": ("I64", [], struct.pack("<q", -5)),
        "empty": ("F64", [0, 4], b""),
        'é"\\\n': ("F64", [1], struct.pack("<d", 0.1)),
        "a.weight": ("F32", [2, 3], struct.pack("<6f", 0, 1, 2, 3, 4, 5)),
        "transposed": ("F32", [3, 2], struct.pack("<6f", 0, 3, 1, 4, 2, 5)),
        "half": ("F16", [3], struct.pack("<3e", 1, -2, 0.5)),
        "brain": ("BF16", [3], b"\x80\x3f\x00\xc0\x00\x3f"),
        "mask": ("BOOL", [3], b"\x01\x00\x01"),
    }
    for name, value in expected.items():
        check(f"{name} has its values", tensors.get(name) == value, tensors.get(name))
    return tensors


def run(command, *arguments):
    return subprocess.run([command, *arguments], capture_output=True, text=True, encoding="utf-8", check=False)


def check_command(tenon, path, tensors):
    done = run(tenon, "info", "--json", path)
    check("info --json succeeds quietly", done.returncode == 0 and done.stderr == "", done.stderr)
    said = json.loads(done.stdout)
    check("kind, count, values", (said["kind"], said["count"], said["values"]) == ("safetensors", 8, 23), said)
    check("metadata is shown", said["metadata"]["note"] == "two\nlines é", said["metadata"])
    names = {"I64": "int64", "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "BOOL": "bool"}
    wanted = [
        {"name": name, "dtype": names[dtype], "shape": shape, "sha256": hashlib.sha256(data).hexdigest()}
        for name, (dtype, shape, data) in tensors.items()
    ]
    check("name, dtype, shape, sha256 of every tensor", said["tensors"] == wanted, said["tensors"])

    done = run(tenon, "info", path)
    check("info succeeds", done.returncode == 0 and done.stderr == "", done.stderr)
    lines = done.stdout.splitlines()
    check("info begins with a summary", lines[0] == f"{path}: safetensors, 8 tensors, 23 values, 79 bytes", lines[0])
    check("info lists a tensor a line", ["a.weight", "float32", "(2,", "3)"] in [line.split() for line in lines])
    check("info escapes control characters", any('é"\\\\u000a' in line for line in lines), lines)


def check_errors(tenon, folder):
    page = os.path.join(folder, "page.safetensors")
    with open(page, "w", encoding="utf-8") as file:
        file.write("<!DOCTYPE html><html>404</html>")
    for arguments, code, part in (
        (["info", page], 1, "this is an HTML or XML page"),
        (["info", os.path.join(folder, "none")], 1, "No such file or directory"),
        (["info", folder], 1, "it is a directory"),
        (["info"], 2, "takes one file"),
        (["info", page, page], 2, "takes one file"),
        (["info", "--what", page], 2, "no option --what"),
        (["what"], 2, 'no command "what"'),
        ([], 2, "no command given"),
    ):
        done = run(tenon, *arguments)
        check(f"{arguments}: exit code {code}", done.returncode == code, done.returncode)
        one_line = done.stderr.count("\n") == 1 and done.stderr.startswith("tenon: ") and part in done.stderr
        check(f"{arguments}: one line on stderr, nothing on stdout", one_line and not done.stdout, done.stderr)
    done = run(tenon, "--help")
    check("--help prints the commands", done.returncode == 0 and "tenon info FILE" in done.stdout)
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([tenon, "--help"], stdout=full, stderr=subprocess.PIPE, check=False)
    check("a full disk behind stdout is an error", done.returncode == 1)


def main():
    write_sample, tenon = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sample.safetensors")
        subprocess.run([write_sample, path], check=True)
        tensors = check_file(path)
        check_command(tenon, path, tensors)
        check_errors(tenon, folder)
        check("no temporary file is left", sorted(os.listdir(folder)) == ["page.safetensors", "sample.safetensors"])
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
