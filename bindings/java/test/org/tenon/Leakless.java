package org.tenon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.ref.WeakReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/** Tests that leave nothing behind: no handle, no callback. */
abstract class Leakless {
    /** Collects until it holds, or gives up. */
    static boolean collectUntil(BooleanSupplier holds) {
        for (int i = 0; i < 200; i++) {
            if (holds.getAsBoolean()) return true;
            System.gc();
            try {
                Thread.sleep(i < 20 ? 5 : 25);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return holds.getAsBoolean();
    }

    static boolean isCollected(WeakReference<?> reference) {
        return collectUntil(() -> reference.get() == null);
    }

    @AfterEach
    void nothingIsLeft() {
        collectUntil(() -> Tenon.live(Tenon.Live.HANDLES) == 0 && Tenon.live(Tenon.Live.CALLBACKS) == 0);
        assertEquals(0, Tenon.live(Tenon.Live.HANDLES), "live handles");
        assertEquals(0, Tenon.live(Tenon.Live.CALLBACKS), "live callbacks");
    }
}
