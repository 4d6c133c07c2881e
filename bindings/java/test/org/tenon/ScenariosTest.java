package org.tenon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every scenario of bindings/scenarios.txt has its test here. */
class ScenariosTest {
    @Test
    void everyScenarioHasItsTest() throws IOException {
        Set<String> tests = new TreeSet<>();
        for (Class<?> type : List.of(
                TensorTest.class, ModuleTest.class, HookTest.class, CustomTest.class, StateTest.class,
                MemoryTest.class, CallbackTest.class, WorldTest.class, MistakeTest.class, CasesTest.class)) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class)) tests.add(method.getName());
            }
        }
        List<String> missing = new ArrayList<>();
        for (String line : Files.readAllLines(Support.SOURCE.resolve("bindings/scenarios.txt"))) {
            if (line.isBlank() || line.startsWith("#")) continue;
            String[] parts = line.split(":");
            if (parts.length > 1 && !Arrays.asList(parts[1].trim().split("\\s+")).contains("java")) continue;
            if (!tests.contains(camel(parts[0].trim()))) missing.add(camel(parts[0].trim()));
        }
        assertEquals(List.of(), missing);
    }

    private static String camel(String name) {
        StringBuilder text = new StringBuilder();
        for (String word : name.split("_")) {
            text.append(text.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return text.toString();
    }
}
