#!/usr/bin/env python3
"""Writes what the Go package derives from the library, so that its users need neither SWIG nor Python.

    generate.py BUILD_TREE OUT    BUILD_TREE has capi/tenon_api.i, capi/tenon_dl.h and bindings/catalog.json

OUT is bindings/go/tenon, or any folder: the test compares the two.
"""

import pathlib
import shutil
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "catalog"))
sys.dont_write_bytecode = True
import catalog  # noqa: E402

HEAD = "// Generated from the library's own list by bindings/go/generate.py. DO NOT EDIT.\n\npackage tenon\n"
TYPES = {
    "tensor": "*Tensor", "operand": "any", "number": "any", "tensors": "[]*Tensor", "int": "int64", "ints": "[]int64",
    "float": "float64", "bool": "bool", "str": "string", "dtype": "DType", "value": "any",
}  # fmt: skip
RESULTS = {
    "tensor": ("*Tensor", "tensor"), "tensors": ("[]*Tensor", "tensors"), "bool": ("bool", "boolean"),
    "value": ("any", "value"),
}  # fmt: skip
LAYER_TYPES = {
    "int": "int64", "float": "any", "bool": "bool", "str": "string", "ints": "any", "ints or str": "any",
}  # fmt: skip
# Words that torch writes as one.
WORDS = {"arg": ("max", "min", "sort", "where")}
# Written by hand, or what Go has its own way for: conversions are To, filling and copying are in place.
LEFT_OUT = set(
    "float double half bfloat16 long int short char byte bool to fill fill_ copy_ detach_ zero_ resolve_neg "
    "resolve_conj T mT as_strided".split()
)
KEYWORDS = {"type", "range", "map", "func", "var", "select", "default", "case", "go"}


def camel(name, upper=True):
    for head, tails in WORDS.items():
        if name.startswith(head) and name[len(head) :] in tails:
            name = f"{head}_{name[len(head) :]}"
    parts = name.replace(".", "_").strip("_").split("_")
    text = "".join(part[:1].upper() + part[1:] for part in parts)
    return text if upper else text[:1].lower() + text[1:]


def local(name):
    text = camel(name, upper=False)
    return text + "_" if text in KEYWORDS else text


def comment(text):
    return "\n".join("// " + line for line in textwrap.wrap(text, 96)) + "\n"


def sentence(text):
    """With a capital, unless it begins with a formula."""
    first = text.split(" ")[0]
    head = text[:1].upper() if first.isalpha() and len(first) > 1 else text[:1]
    return head + text[1:].rstrip(".") + "."


class Form:
    """One Go function for an op: some ops give one tensor or, with an argument, several."""

    def __init__(self, op, name, returns, required, note=""):
        self.op, self.name, self.returns, self.note = op, name, returns, note
        self.required = [p for p in op.params if p.default is None or p.name in required]
        self.optional = [p for p in op.params if p not in self.required]


def forms(op):
    if op.name in LEFT_OUT or op.name.startswith("__"):
        return []
    name = camel(op.name) + ("InPlace" if op.in_place else "")
    if op.returns != "value":
        return [Form(op, name, op.returns, ())]
    names = [p.name for p in op.params]
    if "dim" in names:  # max, min, median
        return [
            Form(op, name, "tensor", (), "Of all elements."),
            Form(op, name + "Dim", "tensors", ("dim",), "Along a dim: the values and their indices."),
        ]
    if "return_indices" in names:
        return [
            Form(op, name, "tensor", ()),
            Form(op, name + "WithIndices", "tensors", (), "Gives the output and the indices."),
        ]
    if op.name == "nonzero":
        return [Form(op, name, "tensor", ())]
    return []  # atleast_1d …: Op has them


