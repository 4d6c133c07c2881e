package org.tenon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tenon.nn.Linear;
import org.tenon.nn.Sequential;

/** The context's end, class loaders, and what is packed. */
class WorldTest extends Leakless {
    /** Memory whose keeper is native: it is let go of when the context is. */
    private static WeakReference<ByteBuffer> wrapped(List<Tensor> into) {
        ByteBuffer memory = ByteBuffer.allocateDirect(16);
        into.add(Tensor.wrap(DType.F32, memory, 4));
        return new WeakReference<>(memory);
    }

    @Test
    void shutdownRunsEveryDestroyOnce() {
        List<Tensor> kept = new ArrayList<>();
        WeakReference<ByteBuffer> memory = wrapped(kept);
        Sequential net = new Sequential(Support.doubler(), new Support.Twice());
        net.registerBuffer("mine", kept.get(0));
        HookHandle hook = net.get(0).registerForwardHook((m, input, output) -> null);
        HookHandle wide = Tenon.registerModuleForwardHook((m, input, output) -> null);
        Tenon.registerClass("Twice", call -> new Support.Twice());
        assertEquals(4, Tenon.live(Tenon.Live.CALLBACKS));
        for (int i = 0; i < 5; i++) System.gc();
        assertFalse(memory.get() == null);
        try (HookHandle inside = net.registerForwardHook((m, input, output) -> {
            assertEquals(Status.BUSY, assertThrows(TenonException.class, Tenon::shutdown).status());
            return null;
        })) {
            Support.run(net, 1);
        }
        Tenon.shutdown();
        Tenon.shutdown();
        assertTrue(isCollected(memory));
        assertThrows(TenonException.class, () -> kept.get(0).fill(1));
        assertThrows(IllegalStateException.class, () -> kept.get(0).sizes());
        assertThrows(TenonException.class, () -> net.eval());
        // A new context for what comes next, and the old one's hooks are no concern of it.
        assertEquals(0, Tenon.live(Tenon.Live.CALLBACKS));
        try (Linear layer = Support.doubler()) {
            HookHandle newer = layer.registerForwardHook((m, input, output) -> output.neg());
            hook.remove();
            wide.remove();
            assertEquals(-3f, Support.run(layer, 1));
            newer.remove();
        }
        kept.get(0).close();
        net.close();
    }

    private static void garbage() {
        for (int i = 0; i < 50; i++) {
            Ops.ones(3);
            new Sequential(new Support.Twice()).registerForwardHook((m, input, output) -> null);
            Ops.ones(3).byteBuffer();
        }
    }

    @Test
    void lateFinalizersAreHarmless() {
        garbage();
        Tenon.shutdown();
        List<WeakReference<Object>> dead = new ArrayList<>();
        dead.add(new WeakReference<>(new Object()));
        assertTrue(isCollected(dead.get(0)));
        for (int i = 0; i < 5; i++) {
            System.gc();
            Cleaners.sweep();
        }
        assertEquals(0, Tenon.live(Tenon.Live.HANDLES));
        try (Linear layer = Support.doubler()) {
            assertEquals(3f, Support.run(layer, 1));
        }
    }

    /** What runs in another class loader, and leaves a model in a static field. */
    static final class Inside {
        static Sequential model;
        static Tensor kept;
        static List<Scope> open = new ArrayList<>();

        public static float work(ByteBuffer memory) {
            model = new Sequential(Support.doubler(), new Support.Outer(new Support.Twice()));
            model.registerForwardHook((m, input, output) -> model.isTraining() ? null : output);
            Tenon.registerModuleForwardHook((m, input, output) -> null);
            Tenon.registerClass("Twice", call -> new Support.Twice());
            kept = Tensor.wrap(DType.F32, memory, 4);
            kept.byteBuffer();
            model.registerBuffer("mine", kept);
            try {
                model.registerForwardPreHook((m, input) -> {
                    if (input.item() == 13) throw new java.io.IOException("on purpose");
                    return null;
                });
                Support.run(model, 13);
            } catch (Exception e) {
                assertEquals("on purpose", e.getMessage());
            }
            return Support.run(model, 1);
        }
    }

    private static final class Left {
        WeakReference<ClassLoader> loader;
        WeakReference<ByteBuffer> memory;
    }

    private static Left useInLoader() throws Exception {
        ClassLoader loader = new URLClassLoader(
                new URL[] {url(Programs.home(Tenon.class)), url(Programs.home(WorldTest.class))}, platformAndJunit());
        ByteBuffer memory = ByteBuffer.allocateDirect(16);
        Class<?> inside = Class.forName(Inside.class.getName(), true, loader);
        assertNotSame(Inside.class, inside);
        Method work = inside.getDeclaredMethod("work", ByteBuffer.class);
        work.setAccessible(true);
        assertEquals(6f, work.invoke(null, memory));
        Left left = new Left();
        left.loader = new WeakReference<>(loader);
        left.memory = new WeakReference<>(memory);
        return left;
    }

    private static URL url(String path) throws MalformedURLException {
        return Path.of(path).toUri().toURL();
    }

