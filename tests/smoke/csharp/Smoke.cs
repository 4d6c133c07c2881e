using System;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

/// <summary>Answers one call record; an exception comes out of the outer call as the same object.</summary>
delegate int Callback(IntPtr call);

/// <summary>A failure that the library itself reports.</summary>
sealed class TenonException : Exception {
    public int Status { get; }
    public TenonException(int status, string message) : base(message) { Status = status; }
}

/// <summary>An exception of the host's own: it must cross C and C++ frames unharmed.</summary>
sealed class HookTrouble : Exception {
    public HookTrouble(string message) : base(message) { }
}

/// <summary>Exceptions on their way through native frames.</summary>
static unsafe class Failure {
    internal static readonly IntPtr Free =
        (IntPtr)(delegate* unmanaged[Cdecl]<IntPtr, void>)&FreeHandle;

    [UnmanagedCallersOnly(CallConvs = new[] { typeof(CallConvCdecl) })]
    static void FreeHandle(IntPtr handle) => GCHandle.FromIntPtr(handle).Free();

    internal static void Check(int status) {
        if (status == TenonNative.TENON_OK) return;
        IntPtr payload = TenonNative.tenon_error_take_payload(Free);
        if (payload == IntPtr.Zero) throw new TenonException(status, TenonNative.tenon_error_message());
        GCHandle handle = GCHandle.FromIntPtr(payload);
        var own = (Exception)handle.Target!;
        handle.Free();
        ExceptionDispatchInfo.Capture(own).Throw();
    }

    internal static int Keep(Exception e) => TenonNative.tenon_error_set(
        TenonNative.TENON_E_CALLBACK, "a C# callback threw", GCHandle.ToIntPtr(GCHandle.Alloc(e)), Free);
}

/// <summary>The call record from C#: kwargs in, a tuple out, an exception through.</summary>
static unsafe class Smoke {
    static readonly IntPtr Trampoline =
        (IntPtr)(delegate* unmanaged[Cdecl]<IntPtr, IntPtr, int>)&Run;
    static int passed, failed;

    [UnmanagedCallersOnly(CallConvs = new[] { typeof(CallConvCdecl) })]
    static int Run(IntPtr userData, IntPtr call) {
        try {
            return ((Callback)GCHandle.FromIntPtr(userData).Target!)(call);
        } catch (Exception e) {
            return Failure.Keep(e);
        }
    }

    static IntPtr Pin(Callback callback) => GCHandle.ToIntPtr(GCHandle.Alloc(callback));

    static IntPtr Custom(IntPtr context, string name, Callback forward) {
        TenonNative.tenon_module_create_custom(context, name, Trampoline, Pin(forward), Failure.Free,
                                               out IntPtr module);
        return module;
    }

    static long Hook(IntPtr module, Callback hook) {
        TenonNative.tenon_module_register_forward_hook(module, 0, Trampoline, Pin(hook), Failure.Free,
                                                       out long id);
        return id;
    }

    static void Check(string claim, bool holds) {
        if (holds) passed++; else failed++;
        if (!holds) Console.WriteLine("FAILED " + claim);
    }

    static IntPtr Int(IntPtr context, long integer) {
        TenonNative.tenon_value_int(context, integer, out IntPtr value);
        return value;
    }

    static IntPtr Tuple(IntPtr context, params IntPtr[] items) {
        fixed (IntPtr* pinned = items) {
            TenonNative.tenon_value_tuple(context, (IntPtr)pinned, items.Length, out IntPtr tuple);
            return tuple;
        }
    }

    static void Release(params IntPtr[] values) {
        foreach (IntPtr value in values) TenonNative.tenon_value_release(value);
    }

    static IntPtr Get(IntPtr call, int slot) {
        TenonNative.tenon_call_get(call, slot, out IntPtr value);
        return value;
    }

    /// <summary>The integers of a tuple; releases it.</summary>
    static long[] Integers(IntPtr tuple) {
        var integers = new long[TenonNative.tenon_value_count(tuple)];
        for (int i = 0; i < integers.Length; i++) {
            TenonNative.tenon_value_at(tuple, i, out IntPtr item);
            TenonNative.tenon_value_as_int(item, out integers[i]);
            Release(item);
        }
        Release(tuple);
        return integers;
    }

    static long IntegerOf(IntPtr dict, string key) {
        TenonNative.tenon_value_get(dict, key, out IntPtr item);
        TenonNative.tenon_value_as_int(item, out long integer);
        Release(item);
        return integer;
    }

