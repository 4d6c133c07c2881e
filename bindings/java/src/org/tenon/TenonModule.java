package org.tenon;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.tenon.internal.Native;
import org.tenon.internal.TenonNative;
import org.tenon.internal.TenonNativeConstants;
import org.tenon.internal.Text;

/**
 * A network or a part of one: PyTorch's {@code nn.Module}. Layers and containers are in {@link
 * org.tenon.nn}; a module of one's own is a subclass that registers its parts in its constructor and
 * overrides {@link #forward(Tensor)}:
 *
 * <pre>{@code
 * class Net extends TenonModule {
 *     final Linear fc = addModule("fc", new Linear(4, 2));
 *
 *     protected Tensor forward(Tensor x) {
 *         return fc.call(x).relu();
 *     }
 * }
 * }</pre>
 *
 * <p>Users run {@link #call}, which runs the hooks too. Each native module has one Java object: what
 * {@link #getSubmodule} gives is the very object that was added, and built-in layers come back as their
 * class. A module keeps its children and {@link #close closes} them with itself. Modules are not closed by
 * scopes.
 */
public class TenonModule extends NativeObject {
    /** What a built-in class is made of that native code made: only the binding has one. */
    protected static final class Adopted {
        private final long handle;

        Adopted(long handle) {
            this.handle = handle;
        }
    }

    /** Thrown by what a subclass may override and did not: the library's default takes its place. */
    static final class NotOverridden extends RuntimeException {
        private static final long serialVersionUID = 1;
        private static final NotOverridden ONE = new NotOverridden();

        private NotOverridden() {
            super(null, null, false, false);
        }
    }

    final WeakReference<TenonModule> self = new WeakReference<>(this);

    /** The tree below, so that it lives as long as we do: Java objects are held weakly by native code. */
    private List<TenonModule> children = List.of();
    /** Modules that have this one among their children. */
    private final List<WeakReference<TenonModule>> parents = new ArrayList<>(1);
    /** What runs as our hooks. */
    private final List<Registered> hooks = Collections.synchronizedList(new ArrayList<>(0));
    /** What attributes lead to. */
    private Map<String, Object> kept;
    /** For a custom module. */
    private final Registered.Custom custom;
    private boolean takesValues;

    // ---- making ----

    /** A custom module named as its class. */
    public TenonModule() {
        this((String) null);
    }

    /**
     * A custom module.
     *
     * @param typeName the class name that {@link #toString} shows; null: the Java class's
     */
    public TenonModule(String typeName) {
        custom = new Registered.Custom(this);
        String name = typeName != null ? typeName : defaultTypeName();
        adopt(TenonNative.tenon_module_create_custom(World.context(), name, custom));
    }

    /**
     * A module of a built-in class: for the generated layers.
     *
     * @param typeName the class name
     * @param options its options
     */
    protected TenonModule(String typeName, LayerOptions options) {
        this(typeName, Value.dict(options.given));
    }

    /**
     * A container of a built-in class.
     *
     * @param typeName the class name
     * @param options its contents, or options
     */
    protected TenonModule(String typeName, Value options) {
        custom = null;
        long dict = options.toNative();
        try {
            adopt(TenonNative.tenon_module_create(World.context(), typeName, dict));
        } finally {
            Native.release(dict);
        }
        Modules.sync(this, true);
    }

    /**
     * A module that native code made.
     *
     * @param adopted its handle
     */
    protected TenonModule(Adopted adopted) {
        custom = null;
        adopt(adopted.handle);
    }

    /**
     * A module of a class that has none in Java.
     *
     * @param adopted its handle
     * @return the module
     */
    protected static TenonModule unknown(Adopted adopted) {
        return new TenonModule(adopted);
    }

    private void adopt(long handle) {
        ownModule(handle);
        Modules.register(handle, this);
    }

    private String defaultTypeName() {
        if (getClass() == TenonModule.class) return "Module";
        String name = getClass().getSimpleName();
        return name.isEmpty() ? "Module" : name;
    }

    /**
     * A module of any class by name.
     *
     * @param typeName a built-in, registered or aliased class
     * @param options a dict by name, or a tuple or list by position; none: no options
     * @return the module
     */
    public static TenonModule create(String typeName, Value options) {
        long native_ = options.toNative();
        try {
            return Modules.build(() -> TenonNative.tenon_module_create(World.context(), typeName, native_));
        } finally {
            Native.release(native_);
        }
    }

    /**
     * Builds the tree that PyTorch's {@code print(model)} wrote. Parameters have no values until they
     * are loaded or {@link #initialize}d.
     *
     * @param text the printed text
     * @return the tree
     */
    public static TenonModule parse(String text) {
        return Modules.build(() -> TenonNative.tenon_module_parse(World.context(), text));
    }

