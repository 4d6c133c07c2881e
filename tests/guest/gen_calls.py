#!/usr/bin/env python3
"""Writes calls.inc: every C function as a table entry that a test can call with any arguments.

    gen_calls.py TENON_API_JSON OUT

What a parameter is follows from its type; which values make the call succeed from GOOD below, for the few that the type
does not tell; whether NULL is allowed from the header's words ("`x` NULL: …", "`x` (may be NULL)").
"""

import json
import re
import sys

# (function, parameter) -> the tag of the argument that api.c makes for it. Functions may be patterns.
GOOD = [
    (r"tenon_module_(append|extend|insert|get_item|set_item|delete_item|pop|slice|clear|count|keys)", "module", "SEQUENTIAL"),
    (r"tenon_module_\w+_key|tenon_module_(update|keys)", "module", "MODULE_DICT"),
    (r"tenon_module_(user_data|has_callback|get_extra_state|set_extra_state)", "module", "CUSTOM"),
    (r"tenon_module_(insert|get_item|set_item|delete_item|pop)", "index", "0"),
    (r"tenon_module_slice", "begin", "0"), (r"tenon_module_slice", "end", "1"),
    (r"tenon_module_update", "items", "DICT_OF_MODULES"),
    (r"tenon_module_call|tenon_module_forward", "args", "TENSOR_VALUE"),
    (r"tenon_module_get_parameter", "path", "weight"), (r"tenon_module_get_buffer", "path", "running_mean"),
    (r"tenon_module_get_submodule", "path", ""), (r"tenon_module_has", "path", "weight"),
    (r"tenon_module_set_submodule", "module", "SEQUENTIAL"), (r"tenon_module_set_submodule", "path", "0"),
    (r"tenon_module_(get|delete)_attribute", "name", "weight"),
    (r"tenon_module_register_parameter", "tensor", "PARAMETER"),
    (r"tenon_module_set_attribute", "value", "INT"),
    (r"tenon_module_set_extra_state", "value", "INT"),
    (r"tenon_module_create", "type_name", "ReLU"), (r"tenon_module_create_custom", "type_name", "Custom"),
    (r"tenon_module_parse\w*", "text", "Linear(in_features=2, out_features=2, bias=True)"),
    (r"tenon_module_load\w*", "path", "MODEL_FILE"), (r"tenon_state_dict_load", "path", "STATE_FILE"),
    (r"tenon_(module|state_dict)_save", "path", "NEW_FILE"),
    (r"tenon_state_dict_load_memory", "data", "STATE_BYTES"), (r"tenon_state_dict_load_memory", "bytes", "STATE_BYTES"),
    (r"tenon_state_dict_(get|has|tensor|remove)", "key", "weight"),
    (r"tenon_state_dict_set_metadata", "value", "DICT"), (r"tenon_state_dict_set", "value", "TENSOR_VALUE"),
    (r"tenon_module_to", "dtype", "2"),
    (r"tenon_list_module", "list", "MODULE_LIST"), (r"tenon_list_find", "name", "weight"),
    (r"tenon_context_set_rng_state", "tensor", "RNG_STATE"),
    (r"tenon_context_register_alias", "target", "Linear"),
    (r"tenon_tensor_(item|item_int)", "tensor", "ONE"), (r"tenon_tensor_unmap", "tensor", "MAPPED"),
    (r"tenon_tensor_map", "flags", "1"),
    (r"tenon_tensor_(read|write)", "bytes", "24"),
    (r"tenon_tensor_arange", "end", "3"), (r"tenon_tensor_arange", "step", "1"),
    (r"tenon_tensor_(uniform|normal)", "high|deviation", "1"),
    (r"tenon_value_(at|count|key)", "value", "TUPLE"), (r"tenon_value_list_append", "value", "LIST"),
    (r"tenon_value_as_bool", "value", "BOOL"), (r"tenon_value_as_int", "value", "INT"),
    (r"tenon_value_as_float", "value", "FLOAT"), (r"tenon_value_(as_string|string_data)", "value", "STRING"),
    (r"tenon_value_as_dtype", "value", "DTYPE"), (r"tenon_value_as_tensor", "value", "TENSOR_VALUE"),
    (r"tenon_value_as_module", "value", "MODULE_VALUE"), (r"tenon_value_as_opaque", "value", "OPAQUE"),
    (r"tenon_op1", "op", "OP_RELU"), (r"tenon_op2", "op", "OP_ADD"), (r"tenon_op_call", "op", "OP_RELU"),
    (r"tenon_op_call", "args", "TENSOR_VALUES"), (r"tenon_op_id", "name", "relu"), (r"tenon_op_name", "op", "0"),
    (r"tenon_optimizer_create", "type_name", "Adam"), (r"tenon_optimizer_create", "params", "PARAMETERS"),
    (r"tenon_optimizer_add_param_group", "group", "GROUP"),
    (r"tenon_optimizer_load_state_dict", "state", "OPTIMIZER_STATE"),
    (r"tenon_scheduler_create", "type_name", "LinearLR"), (r"tenon_scheduler_create_with", "type_name", "LambdaLR"),
    (r"tenon_scheduler_create_of", "type_name", "ChainedScheduler"),
    (r"tenon_scheduler_load_state_dict", "state", "SCHEDULER_STATE"),
    (r"tenon_clip_\w+", "params", "PARAMETERS"), (r"tenon_total_norm", "items", "TENSOR_VALUE"),
    (r"tenon_clip_\w+|tenon_total_norm", "max_norm|norm_type|clip_value", "1"), (r"tenon_clip_grads_with_norm", "norm", "ONE"),
    (r"tenon_module_update_average", "module", "AVERAGED"), (r"tenon_module_update_bn", "items", "LIST"),
    (r"tenon_report_remove|tenon_report_text", "report", "FILLED"),
    (r"tenon_call_\w+", "slot", "1"), (r"tenon_context_log", "level", "1"), (r"tenon_error_set", "code", "6"),
    (r"tenon_module_call_f32", "capacity", "6"), (r"\w+", "ndim", "2"), (r"\w+", "\\w+_count", "1"), (r"\w+", "dtype", "1"),
]  # fmt: skip

