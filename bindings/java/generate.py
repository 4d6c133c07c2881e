#!/usr/bin/env python3
"""Writes the typed layers and the op methods of the Java binding from the catalogue.

    generate.py CATALOG_JSON OUT_FOLDER

Rules of names: PyTorch's, in Java's case (in_features: inFeatures). An op that changes its tensor in place loses its
underscore; where that leaves the name of another op, it is called nameInPlace (add_: addInPlace). Casts whose names
are reserved words get "to" in front (float: toFloat). Ops of a module of torch carry its name (linalg.cross:
linalgCross). What Tensor has written by hand, and Python's double-underscore names, are left to Ops.call.
"""

import itertools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "catalog"))
import catalog  # noqa: E402

RESERVED = {"float", "double", "long", "int", "short", "char", "byte"}
# Tensor has these, with types of their own, or they say in Java something else.
BY_HAND = {"clone", "contiguous", "detach", "to", "fill", "fill_", "copy_", "as_tensor"}
CONTAINERS = ("Sequential", "ModuleList", "ModuleDict")
# Members of layers that deserve a method, by class.
WEIGHTS = {
    "Linear": "weight bias", "Conv1d": "weight bias", "Conv2d": "weight bias", "Embedding": "weight",
    "LayerNorm": "weight bias", "BatchNorm1d": "weight bias", "BatchNorm2d": "weight bias",
}  # fmt: skip
BUFFERS = {"BatchNorm1d": "running_mean running_var num_batches_tracked"}
BUFFERS["BatchNorm2d"] = BUFFERS["BatchNorm1d"]
HEAD = "// Written by bindings/java/generate.py from the catalogue.\n"
FLUENT = [
    ("train", "", ""), ("train", "boolean mode", "mode"), ("eval", "", ""), ("to", "DType dtype", "dtype"),
    ("half", "", ""), ("bfloat16", "", ""), ("toFloat", "", ""), ("toDouble", "", ""),
    ("requiresGrad", "boolean flag", "flag"), ("initialize", "", ""),
]  # fmt: skip


def camel(name):
    head, *rest = name.replace(".", "_").strip("_").split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest)


def html(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "&#64;")


def doc(indent, text, params=(), returns=None):
    lines = [html(text)]
    tags = [f"@param {name} {html(what)}" for name, what in params] + ([f"@return {html(returns)}"] if returns else [])
    if tags:
        lines += ["", *tags]
    pad = " " * indent
    return f"{pad}/**\n" + "".join(f"{pad} * {line}".rstrip() + "\n" for line in lines) + f"{pad} */\n"


# ---- layers ----

# The Java types an option may have.
OPTION_TYPES = {
    "int": ["long"], "float": ["double"], "bool": ["boolean"], "str": ["String"], "dtype": ["DType"],
    "tensor": ["Tensor"], "ints": ["long", "long[]"], "ints or str": ["long", "long[]", "String"],
}  # fmt: skip


def shown_default(option):
    default = option.default
    if default is None:
        return "None"
    if isinstance(default, bool):
        return "true" if default else "false"
    return f'"{default}"' if isinstance(default, str) else str(default)


