"""The catalogue of layers and ops, typed: what the bindings' sugar is generated from.

Layers and their options come from the core, which declares them once. Ops have Python's parameter lists there, without
types; the types are given here by parameter name, since torch uses a name for one thing almost everywhere.
"""

import dataclasses
import json
import pathlib
import re

# What an op parameter takes. "operand": a tensor or a number. "number": an int or a float, and it matters which.
# "ints": one int or several. "value": anything.
PARAM_TYPES = {
    "tensor": "a b batch1 batch2 boundaries condition elements index indices input mask mat mat1 mat2 query key attn_mask sorter source "
              "src target tensor tensor1 tensor2 test_elements vec vec1 vec2 weight weights x sorted_sequence append "
              "prepend bias running_mean running_var end_tensor pos_weight",
    "operand": "other exponent",
    "tensors": "operands tensors",
    "int": "axis0 axis1 cols chunks correction decimals diagonal dim0 dim1 dim2 dimension divisor_override end_dim "
           "groups k m minlength n num_classes offset output_size padding_idx row col start_dim steps storage_offset "
           "length ignore_index",
    "ints": "axes destination dim dims dilation kernel_size normalized_shape pad padding repeats shape shifts size "
            "sizes split_sizes stride split_size_or_sections indices_or_sections split_size",
    "float": "atol beta delta dropout_p eps label_smoothing lambd max_norm max_val maxnorm min_val momentum nan neginf negative_slope norm_type p "
             "posinf rtol threshold",
    "number": "alpha end fill_value start step value",
    "bool": "accumulate assume_unique as_tuple ceil_mode copy count_include_pad descending equal_nan include_self "
            "inplace invert keepdim largest out_int32 return_indices right scale_grad_by_freq sorted sparse stable "
            "training unbiased is_causal enable_gqa",
    "str": "approximate equation indexing mode reduce reduction rounding_mode side",
    "dtype": "dtype",
    "value": "item ord",
}  # fmt: skip
# Where an op uses a name for something else: (op without "_", parameter).
EXCEPTIONS = {
    ("where", "input"): "operand",
    ("lerp", "end"): "tensor", ("lerp", "weight"): "operand",
    ("clamp", "min"): "operand", ("clamp", "max"): "operand", ("clip", "min"): "operand", ("clip", "max"): "operand",
    ("clamp_min", "min"): "operand", ("clamp_max", "max"): "operand",
    ("narrow", "start"): "int", ("slice", "start"): "int", ("slice", "end"): "int", ("slice", "step"): "int",
    ("unfold", "size"): "int", ("unfold", "step"): "int",
    ("select", "index"): "int", ("select_scatter", "index"): "int",
    ("index_put", "indices"): "tensors", ("index_put", "values"): "tensor",
    ("__setitem__", "value"): "operand", ("masked_fill", "value"): "operand", ("index_fill", "value"): "operand",
    ("full", "fill_value"): "operand", ("full_like", "fill_value"): "operand", ("new_full", "fill_value"): "operand",
    ("fill", "value"): "operand",
    ("norm", "p"): "value", ("tensordot", "dims"): "value",
    ("repeat_interleave", "repeats"): "value", ("bincount", "weights"): "tensor",
    ("scatter", "value"): "operand", ("embedding", "max_norm"): "float",
    ("movedim", "source"): "ints", ("moveaxis", "source"): "ints", ("addmm", "beta"): "number",
    ("addmv", "beta"): "number", ("addr", "beta"): "number", ("baddbmm", "beta"): "number",
    ("addbmm", "beta"): "number",
    ("tensor_split", "indices_or_sections"): "value",
    ("scaled_dot_product_attention", "scale"): "float", ("scaled_dot_product_attention", "value"): "tensor",
}  # fmt: skip
# Their "other" is a tensor, never a number.
TENSOR_OTHER = (
    "cross linalg.cross dist equal expand_as inner matmul __rmatmul__ reshape_as type_as vdot view_as max min"
).split()
# One dim, never several.
ONE_DIM = (
    "argmax argmin argsort cat chunk concat concatenate cross cummax cummin cumprod cumsum diff gather glu index_add "
    "index_copy index_fill index_select kthvalue linalg.cross log_softmax logcumsumexp max median min narrow normalize "
    "prod renorm repeat_interleave scatter scatter_add scatter_reduce select select_scatter slice softmax softmin sort "
    "split split_with_sizes stack take_along_dim tensor_split topk unbind unflatten unsafe_chunk unsafe_split unsqueeze "
    "any all aminmax"
).split()
# Parameters that say nothing here: devices, layouts, and torch's leftovers.
LEFT_OUT = set(
    "device layout pin_memory memory_format non_blocking _stacklevel size_average sparse_grad requires_grad".split()
)
# What comes back, where it is not one tensor.
RETURNS = {
    "tensors": "aminmax sort topk kthvalue cummax cummin var_mean std_mean chunk unsafe_chunk split unsafe_split "
               "split_with_sizes tensor_split unbind meshgrid broadcast_tensors",
    "bool": "allclose equal",
    # One tensor, or with the named parameter a pair.
    "value": "max min median nonzero max_pool1d max_pool2d atleast_1d atleast_2d atleast_3d __setitem__",
}  # fmt: skip