HANDLE = re.compile(r"tenon_(\w+) \*")
KINDS = {
    "tenon_value *const *": "VALUES", "tenon_module *const *": "MODULES", "tenon_scheduler *const *": "SCHEDULERS", "tenon_tensor *const *": "TENSORS",
    "tenon_callback": "CALLBACK", "tenon_destroy_fn": "DESTROY", "tenon_status": "INT32",
    "const tenon_context_options *": "CONTEXT_OPTIONS", "const char *": "TEXT", "const void *": "BYTES",
    "void *const *": "HANDLES", "const float *": "BYTES", "float *": "BYTES", "const double *": "BYTES",
    "double *": "BYTES", "const int64_t *": "INTEGERS", "double": "DOUBLE", "int32_t": "INT32", "int64_t": "INT64",
}  # fmt: skip
RETURNS = {
    "tenon_status": "STATUS", "void": "NOTHING", "int32_t": "INT", "int64_t": "INT", "const char *": "POINTER",
    "void *": "POINTER",
}  # fmt: skip
FIELDS = {"INT32": "i", "INT64": "i", "DOUBLE": "d"}


def is_handle(kind):
    match = HANDLE.fullmatch(kind)
    return match and match[1].upper()


def kind_of(p):
    if p["way"] == "out":
        pointed = p["type"][:-1].strip()
        return "OUT_HANDLE" if is_handle(pointed) else "OUT_NUMBER"
    if p["type"] == "void *":
        return "BYTES" if p["name"] in ("data", "destination") else "USER_DATA"
    kind = KINDS.get(p["type"]) or is_handle(p["type"])
    if kind is None:
        sys.exit(f"gen_calls.py: {p['type']} {p['name']}: say in KINDS what it is")
    return kind


def nullable(f, p):
    name, doc = re.escape(p["name"]), f["doc"]
    if p["name"] == "out_hook_id":
        return True
    if p["type"] == "tenon_destroy_fn" or p["name"] in ("user_data", "payload"):
        return True
    if re.search(rf"`{name}`( \([^)]*\))? NULL|`{name}` (and|or) `\w+` NULL|`{name}` \(may be NULL|none if `{name}` is NULL", doc):
        return True
    # Words in headers that cover several functions, and "`args` NULL, a tuple …; `kwargs` NULL or a dict".
    if p["name"] in ("options", "kwargs", "args") and p["type"] == "tenon_value *":
        return True
    return (f["name"], p["name"]) in NULL_ALLOWED or f["name"].endswith(("_retain", "_release"))


# Said by words that the pattern does not know.
NULL_ALLOWED = {
    ("tenon_error_set", "text"), ("tenon_error_set", "payload"), ("tenon_tensor_wrap_read_only", "strides"),
    ("tenon_release_all", "handles"),
}  # fmt: skip


# Here `destroy` is what the value was made with, nothing is taken.
ASKS_BY_DESTROY = {"tenon_value_as_opaque"}


def good(f, p):
    for function, parameter, tag in GOOD:
        if re.fullmatch(function, f["name"]) and re.fullmatch(parameter, p["name"]):
            return tag
    return ""


def cast(p, index):
    kind = kind_of(p)
    if kind in FIELDS:
        return f"({p['type']})a[{index}].{FIELDS[kind]}"
    if kind == "CALLBACK":
        return f"a[{index}].callback"
    if kind == "DESTROY":
        return f"a[{index}].destroy"
    return f"a[{index}].p"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        functions = json.load(file)["functions"]
    lines = ["/* Generated from the C headers by gen_calls.py. */"]
    table = []
    for number, f in enumerate(functions):
        call = f"{f['name']}({', '.join(cast(p, i) for i, p in enumerate(f['params']))})"
        returns = RETURNS[f["returns"]]
        body = {
            "NOTHING": f"{call}; r.i = 0;", "STATUS": f"r.i = {call};", "INT": f"r.i = {call};",
            "POINTER": f"r.p = (void*){call};",
        }[returns]  # fmt: skip
        lines.append(f"static slot run_{number}(const slot* a) {{ slot r; (void)a; {body} return r; }}")
        params = ", ".join(
            f'{{K_{kind_of(p)}, "{p["name"]}", {int(bool(nullable(f, p)))}, {json.dumps(good(f, p))}}}' for p in f["params"]
        )
        takes = int(any(p["name"] == "destroy" for p in f["params"]) and f["name"] not in ASKS_BY_DESTROY)
        table.append(
            f'  {{"{f["name"]}", R_{returns}, "{f["thread"]}", {takes}, {len(f["params"])}, {{{params or "{0, 0, 0, 0}"}}}, run_{number}}},'
        )
    lines.append("static const call_info calls[] = {")
    lines += table
    lines += ["};", "enum { kCallCount = sizeof calls / sizeof *calls };", ""]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
