package org.tenon;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.tenon.internal.Loader;
import org.tenon.internal.Native;
import org.tenon.internal.TenonNativeConstants;

/** The one context of this class loader, made at first use. */
final class World {
    private static volatile long context;
    private static boolean loaded;
    private static Throwable failed;

    /** What belongs to the context as a whole and is held weakly by it: context-wide hooks, classes. */
    private static final Set<Object> KEPT = Collections.synchronizedSet(new HashSet<>());

    private World() {}

    static long context() {
        long now = context;
        return now != 0 ? now : open();
    }

    /** The context if there is one, else 0. */
    static long contextOrNone() {
        return context;
    }

    static void keep(Object callback) {
        KEPT.add(callback);
    }

    static void drop(Object callback) {
        KEPT.remove(callback);
    }

    private static synchronized long open() {
        if (context != 0) return context;
        if (failed instanceof Error error) throw error;
        if (failed instanceof RuntimeException exception) throw exception;
        if (!loaded) {
            try {
                Loader.load();
                checkAbi(Native.abiVersion());
                loaded = true;
            } catch (UnsatisfiedLinkError | RuntimeException e) {
                failed = e;
                throw e;
            }
        }
        context = Native.open();
        return context;
    }

    private static void checkAbi(int found) {
        int wanted = TenonNativeConstants.TENON_ABI_VERSION;
        if (found >> 16 == wanted >> 16 && found >= wanted) return;
        throw new TenonException(Status.VERSION, "Tenon's native library has ABI version " + shown(found)
                + ", this binding wants " + shown(wanted) + ": take both from one release", "", "");
    }

    private static String shown(int version) {
        return (version >> 16) + "." + (version & 0xffff);
    }

    static synchronized void shutdown() {
        if (context == 0) return;
        Native.close();
        context = 0;
        KEPT.clear();
        Modules.forgetAll();
    }
}