    /**
     * As {@link #parse(String)}; a state dict shows what print hides: shapes and keys.
     *
     * @param text the printed text
     * @param stateDict the weights that will be loaded
     * @return the tree
     */
    public static TenonModule parse(String text, StateDict stateDict) {
        try {
            return Modules.build(() ->
                    TenonNative.tenon_module_parse_with(World.context(), text, stateDict.handle(), 0, 0));
        } finally {
            Reference.reachabilityFence(stateDict);
        }
    }

    /**
     * As {@link #parse(String, StateDict)}, and says what was assumed.
     *
     * @param text the printed text
     * @param stateDict the weights that will be loaded, or null
     * @param strict true: assumptions are errors
     * @param report gets the assumptions; may be null
     * @return the tree
     */
    public static TenonModule parse(String text, StateDict stateDict, boolean strict, Report report) {
        long options = Value.dict(Map.of("strict", strict)).toNative();
        try {
            return Modules.build(() -> TenonNative.tenon_module_parse_with(
                    World.context(),
                    text,
                    stateDict == null ? 0 : stateDict.handle(),
                    options,
                    report == null ? 0 : report.handle()));
        } finally {
            Native.release(options);
            Reference.reachabilityFence(stateDict);
            Reference.reachabilityFence(report);
        }
    }

    /**
     * Builds the model that a file describes and loads its weights, in eval mode.
     *
     * @param path the file
     * @return the model
     */
    public static TenonModule load(Path path) {
        return Modules.build(() -> TenonNative.tenon_module_load(World.context(), path.toString(), 0));
    }

    /**
     * As {@link #load(Path)}.
     *
     * @param path the file
     * @param options {@code text_path} (the file of the text), {@code train}, {@code strict_text}
     * @return the model
     */
    public static TenonModule load(Path path, Map<String, ?> options) {
        return load(path, options, null);
    }

    /**
     * As {@link #load(Path, Map)}, and says what parser and loader found.
     *
     * @param path the file
     * @param options as there
     * @param report gets what was found; may be null
     * @return the model
     */
    public static TenonModule load(Path path, Map<String, ?> options, Report report) {
        long dict = Value.dict(options).toNative();
        try {
            return Modules.build(() -> TenonNative.tenon_module_load_with(
                    World.context(), path.toString(), dict, report == null ? 0 : report.handle()));
        } finally {
            Native.release(dict);
            Reference.reachabilityFence(report);
        }
    }

