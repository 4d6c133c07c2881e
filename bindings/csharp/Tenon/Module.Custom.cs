using System;
using System.Collections.Generic;
using Tenon.Internal;

namespace Tenon {
  public partial class Module {
    /// <summary>Override: what this module computes of one tensor. Users run <see cref="Call(Tensor)"/>, which runs hooks
    /// too. Tensors made inside are freed afterwards, but for the result.</summary>
    /// <param name="x">The input.</param>
    /// <returns>The output.</returns>
    protected virtual Tensor Forward(Tensor x) => null!;

    /// <summary>Override instead: what this module computes of any arguments.</summary>
    /// <param name="args">Arguments by position.</param>
    /// <param name="kwargs">Arguments by name.</param>
    /// <returns>The output: a tensor, a tuple, a dict …</returns>
    protected virtual Value Forward(Value[] args, IReadOnlyDictionary<string, Value> kwargs) {
      if (args.Length == 1 && kwargs.Count == 0 && args[0].Kind == ValueKind.Tensor) {
        takesOneTensor = true;
        Tensor? output = Forward(args[0].ToTensor());
        return output is null ? Value.Unanswered : (Value)output;
      }
      throw new TenonException(Status.Type,
          $"{TypeName}: Forward(Tensor) takes one tensor, the call has {args.Length} arguments and {kwargs.Count} " +
          "keyword arguments: override Forward(Value[], IReadOnlyDictionary) to take them");
    }

    /// <summary>Override: what stands in the brackets behind the name when this module prints; null: nothing of its
    /// own.</summary>
    protected virtual string? ExtraRepr() => null;

    /// <summary>Override: state beside parameters and buffers, for the state dict; null: there is none.</summary>
    protected virtual Value? GetExtraState() => null;

    /// <summary>Override together with <see cref="GetExtraState"/>: takes that state back.</summary>
    /// <param name="state">The state.</param>
    protected virtual void SetExtraState(Value state) { setsNoState = true; }

    /// <summary>Override so that DeepCopy can copy this module: a new object with the same settings. Parameters, buffers,
    /// children and hooks are filled in by the library.</summary>
    /// <returns>The new object; null: this module cannot be copied.</returns>
    protected virtual Module? Clone() => null;

    /// <summary>The module's extra state. Fails if its class has none.</summary>
    public Value ReadExtraState() {
      TenonNative.tenon_module_get_extra_state(Handle, out IntPtr value);
      GC.KeepAlive(this);
      return Value.Take(value);
    }

    /// <summary>Restores the module's extra state. Fails if its class has none.</summary>
    /// <param name="state">The state.</param>
    public void WriteExtraState(Value state) {
      IntPtr native = state.ToNative();
      try {
        TenonNative.tenon_module_set_extra_state(Handle, native);
      } finally {
        TenonNativePINVOKE.tenon_value_release(native);
      }
      GC.KeepAlive(this);
    }

    private volatile bool takesOneTensor;
    private volatile bool setsNoState;

    /// <summary>Answers for the native half.</summary>
    internal int Answer(IntPtr call, ThreadState thread) {
      var record = new CallRecord(call);
      switch (TenonNativePINVOKE.tenon_call_kind(call)) {
        case TenonNative.TENON_CALL_FORWARD:
          thread.Module = this;
          return AnswerForward(call, record, thread);
        case TenonNative.TENON_CALL_EXTRA_REPR: {
          string? text = ExtraRepr();
          if (text == null) return TenonNative.TENON_E_UNSUPPORTED;
          record.Set(TenonNative.TENON_SLOT_VALUE, text);
          return TenonNative.TENON_OK;
        }
        case TenonNative.TENON_CALL_GET_EXTRA_STATE: {
          Value? state = GetExtraState();
          if (state == null) return TenonNative.TENON_E_UNSUPPORTED;
          record.Set(TenonNative.TENON_SLOT_VALUE, state.Value);
          return TenonNative.TENON_OK;
        }
        case TenonNative.TENON_CALL_SET_EXTRA_STATE:
          SetExtraState(record.Get(TenonNative.TENON_SLOT_VALUE));
          return setsNoState ? TenonNative.TENON_E_UNSUPPORTED : TenonNative.TENON_OK;
        case TenonNative.TENON_CALL_CLONE: {
          Module? made = Clone();
          if (made is null) return TenonNative.TENON_E_UNSUPPORTED;
          made.HandedOut = false;
          thread.Made.Add(made);
          record.Set(TenonNative.TENON_SLOT_VALUE, made);
          return TenonNative.TENON_OK;
        }
        default: return TenonNative.TENON_E_UNSUPPORTED;
      }
    }

    private int AnswerForward(IntPtr call, CallRecord record, ThreadState thread) {
      if (takesOneTensor && IsOneTensor(call)) {
        Tensor? output = Forward(record.FirstTensor(TenonNative.TENON_SLOT_ARGS, thread.Scope)!);
        if (output is null) return TenonNative.TENON_E_UNSUPPORTED;
        record.SetTensor(TenonNative.TENON_SLOT_OUTPUT, output);
        return TenonNative.TENON_OK;
      }
      Value result = Forward(record.Args, record.Kwargs);
      if (result.IsUnanswered) return TenonNative.TENON_E_UNSUPPORTED;
      record.Set(TenonNative.TENON_SLOT_OUTPUT, result);
      return TenonNative.TENON_OK;
    }

    /// <summary>One positional tensor and nothing else, without making values of it.</summary>
    private static bool IsOneTensor(IntPtr call) {
      return Count(call, TenonNative.TENON_SLOT_ARGS) == 1 && Count(call, TenonNative.TENON_SLOT_KWARGS) == 0 &&
             TenonNativePINVOKE.tenon_call_tensor_count(call, TenonNative.TENON_SLOT_ARGS) == 1;
    }

    private static long Count(IntPtr call, int slot) {
      TenonNative.tenon_call_get(call, slot, out IntPtr value);
      long count = TenonNativePINVOKE.tenon_value_count(value);
      TenonNativePINVOKE.tenon_value_release(value);
      return count;
    }
  }
}
namespace Tenon.Internal {
  /// <summary>The native half of a module written in C# leads here.</summary>
  internal sealed class CustomTarget : CallbackTarget {
    internal readonly Module Module;

    internal CustomTarget(Module module) { Module = module; }

    internal override int Run(IntPtr call, ThreadState thread) => Module.Answer(call, thread);
  }
}
