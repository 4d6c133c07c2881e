package org.tenon.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Finds the native library: the path in {@code -Dtenon.native.path}, else {@link
 * System#loadLibrary}, else the copy in this jar, which is unpacked into a folder named by its
 * content ({@code -Dtenon.native.cache}, else the user's cache folder, else the temporary one).
 */
public final class Loader {
    private static final String NAME = "tenonjni";
    private static final String FILE = "lib" + NAME + ".so";

    private Loader() {}

    /** Loads it. Names only files that it looked for, never lists folders. */
    public static void load() {
        String given = System.getProperty("tenon.native.path");
        if (given != null) {
            loadGiven(Path.of(given).toAbsolutePath());
            return;
        }
        try {
            System.loadLibrary(NAME);
        } catch (UnsatisfiedLinkError e) {
            // A second class loader may not load a file again, but the jar's copy under a fresh name.
            loadFromJar(e);
        }
    }

    private static void loadGiven(Path path) {
        if (!Files.exists(path)) {
            throw new UnsatisfiedLinkError("Tenon's native library was not found: " + path
                    + " (from -Dtenon.native.path) does not exist");
        }
        loadFile(path);
    }

    /** A file that another class loader has loaded is loaded under a fresh name. */
    private static void loadFile(Path path) {
        try {
            System.load(path.toString());
        } catch (UnsatisfiedLinkError e) {
            if (!String.valueOf(e.getMessage()).contains("already loaded in another classloader")) throw e;
            try {
                Path fresh = Files.createTempFile("tenon-", "-" + FILE);
                Files.copy(path, fresh, StandardCopyOption.REPLACE_EXISTING);
                System.load(fresh.toString());
                Files.delete(fresh); // mapped already
            } catch (IOException problem) {
                e.addSuppressed(problem);
                throw e;
            }
        }
    }

    private static void loadFromJar(UnsatisfiedLinkError first) {
        String resource = "/org/tenon/native/" + platform() + "/" + FILE;
        try (InputStream stream = Loader.class.getResourceAsStream(resource)) {
            if (stream == null) {
                UnsatisfiedLinkError e = new UnsatisfiedLinkError("Tenon's native library was not found: neither "
                        + FILE + " in java.library.path nor " + resource + " in the jar");
                e.initCause(first);
                throw e;
            }
            byte[] content = stream.readAllBytes();
            loadFile(unpack(content));
        } catch (IOException | NoSuchAlgorithmException problem) {
            UnsatisfiedLinkError e =
                    new UnsatisfiedLinkError("Tenon's native library could not be unpacked: " + problem);
            e.initCause(problem);
            throw e;
        }
    }

    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch");
        return (os.startsWith("windows") ? "windows" : os.startsWith("mac") ? "macos" : os) + "-"
                + (arch.equals("amd64") ? "x86_64" : arch);
    }

    /** Writes the library where its content says; processes that start together do not disturb each other. */
    private static Path unpack(byte[] content) throws IOException, NoSuchAlgorithmException {
        String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        Path folder = cacheFolder().resolve(hash.substring(0, 32));
        Path target = folder.resolve(FILE);
        // The content is compared, not the name alone: the folder may be another user's.
        if (Files.isRegularFile(target) && Arrays.equals(Files.readAllBytes(target), content)) return target;
        Files.createDirectories(folder);
        Path temporary = Files.write(Files.createTempFile(folder, FILE, ".part"), content);
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE); // also over another's copy
        return target;
    }

    private static Path cacheFolder() {
        String given = System.getProperty("tenon.native.cache");
        if (given != null) return Path.of(given).toAbsolutePath();
        Path home = Path.of(System.getProperty("user.home", ""), ".cache");
        Path cache = home.resolve("tenon");
        try {
            return Files.createDirectories(cache);
        } catch (IOException notThere) {
            return Path.of(System.getProperty("java.io.tmpdir"), "tenon-" + System.getProperty("user.name"));
        }
    }
}
