package org.tenon;

import java.util.function.Function;
import org.tenon.internal.TenonNative;
import org.tenon.internal.TenonNativeConstants;

/**
 * What belongs to no module: scopes, random numbers, classes, context-wide hooks, counters. Each class
 * loader that uses Tenon has one native context of its own, made at first use and shut down when the
 * class loader is unloaded, or by {@link #shutdown}.
 */
public final class Tenon {
    private Tenon() {}

    /** What {@link #live} counts. */
    public enum Live {
        /** Handles of all kinds. */
        HANDLES(TenonNativeConstants.TENON_LIVE_HANDLES),
        /** Tensors. */
        TENSORS(TenonNativeConstants.TENON_LIVE_TENSORS),
        /** Modules. */
        MODULES(TenonNativeConstants.TENON_LIVE_MODULES),
        /** Values. */
        VALUES(TenonNativeConstants.TENON_LIVE_VALUES),
        /** Lists. */
        LISTS(TenonNativeConstants.TENON_LIVE_LISTS),
        /** State dicts. */
        STATE_DICTS(TenonNativeConstants.TENON_LIVE_STATE_DICTS),
        /** Reports. */
        REPORTS(TenonNativeConstants.TENON_LIVE_REPORTS),
        /** Texts. */
        STRINGS(TenonNativeConstants.TENON_LIVE_STRINGS),
        /** Hooks, custom modules and other callbacks. */
        CALLBACKS(TenonNativeConstants.TENON_LIVE_CALLBACKS),
        /** Blocks of tensor memory. */
        BLOCKS(TenonNativeConstants.TENON_LIVE_BLOCKS);

        private final int number;

        Live(int number) {
            this.number = number;
        }
    }

    /**
     * Opens a scope on this thread, for try-with-resources.
     *
     * @return the scope
     */
    public static Scope scope() {
        return Scope.enter(0);
    }

    /**
     * Runs a function in a scope and keeps the tensor it gives.
     *
     * @param body the function; its argument is the scope
     * @return its tensor, moved out
     */
    public static Tensor scoped(Function<Scope, Tensor> body) {
        try (Scope scope = scope()) {
            Tensor result = body.apply(scope);
            return result == null ? null : result.moveOut();
        }
    }

    /**
     * The library's version.
     *
     * @return {@code "0.1.0"}
     */
    public static String version() {
        World.context();
        return TenonNative.tenon_version();
    }

    /**
     * Seeds the random numbers as {@code torch.manual_seed} does.
     *
     * @param seed the seed
     */
    public static void manualSeed(long seed) {
        TenonNative.tenon_context_manual_seed(World.context(), seed);
    }

    /**
     * The last seed.
     *
     * @return the seed
     */
    public static long initialSeed() {
        return TenonNative.tenon_context_initial_seed(World.context());
    }

    /**
     * The state of the random numbers, as {@code torch.get_rng_state()} gives it.
     *
     * @return a uint8 tensor
     */
    public static Tensor rngState() {
        return new Tensor(TenonNative.tenon_context_rng_state(World.context()));
    }

    /**
     * Goes on from a saved state.
     *
     * @param state what {@link #rngState} or torch gave
     */
    public static void setRngState(Tensor state) {
        try {
            TenonNative.tenon_context_set_rng_state(World.context(), state.handle());
        } finally {
            java.lang.ref.Reference.reachabilityFence(state);
        }
    }

    /**
     * Counts what is held natively: for tests against leaks.
     *
     * @param kind of what
     * @return how many
     */
    public static long live(Live kind) {
        Cleaners.sweep();
        return TenonNative.tenon_context_live(World.context(), kind.number);
    }

    /** Gives cached tensor memory back to the system. */
    public static void trim() {
        TenonNative.tenon_context_trim(World.context());
    }