def layer(layer):
    name, required = layer.name, [o for o in layer.options if o.required]
    optional = [o for o in layer.options if not o.required]
    used = {"Adopted"}
    body = []
    choices = list(itertools.product(*(OPTION_TYPES[o.type] for o in required)))
    for types in choices:
        params = ", ".join(f"{kind} {camel(o.name)}" for kind, o in zip(types, required))
        names = ", ".join(camel(o.name) for o in required)
        sets = "".join(f'        given.set("{o.name}", {camel(o.name)});\n' for o in required)
        described = [(camel(o.name), o.doc) for o in required]
        comma = ", " if params else ""
        body.append(doc(4, layer.doc, described) + f"    public {name}({params}) {{\n"
                    f"        this({names}{comma}given -> {{}});\n    }}\n")  # fmt: skip
        body.append(
            doc(4, layer.doc, [*described, ("options", "sets further options")])
            + f"    public {name}({params}{comma}Consumer<Options> options) {{\n"
            f'        super("{name}", given({names}{comma}options));\n    }}\n'
        )
        body.append(
            f"    private static Options given({params}{comma}Consumer<Options> options) {{\n"
            f"        Options given = new Options();\n{sets}        options.accept(given);\n        return given;\n    }}\n"
        )
    body.append(f"    {name}(Adopted adopted) {{\n        super(adopted);\n    }}\n")
    for member in WEIGHTS.get(name, "").split():
        used.add("Tensor")
        body.append(
            doc(4, f"The parameter {member}.", returns="the parameter; null if the layer has none")
            + f'    public Tensor {camel(member)}() {{\n        return findParameter("{member}").orElse(null);\n    }}\n'
        )
    for member in BUFFERS.get(name, "").split():
        body.append(
            doc(4, f"The buffer {member}.", returns="the buffer; null if the layer has none")
            + f'    public Tensor {camel(member)}() {{\n        return getBuffer("{member}");\n    }}\n'
        )
    body.append(f"    @Override\n    public {name} deepcopy() {{\n        return ({name}) super.deepcopy();\n    }}\n")
    for method, params, args in FLUENT:
        body.append(f"    @Override\n    public {name} {method}({params}) {{\n        super.{method}({args});\n"
                    "        return this;\n    }\n")  # fmt: skip
    setters = []
    for option in optional:
        kind = option.type.removeprefix("optional ")
        boxed = {"int": ["Long"], "float": ["Double"], "bool": ["Boolean"]}  # null: Python's None, not the default
        for java in OPTION_TYPES[kind] + (boxed.get(kind, []) if kind != option.type else []):
            setters.append(
                doc(8, f"{option.doc} PyTorch's default: {shown_default(option)}.",
                    [(camel(option.name), "the value")], "these options")
                + f"        public Options {camel(option.name)}({java} {camel(option.name)}) {{\n"
                f'            return set("{option.name}", {camel(option.name)});\n        }}\n'
            )  # fmt: skip
            used |= {java} & {"Tensor"}
    imports = sorted({f"org.tenon.{one}" for one in used - {"Adopted"}} | {"org.tenon.DType", "org.tenon.LayerOptions",
                     "org.tenon.TenonModule", "java.util.function.Consumer"})  # fmt: skip
    return (
        HEAD + "package org.tenon.nn;\n\n" + "".join(f"import {one};\n" for one in imports) + "\n"
        + doc(0, layer.doc) + f"public final class {name} extends TenonModule {{\n" + "\n".join(body)
        + "\n" + doc(4, f"What a {name} may be made with.")
        + "    public static final class Options extends LayerOptions {\n        private Options() {}\n\n"
        + "        private Options set(String name, Object value) {\n            put(name, value);\n"
        + "            return this;\n        }\n\n"
        + "\n".join(setters) + "    }\n}\n"
    )  # fmt: skip


def adopter(layers):
    cases = "".join(
        f'            case "{name}" -> new {name}(handle);\n' for name in [*(one.name for one in layers), *CONTAINERS]
    )
    return (
        HEAD + "package org.tenon.nn;\n\nimport org.tenon.TenonModule;\n\n"
        "/** Gives built-in modules that native code made their class. */\n"
        "public final class Layers extends TenonModule {\n"
        "    private Layers(Adopted handle) {\n        super(handle);\n    }\n\n"
        + doc(4, "For the binding itself: users have no handle to give.",
              [("typeName", "the class name"), ("handle", "what to adopt")],
              "a module of that class; a TenonModule for a class that has none here")
        + "    public static TenonModule adopt(String typeName, Adopted handle) {\n"
        f"        return switch (typeName) {{\n{cases}            default -> unknown(handle);\n        }};\n    }}\n}}\n"
    )  # fmt: skip


# ---- ops ----

PARAM_TYPES = {
    "tensor": ["Tensor"], "operand": ["Tensor", "long", "double"], "tensors": ["List<Tensor>"], "int": ["long"],
    "ints": ["long[]", "long"], "float": ["double"], "number": ["long", "double"], "bool": ["boolean"],
    "str": ["String"], "dtype": ["DType"], "value": ["Value"],
}  # fmt: skip
RETURNS = {"tensor": "Tensor", "tensors": "List<Tensor>", "bool": "boolean", "value": "Value"}
GIVES = {
    "tensor": "the result, to be closed or in a scope", "tensors": "the results", "bool": "the answer",
    "value": "a tensor, or several: see PyTorch's documentation",
}  # fmt: skip
WHAT = {
    "tensor": "a tensor", "operand": "a tensor or a number", "tensors": "tensors", "int": "an int",
    "ints": "one size or dim, or several", "float": "a float", "number": "a number", "bool": "true or false",
    "str": "a string", "dtype": "an element type", "value": "a value",
}  # fmt: skip


