#!/usr/bin/env python3
"""Records the weights that PyTorch gives fresh layers after a seed.

    /usr/bin/python3 tests/golden/record_default_init.py

writes default_init.json (which expression, which seed, which tensor) and default_init.safetensors
beside itself. Needs torch and numpy; what is committed was recorded with Debian 12's
python3-torch (1.13.1, vector kernels). After each layer two more uniforms are recorded as `next`,
so that the number of draws is checked as well as their values.

1.13 and 2.15 agree bit for bit on everything drawn from a uniform, and on normals of 16 or more
float32 elements: all 196 tensors of 2.15's own recording of default parameters (dtypes of four
and eight bytes) came out the same when this version drew them. A normal tensor of fewer than 16 elements goes through log(1 - u) in 1.13 and
log1p(-u) since 2.x, so its last bit may differ: such cases are left out here.
"""

import json
import pathlib
import struct

import torch
from torch import nn  # noqa: F401, the expressions use it

HERE = pathlib.Path(__file__).resolve().parent
SEEDS = (7, 2024)
EXPRESSIONS = (
    "nn.Linear(4, 3)",
    "nn.Linear(64, 10)",
    "nn.Linear(6, 5, bias=False)",
    "nn.Linear(5, 2, dtype=torch.float64)",
    "nn.Conv1d(3, 4, 3)",
    "nn.Conv1d(4, 8, 5, stride=2, padding=2, groups=2)",
    "nn.Conv2d(1, 16, 3, padding=1)",
    "nn.Conv2d(6, 4, (3, 2), groups=2, bias=False)",
    "nn.Conv2d(3, 2, 3, padding='same', padding_mode='reflect')",
    "nn.BatchNorm1d(5)",
    "nn.BatchNorm2d(4)",
    "nn.LayerNorm((2, 3))",
    "nn.Embedding(10, 3)",
    "nn.Embedding(9, 4, padding_idx=2)",
    "nn.LSTM(3, 4)",
    "nn.LSTM(3, 4, num_layers=2, bidirectional=True)",
    "nn.LSTM(5, 6, bias=False, batch_first=True)",
    "nn.LSTM(3, 6, proj_size=2)",
    "nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(8, 3))",
    "nn.ModuleList([nn.Linear(2, 2), nn.Embedding(8, 2), nn.Linear(2, 2)])",
    "nn.ModuleDict({'a': nn.Conv1d(1, 2, 3), 'b': nn.LSTM(2, 2)})",
)
DTYPES = {torch.int64: "I64", torch.float64: "F64", torch.float32: "F32"}


def main():
    torch.set_num_threads(1)
    cases, tensors = [], {}
    for expr in EXPRESSIONS:
        for seed in SEEDS:
            torch.manual_seed(seed)
            state = dict(eval(expr).state_dict())  # the expressions are the table above
            state["next"] = torch.rand(2)
            name, values = f"{expr[3:]}_s{seed}", []
            for key, tensor in state.items():
                tensors[f"{name}/{key}"] = tensor
                values.append([key, {"tensor": f"{name}/{key}", "requires_grad": False}])
            cases.append({"name": name, "seed": seed, "expr": expr, "values": values})
    # Debian's build of 1.13.1 calls itself 1.13.0a0.
    head = {"torch": "1.13.1 (Debian 1.13.1+dfsg-4)", "reported": torch.__version__}
    lines = ",\n".join(json.dumps(case) for case in cases)
    text = json.dumps(head)[:-1] + ', "cases": [\n' + lines + "\n]}\n"
    (HERE / "default_init.json").write_text(text)

    order = sorted(tensors, key=lambda key: (list(DTYPES).index(tensors[key].dtype), key))
    header, data, begin = {"__metadata__": {"format": "pt"}}, b"", 0
    for key in order:
        raw = tensors[key].contiguous().numpy().tobytes()
        header[key] = {
            "dtype": DTYPES[tensors[key].dtype],
            "shape": list(tensors[key].shape),
            "data_offsets": [begin, begin + len(raw)],
        }
        begin, data = begin + len(raw), data + raw
    encoded = json.dumps(header, separators=(",", ":")).encode()
    encoded += b" " * (-len(encoded) % 8)
    (HERE / "default_init.safetensors").write_bytes(
        struct.pack("<Q", len(encoded)) + encoded + data
    )
    print(f"{len(cases)} cases, {len(tensors)} tensors")


if __name__ == "__main__":
    main()
