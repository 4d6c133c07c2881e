import java.util.concurrent.atomic.AtomicLong;

/** A checked exception of the host's own: it must cross C and C++ frames unharmed. */
class HookTrouble extends Exception {
    private static final long serialVersionUID = 1;

    HookTrouble(String message) {
        super(message);
    }
}

/** The call record from Java: kwargs in, a tuple out, an exception through. */
final class Smoke implements TenonNativeConstants {
    static int passed, failed;

    static void check(String claim, boolean holds) {
        if (holds) passed++; else failed++;
        if (!holds) System.out.println("FAILED " + claim);
    }

    static long[] pair(long a, long b) {
        return new long[] {a, b};
    }

    /** The integers of a tuple; releases it. */
    static long[] integers(long tuple) {
        long[] out = new long[(int) TenonNative.tenon_value_count(tuple)];
        for (int i = 0; i < out.length; i++) {
            long item = TenonNative.tenon_value_at(tuple, i);
            out[i] = TenonNative.tenon_value_as_int(item);
            TenonNative.tenon_value_release(item);
        }
        TenonNative.tenon_value_release(tuple);
        return out;
    }

    static long integerOf(long dict, String key) {
        long item = TenonNative.tenon_value_get(dict, key);
        long integer = TenonNative.tenon_value_as_int(item);
        TenonNative.tenon_value_release(item);
        return integer;
    }

    static void setPair(long call, int slot, long a, long b) {
        long context = TenonNative.tenon_call_context(call);
        long x = TenonNative.tenon_value_int(context, a), y = TenonNative.tenon_value_int(context, b);
        long tuple = TenonNative.tenon_value_tuple(context, pair(x, y));
        TenonNative.tenon_call_set(call, slot, tuple);
        for (long value : new long[] {x, y, tuple}) TenonNative.tenon_value_release(value);
        TenonNative.tenon_context_release(context);
    }

    /** forward(x, scale=...) -> (x, x * scale) */
    static int forward(long call) {
        if (TenonNative.tenon_call_kind(call) != TENON_CALL_FORWARD) return TENON_E_UNSUPPORTED;
        long x = integers(TenonNative.tenon_call_get(call, TENON_SLOT_ARGS))[0];
        long kwargs = TenonNative.tenon_call_get(call, TENON_SLOT_KWARGS);
        setPair(call, TENON_SLOT_OUTPUT, x, x * integerOf(kwargs, "scale"));
        TenonNative.tenon_value_release(kwargs);
        return TENON_OK;
    }

    /** m(5, scale=3) */
    static long run(long context, long module) {
        long x = TenonNative.tenon_value_int(context, 5), scale = TenonNative.tenon_value_int(context, 3);
        long args = TenonNative.tenon_value_tuple(context, new long[] {x});
        long kwargs = TenonNative.tenon_value_dict(context);
        TenonNative.tenon_value_dict_set(kwargs, "scale", scale);
        try {
            return TenonNative.tenon_module_call(module, args, kwargs);
        } finally {
            for (long value : new long[] {x, scale, args, kwargs}) TenonNative.tenon_value_release(value);
        }
    }

    static Throwable thrownBy(long context, long module) {
        try {
            run(context, module);
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    public static void main(String[] arguments) {
        System.load(arguments[0]);
        long context = TenonNative.tenon_context_create(0);
        long module = TenonNative.tenon_module_create_custom(context, "Pair", Smoke::forward);
        long[] plain = integers(run(context, module));
        check("forward returns a tuple", plain.length == 2 && plain[0] == 5 && plain[1] == 15);

        AtomicLong seen = new AtomicLong();
        long hook = TenonNative.tenon_module_register_forward_hook(module, 0, call -> {
            long kwargs = TenonNative.tenon_call_get(call, TENON_SLOT_KWARGS);
            seen.set(integerOf(kwargs, "scale"));
            TenonNative.tenon_value_release(kwargs);
            long[] output = integers(TenonNative.tenon_call_get(call, TENON_SLOT_OUTPUT));
            setPair(call, TENON_SLOT_OUTPUT, output[1], output[0]);
            return TENON_OK;
        });
        long[] swapped = integers(run(context, module));
        check("a hook sees the keyword arguments", seen.get() == 3);
        check("a hook replaces the tuple", swapped[0] == 15 && swapped[1] == 5);

        HookTrouble trouble = new HookTrouble("on purpose");
        long thrower = TenonNative.tenon_module_register_forward_hook(module, 0, call -> {
            throw trouble;
        });
        check("the same exception object comes out", thrownBy(context, module) == trouble);
        long outer = TenonNative.tenon_module_create_custom(context, "Outer", call -> {
            if (TenonNative.tenon_call_kind(call) != TENON_CALL_FORWARD) return TENON_E_UNSUPPORTED;
            TenonNative.tenon_value_release(run(context, module));
            return TENON_OK;
        });
        check("also through nested calls", thrownBy(context, outer) == trouble);
        TenonNative.tenon_hook_remove(context, thrower);
        TenonNative.tenon_hook_remove(context, hook);
        long[] again = integers(run(context, module));
        check("the model goes on without the hooks", again[0] == 5 && again[1] == 15);
        long dict = TenonNative.tenon_value_dict(context);
        try {
            TenonNative.tenon_value_as_int(dict);
            check("a failure of the library's own is a TenonException", false);
        } catch (TenonException e) {
            check("a failure of the library's own is a TenonException", e.status == TENON_E_TYPE);
        }
        TenonNative.tenon_value_release(dict);
        TenonNative.tenon_module_release(outer);
        TenonNative.tenon_module_release(module);
        check("no callback is left", TenonNative.tenon_context_live(context, TENON_LIVE_CALLBACKS) == 0);
        check("no handle is left", TenonNative.tenon_context_live(context, TENON_LIVE_HANDLES) == 0);
        TenonNative.tenon_context_release(context);
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