def java_name(op, names):
    name = op.name
    if op.in_place and camel(name) in names - {camel(one) for one in RESERVED}:
        return camel(name) + "InPlace"
    if name in RESERVED:
        return "to" + name.capitalize()
    return camel(name)


def methods(index, op, name, seen):
    """The overloads of one op."""
    params = op.params[1:] if op.is_method else op.params
    required = [p for p in params if p.default is None]
    optional = [p for p in params if p.default is not None and not p.keyword_only]
    any_options = any(p.default is not None for p in params)
    out = []
    for count in range(min(len(optional), 3) + 1):
        given = required + optional[:count]
        choices = list(itertools.islice(itertools.product(*(PARAM_TYPES[p.type] for p in given)), 12))
        for types in choices:
            for with_options in (False, True) if any_options and count == 0 else (False,):
                out.append(method(index, op, name, given, list(types), with_options, seen))
    return "\n".join(filter(None, out))


def method(index, op, name, given, types, with_options, seen):
    variadic = not with_options and given and types[-1] in ("long[]", "List<Tensor>") and given[-1].type != "operand"
    if variadic and given[-1].type == "tensors" and not given[-1].variadic and len(given) > 1:
        variadic = False
    if given and given[-1].type == "ints" and types[-1] == "long" and not with_options:
        return None  # long... takes one, too
    declared = [f"{kind} {camel(p.name)}" for kind, p in zip(types, given)]
    signature = [kind.replace("List<Tensor>", "List") for kind in types]
    values = [camel(p.name) for p in given]
    if variadic:
        kind = "Tensor" if types[-1] == "List<Tensor>" else "long"
        declared[-1] = f"{kind}... {camel(given[-1].name)}"
        signature[-1] = f"{kind}[]"
        if kind == "Tensor":
            values[-1] = f"List.of({values[-1]})"
    described = [(camel(p.name), WHAT[p.type]) for p in given]
    if with_options:
        declared.append("Consumer<OpOptions> options")
        signature.append("Consumer")
        described.append(("options", "sets options by name"))
    key = (name, tuple(signature))
    if key in seen:
        return None
    seen.add(key)
    kind = "this" if op.in_place else op.returns
    returns = "Tensor" if op.in_place else RETURNS[op.returns]
    modifiers = "public final" if op.is_method else "public static"
    if op.is_method and not with_options and not given and op.returns == "tensor" and not op.in_place:
        body = f"        return Op.op1({index}, (Tensor) this);\n"
    elif op.is_method and not with_options and types == ["Tensor"] and op.returns == "tensor" and not op.in_place:
        body = f"        return Op.op2({index}, (Tensor) this, {values[0]});\n"
    else:
        chain = "Op.args()" + (".add((Tensor) this)" if op.is_method else "")
        for p, kind_of, value in zip(given, types, values):
            each = p.variadic and kind_of != "long"
            chain += f".{'addEach' if each else 'add'}({value})"
        if with_options:
            chain += ".options(options)"
        if kind == "this":
            body = f"        {chain}.inPlace({index});\n        return (Tensor) this;\n"
        else:
            body = f"        return {chain}.{op.returns}({index});\n"
    text = f"{op.doc}: {op.name}." if op.doc else f"{op.name}."
    return (
        doc(4, text, described, "this tensor" if kind == "this" else GIVES[op.returns])
        + f"    {modifiers} {returns} {name}({', '.join(declared)}) {{\n{body}    }}\n"
    )