    /** JUnit's classes, and none of ours. */
    private static ClassLoader platformAndJunit() {
        ClassLoader all = WorldTest.class.getClassLoader();
        return new ClassLoader(ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (name.startsWith("org.tenon.")) throw new ClassNotFoundException(name);
                return all.loadClass(name);
            }
        };
    }

    @Test
    void threeClassLoaders() throws Exception {
        try (Linear own = Support.doubler()) { // this loader's library is loaded
            List<Left> left = new ArrayList<>();
            for (int i = 0; i < 3; i++) left.add(useInLoader());
            assertTrue(collectUntil(() -> left.stream().allMatch(one -> one.loader.get() == null)), "loaders go");
            // Native code let go of what it kept: JNI_OnUnload has shut the context down.
            assertTrue(collectUntil(() -> left.stream().allMatch(one -> one.memory.get() == null)), "contexts end");
            assertEquals(3f, Support.run(own, 1));
        }
    }

    /** Prints what a model says. */
    static final class Hello {
        public static void main(String[] arguments) {
            try (Linear layer = Support.doubler()) {
                System.out.println(Support.run(layer, 1) + " " + Tenon.version());
            }
        }
    }

    @Test
    void libraryIsUnpackedByContentAlsoByThreeAtOnce(@TempDir Path cache) throws Exception {
        List<String> said = new ArrayList<>();
        List<Thread> starters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread starter = new Thread(() -> {
                String line = Programs.run(Hello.class, List.of("-Dtenon.native.cache=" + cache));
                synchronized (said) {
                    said.add(line);
                }
            });
            starters.add(starter);
            starter.start();
        }
        for (Thread starter : starters) assertTrue(MemoryTest.joined(starter));
        assertEquals(List.of("3.0 0.1.0\n", "3.0 0.1.0\n", "3.0 0.1.0\n"), said);
        List<Path> files;
        try (var walk = Files.walk(cache)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        assertEquals(1, files.size(), files.toString()); // no temporary file is left
        assertEquals("libtenonjni.so", files.get(0).getFileName().toString());
        // A damaged copy is not trusted.
        Files.write(files.get(0), new byte[] {1, 2, 3});
        assertEquals("3.0 0.1.0\n", Programs.run(Hello.class, List.of("-Dtenon.native.cache=" + cache)));
    }

    @Test
    void libraryPathIsTried(@TempDir Path folder) throws IOException {
        Files.copy(Path.of(System.getenv("TENON_PROBE")), folder.resolve("libtenonjni.so"));
        Path cache = folder.resolve("cache");
        String said = Programs.run(
                Hello.class, List.of("-Djava.library.path=" + folder, "-Dtenon.native.cache=" + cache));
        assertEquals("3.0 0.1.0\n", said);
        assertFalse(Files.exists(cache));
    }

    @Test
    void theJarIsAModule() {
        var module = ModuleFinder.of(Path.of(Programs.home(Tenon.class))).find("org.tenon").orElseThrow();
        Set<String> exports = new TreeSet<>();
        module.descriptor().exports().forEach(export -> exports.add(export.source()));
        assertEquals(Set.of("org.tenon", "org.tenon.nn"), exports);
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        String said = Programs.execute(List.of(
                java, "--module-path", Programs.home(Tenon.class), "--add-modules", "org.tenon", "-cp",
                Programs.home(WorldTest.class), use.Versioned.class.getName()));
        assertEquals("0.1.0 org.tenon (1, 2)\n", said);
    }

    @Test
    void everyJniLookupIsDeclaredForNativeImage() throws IOException {
        String declared = new String(
                Tenon.class
                        .getResourceAsStream("/META-INF/native-image/org.tenon/tenon/jni-config.json")
                        .readAllBytes(),
                java.nio.charset.StandardCharsets.UTF_8);
        Set<String> found = new TreeSet<>();
        for (String file : System.getenv("TENON_WRAPPERS").split(":")) {
            String source = Files.readString(Path.of(file));
            Matcher classes = Pattern.compile("FindClass\\(\"([^\"]+)\"\\)|SWIG_Java\\w+,\\s*\"(java/[^\"]+)\"").matcher(source);
            while (classes.find()) found.add(classes.group(1) != null ? classes.group(1) : classes.group(2));
            Matcher methods =
                    Pattern.compile("Get(?:Static)?(?:Method|Field)ID\\(\\s*\\w+,\\s*\"(\\w+)\"").matcher(source);
            while (methods.find()) {
                assertTrue(declared.contains("{\"name\": \"" + methods.group(1) + "\", \"parameterTypes\""), methods.group(1));
                found.add(methods.group(1));
            }
        }
        assertTrue(found.containsAll(List.of("call", "make", "org/tenon/internal/Callback")), found.toString());
        for (String name : found) {
            if (!name.contains("/") && !name.equals("[B")) continue;
            String shown = name.equals("[B") ? "byte[]" : name.replace('/', '.');
            assertTrue(declared.contains("{\"name\": \"" + shown + "\""), shown + " is not declared");
        }
    }

    /** Leaks a tensor on purpose. */
    static final class Leaky {
        public static void main(String[] arguments) {
            Ops.ones(3);
            for (int i = 0; i < 100 && Tenon.live(Tenon.Live.HANDLES) > 0; i++) {
                System.gc();
                Cleaners.sweep();
            }
            System.err.flush();
        }
    }

    @Test
    void leaksAreNamedWhenAskedFor() {
        String said = Programs.run(Leaky.class, List.of("-Dtenon.trackLeaks=true"));
        assertTrue(said.contains("Tensor made here was never closed"), said);
        assertTrue(said.contains("WorldTest$Leaky.main"), said);
        assertEquals("", Programs.run(Leaky.class, List.of()));
    }
}