    static void SetPair(IntPtr call, int slot, long a, long b) {
        TenonNative.tenon_call_context(call, out IntPtr context);
        IntPtr x = Int(context, a), y = Int(context, b), tuple = Tuple(context, x, y);
        TenonNative.tenon_call_set(call, slot, tuple);
        Release(x, y, tuple);
        TenonNative.tenon_context_release(context);
    }

    /// <summary>forward(x, scale=...) -> (x, x * scale)</summary>
    static int Forward(IntPtr call) {
        if (TenonNative.tenon_call_kind(call) != TenonNative.TENON_CALL_FORWARD)
            return TenonNative.TENON_E_UNSUPPORTED;
        long x = Integers(Get(call, TenonNative.TENON_SLOT_ARGS))[0];
        IntPtr kwargs = Get(call, TenonNative.TENON_SLOT_KWARGS);
        SetPair(call, TenonNative.TENON_SLOT_OUTPUT, x, x * IntegerOf(kwargs, "scale"));
        Release(kwargs);
        return TenonNative.TENON_OK;
    }

    /// <summary>module(5, scale=3)</summary>
    static IntPtr Call(IntPtr context, IntPtr module) {
        IntPtr x = Int(context, 5), scale = Int(context, 3), args = Tuple(context, x);
        TenonNative.tenon_value_dict(context, out IntPtr kwargs);
        TenonNative.tenon_value_dict_set(kwargs, "scale", scale);
        try {
            TenonNative.tenon_module_call(module, args, kwargs, out IntPtr output);
            return output;
        } finally {
            Release(x, scale, args, kwargs);
        }
    }

    static Exception? ThrownBy(IntPtr context, IntPtr module) {
        try {
            Call(context, module);
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    static int Main(string[] arguments) {
        NativeLibrary.SetDllImportResolver(typeof(Smoke).Assembly,
                                           (_, _, _) => NativeLibrary.Load(arguments[0]));
        TenonNative.tenon_context_create(IntPtr.Zero, out IntPtr context);
        IntPtr module = Custom(context, "Pair", Forward);
        long[] plain = Integers(Call(context, module));
        Check("forward returns a tuple", plain.Length == 2 && plain[0] == 5 && plain[1] == 15);

        long seen = 0;
        long hook = Hook(module, call => {
            IntPtr kwargs = Get(call, TenonNative.TENON_SLOT_KWARGS);
            seen = IntegerOf(kwargs, "scale");
            Release(kwargs);
            long[] output = Integers(Get(call, TenonNative.TENON_SLOT_OUTPUT));
            SetPair(call, TenonNative.TENON_SLOT_OUTPUT, output[1], output[0]);
            return TenonNative.TENON_OK;
        });
        long[] swapped = Integers(Call(context, module));
        Check("a hook sees the keyword arguments", seen == 3);
        Check("a hook replaces the tuple", swapped[0] == 15 && swapped[1] == 5);

        var trouble = new HookTrouble("on purpose");
        long thrower = Hook(module, _ => throw trouble);
        Check("the same exception object comes out", ReferenceEquals(ThrownBy(context, module), trouble));
        IntPtr outer = Custom(context, "Outer", call => {
            if (TenonNative.tenon_call_kind(call) != TenonNative.TENON_CALL_FORWARD)
                return TenonNative.TENON_E_UNSUPPORTED;
            Release(Call(context, module));
            return TenonNative.TENON_OK;
        });
        Check("also through nested calls", ReferenceEquals(ThrownBy(context, outer), trouble));
        TenonNative.tenon_hook_remove(context, thrower);
        TenonNative.tenon_hook_remove(context, hook);
        long[] again = Integers(Call(context, module));
        Check("the model goes on without the hooks", again[0] == 5 && again[1] == 15);
        TenonNative.tenon_value_dict(context, out IntPtr dict);
        try {
            TenonNative.tenon_value_as_int(dict, out _);
            Check("a failure of the library's own is a TenonException", false);
        } catch (TenonException e) {
            Check("a failure of the library's own is a TenonException",
                  e.Status == TenonNative.TENON_E_TYPE);
        }
        Release(dict);
        TenonNative.tenon_module_release(outer);
        TenonNative.tenon_module_release(module);
        Check("no callback is left",
              TenonNative.tenon_context_live(context, TenonNative.TENON_LIVE_CALLBACKS) == 0);
        Check("no handle is left",
              TenonNative.tenon_context_live(context, TenonNative.TENON_LIVE_HANDLES) == 0);
        TenonNative.tenon_context_release(context);
        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }
}