def ops_classes(ops):
    names = {camel(op.name) for op in ops if not op.in_place and op.name not in BY_HAND}
    tensor, static, seen = [], [], set()
    for index, op in enumerate(ops):
        if op.name.startswith("__") or op.name in BY_HAND:
            continue
        (tensor if op.is_method else static).append(methods(index, op, java_name(op, names), seen))
    imports = "import java.util.List;\nimport java.util.function.Consumer;\n\n"
    yield "TensorOps.java", (
        HEAD + "package org.tenon;\n\n" + imports
        + "/** The ops that are called on a tensor, under PyTorch's names. */\n"
        "abstract class TensorOps extends NativeObject {\n"
        "    TensorOps(long handle) {\n        super(handle);\n    }\n\n"
        "    TensorOps(long handle, Scope scope) {\n        super(handle, scope);\n    }\n\n"
        + "\n".join(tensor) + "}\n"
    )  # fmt: skip
    yield "Ops.java", (
        HEAD + "package org.tenon;\n\n" + "import java.util.List;\nimport java.util.Map;\n"
        "import java.util.function.Consumer;\nimport org.tenon.internal.TenonNative;\n\n"
        "/** The ops that are not called on one tensor, and every op by name. */\n"
        "public final class Ops {\n    private Ops() {}\n\n"
        + doc(4, "Calls an op by PyTorch's name, \"softmax\" or \"add_\".",
              [("name", "the name"), ("args", "its arguments by position")], "what it gives")
        + "    public static Value call(String name, Value... args) {\n"
        "        return call(name, List.of(args), Map.of());\n    }\n\n"
        + doc(4, "Calls an op by PyTorch's name, with options by theirs.",
              [("name", "the name"), ("args", "its arguments by position"), ("options", "its arguments by name")],
              "what it gives")
        + "    public static Value call(String name, List<Value> args, Map<String, Value> options) {\n"
        "        World.context();\n        int op = TenonNative.tenon_op_id(name);\n"
        "        return Op.args().addAll(args).options(options).valueOf(op);\n    }\n\n"
        + "\n".join(static) + "}\n"
    )  # fmt: skip
    listed = "".join(f'        "{op.name}",\n' for op in ops)
    yield "OpNames.java", (
        HEAD + "package org.tenon;\n\n/** The names of the ops, by the number that the generated methods use. */\n"
        f"final class OpNames {{\n    static final String[] NAMES = {{\n{listed}    }};\n\n"
        "    /** The library's numbers plus one, once they were asked for. */\n"
        "    static final int[] IDS = new int[NAMES.length];\n\n    private OpNames() {}\n}\n"
    )
    yield "OpOptions.java", options_class(ops)


def options_class(ops):
    """One class with every optional parameter of any op: which ones an op knows, the library says."""
    kinds = {}
    for op in ops:
        for p in op.params:
            if p.default is not None and not op.name.startswith("__"):
                kinds.setdefault(p.name, {}).update(dict.fromkeys(PARAM_TYPES[p.type]))
    body = []
    for name in sorted(kinds):
        for java in kinds[name]:
            shown = java
            value = camel(name)
            if java == "long[]":
                if "long" in kinds[name]:
                    shown = "long..."
            if java == "long" and "long[]" in kinds[name]:
                continue
            put = f"sizes({value})" if java == "long[]" else f"Value.of({value})"
            if java == "List<Tensor>":
                put = f"Value.list({value}.toArray())"
            body.append(
                doc(4, f"The argument {name}.", [(value, "the value")], "these options")
                + f"    public OpOptions {value}({shown} {value}) {{\n"
                f'        given.put("{name}", {put});\n        return this;\n    }}\n'
            )
    return (
        HEAD + "package org.tenon;\n\nimport java.util.LinkedHashMap;\nimport java.util.Map;\n\n"
        "/** Arguments of ops by name. What is not set is not sent; what an op does not know, it refuses. */\n"
        "public final class OpOptions {\n    final Map<String, Value> given = new LinkedHashMap<>();\n\n"
        "    OpOptions() {}\n\n    private static Value sizes(long[] sizes) {\n"
        "        return sizes.length == 1 ? Value.of(sizes[0]) : Value.sizes(sizes);\n    }\n\n" + "\n".join(body) + "}\n"
    )


def main():
    layers, ops = catalog.load(sys.argv[1])
    out = pathlib.Path(sys.argv[2]) / "org/tenon"
    (out / "nn").mkdir(parents=True, exist_ok=True)
    for one in layers:
        (out / "nn" / f"{one.name}.java").write_text(layer(one), encoding="utf-8")
    (out / "nn/Layers.java").write_text(adopter(layers), encoding="utf-8")
    for name, text in ops_classes(ops):
        (out / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
