package org.tenon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tenon.nn.BatchNorm1d;
import org.tenon.nn.Conv2d;
import org.tenon.nn.Flatten;
import org.tenon.nn.Linear;
import org.tenon.nn.ReLU;
import org.tenon.nn.Sequential;

/** State dicts and files. */
class StateTest extends Leakless {
    private static Sequential net() {
        Map<String, TenonModule> parts = new LinkedHashMap<>();
        parts.put("fc1", new Linear(3, 2));
        parts.put("norm", new BatchNorm1d(2));
        return new Sequential(parts);
    }

    @Test
    void stateDictRoundTrip() {
        try (Sequential from = net();
                Sequential to = net();
                Scope scope = Tenon.scope()) {
            StateDict state = from.stateDict();
            assertEquals(
                    List.of(
                            "fc1.weight", "fc1.bias", "norm.weight", "norm.bias", "norm.running_mean",
                            "norm.running_var", "norm.num_batches_tracked"),
                    state.keys());
            assertEquals(7, state.size());
            assertEquals(DType.I64, state.get("norm.num_batches_tracked").dtype());
            assertEquals("<All keys matched successfully>", to.loadStateDict(state).toString());
            assertArrayEquals(
                    from.getParameter("fc1.weight").toFloatArray(), to.getParameter("fc1.weight").toFloatArray());
            for (Named<Value> entry : state) {
                assertTrue(to.stateDict().get(entry.name()).equal(entry.value().asTensor()));
            }
            assertEquals(7, state.toMap().size());
            // Detached, over the same memory; a snapshot is not.
            StateDict snapshot = state.clone();
            from.getParameter("fc1.bias").fill(9);
            assertArrayEquals(new float[] {9, 9}, state.get("fc1.bias").toFloatArray());
            assertFalse(Arrays.equals(new float[] {9, 9}, snapshot.get("fc1.bias").toFloatArray()));
            assertFalse(state.get("fc1.bias").requiresGrad());
            assertTrue(from.stateDict("", true).get("fc1.bias").requiresGrad());
            assertEquals("net.fc1.weight", from.stateDict("net.", false).keys().get(0));
            // A map of one's own.
            StateDict own = state.copy();
            own.remove("fc1.bias");
            assertFalse(own.containsKey("fc1.bias"));
            assertTrue(state.containsKey("fc1.bias"));
            assertEquals("(2, 3)", own.get("fc1.weight").shape());
            assertNull(own.get("nothing"));
            assertNull(own.getValue("nothing"));
            own.set("note", Value.of("text"));
            assertEquals("text", own.getValue("note").asString());
            StateDict wrapped = from.stateDict("module.", false);
            assertEquals(7, wrapped.stripPrefix("module."));
            assertEquals(state.keys(), wrapped.keys());
            assertEquals(2, state.metadata().get("norm").get("version").asLong());
            state.setMetadata(Value.none());
            assertTrue(state.metadata().isNone());
            to.loadStateDict(state.toMap());
            // assign: the state dict's tensors become the module's.
            StateDict twice = snapshot.clone();
            to.loadStateDict(twice, Map.of("assign", true));
            assertTrue(to.getParameter("fc1.weight").sharesStorage(twice.get("fc1.weight")));
        }
    }

    @Test
    void loadReportsMissingAndUnexpected() {
        try (Sequential net = net();
                Scope scope = Tenon.scope()) {
            StateDict state = net.stateDict();
            state.remove("fc1.bias");
            state.set("extra", Ops.ones(1));
            LoadReport report = net.loadStateDict(state, Strictness.LENIENT);
            assertEquals(List.of("fc1.bias"), report.missing());
            assertEquals(List.of("extra"), report.unexpected());
            assertTrue(report.toString().contains("fc1.bias"));
            assertEquals(
                    Status.RUNTIME, assertThrows(TenonException.class, () -> net.loadStateDict(state)).status());
            StateDict halves = net.stateDict().clone();
            halves.set("fc1.weight", halves.get("fc1.weight").half());
            assertEquals(1, net.loadStateDict(halves).cast().size());
            assertThrows(TenonException.class, () -> net.loadStateDict(halves, Map.of("strict_dtype", true)));
        }
    }

