#!/usr/bin/env python3
"""Trains the digit reader with PyTorch and writes everything in model/.

Needs only torch and numpy. What is committed was written by Debian 12's python3-torch:

    /usr/bin/python3 examples/digits/train.py

One thread, float32, fixed seed: the same machine writes the same bytes again.
"""

import gzip
import hashlib
import json
import pathlib
import re
import struct
import time

import numpy as np
import torch
from torch import nn

HERE = pathlib.Path(__file__).resolve().parent
TRAIN_ROWS = 1400  # the first rows train, the other 397 are never seen
SEED = 7
EPOCHS = 150
BATCH = 50


def read_digits():
    """All images as float32 (N, 1, 8, 8), pixel / 16, and labels as int64 (N,)."""
    with gzip.open(HERE / "digits.csv.gz", "rt") as file:
        rows = np.loadtxt(file, delimiter=",", dtype=np.int64)
    # A pixel is 0..16, so the division by 16 is exact in float32.
    images = (rows[:, :64].astype(np.float32) / np.float32(16)).reshape(-1, 1, 8, 8)
    return torch.from_numpy(images), torch.from_numpy(rows[:, 64].copy())


def make_model():
    return nn.Sequential(
        nn.Conv2d(1, 16, kernel_size=3, padding=1),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, kernel_size=3, padding=1),
        nn.BatchNorm2d(32),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(128, 32),
        nn.ReLU(),
        nn.Dropout(0.25),
        nn.Linear(32, 10),
    )


def jitter(images):
    """Small random rotations, scales, shears and shifts: other people's handwriting."""
    count = len(images)
    theta = torch.eye(2, 3).repeat(count, 1, 1)
    theta[:, :, :2] += (torch.rand(count, 2, 2) - 0.5) * 0.5
    theta[:, :, 2] += (torch.rand(count, 2) - 0.5) * 0.35
    grid = nn.functional.affine_grid(theta, images.shape, align_corners=False)
    return nn.functional.grid_sample(images, grid, align_corners=False)


def train(model, images, labels):
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3, weight_decay=1e-4)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.1)
    model.train()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(images)).split(BATCH):
            optimizer.zero_grad()
            loss_of(model(jitter(images[rows])), labels[rows]).backward()
            optimizer.step()
        scheduler.step()


def as_2_15(text):
    """The printed tree as PyTorch 2.15 prints it: normalisation layers name their bias."""
    return re.sub(r"(BatchNorm\dd\([^)]*affine=(True|False))(?!, bias=)", r"\1, bias=\2", text)


def write_safetensors(path, tensors, metadata):
    """Layout of the reference writer: widest type first, then by name; header padded to 8 bytes."""
    names = {torch.int64: ("I64", 0), torch.float32: ("F32", 1)}
    ordered = sorted(tensors.items(), key=lambda item: (names[item[1].dtype][1], item[0]))
    header, data = {"__metadata__": dict(sorted(metadata.items()))}, []
    begin = 0
    for name, tensor in ordered:
        raw = tensor.detach().contiguous().numpy().tobytes()
        header[name] = {
            "dtype": names[tensor.dtype][0],
            "shape": list(tensor.shape),
            "data_offsets": [begin, begin + len(raw)],
        }
        begin += len(raw)
        data.append(raw)
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(data))


def main():
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    images, labels = read_digits()
    model = make_model()
    started = time.perf_counter()
    train(model, images[:TRAIN_ROWS], labels[:TRAIN_ROWS])
    model.eval()
    with torch.no_grad():
        logits = model(images[TRAIN_ROWS:])
    predictions = logits.argmax(1)
    correct = int((predictions == labels[TRAIN_ROWS:]).sum())
    count = len(predictions)
    print(f"{correct} of {count} right ({correct / count:.4f}), {time.perf_counter() - started:.1f} s")

    out = HERE / "model"
    out.mkdir(exist_ok=True)
    text, state = str(model), model.state_dict()
    (out / "model.txt").write_text(text + "\n")
    (out / "model_2_15.txt").write_text(as_2_15(text) + "\n")
    write_safetensors(out / "model.safetensors", state, {"format": "pt", "tenon.module": text})
    torch.save(state, out / "model.pt")
    recorded = {"logits": logits, "predictions": predictions}
    write_safetensors(out / "expected.safetensors", recorded, {"format": "pt"})
    expected = {
        "torch": torch.__version__,
        "note": "Debian 12's python3-torch is 1.13.1 and calls itself 1.13.0a0",
        "seed": SEED,
        "train_rows": TRAIN_ROWS,
        "eval_rows": count,
        "correct": correct,
        "accuracy": correct / count,
        "parameters": sum(p.numel() for p in model.parameters()),
        "state_bytes": sum(t.numel() * t.element_size() for t in state.values()),
        "state": [[name, list(t.shape), str(t.dtype)] for name, t in state.items()],
        "data_sha256": hashlib.sha256((HERE / "digits.csv.gz").read_bytes()).hexdigest(),
        "predictions": predictions.tolist(),
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in expected.items()]
    (out / "expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
