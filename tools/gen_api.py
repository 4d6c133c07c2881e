#!/usr/bin/env python3
"""Derives from the C headers what must agree with them.

    gen_api.py --out FOLDER          tenon.map, tenon_dl.h, tenon_api.json, tenon_api.i; capi/tenon.symbols is checked
    gen_api.py --update-symbols      writes capi/tenon.symbols, capi/tenon.abi and the table in docs/threads.md, for a
                                     reviewed diff

The headers are the master of the function list. They keep to a fixed grammar, so that no C parser is needed and every
binding can be derived: one declaration a statement, each behind a doc comment with @brief and a thread tag, types and
parameter names from the closed lists below. What breaks the grammar is an error here, with its place.
"""

import argparse
import json
import pathlib
import re
import sys
import textwrap

HANDLES = (
    "context", "tensor", "value", "list", "module", "state_dict", "report", "string", "optimizer", "scheduler",
    "call",
)  # fmt: skip
INPUT = {f"tenon_{handle} *": {handle} for handle in HANDLES}
INPUT["tenon_tensor *"] |= {"x", "a", "b", "other", "source", "grad", "norm"}
INPUT["tenon_value *"] |= {"args", "kwargs", "options", "item", "items", "other", "params", "group", "state"}
INPUT["tenon_module *"] |= {"child"}
INPUT |= {
    "tenon_value *const *": {"items", "args"},
    "tenon_module *const *": {"children"},
    "tenon_scheduler *const *": {"schedulers"},
    "tenon_callback": {"fn"},
    "tenon_destroy_fn": {"destroy", "payload_destroy"},
    "tenon_status": {"code"},
    "const tenon_context_options *": {"options"},
    "const char *": {"name", "path", "key", "text", "target", "prefix", "type_name"},
    "const void *": {"data"},
    "void *const *": {"handles"},
    "void *": {"data", "destination", "user_data", "payload"},
    "const float *": {"data"},
    "float *": {"destination"},
    "const int64_t *": {"shape", "strides"},
    "double": {"begin", "end", "step", "fill_value", "number", "low", "high", "mean", "deviation", "max_norm",
        "norm_type", "clip_value",
    },
    "int32_t": {
        "dtype", "ndim", "dim", "flag", "flags", "kind", "slot", "level", "mode", "op", "persistent", "strict",
        "set_to_none",
    },
    "int64_t": {
        "index", "begin", "end", "step", "bytes", "capacity", "offset", "integer", "seed", "hook_id", "item_count",
        "arg_count", "child_count", "scheduler_count", "handle_count",
    },
}  # fmt: skip
OUTPUT = {f"tenon_{handle} **": {f"out_{handle}"} for handle in HANDLES if handle != "call"}
OUTPUT |= {
    "void **": {"out_pointer"},
    "double *": {"out_number"},
    "int64_t *": {"out_integer", "out_count", "out_hook_id", "out_seed"},
    "int32_t *": {"out_flag", "out_dtype", "out_op"},
}
RETURNS = {"tenon_status", "void", "int32_t", "int64_t", "const char *", "void *"}
# What the loader answers while no library is open.
ABSENT = {
    "tenon_status": "TENON_E_UNSUPPORTED", "void": "", "int32_t": "-1", "int64_t": "-1", "const char *": "NULL",
    "void *": "NULL",
}  # fmt: skip
ABSENT_TEXT = {"tenon_error_message": '"libtenon is not loaded"', "tenon_error_path": '""'}
THREADS = ("MT-SAFE", "MT-READ", "MT-EXCLUSIVE")

INCLUDE = re.compile(r'^#include "(tenon_c/[a-z_]+\.h)"$', re.MULTILINE)
DECLARATION = re.compile(r"(?:/\*\*((?:(?!\*/).)*)\*/\n)?^TENON_API\s+([^;]*);", re.DOTALL | re.MULTILINE)
FUNCTION = re.compile(r"(?P<returns>.*?)\s*(?P<name>\btenon_[a-z0-9_]+)\((?P<params>.*)\)", re.DOTALL)
PARAMETER = re.compile(r"(.*?)\s*\b([a-z_][a-z0-9_]*)", re.DOTALL)
CONSTANT = re.compile(r"\b(TENON_[A-Z0-9_]+) = (\d+)")