_TYPES = {name: kind for kind, names in PARAM_TYPES.items() for name in names.split()}
_RETURNS = {name: kind for kind, names in RETURNS.items() for name in names.split()}


@dataclasses.dataclass
class Option:
    """An option of a layer. `type`: the core's word ("int", "float", "ints", "optional int" …)."""

    name: str
    type: str
    required: bool
    default: object
    doc: str


@dataclasses.dataclass
class Layer:
    name: str
    doc: str
    options: list


@dataclasses.dataclass
class Param:
    """A parameter of an op. `default`: Python's text, or None if it must be given."""

    name: str
    type: str
    default: str
    keyword_only: bool = False
    variadic: bool = False


@dataclasses.dataclass
class Op:
    """`is_method`: the first parameter is the tensor it is called on. `returns`: tensor, tensors, bool or value."""

    name: str
    doc: str
    params: list
    returns: str
    in_place: bool
    is_method: bool


class CatalogError(Exception):
    pass


def _type(op, name):
    stem = op.rstrip("_") if not op.startswith("__") else op
    if name == "dim" and stem in ONE_DIM:
        return "int"
    if name == "other" and stem in TENSOR_OTHER:
        return "tensor"
    kind = EXCEPTIONS.get((stem, name)) or _TYPES.get(name)
    if kind is None:
        raise CatalogError(f"catalog.py has no type for parameter {name} of op {op}")
    return kind


def _split(params):
    """Splits at commas outside brackets and quotes."""
    return [part.strip() for part in re.findall(r"(?:[^,(\['\"]|\([^)]*\)|\[[^\]]*\]|'[^']*'|\"[^\"]*\")+", params)]


def _op(entry):
    params, keyword_only = [], False
    for part in _split(entry["params"]):
        if part == "*":
            keyword_only = True
            continue
        name, _, default = part.partition("=")
        variadic = name.startswith("*")
        name = name.lstrip("*")
        if name in LEFT_OUT or (name == "reduce" and entry["name"].endswith(("_loss", "cross_entropy", "with_logits"))):
            continue
        kind = "dtype" if (entry["name"], name) == ("to", "target") else _type(entry["name"], name)
        params.append(Param(name, kind, default or None, keyword_only, variadic))
        keyword_only |= variadic
    name = entry["name"]
    return Op(
        name, entry["doc"], params, _RETURNS.get(name, "tensor"), name.endswith("_") and not name.startswith("__"),
        bool(params) and params[0].type == "tensor" and params[0].default is None,
    )  # fmt: skip


def load(path):
    """(layers, ops) of a catalog.json. Dunder ops, which the languages have operators for, are in it too."""
    text = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    layers = [
        Layer(layer["name"], layer["doc"], [Option(**option) for option in layer["options"]])
        for layer in text["layers"]
    ]
    return layers, [_op(entry) for entry in text["ops"]]


if __name__ == "__main__":
    import sys

    for shown in load(sys.argv[1])[1]:
        print(shown.name, shown.returns, [(p.name, p.type, p.default) for p in shown.params])
