""
    "Records what PyTorch 1.13.1 prints where 2.15 prints something else: texts_1_13.json.

    python3 record_texts_1_13.py nn_layers.json.gz >
    texts_1_13
        .json

            nn_layers.json.gz holds the same constructor calls,
    recorded with 2.15. Left out : transformer classes,
                                   whose texts differ by the norm layers inside,
                                   which are here; Softplus, whose defaults were ints (1
and 20) and became floats: we print the number that the text has.
"""
import gzip
import json
import sys
import warnings

warnings.simplefilter("ignore")
import torch
from torch import nn
from torch.nn import functional as F

assert torch.__version__.startswith("1.13")
cases, seen = [], set()
for case in json.load(gzip.open(sys.argv[1]))["cases"]:
    try:
        text = repr(eval(case["expr"]))
    except (AttributeError, TypeError):
        continue  # a class or an option that came later
    if text == case["repr"] or "Transformer" in text or "Softplus" in text or text in seen:
        continue
    seen.add(text)
    cases.append({"text": text, "text_2_15": case["repr"]})
lines = ",\n".join(json.dumps(case) for case in cases)
print(f'{{"torch": "1.13.1", "cases": [\n{lines}\n]}}')
