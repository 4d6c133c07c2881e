package org.tenon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.tenon.nn.Linear;
import org.tenon.nn.ReLU;
import org.tenon.nn.Sequential;

/** docs/errors.md, word for word. */
class MistakeTest extends Leakless {
    /** The section's text: its block for Java, else that for all. */
    private static String documented(String title) {
        String page;
        try {
            page = Files.readString(Support.SOURCE.resolve("docs/errors.md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        int flags = Pattern.MULTILINE | Pattern.DOTALL;
        Matcher section = Pattern.compile("^## " + Pattern.quote(title) + "\n(.*?)(?=^## |\\z)", flags).matcher(page);
        assertTrue(section.find(), "docs/errors.md has no section " + title);
        for (String language : List.of("java", "text")) {
            Matcher block =
                    Pattern.compile("^```" + language + "\n(.*?)\n```$", flags).matcher(section.group(1));
            if (block.find()) return block.group(1);
        }
        throw new AssertionError("docs/errors.md shows no text for " + title);
    }

    private static void says(Class<? extends Throwable> type, String title, Executable mistake) {
        assertEquals(documented(title), assertThrows(type, mistake).getMessage());
    }

    private static Sequential model() {
        Map<String, TenonModule> parts = new LinkedHashMap<>();
        parts.put("fc1", new Linear(64, 128));
        parts.put("act", new ReLU());
        return new Sequential(parts);
    }

    @Test
    void mistakeWrongLastDimension() {
        try (Sequential model = model();
                Scope scope = Tenon.scope()) {
            says(TenonException.class, "Wrong last dimension", () -> model.call(Ops.zeros(1, 63)));
        }
    }

    @Test
    void mistakeWrongDtype() {
        try (Sequential model = model();
                Scope scope = Tenon.scope()) {
            says(TenonException.class, "Wrong dtype", () -> model.call(Tensor.zeros(DType.I64, 1, 64)));
        }
    }

    @Test
    void mistakeMissingKeys() {
        try (Sequential model = model();
                StateDict empty = new StateDict()) {
            says(TenonException.class, "Missing keys", () -> model.loadStateDict(empty));
        }
    }

    @Test
    void mistakeLfsPointerAsModel(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("model.safetensors"),
                "version https://git-lfs.github.com/spec/v1\n"
                        + "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n");
        String path = folder.resolve("model.safetensors").toString();
        String wanted = documented("LFS pointer as model").replace("model.safetensors", path);
        assertEquals(
                wanted, assertThrows(TenonException.class, () -> TenonModule.load(Path.of(path))).getMessage());
    }

    @Test
    void mistakeUnknownClassWithoutForward() {
        String text = "Sequential(\n  (layer1): BasicBlock(\n    (conv): Conv2d(3, 3, kernel_size=(1, 1), stride=(1, 1))\n"
                + "  )\n)";
        try (TenonModule net = TenonModule.parse(text);
                Scope scope = Tenon.scope()) {
            says(
                    TenonException.class,
                    "Unknown class without forward",
                    () -> net.call(Ops.zeros(1, 3, 2, 2)));
        }
    }

    @Test
    void mistakeUseAfterClose() {
        try (Tensor x = Ops.zeros(1, 4)) {
            Linear layer = new Linear(4, 2);
            layer.close();
            says(IllegalStateException.class, "Use after close", () -> layer.call(x));
        }
    }

    /** Uses Tenon, twice; prints the messages of what is thrown. */
    static final class UseTwice {
        public static void main(String[] arguments) {
            for (int i = 0; i < 2; i++) {
                try {
                    Tenon.version();
                } catch (UnsatisfiedLinkError | TenonException e) {
                    System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
                }
            }
        }
    }

    private static String withLibrary(String path) {
        return Programs.run(UseTwice.class, List.of("-Dtenon.native.path=" + path));
    }

    @Test
    void mistakeLibraryNotFound() {
        String line = "UnsatisfiedLinkError: " + documented("Library not found") + "\n";
        assertEquals(line + line, withLibrary("/nowhere/libtenonjni.so"));
    }

    @Test
    void mistakeWrongAbi() {
        String line = "TenonException: " + documented("Wrong ABI") + "\n";
        assertEquals(line + line, withLibrary(System.getenv("TENON_WRONG_ABI")));
    }

    @Test
    void mistakeDottedName() {
        try (Sequential net = new Sequential();
                ReLU act = new ReLU()) {
            says(TenonException.class, "Dotted name", () -> net.addModule("layer.1", act));
        }
    }

    @Test
    void mistakeModuleInsideItself() {
        try (Sequential net = new Sequential()) {
            says(TenonException.class, "Module inside itself", () -> net.addModule("again", net));
        }
    }

    @Test
    void mistakeThrowingHook() {
        try (Linear layer = Support.doubler()) {
            IOException trouble = new IOException("on purpose");
            try (HookHandle hook = layer.registerForwardHook((m, input, output) -> {
                throw trouble;
            })) {
                says(IOException.class, "Throwing hook", () -> Support.run(layer, 1));
            }
            assertEquals(3f, Support.run(layer, 1));
        }
    }

    @Test
    void mistakeHiddenOptionMissing() {
        says(
                TenonException.class,
                "Hidden option missing",
                () -> TenonModule.parse("MultiheadAttention(\n"
                        + "  (out_proj): NonDynamicallyQuantizableLinear(in_features=8, out_features=8, bias=True)\n)"));
    }
}
