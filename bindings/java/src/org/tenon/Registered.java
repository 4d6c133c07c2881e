package org.tenon;

import java.util.function.Consumer;
import org.tenon.internal.Callback;
import org.tenon.internal.TenonNative;
import org.tenon.internal.TenonNativeConstants;

/** What native code holds weakly and calls. Each call runs in a scope of its own. */
abstract class Registered implements Callback, TenonNativeConstants {
    @Override
    public final int call(long call, int kind, long input, long output) throws Throwable {
        Scope scope = Scope.enter(call);
        try {
            return run(scope, call, kind, input, output);
        } finally {
            scope.leave();
        }
    }

    /** From now on copies of the module have this callback too. */
    void share() {}

    abstract int run(Scope scope, long call, int kind, long input, long output) throws Throwable;

    /**
     * A callback for one module, which need not be asked for, unless copies of that module share the callback;
     * or for all modules.
     */
    abstract static class OfModule extends Registered {
        private final java.lang.ref.WeakReference<TenonModule> owner;
        private volatile boolean shared;

        OfModule(TenonModule owner) {
            this.owner = owner == null ? null : owner.self;
            this.shared = owner == null;
        }

        @Override
        final void share() {
            shared = true;
        }

        final TenonModule module(Scope scope, long call) {
            TenonModule module = shared ? null : owner.get();
            if (module == null || module.isClosed()) module = Modules.adopt(TenonNative.tenon_call_module(call));
            scope.about(module);
            return module;
        }
    }

    /** The common hook: a tensor in, a tensor out. */
    static final class Forward extends OfModule {
        private final ForwardHook hook;

        Forward(TenonModule owner, ForwardHook hook) {
            super(owner);
            this.hook = hook;
        }

        @Override
        int run(Scope scope, long call, int kind, long input, long output) throws Throwable {
            Tensor made =
                    hook.call(module(scope, call), scope.lendInput(input), scope.lendOutput(output));
            if (made != null) TenonNative.tenon_call_set_tensor(call, TENON_SLOT_OUTPUT, made.handle());
            return TENON_OK;
        }
    }

    /** The common pre-hook. */
    static final class ForwardPre extends OfModule {
        private final ForwardPreHook hook;

        ForwardPre(TenonModule owner, ForwardPreHook hook) {
            super(owner);
            this.hook = hook;
        }

        @Override
        int run(Scope scope, long call, int kind, long input, long output) throws Throwable {
            Tensor made = hook.call(module(scope, call), scope.lendInput(input));
            if (made != null) TenonNative.tenon_call_set_tensor(call, TENON_SLOT_ARGS, made.handle());
            return TENON_OK;
        }
    }

    /** A hook that gets the whole record. */
    static final class Whole extends OfModule {
        private final CallHook hook;

        Whole(TenonModule owner, CallHook hook) {
            super(owner);
            this.hook = hook;
        }

        @Override
        int run(Scope scope, long call, int kind, long input, long output) throws Throwable {
            Call record = new Call(call, module(scope, call));
            try {
                hook.call(record);
            } finally {
                record.end();
            }
            return TENON_OK;
        }
    }

    /** apply's function. */
    static final class Visit extends OfModule {
        private final Consumer<TenonModule> visitor;

        Visit(Consumer<TenonModule> visitor) {
            super(null);
            this.visitor = visitor;
        }

        @Override
        int run(Scope scope, long call, int kind, long input, long output) {
            visitor.accept(module(scope, call));
            return TENON_OK;
        }
    }

    /** A registered class. */
    static final class Creator extends Registered {
        private final ClassFactory factory;

        Creator(ClassFactory factory) {
            this.factory = factory;
        }

        @Override
        int run(Scope scope, long call, int kind, long input, long output) throws Throwable {
            if (kind != TENON_CALL_CREATE) return TENON_E_UNSUPPORTED;
            Call record = new Call(call, null);
            TenonModule made;
            try {
                made = factory.create(record);
            } finally {
                record.end();
            }
            if (made == null) return TENON_E_UNSUPPORTED;
            Modules.made(made);
            record.set(call, TENON_SLOT_VALUE, Value.of(made));
            return TENON_OK;
        }
    }

    /** A custom module. */
    static final class Custom extends Registered {
        private final TenonModule target;

        Custom(TenonModule target) {
            this.target = target;
        }

        @Override
        int run(Scope scope, long call, int kind, long input, long output) throws Throwable {
            scope.about(target);
            Call record = new Call(call, target);
            try {
                return target.answer(record, scope, call, kind, input, output != 0);
            } catch (TenonModule.NotOverridden e) {
                return TENON_E_UNSUPPORTED;
            } finally {
                record.end();
            }
        }
    }
}