    /**
     * Writes weights and text into one file that {@link #load(Path)} reads, and torch the weights of.
     *
     * @param path the file
     */
    public void save(Path path) {
        try {
            TenonNative.tenon_module_save(handle(), path.toString(), 0);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * A copy that shares nothing that can change: ties stay ties, classes stay classes, hooks run in
     * the copy too. Custom modules are copied by {@link #cloneModule}.
     *
     * @return the copy
     */
    public TenonModule deepcopy() {
        try {
            // The copies' hooks are the same callbacks, so the copies keep them too.
            List<Named<TenonModule>> from = namedModules();
            for (Named<TenonModule> one : from) List.copyOf(one.value().hooks).forEach(Registered::share);
            TenonModule copy = Modules.build(() -> TenonNative.tenon_module_deepcopy(handle()));
            List<Named<TenonModule>> to = copy.namedModules();
            for (int i = 0; i < from.size() && i < to.size(); i++) {
                to.get(i).value().hooks.addAll(List.copyOf(from.get(i).value().hooks));
            }
            return copy;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    // ---- the mirror ----

    void mirror(List<TenonModule> now) {
        synchronized (Modules.class) {
            for (TenonModule child : children) child.parents.remove(self);
            for (TenonModule child : now) child.parents.add(self);
            children = now;
        }
    }

    /** Whether an open module contains this one. */
    boolean isContained() {
        synchronized (Modules.class) {
            for (WeakReference<TenonModule> parent : parents) {
                TenonModule module = parent.get();
                if (module != null && !module.isClosed()) return true;
            }
            return false;
        }
    }

    void keep(String name, Object object) {
        synchronized (Modules.class) {
            if (kept == null) kept = new HashMap<>();
            kept.put(name, object);
        }
    }

    void dropHook(Registered callback) {
        hooks.remove(callback);
    }

    private void changed() {
        Modules.sync(this, false);
    }

    /**
     * Closes this module, and those of its children that no other open module contains. A module that an
     * open one contains stays open: it is closed with that one.
     */
    @Override
    public void close() {
        long handle = rawHandle();
        if (handle == 0 || isContained()) return;
        Modules.forget(handle, self);
        super.close();
        List<TenonModule> last = children;
        mirror(List.of());
        for (TenonModule child : last) child.close();
    }

    // ---- what a custom module answers ----

    /**
     * What a custom module computes of one tensor. Override this, or {@link #forward(List, Map)} for
     * anything else; run {@link #call(Tensor)}.
     *
     * @param x the input
     * @return the output
     * @throws Exception comes out of the call as the same object
     */
    protected Tensor forward(Tensor x) throws Exception {
        throw NotOverridden.ONE;
    }

    /**
     * What a custom module computes of several or nested values.
     *
     * @param args the positional arguments
     * @param kwargs the keyword arguments
     * @return the output
     * @throws Exception comes out of the call as the same object
     */
    protected Value forward(List<Value> args, Map<String, Value> kwargs) throws Exception {
        throw NotOverridden.ONE;
    }

    /**
     * What {@link #toString} shows between the parentheses.
     *
     * @return the text; null: nothing
     */
    protected String extraRepr() {
        return null;
    }

    /**
     * What the state dict holds besides parameters and buffers.
     *
     * @return the extra state; null: none, and no entry for it
     */
    protected Value getExtraState() {
        throw NotOverridden.ONE;
    }

    /**
     * Takes back what {@link #getExtraState} gave.
     *
     * @param state the extra state
     */
    protected void setExtraState(Value state) {
        throw NotOverridden.ONE;
    }

    /**
     * A new module of this class for {@link #deepcopy}, with its own fields copied. The library fills in
     * parameters, buffers, children, attributes and hooks; what the constructor registered stays the
     * same object and gets the original's values.
     *
     * @return the new module; null: it cannot be copied, and neither can what contains it
     */
    protected TenonModule cloneModule() {
        return null;
    }

    final int answer(Call call, Scope scope, long record, int kind, long input, boolean simple) throws Exception {
        switch (kind) {
            case TenonNativeConstants.TENON_CALL_FORWARD:
                answerForward(call, scope, record, input, simple);
                return TenonNativeConstants.TENON_OK;
            case TenonNativeConstants.TENON_CALL_EXTRA_REPR: {
                String text = extraRepr();
                if (text == null) return TenonNativeConstants.TENON_E_UNSUPPORTED;
                call.setValue(text);
                return TenonNativeConstants.TENON_OK;
            }
            case TenonNativeConstants.TENON_CALL_GET_EXTRA_STATE: {
                Value state = getExtraState();
                if (state == null) return TenonNativeConstants.TENON_E_UNSUPPORTED;
                call.setValue(state);
                return TenonNativeConstants.TENON_OK;
            }
            case TenonNativeConstants.TENON_CALL_SET_EXTRA_STATE:
                setExtraState(call.value());
                return TenonNativeConstants.TENON_OK;
            case TenonNativeConstants.TENON_CALL_CLONE: {
                TenonModule copy = cloneModule();
                if (copy == null) return TenonNativeConstants.TENON_E_UNSUPPORTED;
                Modules.made(copy);
                call.setValue(copy);
                return TenonNativeConstants.TENON_OK;
            }
            default:
                return TenonNativeConstants.TENON_E_UNSUPPORTED;
        }
    }

    private void answerForward(Call call, Scope scope, long record, long input, boolean simple) throws Exception {
        if (simple && !takesValues) {
            try {
                Tensor output = forward(scope.lendInput(input));
                TenonNative.tenon_call_set_tensor(
                        record, TenonNativeConstants.TENON_SLOT_OUTPUT, output == null ? 0 : output.handle());
                return;
            } catch (NotOverridden e) {
                call.setOutput(forward(call.args(), call.kwargs()));
                takesValues = true;
                return;
            }
        }
        try {
            call.setOutput(forward(call.args(), call.kwargs()));
        } catch (NotOverridden e) {
            throw new TenonException(Status.TYPE, typeName() + ": forward(Tensor) takes one tensor; override"
                    + " forward(List, Map) for other arguments", call.path(), "");
        }
    }

    // ---- calling ----

    /**
     * Runs the module with its hooks: pre-hooks, forward, hooks.
     *
     * @param x the input
     * @return the output
     */
    public final Tensor call(Tensor x) {
        try {
            return new Tensor(TenonNative.tenon_module_call1(handle(), x.handle()));
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(x);
        }
    }

    /**
     * Runs the module with several or nested values, as LSTM takes and gives.
     *
     * @param args the positional arguments
     * @return the output
     */
    public final Value call(Value... args) {
        return call(List.of(args), Map.of());
    }

    /**
     * Runs the module with positional and keyword arguments.
     *
     * @param args the positional arguments
     * @param kwargs the keyword arguments
     * @return the output
     */
    public final Value call(List<Value> args, Map<String, Value> kwargs) {
        Tape tape = new Tape();
        tape.addTuple(args);
        if (kwargs.isEmpty()) {
            tape.addNone();
        } else {
            tape.addDict(kwargs);
        }
        try {
            return Value.take(
                    Native.callValue(World.context(), handle(), tape.longs(), tape.length(), tape.text()));
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(tape);
        }
    }

    /** The address of a direct buffer, which never changes: asking for it costs as much as the crossing. */
    private static final class Address extends WeakReference<FloatBuffer> {
        final long address;

        Address(FloatBuffer buffer) {
            super(buffer);
            address = Native.address(buffer);
        }
    }

    private static final int INPUT = 0;
    private static final int OUTPUT = 1;
    private final Address[] addresses = new Address[2];

    private long address(FloatBuffer buffer, int use) {
        Address known = addresses[use];
        if (known == null || !known.refersTo(buffer)) addresses[use] = known = new Address(buffer);
        return known.address;
    }

    /**
     * Runs the module from floats to floats, without a tensor in sight and without garbage. Positions
     * and limits count; the output's position moves behind what was written.
     *
     * @param input a direct buffer in the machine's byte order, with as many elements as the shape wants
     * @param shape the input's sizes
     * @param output a direct buffer in the machine's byte order, with room for the output
     * @return the number of output elements
     */
    public final int callFloats(FloatBuffer input, long[] shape, FloatBuffer output) {
        Buffers.check(input);
        Buffers.check(output);
        Buffers.checkWritable(output);
        int at = output.position();
        long count = 1;
        for (long size : shape) count *= size;
        if (count != input.remaining()) Buffers.checkCount(shape, input.remaining());
        int ndim = shape.length;
        long inAddress = address(input, INPUT) + 4L * input.position();
        long outAddress = address(output, OUTPUT) + 4L * at;
        try {
            int written = (int) (ndim <= 4
                    ? Native.callFloats(
                            handle(),
                            ndim,
                            ndim > 0 ? shape[0] : 1,
                            ndim > 1 ? shape[1] : 1,
                            ndim > 2 ? shape[2] : 1,
                            ndim > 3 ? shape[3] : 1,
                            inAddress,
                            outAddress,
                            output.limit() - at)
                    : TenonNative.tenon_module_call_f32(
                            handle(), inAddress, shape, ndim, outAddress, output.limit() - at));
            output.position(at + written);
            return written;
        } finally {
            Reference.reachabilityFence(input);
            Reference.reachabilityFence(output);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * As {@link #callFloats(FloatBuffer, long[], FloatBuffer)}, with arrays, which are copied.
     *
     * @param input as many elements as the shape wants
     * @param shape the input's sizes
     * @param output has room for the output
     * @return the number of output elements
     */
    public final int callFloats(float[] input, long[] shape, float[] output) {
        Buffers.checkCount(shape, input.length);
        try {
            return (int) Native.callArrays(handle(), shape, shape.length, input, input.length, output, output.length);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * This module's path within the running call: inside its hooks and its forward.
     *
     * @return the path; "" at the root and outside a call
     */
    public final String path() {
        long call = Scope.callAbout(this);
        return call == 0 ? "" : TenonNative.tenon_call_path(call);
    }

    /**
     * The class name, {@code "Linear"}.
     *
     * @return the name
     */
    public final String typeName() {
        try {
            return TenonNative.tenon_module_type_name(handle());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The options that a built-in layer was made with.
     *
     * @return a dict; none for other modules
     */
    public final Value options() {
        try {
            return Value.take(TenonNative.tenon_module_options(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    // ---- registration ----

    /**
     * Adds a child.
     *
     * @param <M> the child's class
     * @param name its name, without dots
     * @param child the module, or null for an empty place
     * @return the child, for the field that keeps it
     */
    public final <M extends TenonModule> M addModule(String name, M child) {
        try {
            TenonNative.tenon_module_add_module(handle(), name, child == null ? 0 : child.handle());
            changed();
            return child;
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(child);
        }
    }

    /**
     * Registers a buffer that the state dict has.
     *
     * @param name its name
     * @param tensor the tensor, or null for an empty place
     */
    public final void registerBuffer(String name, Tensor tensor) {
        registerBuffer(name, tensor, true);
    }

    /**
     * Registers a buffer.
     *
     * @param name its name
     * @param tensor the tensor, or null for an empty place
     * @param persistent whether the state dict has it
     */
    public final void registerBuffer(String name, Tensor tensor, boolean persistent) {
        try {
            TenonNative.tenon_module_register_buffer(
                    handle(), name, tensor == null ? 0 : tensor.handle(), persistent ? 1 : 0);
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(tensor);
        }
    }

    /**
     * Registers a parameter.
     *
     * @param name its name
     * @param tensor what {@link Tensor#parameter()} gives, or null for an empty place
     */
    public final void registerParameter(String name, Tensor tensor) {
        try {
            TenonNative.tenon_module_register_parameter(handle(), name, tensor == null ? 0 : tensor.handle());
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(tensor);
        }
    }

    /**
     * Python's {@code module.name = value}: a parameter, buffer, child or plain value.
     *
     * @param name the name
     * @param value as for {@link Value#of(Object)}
     */
    public final void setAttribute(String name, Object value) {
        Value converted = Value.of(value);
        long handle = converted.toNative();
        try {
            TenonNative.tenon_module_set_attribute(handle(), name, handle);
            keep(name, converted);
            changed();
        } finally {
            Native.release(handle);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Python's {@code module.name}.
     *
     * @param name the name
     * @return the value
     */
    public final Value getAttribute(String name) {
        try {
            return Value.take(TenonNative.tenon_module_get_attribute(handle(), name));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Python's {@code del module.name}.
     *
     * @param name the name
     */
    public final void deleteAttribute(String name) {
        try {
            TenonNative.tenon_module_delete_attribute(handle(), name);
            synchronized (Modules.class) {
                if (kept != null) kept.remove(name);
            }
            changed();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    // ---- lookup ----

    /**
     * A descendant.
     *
     * @param path names joined by dots; "" is this module
     * @return the module's one object
     */
    public final TenonModule getSubmodule(String path) {
        try {
            return Modules.adopt(TenonNative.tenon_module_get_submodule(handle(), path));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * A descendant, if there is one: costs no exception.
     *
     * @param path names joined by dots
     * @return the module
     */
    public final Optional<TenonModule> findSubmodule(String path) {
        if (!has(path)) return Optional.empty();
        try {
            return Optional.of(getSubmodule(path));
        } catch (TenonException notAModule) {
            return Optional.empty();
        }
    }

    /**
     * Puts a module in a descendant's place, or in a new one.
     *
     * @param path where
     * @param child the module
     */
    public final void setSubmodule(String path, TenonModule child) {
        setSubmodule(path, child, false);
    }

    /**
     * Puts a module in a descendant's place.
     *
     * @param path where
     * @param child the module
     * @param strict whether something must be there already
     */
    public final void setSubmodule(String path, TenonModule child, boolean strict) {
        try {
            TenonNative.tenon_module_set_submodule(handle(), path, child.handle(), strict ? 1 : 0);
            Modules.sync(this, true);
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(child);
        }
    }

    /**
     * A parameter.
     *
     * @param path its path
     * @return the parameter
     */
    public final Tensor getParameter(String path) {
        try {
            long tensor = TenonNative.tenon_module_get_parameter(handle(), path);
            return tensor == 0 ? null : new Tensor(tensor);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * A parameter, if there is one: costs no exception.
     *
     * @param path its path
     * @return the parameter
     */
    public final Optional<Tensor> findParameter(String path) {
        if (!has(path)) return Optional.empty();
        try {
            return Optional.ofNullable(getParameter(path));
        } catch (TenonException notAParameter) {
            return Optional.empty();
        }
    }

    /**
     * A buffer.
     *
     * @param path its path
     * @return the buffer; null for an empty place
     */
    public final Tensor getBuffer(String path) {
        try {
            long tensor = TenonNative.tenon_module_get_buffer(handle(), path);
            return tensor == 0 ? null : new Tensor(tensor);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * A buffer, if there is one: costs no exception.
     *
     * @param path its path
     * @return the buffer
     */
    public final Optional<Tensor> findBuffer(String path) {
        if (!has(path)) return Optional.empty();
        try {
            return Optional.ofNullable(getBuffer(path));
        } catch (TenonException notABuffer) {
            return Optional.empty();
        }
    }

    /**
     * Tells whether a path names a module, parameter, buffer or attribute.
     *
     * @param path names joined by dots
     * @return true if it does
     */
    public final boolean has(String path) {
        try {
            return TenonNative.tenon_module_has(handle(), path) == 1;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    // ---- traversal ----

    private static long listOptions(String prefix, Boolean recurse, Boolean removeDuplicate) {
        Map<String, Value> options = new LinkedHashMap<>();
        options.put("prefix", Value.of(prefix));
        if (recurse != null) options.put("recurse", Value.of(recurse.booleanValue()));
        if (removeDuplicate != null) options.put("remove_duplicate", Value.of(removeDuplicate.booleanValue()));
        return Value.dict(options).toNative();
    }

    private static List<Named<Tensor>> takeTensors(long list) {
        try {
            byte[][] names = Native.names(list);
            long[] tensors = Native.tensors(list);
            List<Named<Tensor>> named = new ArrayList<>(names.length);
            for (int i = 0; i < names.length; i++) {
                named.add(new Named<>(Text.string(names[i]), tensors[i] == 0 ? null : new Tensor(tensors[i])));
            }
            return Collections.unmodifiableList(named);
        } finally {
            Native.release(list);
        }
    }

    static List<Named<TenonModule>> takeModules(long list) {
        try {
            byte[][] names = Native.names(list);
            long[] modules = Native.modules(list);
            List<Named<TenonModule>> named = new ArrayList<>(names.length);
            for (int i = 0; i < names.length; i++) {
                named.add(new Named<>(Text.string(names[i]), Modules.adopt(modules[i])));
            }
            return Collections.unmodifiableList(named);
        } finally {
            Native.release(list);
        }
    }

    /**
     * The parameters of the tree with their paths.
     *
     * @return a snapshot
     */
    public final List<Named<Tensor>> namedParameters() {
        try {
            return takeTensors(TenonNative.tenon_module_named_parameters(handle(), 0));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The parameters with their paths.
     *
     * @param prefix what goes before each path
     * @param recurse whether descendants' are listed
     * @param removeDuplicate whether one that has several paths is listed once
     * @return a snapshot
     */
    public final List<Named<Tensor>> namedParameters(String prefix, boolean recurse, boolean removeDuplicate) {
        long options = listOptions(prefix, recurse, removeDuplicate);
        try {
            return takeTensors(TenonNative.tenon_module_named_parameters(handle(), options));
        } finally {
            Native.release(options);
            Reference.reachabilityFence(this);
        }
    }

    private static <T> List<T> values(List<Named<T>> named) {
        List<T> values = new ArrayList<>(named.size());
        for (Named<T> entry : named) values.add(entry.value());
        return Collections.unmodifiableList(values);
    }

    /**
     * The parameters of the tree.
     *
     * @return a snapshot
     */
    public final List<Tensor> parameters() {
        return values(namedParameters());
    }

    /**
     * The buffers of the tree with their paths.
     *
     * @return a snapshot
     */
    public final List<Named<Tensor>> namedBuffers() {
        try {
            return takeTensors(TenonNative.tenon_module_named_buffers(handle(), 0));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The buffers with their paths.
     *
     * @param prefix what goes before each path
     * @param recurse whether descendants' are listed
     * @param removeDuplicate whether one that has several paths is listed once
     * @return a snapshot
     */
    public final List<Named<Tensor>> namedBuffers(String prefix, boolean recurse, boolean removeDuplicate) {
        long options = listOptions(prefix, recurse, removeDuplicate);
        try {
            return takeTensors(TenonNative.tenon_module_named_buffers(handle(), options));
        } finally {
            Native.release(options);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The buffers of the tree.
     *
     * @return a snapshot
     */
    public final List<Tensor> buffers() {
        return values(namedBuffers());
    }

    /**
     * The buffers.
     *
     * @param recurse whether descendants' are listed
     * @return a snapshot
     */
    public final List<Tensor> buffers(boolean recurse) {
        return values(namedBuffers("", recurse, true));
    }

    /**
     * The parameters.
     *
     * @param recurse whether descendants' are listed
     * @return a snapshot
     */
    public final List<Tensor> parameters(boolean recurse) {
        return values(namedParameters("", recurse, true));
    }

    /**
     * This module and all descendants, each once, with their paths.
     *
     * @return a snapshot
     */
    public final List<Named<TenonModule>> namedModules() {
        try {
            return takeModules(TenonNative.tenon_module_named_modules(handle(), 0));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * This module and all descendants with their paths.
     *
     * @param prefix what goes before each path
     * @param removeDuplicate whether one that has several paths is listed once
     * @return a snapshot
     */
    public final List<Named<TenonModule>> namedModules(String prefix, boolean removeDuplicate) {
        long options = listOptions(prefix, null, removeDuplicate);
        try {
            return takeModules(TenonNative.tenon_module_named_modules(handle(), options));
        } finally {
            Native.release(options);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * This module and all descendants, each once.
     *
     * @return a snapshot
     */
    public final List<TenonModule> modules() {
        return values(namedModules());
    }

    /**
     * The children, each once, with their names.
     *
     * @return a snapshot
     */
    public final List<Named<TenonModule>> namedChildren() {
        try {
            return takeModules(TenonNative.tenon_module_named_children(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The children, each once.
     *
     * @return a snapshot
     */
    public final List<TenonModule> children() {
        return values(namedChildren());
    }

    /**
     * Runs a function for each descendant, children first, then for this module.
     *
     * @param visitor the function
     * @return this module
     */
    public TenonModule apply(Consumer<TenonModule> visitor) {
        Registered callback = new Registered.Visit(visitor);
        try {
            TenonNative.tenon_module_apply(handle(), callback);
            return this;
        } finally {
            Reference.reachabilityFence(callback);
            Reference.reachabilityFence(this);
        }
    }

    // ---- hooks ----

    /** Native registration. */
    private interface Registration {
        long register(long module, int flags, Registered callback);
    }

    private HookHandle hook(Registered callback, Registration registration, HookOption... options) {
        try {
            hooks.add(callback);
            return new HookHandle(
                    registration.register(handle(), HookOption.flags(options), callback), this, callback);
        } catch (Throwable e) {
            hooks.remove(callback);
            throw e;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Runs a hook after each forward of this module.
     *
     * @param hook the hook
     * @param options how
     * @return what removes it
     */
    public final HookHandle registerForwardHook(ForwardHook hook, HookOption... options) {
        return hook(
                new Registered.Forward(this, hook), TenonNative::tenon_module_register_forward_hook, options);
    }

    /**
     * Runs a hook after each forward of this module, with keyword arguments and any nesting.
     *
     * @param hook the hook
     * @param options how
     * @return what removes it
     */
    public final HookHandle registerForwardHook(CallHook hook, HookOption... options) {
        return hook(new Registered.Whole(this, hook), TenonNative::tenon_module_register_forward_hook, options);
    }

    /**
     * Runs a hook before each forward of this module.
     *
     * @param hook the hook
     * @param options how
     * @return what removes it
     */
    public final HookHandle registerForwardPreHook(ForwardPreHook hook, HookOption... options) {
        return hook(
                new Registered.ForwardPre(this, hook),
                TenonNative::tenon_module_register_forward_pre_hook,
                options);
    }

    /**
     * Runs a hook before each forward of this module, with keyword arguments and any nesting.
     *
     * @param hook the hook
     * @param options how
     * @return what removes it
     */
    public final HookHandle registerForwardPreHook(CallHook hook, HookOption... options) {
        return hook(
                new Registered.Whole(this, hook), TenonNative::tenon_module_register_forward_pre_hook, options);
    }

    /**
     * Runs a hook before this module's part of a state dict is made.
     *
     * @param hook the hook: {@link Call#prefix}
     * @return what removes it
     */
    public final HookHandle registerStateDictPreHook(CallHook hook) {
        return hook(new Registered.Whole(this, hook), TenonNative::tenon_module_register_state_dict_pre_hook);
    }

    /**
     * Runs a hook after this module's part of a state dict was made.
     *
     * @param hook the hook: {@link Call#stateDict}, {@link Call#prefix}, {@link Call#metadata}
     * @return what removes it
     */
    public final HookHandle registerStateDictPostHook(CallHook hook) {
        return hook(new Registered.Whole(this, hook), TenonNative::tenon_module_register_state_dict_post_hook);
    }

    /**
     * Runs a hook before this module's entries are loaded.
     *
     * @param hook the hook: {@link Call#stateDict}, {@link Call#prefix}, {@link Call#strict}, {@link
     *     Call#report}
     * @return what removes it
     */
    public final HookHandle registerLoadStateDictPreHook(CallHook hook) {
        return hook(
                new Registered.Whole(this, hook), TenonNative::tenon_module_register_load_state_dict_pre_hook);
    }

    /**
     * Runs a hook after this module's entries were loaded.
     *
     * @param hook the hook: {@link Call#report}
     * @return what removes it
     */
    public final HookHandle registerLoadStateDictPostHook(CallHook hook) {
        return hook(
                new Registered.Whole(this, hook), TenonNative::tenon_module_register_load_state_dict_post_hook);
    }

    // ---- modes and conversion ----

    /**
     * Training mode for the tree.
     *
     * @return this module
     */
    public TenonModule train() {
        return train(true);
    }

    /**
     * Training or eval mode for the tree.
     *
     * @param mode true: training
     * @return this module
     */
    public TenonModule train(boolean mode) {
        try {
            TenonNative.tenon_module_train(handle(), mode ? 1 : 0);
            return this;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Eval mode for the tree.
     *
     * @return this module
     */
    public TenonModule eval() {
        return train(false);
    }

    /**
     * Tells the mode.
     *
     * @return true in training mode
     */
    public final boolean isTraining() {
        try {
            return TenonNative.tenon_module_is_training(handle()) == 1;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Converts all floating parameters and buffers; they stay the same tensors.
     *
     * @param dtype a floating dtype
     * @return this module
     */
    public TenonModule to(DType dtype) {
        try {
            TenonNative.tenon_module_to(handle(), dtype.number);
            return this;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * {@link #to} float16.
     *
     * @return this module
     */
    public TenonModule half() {
        return to(DType.F16);
    }

    /**
     * {@link #to} bfloat16.
     *
     * @return this module
     */
    public TenonModule bfloat16() {
        return to(DType.BF16);
    }

    /**
     * {@link #to} float32: PyTorch's {@code float()}, a reserved word here.
     *
     * @return this module
     */
    public TenonModule toFloat() {
        return to(DType.F32);
    }

    /**
     * {@link #to} float64: PyTorch's {@code double()}, a reserved word here.
     *
     * @return this module
     */
    public TenonModule toDouble() {
        return to(DType.F64);
    }

    /**
     * Says for all parameters whether gradients are wanted.
     *
     * @param flag true if they are
     * @return this module
     */
    public TenonModule requiresGrad(boolean flag) {
        try {
            TenonNative.tenon_module_requires_grad(handle(), flag ? 1 : 0);
            return this;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Clears all gradients: to none. */
    public final void zeroGrad() {
        zeroGrad(true);
    }

    /**
     * Clears all gradients.
     *
     * @param setToNone true: to none; false: to zeros
     */
    public final void zeroGrad(boolean setToNone) {
        try {
            TenonNative.tenon_module_zero_grad(handle(), setToNone ? 1 : 0);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Draws every parameter as PyTorch's constructors do.
     *
     * @return this module
     */
    public TenonModule initialize() {
        try {
            TenonNative.tenon_module_initialize(handle());
            return this;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    // ---- state ----

    /**
     * The state dict: parameters, persistent buffers and extra state by path.
     *
     * @return the state dict
     */
    public final StateDict stateDict() {
        try {
            return new StateDict(TenonNative.tenon_module_state_dict(handle(), 0));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The state dict.
     *
     * @param prefix what goes before each key
     * @param keepVars true: the very tensors instead of detached ones
     * @return the state dict
     */
    public final StateDict stateDict(String prefix, boolean keepVars) {
        long options = Value.dict(Map.of("prefix", prefix, "keep_vars", keepVars)).toNative();
        try {
            return new StateDict(TenonNative.tenon_module_state_dict(handle(), options));
        } finally {
            Native.release(options);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Loads a state dict: all of it or nothing. Missing and unexpected keys are errors.
     *
     * @param stateDict the state dict
     * @return what was found
     */
    public final LoadReport loadStateDict(StateDict stateDict) {
        return loadStateDict(stateDict, Map.of());
    }

    /**
     * Loads a state dict: all of it or nothing.
     *
     * @param stateDict the state dict
     * @param strictness whether missing and unexpected keys are errors
     * @return what was found
     */
    public final LoadReport loadStateDict(StateDict stateDict, Strictness strictness) {
        return loadStateDict(stateDict, Map.of("strict", strictness == Strictness.STRICT));
    }

    /**
     * Loads a state dict.
     *
     * @param stateDict the state dict
     * @param options bools: {@code strict} (true), {@code assign}, {@code partial} (keep what was loaded
     *     before an error), {@code strict_dtype}
     * @return what was found
     */
    public final LoadReport loadStateDict(StateDict stateDict, Map<String, Boolean> options) {
        long dict = Value.dict(options).toNative();
        try (Report report =
                new Report(TenonNative.tenon_module_load_state_dict(handle(), stateDict.handle(), dict))) {
            return report.read();
        } finally {
            Native.release(dict);
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(stateDict);
        }
    }

    /**
     * Loads tensors by name: all of them or none.
     *
     * @param tensors the state
     * @return what was found
     */
    public final LoadReport loadStateDict(Map<String, Tensor> tensors) {
        try (StateDict stateDict = StateDict.of(tensors)) {
            return loadStateDict(stateDict);
        }
    }

    /**
     * The module's extra state, as its class gives it.
     *
     * @return the extra state
     */
    public final Value readExtraState() {
        try {
            return Value.take(TenonNative.tenon_module_get_extra_state(handle()));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Restores the module's extra state.
     *
     * @param state as for {@link Value#of(Object)}
     */
    public final void writeExtraState(Object state) {
        long value = Value.of(state).toNative();
        try {
            TenonNative.tenon_module_set_extra_state(handle(), value);
        } finally {
            Native.release(value);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The model's text with every option that is not at its default: {@link #parse(String)} makes an
     * equal tree of it.
     *
     * @return the text
     */
    public final String text() {
        try {
            return Text.string(Native.take(TenonNative.tenon_module_text(handle())));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** What PyTorch prints. */
    @Override
    public String toString() {
        if (isClosed()) return what() + "(closed)";
        try {
            return Text.string(Native.take(TenonNative.tenon_module_describe(handle())));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    // ---- for the containers of org.tenon.nn ----

    /**
     * The native handle, for the containers.
     *
     * @return the handle
     */
    protected final long nativeHandle() {
        return handle();
    }

    /**
     * Another module's native handle, for the containers.
     *
     * @param module the module
     * @return its handle
     */
    protected static final long nativeHandle(TenonModule module) {
        return module.handle();
    }

    /**
     * A native copy of a value, owned by the caller, for the containers.
     *
     * @param value the value
     * @return its handle
     */
    protected static final long nativeValue(Value value) {
        return value.toNative();
    }

    /**
     * The object of an owned native handle, for the containers.
     *
     * @param handle the handle
     * @return its module
     */
    protected static final TenonModule ownedModule(long handle) {
        return Modules.adopt(handle);
    }

    /**
     * The entries of an owned native list, for the containers.
     *
     * @param list the list
     * @return its entries
     */
    protected static final List<Named<TenonModule>> ownedModules(long list) {
        return takeModules(list);
    }

    /** Reads the children again, for the containers. */
    protected final void childrenChanged() {
        changed();
    }
}