    /**
     * Ends the context now: all modules, tensors and hooks are dropped; Java objects that are left are of
     * no use any more, but may be closed. The next use makes a new context. Memory handed out by {@link
     * Tensor#byteBuffer} must not be used after this. Not possible inside a callback.
     */
    public static void shutdown() {
        World.shutdown();
    }

    /**
     * Registers a class: parsed texts and {@link TenonModule#create} make it by name.
     *
     * @param name the class's name
     * @param factory makes its modules
     */
    public static void registerClass(String name, ClassFactory factory) {
        Registered callback = new Registered.Creator(factory);
        TenonNative.tenon_context_register_class(World.context(), name, callback);
        World.keep(callback);
    }

    /**
     * Makes a name another name of a class.
     *
     * @param name the new name
     * @param target the class
     */
    public static void registerAlias(String name, String target) {
        TenonNative.tenon_context_register_alias(World.context(), name, target);
    }

    /**
     * Tells whether {@link TenonModule#create} knows a class.
     *
     * @param name the class's name
     * @return true if it does
     */
    public static boolean hasClass(String name) {
        return TenonNative.tenon_context_has_class(World.context(), name) == 1;
    }

    /** Native registration. */
    private interface Registration {
        long register(long context, int flags, Registered callback);
    }

    private static HookHandle hook(Registered callback, Registration registration, HookOption... options) {
        long id = registration.register(World.context(), HookOption.flags(options), callback);
        World.keep(callback);
        return new HookHandle(id, null, callback);
    }

    /**
     * Runs a hook after each forward of every module.
     *
     * @param hook the hook
     * @param options how
     * @return what removes it
     */
    public static HookHandle registerModuleForwardHook(ForwardHook hook, HookOption... options) {
        return hook(
                new Registered.Forward(null, hook), TenonNative::tenon_context_register_forward_hook, options);
    }

    /**
     * Runs a hook after each forward of every module, with keyword arguments and any nesting.
     *
     * @param hook the hook
     * @param options how
     * @return what removes it
     */
    public static HookHandle registerModuleForwardHook(CallHook hook, HookOption... options) {
        return hook(new Registered.Whole(null, hook), TenonNative::tenon_context_register_forward_hook, options);
    }

    /**
     * Runs a hook before each forward of every module.
     *
     * @param hook the hook
     * @return what removes it
     */
    public static HookHandle registerModuleForwardPreHook(ForwardPreHook hook) {
        return hook(new Registered.ForwardPre(null, hook), TenonNative::tenon_context_register_forward_pre_hook);
    }

    /**
     * Runs a hook before each forward of every module, with keyword arguments and any nesting.
     *
     * @param hook the hook
     * @return what removes it
     */
    public static HookHandle registerModuleForwardPreHook(CallHook hook) {
        return hook(new Registered.Whole(null, hook), TenonNative::tenon_context_register_forward_pre_hook);
    }

    /**
     * Runs a hook when any module registers a parameter.
     *
     * @param hook the hook: {@link Call#name}, {@link Call#value}, {@link Call#setValue}
     * @return what removes it
     */
    public static HookHandle registerModuleParameterRegistrationHook(CallHook hook) {
        return hook(
                new Registered.Whole(null, hook),
                TenonNative::tenon_context_register_parameter_registration_hook);
    }

    /**
     * Runs a hook when any module registers a buffer.
     *
     * @param hook the hook: {@link Call#name}, {@link Call#value}, {@link Call#setValue}
     * @return what removes it
     */
    public static HookHandle registerModuleBufferRegistrationHook(CallHook hook) {
        return hook(
                new Registered.Whole(null, hook), TenonNative::tenon_context_register_buffer_registration_hook);
    }

    /**
     * Runs a hook when any module adds a child.
     *
     * @param hook the hook: {@link Call#name}, {@link Call#value}, {@link Call#setValue}
     * @return what removes it
     */
    public static HookHandle registerModuleModuleRegistrationHook(CallHook hook) {
        return hook(
                new Registered.Whole(null, hook), TenonNative::tenon_context_register_module_registration_hook);
    }
}