class GrammarError(Exception):
    pass


def read_doc(name, comment):
    """A doc comment without its stars, and the thread tag it names first."""
    if comment is None:
        raise GrammarError(f"{name} has no doc comment")
    text = " ".join(line.strip().removeprefix("*").strip() for line in comment.splitlines()).strip()
    if not text.startswith("@brief "):
        raise GrammarError(f"{name}: the doc comment does not begin with @brief")
    tags = re.findall(r"\bMT-[A-Z]+", text)
    if not tags or any(tag not in THREADS for tag in tags):
        raise GrammarError(f"{name}: the doc comment names none of {', '.join(THREADS)}")
    return text.removeprefix("@brief "), tags[0]


def read_parameter(name, text):
    text = " ".join(text.split())
    kind, parameter = PARAMETER.fullmatch(text).groups()
    for known, way in ((INPUT, "in"), (OUTPUT, "out")):
        if parameter in known.get(kind, ()):
            return {"type": kind, "name": parameter, "way": way}
    raise GrammarError(f"{name}: parameter «{text}» is not on the closed list")


def read_header(path, shown):
    text = path.read_text(encoding="utf-8")
    functions = []
    for comment, declaration in DECLARATION.findall(text):
        match = FUNCTION.fullmatch(declaration)
        if not match:
            raise GrammarError(f"not a plain function declaration: {declaration}")
        name, returns = match["name"], " ".join(match["returns"].split())
        if returns not in RETURNS:
            raise GrammarError(f"{name} returns {returns}")
        doc, thread = read_doc(name, comment or None)
        params = []
        if match["params"].strip() != "void":
            params = [read_parameter(name, part) for part in match["params"].split(",")]
        outputs = [p for p in params if p["way"] == "out"]
        if outputs and returns != "tenon_status":
            raise GrammarError(f"{name} has an out-parameter, so it returns a status")
        if len(outputs) > 1 or (outputs and params[-1] is not outputs[0]):
            raise GrammarError(f"{name}: one out-parameter, and it comes last")
        functions.append(
            {"name": name, "header": shown, "returns": returns, "params": params, "thread": thread, "doc": doc}
        )
    if text.count("TENON_API ") != len(functions) + text.count("#define TENON_API "):
        raise GrammarError(f"{shown}: a TENON_API that declares no function")
    constants = [{"name": name, "number": int(number)} for name, number in CONSTANT.findall(text)]
    return text, functions, constants


def read_api(include):
    """All headers: their names in the umbrella's order, texts, functions, constants."""
    order = INCLUDE.findall((include / "tenon.h").read_text(encoding="utf-8"))
    present = {path.relative_to(include).as_posix() for path in include.rglob("*.h")} - {"tenon.h"}
    if set(order) != present:
        raise GrammarError(f"tenon.h does not include exactly the files beside it: {set(order) ^ present}")
    texts, functions, constants = [], [], []
    for shown in order:
        text, more, numbers = read_header(include / shown, shown)
        texts.append(text)
        functions += more
        constants += numbers
    names = [function["name"] for function in functions]
    if len(set(names)) != len(names):
        raise GrammarError("a function is declared twice")
    return order, texts, functions, constants


def version_script(functions):
    lines = "".join(f"    {name};\n" for name in sorted(f["name"] for f in functions))
    return f"TENON_0 {{\n  global:\n{lines}  local:\n    *;\n}};\n"