    @Test
    void loadIsAllOrNothing() {
        // spec/cases.md BC-16
        try (Sequential net = new Sequential(new Linear(2, 2), new Linear(2, 3));
                Scope scope = Tenon.scope()) {
            float[] before = net.getParameter("0.weight").toFloatArray();
            Map<String, Tensor> entries = new LinkedHashMap<>();
            entries.put("0.weight", Ops.ones(2, 2));
            entries.put("1.bias", Ops.ones(3));
            entries.put("1.weight", Ops.ones(9, 9));
            entries.put("zzz", Ops.ones(1));
            StateDict state = StateDict.of(entries);
            String wrong =
                    assertThrows(TenonException.class, () -> net.loadStateDict(state)).getMessage();
            for (String part : List.of("0.bias", "zzz", "1.weight")) assertTrue(wrong.contains(part), wrong);
            assertArrayEquals(before, net.getParameter("0.weight").toFloatArray());
            assertThrows(TenonException.class, () -> net.loadStateDict(state, Strictness.LENIENT));
            assertArrayEquals(before, net.getParameter("0.weight").toFloatArray());
            // As PyTorch: what was loaded before stays.
            assertThrows(TenonException.class, () -> net.loadStateDict(state, Map.of("partial", true)));
            assertArrayEquals(new float[] {1, 1, 1, 1}, net.getParameter("0.weight").toFloatArray());
        }
    }

    @Test
    void filesRoundTrip(@TempDir Path folder) throws IOException {
        try (Sequential net = net();
                Scope scope = Tenon.scope()) {
            StateDict state = net.stateDict();
            Path file = folder.resolve("w \uD83D\uDE80.safetensors");
            state.save(file);
            StateDict read = StateDict.load(file);
            assertEquals(
                    state.keys().stream().sorted().toList(), read.keys().stream().sorted().toList());
            for (Named<Value> entry : state) {
                assertTrue(read.get(entry.name()).equal(entry.value().asTensor()), entry.name());
            }
            byte[] bytes = state.toByteArray();
            assertArrayEquals(Files.readAllBytes(file), bytes);
            assertEquals(7, StateDict.load(bytes).size());
            assertEquals(Value.Kind.DICT, read.fileMetadata().kind());
            TenonException broken = assertThrows(
                    TenonException.class, () -> StateDict.load(Arrays.copyOf(bytes, bytes.length - 1)));
            assertEquals(Status.CORRUPT, broken.status());
            assertFalse(broken.reason().isEmpty());
            assertEquals(
                    Status.IO,
                    assertThrows(TenonException.class, () -> StateDict.load(folder.resolve("nothing"))).status());
            assertThrows(TenonException.class, () -> StateDict.load(file, 8));
            // A file that PyTorch's world wrote.
            StateDict digits =
                    StateDict.load(Support.SOURCE.resolve("examples/digits/model/model.safetensors"));
            assertEquals("(10,)", digits.get("12.bias").shape());
        }
    }

    @Test
    void wholeModelFileRoundTrip(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("net.safetensors");
        try (Sequential net = new Sequential(
                        new Conv2d(1, 2, 3, o -> o.padding(1)), new ReLU(), new Flatten(), new Linear(32, 4));
                Scope scope = Tenon.scope()) {
            net.eval();
            net.save(file);
            Tensor x = Tensor.zeros(DType.F32, 2, 1, 4, 4).uniform(0, 1);
            float[] wanted = net.call(x).toFloatArray();
            try (TenonModule read = TenonModule.load(file)) {
                assertEquals(net.toString(), read.toString());
                assertFalse(read.isTraining());
                assertFalse(read.getParameter("0.weight").requiresGrad());
                assertArrayEquals(wanted, read.call(x).toFloatArray());
            }
            Report report = new Report();
            try (TenonModule train = TenonModule.load(file, Map.of("train", true), report)) {
                assertTrue(train.isTraining());
                assertEquals(List.of(), report.lines(Report.Kind.MISSING));
            }
            Path text = Files.writeString(folder.resolve("net.txt"), net.toString());
            net.stateDict().save(folder.resolve("bare.safetensors"));
            try (TenonModule beside =
                    TenonModule.load(folder.resolve("bare.safetensors"), Map.of("text_path", text.toString()))) {
                assertArrayEquals(wanted, beside.call(x).toFloatArray());
            }
        }
    }
}