def write_op(form):
    op = form.op
    params, args = [], []
    receiver = op.is_method
    for i, p in enumerate(form.required):
        if receiver and i == 0:
            continue
        kind = TYPES[p.type]
        last = i == len(form.required) - 1 and not form.optional
        params.append(f"{local(p.name)} {'...int64' if last and p.type == 'ints' else kind}")
        args.append(local(p.name))
    options = [p for p in form.optional if not (form.name.endswith("WithIndices") and p.name == "return_indices")]
    options = [] if form.note == "Of all elements." else options
    about = f"{form.name} is PyTorch's {op.name}: {sentence(op.doc)}"
    if form.note:
        about += " " + form.note
    if op.in_place:
        about += " It writes the tensor and gives it."
    if options:
        about += " Further arguments, by position or With: " + ", ".join(
            ("With " if p.keyword_only else "") + f"{p.name}={p.default}" for p in options
        ) + "."
    result, reader = RESULTS[form.returns]
    variable = "op" + camel(op.name) + ("InPlace" if op.in_place else "")
    spread = ""
    call = list(args)
    if options:
        params.append("args ...any")
    simple = receiver and not call and not options and form.returns == "tensor"
    if receiver:
        call.insert(0, "x")
    text = ", ".join(call)
    if form.name.endswith("WithIndices"):
        text += ', With("return_indices", true)'
    if options:
        given = f"append([]any{{{text}}}, args...)..."
        text = given
    body = f"{variable}.one(x)" if simple else f"{variable}.{reader}({text})"
    where = "(x *Tensor) " if receiver else ""
    out = comment(about) + f"func {where}{form.name}({', '.join(params)}) ({result}, error) {{\n\treturn {body}\n}}\n\n"
    # The same on a scope, which keeps the error.
    names = [p.split()[0] + ("..." if "..." in p else "") for p in params]
    target = f"x.{form.name}" if receiver else form.name
    if receiver:
        params.insert(0, "x *Tensor")
    take = {"tensor": "s.tensor", "tensors": "s.tensors", "bool": "s.boolean", "value": "s.value"}[form.returns]
    zero = "false" if result == "bool" else "nil"
    out += (
        comment(f"{form.name} is {'Tensor.' if receiver else ''}{form.name}; the scope keeps the error.")
        + f"func (s *Scope) {form.name}({', '.join(params)}) {result} {{\n\tif s.failed() {{\n\t\treturn {zero}\n\t}}\n"
        + f"\treturn {take}({target}({', '.join(names)}))\n}}\n\n"
    )
    return variable, out


def ops_file(ops):
    taken, variables, text = set(), [], ""
    for op in ops:
        for form in forms(op):
            if form.name in taken:
                continue
            taken.add(form.name)
            variable, body = write_op(form)
            if (variable, op.name) not in variables:
                variables.append((variable, op.name))
            text += body
    table = "".join(f'\t{v} = opRef{{name: "{n}"}}\n' for v, n in variables)
    return HEAD + "\nvar (\n" + table + ")\n\n" + text


def layers_file(layers):
    text = HEAD + "\n"
    for layer in layers:
        required = [o for o in layer.options if o.required]
        optional = [o for o in layer.options if not o.required]
        about = f"New{layer.name} makes PyTorch's {layer.name}: {sentence(layer.doc)} Close it."
        lines = comment(about)
        if layer.options:
            lines += "//\n// Options, by position or With:\n//\n"
            for o in layer.options:
                default = "" if o.required else f" ({python(o.default)})"
                lines += f"//   - {o.name}{default}: {o.doc}\n"
        params = [f"{local(o.name)} {LAYER_TYPES.get(o.type, 'any')}" for o in required]
        names = ", ".join(f'"{o.name}"' for o in layer.options)
        given = ", ".join(local(o.name) for o in required)
        if optional or not layer.options:
            params.append("options ...any")
            arguments = f"append([]any{{{given}}}, options...)" if given else "options"
        else:
            arguments = f"[]any{{{given}}}"
        text += (
            lines
            + f"func New{layer.name}({', '.join(params)}) (*Module, error) {{\n"
            + f'\treturn newLayer("{layer.name}", []string{{{names}}}, {arguments})\n}}\n\n'
        )
    return text


def python(value):
    """As Python writes it."""
    return repr(tuple(value)) if isinstance(value, list) else repr(value)


def main():
    tree, out = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    native = out / "internal/native"
    native.mkdir(parents=True, exist_ok=True)
    root = HERE.parent.parent
    # From the root and by relative paths: SWIG writes the interface's path into its output.
    subprocess.run(
        ["swig", "-Wall", "-Werror", "-go", "-cgo", "-intgosize", "64", "-DSWIGWORDSIZE64", "-package", "native",
         "-Icapi/include", "-Ibindings/swig", f"-I{tree / 'capi'}", "-outdir", str(native),
         "-o", str(native / "tenon_wrap.c"), "bindings/swig/tenon.i"],
        cwd=root, check=True,
    )  # fmt: skip
    shutil.copy(tree / "capi/tenon_dl.h", native / "tenon_dl.h")
    layers, ops = catalog.load(tree / "bindings/catalog.json")
    (out / "ops_gen.go").write_text(ops_file(ops), encoding="utf-8")
    (out / "layers_gen.go").write_text(layers_file(layers), encoding="utf-8")
    subprocess.run(["gofmt", "-w", str(out / "ops_gen.go"), str(out / "layers_gen.go")], check=True)


if __name__ == "__main__":
    main()