def types_of(text):
    """A header without its frame and its functions: what the loader repeats."""
    text = DECLARATION.sub("", text)
    text = re.sub(r"/\*\*\n \* @file.*?\*/\n", "", text, count=1, flags=re.DOTALL)
    text = re.sub(r"#if !defined\(TENON_API\).*?#endif\n#endif\n", "", text, flags=re.DOTALL)
    text = re.sub(r'#ifdef __cplusplus\n(extern "C" \{|\})\n#endif\n', "", text)
    text = re.sub(r"^#(ifndef|define) TENON_C_\w+_H_\n|^#include .*\n|^#endif /\* TENON_C_.*\n", "", text, flags=re.M)
    text = re.sub(r"^/\* ---- .* ---- \*/\n", "", text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


LOADER_HEAD = """\
/**
 * @file tenon_dl.h
 * @brief Loads libtenon at run time. Generated from the C headers; one file, nothing to link but the
 * loader of the system (-ldl before glibc 2.34).
 *
 *     if (tenon_dl_open(NULL)) puts(tenon_dl_error());   // absent: the program goes on without it
 *
 * Then every function of tenon.h is there under its own name. May be included in any number of
 * sources; one opening serves all of them. While no library is open, functions answer
 * TENON_E_UNSUPPORTED, NULL or -1. Opening and closing are for one thread at a time.
 */
#ifndef TENON_DL_H_
#define TENON_DL_H_

#ifdef TENON_H_
#error "include either tenon.h (to link with libtenon) or tenon_dl.h (to load it), not both"
#endif
#define TENON_H_

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

"""

LOADER_TAIL = """\
/* Keeps the first `size - 1` bytes of a text. */
static inline void tenon_dl_note_(const char *text) {
  size_t length = text ? strlen(text) : 0;
  if (length >= sizeof tenon_dl_.error) length = sizeof tenon_dl_.error - 1;
  if (length) memcpy(tenon_dl_.error, text, length);
  tenon_dl_.error[length] = '\\0';
}

/** @brief Why the last tenon_dl_open failed; "" if it did not. */
static inline const char *tenon_dl_error(void) { return tenon_dl_.error; }

/** @brief Gives back what tenon_dl_open opened; the last of them unloads the library. Release all
 *  contexts first. */
static inline void tenon_dl_close(void) {
  if (tenon_dl_.opened == 0 || --tenon_dl_.opened > 0) return;
  memset(&tenon_dl_.functions, 0, sizeof tenon_dl_.functions);
  dlclose(tenon_dl_.library);
  tenon_dl_.library = NULL;
}

/** @brief Opens the library: a path, or NULL for libtenon.so.0 where the system looks. Answers
 *  TENON_OK; TENON_E_IO (no library) or TENON_E_VERSION (one that lacks what this header names), with
 *  tenon_dl_error() set. Each success wants one tenon_dl_close. */
static inline tenon_status tenon_dl_open(const char *path) {
  static const char *const names[] = {
%(names)s
  };
  int32_t found;
  size_t i;
  tenon_dl_.error[0] = '\\0';
  if (tenon_dl_.opened > 0) {
    ++tenon_dl_.opened;
    return TENON_OK;
  }
  tenon_dl_.library = dlopen(path ? path : "libtenon.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!tenon_dl_.library) {
    tenon_dl_note_(dlerror());
    return TENON_E_IO;
  }
  tenon_dl_.opened = 1;
  for (i = 0; i < sizeof names / sizeof *names; ++i) {
    void *symbol = dlsym(tenon_dl_.library, names[i]);
    if (!symbol) {
      tenon_dl_close();
      tenon_dl_note_("this libtenon is older than tenon_dl.h: it has no ");
      if (strlen(tenon_dl_.error) + strlen(names[i]) < sizeof tenon_dl_.error) {
        strcat(tenon_dl_.error, names[i]);
      }
      return TENON_E_VERSION;
    }
    memcpy((char *)&tenon_dl_.functions + i * sizeof symbol, &symbol, sizeof symbol);
  }
  found = tenon_dl_.functions.abi_version();
  if (found >> 16 != TENON_ABI_VERSION >> 16 || found < TENON_ABI_VERSION) {
    tenon_dl_close();
    snprintf(tenon_dl_.error, sizeof tenon_dl_.error,
             "this libtenon has ABI version %%d.%%d, tenon_dl.h wants %%d.%%d", (int)(found >> 16),
             (int)(found & 0xffff), TENON_ABI_VERSION >> 16, TENON_ABI_VERSION & 0xffff);
    return TENON_E_VERSION;
  }
  return TENON_OK;
}

#ifdef __cplusplus
}
#endif

#endif /* TENON_DL_H_ */
"""


def loader(texts, functions):
    """tenon_dl.h: the types, a table of pointers shared by all sources, a wrapper a function."""
    parts = [LOADER_HEAD, "\n\n".join(filter(None, map(types_of, texts))), "\n\n"]
    parts.append("struct tenon_dl_functions_ {\n")
    for f in functions:
        params = ", ".join(f"{p['type']} {p['name']}".replace("* ", "*") for p in f["params"]) or "void"
        f["signature"] = params
        parts.append(f"  {f['returns']} (*{f['name'][6:]})({params});\n".replace("* (", "*("))
    parts.append(
        "};\n\n/* Weak, so that all sources share one. */\n"
        "__attribute__((weak, visibility(\"hidden\"))) struct {\n"
        "  void *library;\n  int opened;\n  struct tenon_dl_functions_ functions;\n  char error[256];\n} tenon_dl_;\n\n"
        .replace("struct {", "struct tenon_dl_state_ {")
    )
    for f in functions:
        member = f"tenon_dl_.functions.{f['name'][6:]}"
        call = f"{member}({', '.join(p['name'] for p in f['params'])})"
        absent = ABSENT_TEXT.get(f["name"], ABSENT[f["returns"]])
        doc = f["doc"].replace("*/", "* /")
        head = f"static inline {f['returns']} {f['name']}({f['signature']})".replace("* tenon", "*tenon")
        body = f"  if ({member}) {call};\n" if f["returns"] == "void" else f"  return {member} ? {call} : {absent};\n"
        if f["params"] and f["params"][-1]["way"] == "out":
            out = f["params"][-1]["name"]
            body = f"  if (!{member} && {out}) *{out} = 0;\n{body}"
        doc = "\n".join(textwrap.wrap(f"@brief {doc} */", 95, subsequent_indent=" *  ", break_on_hyphens=False))
        parts.append(f"/** {doc}\n{head} {{\n{body}}}\n\n")
    parts.append(LOADER_TAIL % {"names": ",\n".join(f'      "{f["name"]}"' for f in functions)})
    return "".join(parts)


SWIG_RETURNS = {
    "void **": "POINTER", "double *": "DOUBLE", "int64_t *": "INT64", "int32_t *": "INT32",
}  # fmt: skip


def swig_interface(order, functions):
    """tenon_api.i: the allow-list, and what each language's typemaps are told about each function. A language defines
    TENON_HANDLE(type, out_name), TENON_ARRAY(type, name, count_name) for an array of handles with its length, and
    TENON_RETURNS_{HANDLE,POINTER,DOUBLE,INT64,INT32}(function)."""
    lines = ["/* Generated from the C headers. */"]
    lines += [f"TENON_HANDLE(tenon_{handle}, out_{handle})" for handle in HANDLES]
    for f in functions:
        if f["params"] and f["params"][-1]["way"] == "out":
            lines.append(f"TENON_RETURNS_{SWIG_RETURNS.get(f['params'][-1]['type'], 'HANDLE')}({f['name']})")
    arrays = {}
    for f in functions:
        for items, count in zip(f["params"], f["params"][1:]):
            if items["type"].endswith("*const *"):
                arrays[f"TENON_ARRAY({items['type']}, {items['name']}, {count['name']})"] = None
    lines += arrays
    lines += [f'%rename("$ignore", %${kind}) "";' for kind in ("isfunction", "isvariable", "isclass")]
    lines += [f'%rename("%s") {f["name"]};' for f in functions]
    # What makes no sense in a language, it takes out again.
    lines += ["#ifdef TENON_LEAVE_OUT", "TENON_LEAVE_OUT", "#endif"]
    lines += [f"%include <{shown}>" for shown in order]
    return "\n".join(lines) + "\n"


STRUCT = re.compile(r"^typedef struct (\w+) \{(.*?)^\} \1;", re.DOTALL | re.MULTILINE)
FUNCTION_TYPE = re.compile(r"^typedef ([^;{]*\(\*\w+\)[^;]*);", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SIZES = {"int32_t": 4, "tenon_status": 4, "int64_t": 8, "double": 8, "float": 4}  # all else is a pointer


def structs_of(texts):
    """(name, [(offset, type, field)], size) of every public struct, laid out as 64-bit compilers do."""
    for text in texts:
        for name, body in STRUCT.findall(COMMENT.sub("", text)):
            fields, offset, widest = [], 0, 1
            for declaration in filter(None, (part.strip() for part in body.split(";"))):
                kind, field = PARAMETER.fullmatch(" ".join(declaration.split())).groups()
                if kind not in SIZES and not kind.endswith(("*", "_fn", "_callback")):
                    raise GrammarError(f"{name}.{field}: {kind} is no type for a public struct")
                size = SIZES.get(kind, 8)
                offset = (offset + size - 1) // size * size
                fields.append((offset, kind, field))
                offset, widest = offset + size, max(widest, size)
            yield name, fields, (offset + widest - 1) // widest * widest


def abi_dump(texts, functions, constants):
    """All that a compiled program has taken over from the headers, one fact a line: capi/tenon.abi."""
    lines = [f"constant {c['name']} {c['number']}" for c in sorted(constants, key=lambda c: c["name"])]
    for name, fields, size in sorted(structs_of(texts)):
        lines.append(f"struct {name} {size}")
        lines += [f"field {name} {offset} {kind} {field}" for offset, kind, field in fields]
    for text in texts:
        lines += sorted(f"type {' '.join(m.split())}" for m in FUNCTION_TYPE.findall(COMMENT.sub("", text)))
    for f in sorted(functions, key=lambda f: f["name"]):
        params = ", ".join(f"{p['type']} {p['name']}".replace("* ", "*") for p in f["params"]) or "void"
        lines.append(f"function {f['returns']} {f['name']}({params})")
    return "".join(f"{line}\n" for line in lines)


TABLE = re.compile(r"^\| header \|.*?(?=^[^|]|\Z)", re.MULTILINE | re.DOTALL)


def thread_table(functions):
    """The table of docs/threads.md: which function promises what."""
    lines = [f"| header | {' | '.join(THREADS)} |", "|---|---|---|---|"]
    for header in dict.fromkeys(f["header"] for f in functions):
        cells = []
        for tag in THREADS:
            names = sorted(f["name"] for f in functions if f["header"] == header and f["thread"] == tag)
            cells.append(", ".join(f"`{name}`" for name in names))
        lines.append(f"| {header.removeprefix('tenon_c/').removesuffix('.h')} | {' | '.join(cells)} |")
    return "".join(f"{line}\n" for line in lines)


def write(path, text):
    path.write_text(text, encoding="utf-8")


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--include", type=pathlib.Path, default=root / "capi/include")
    parser.add_argument("--symbols", type=pathlib.Path, default=root / "capi/tenon.symbols")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--update-symbols", action="store_true")
    args = parser.parse_args()
    try:
        order, texts, functions, constants = read_api(args.include)
    except GrammarError as error:
        sys.exit(f"gen_api.py: {error}")
    symbols = "".join(f"{name}\n" for name in sorted(f["name"] for f in functions))
    if args.update_symbols:
        write(args.symbols, symbols)
        write(args.symbols.with_suffix(".abi"), abi_dump(texts, functions, constants))
        threads = root / "docs/threads.md"
        write(threads, TABLE.sub(lambda _: thread_table(functions), threads.read_text(encoding="utf-8")))
    elif not args.symbols.exists() or args.symbols.read_text(encoding="utf-8") != symbols:
        sys.exit(f"gen_api.py: {args.symbols} differs from the headers: run tools/gen_api.py --update-symbols")
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        api = {"functions": functions, "constants": constants}
        write(args.out / "tenon_api.json", json.dumps(api, indent=1) + "\n")
        write(args.out / "tenon.map", version_script(functions))
        write(args.out / "tenon_dl.h", loader(texts, functions))
        write(args.out / "tenon_api.i", swig_interface(order, functions))


if __name__ == "__main__":
    main()
