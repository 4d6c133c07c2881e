package org.tenon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a main class in a VM of its own. */
final class Programs {
    private Programs() {}

    /** The folder or jar of a class. */
    static String home(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (java.net.URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** What it printed; it must end well. */
    static String run(Class<?> program, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        command.add("-Djava.library.path=/nowhere"); // the jar's library, not one of LD_LIBRARY_PATH
        command.addAll(options);
        command.addAll(List.of("-cp", home(Programs.class) + ":" + home(Tenon.class), program.getName()));
        command.addAll(List.of(arguments));
        return execute(command);
    }

    static String execute(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue(), said);
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
