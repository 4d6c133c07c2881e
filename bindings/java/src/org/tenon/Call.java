package org.tenon;

import java.util.List;
import java.util.Map;
import org.tenon.internal.Native;
import org.tenon.internal.TenonNative;
import org.tenon.internal.TenonNativeConstants;

/**
 * What a callback learns, and may change. What the kind of callback does not have is none or empty;
 * what is not set stays as it is. Valid until the callback returns.
 */
public final class Call {
    private long call;
    private final TenonModule module;

    Call(long call, TenonModule module) {
        this.call = call;
        this.module = module;
    }

    void end() {
        call = 0;
    }

    private long record() {
        if (call == 0) throw new IllegalStateException("a Call is valid until its callback returns");
        return call;
    }

    private Value get(int slot) {
        return Value.take(TenonNative.tenon_call_get(record(), slot));
    }

    private void set(int slot, Value value) {
        set(record(), slot, value);
    }

    void set(long record, int slot, Value value) {
        long handle = value.toNative();
        try {
            TenonNative.tenon_call_set(record, slot, handle);
        } finally {
            Native.release(handle);
            java.lang.ref.Reference.reachabilityFence(value);
        }
    }

    /**
     * The module that the callback is about.
     *
     * @return the module; null when a registered class makes one
     */
    public TenonModule module() {
        return module;
    }

    /**
     * That module's path within the running call.
     *
     * @return the path, "" at its root
     */
    public String path() {
        return TenonNative.tenon_call_path(record());
    }

    /**
     * The positional arguments.
     *
     * @return the arguments
     */
    public List<Value> args() {
        Value args = get(TenonNativeConstants.TENON_SLOT_ARGS);
        return args.isNone() ? List.of() : args.items();
    }

    /**
     * Replaces the positional arguments: what a pre-hook may do.
     *
     * @param args the new arguments, each as for {@link Value#of(Object)}
     */
    public void setArgs(Object... args) {
        set(TenonNativeConstants.TENON_SLOT_ARGS, Value.tuple(args));
    }

    /**
     * The keyword arguments.
     *
     * @return the arguments by name
     */
    public Map<String, Value> kwargs() {
        Value kwargs = get(TenonNativeConstants.TENON_SLOT_KWARGS);
        return kwargs.isNone() ? Map.of() : kwargs.entries();
    }

    /**
     * Replaces the keyword arguments: what a pre-hook may do.
     *
     * @param kwargs the new arguments, each as for {@link Value#of(Object)}
     */
    public void setKwargs(Map<String, ?> kwargs) {
        set(TenonNativeConstants.TENON_SLOT_KWARGS, Value.dict(kwargs));
    }

    /**
     * The output: in hooks after forward.
     *
     * @return the output
     */
    public Value output() {
        return get(TenonNativeConstants.TENON_SLOT_OUTPUT);
    }

    /**
     * Replaces the output.
     *
     * @param output the new output, as for {@link Value#of(Object)}
     */
    public void setOutput(Object output) {
        set(TenonNativeConstants.TENON_SLOT_OUTPUT, Value.of(output));
    }

    /**
     * The name that is registered, or the class to make.
     *
     * @return the name; null if there is none
     */
    public String name() {
        return TenonNative.tenon_call_name(record());
    }

    /**
     * What is registered: in registration hooks.
     *
     * @return the parameter, buffer or module
     */
    public Value value() {
        return get(TenonNativeConstants.TENON_SLOT_VALUE);
    }

    /**
     * Replaces what is registered.
     *
     * @param value the parameter, buffer or module, as for {@link Value#of(Object)}
     */
    public void setValue(Object value) {
        set(TenonNativeConstants.TENON_SLOT_VALUE, Value.of(value));
    }

    /**
     * The state dict: in its hooks and in load hooks. Changes to it count.
     *
     * @return the state dict
     */
    public StateDict stateDict() {
        return new StateDict(TenonNative.tenon_call_state_dict(record()));
    }

    /**
     * What loading found: in load hooks. Changes to it count.
     *
     * @return the report
     */
    public Report report() {
        return new Report(TenonNative.tenon_call_report(record()));
    }

    /**
     * What the module's keys begin with: in hooks of state dicts and of loading.
     *
     * @return the prefix, {@code "layers.0."}
     */
    public String prefix() {
        return get(TenonNativeConstants.TENON_SLOT_PREFIX).asString();
    }

    /**
     * The module's metadata: in hooks of state dicts and of loading.
     *
     * @return a dict, or none
     */
    public Value metadata() {
        return get(TenonNativeConstants.TENON_SLOT_METADATA);
    }

    /**
     * Whether loading is strict: in load hooks.
     *
     * @return the caller's strictness
     */
    public boolean strict() {
        return get(TenonNativeConstants.TENON_SLOT_STRICT).asLong() != 0;
    }
}
