using System;
using System.Collections.Generic;

namespace Tenon.Internal {
  /// <summary>The record that a callback receives, valid until the callback returns.</summary>
  internal readonly struct CallRecord {
    private static readonly IReadOnlyDictionary<string, Value> NoKwargs = new Dictionary<string, Value>();
    private readonly IntPtr call;

    internal CallRecord(IntPtr call) { this.call = call; }

    internal Value Get(int slot) {
      TenonNative.tenon_call_get(call, slot, out IntPtr value);
      return Value.Take(value);
    }

    internal void Set(int slot, Value value) {
      IntPtr native = value.ToNative();
      try {
        TenonNative.tenon_call_set(call, slot, native);
      } finally {
        TenonNativePINVOKE.tenon_value_release(native);
      }
    }

    internal Value[] Args {
      get {
        Value args = Get(TenonNative.TENON_SLOT_ARGS);
        if (args.IsNone) return Array.Empty<Value>();
        var items = args.Items;
        return (Value[])items;
      }
    }

    internal IReadOnlyDictionary<string, Value> Kwargs {
      get {
        Value kwargs = Get(TenonNative.TENON_SLOT_KWARGS);
        return kwargs.IsNone ? NoKwargs : kwargs.ToDict();
      }
    }

    internal Module Module {
      get {
        TenonNative.tenon_call_module(call, out IntPtr module);
        return Registry.HandOut(module);
      }
    }

    /// <summary>The first tensor of a slot; null if it has none.</summary>
    internal unsafe Tensor? FirstTensor(int slot, TensorScope? scope) {
      IntPtr tensor;
      int status = Quick.tenon_call_tensor(call, slot, 0, &tensor);
      if (status == TenonNative.TENON_OK) return new Tensor(tensor, scope);
      if (status != TenonNative.TENON_E_INDEX) Failure.Check(status);
      return null;
    }

    internal void SetTensor(int slot, Tensor tensor) {
      IntPtr handle = tensor.Enter();
      int status;
      try {
        status = TenonNativePINVOKE.tenon_call_set_tensor(call, slot, handle);
      } finally {
        tensor.Exit();
      }
      Failure.Check(status);
    }

    internal string Prefix => Get(TenonNative.TENON_SLOT_PREFIX).ToText();

    internal string Name => TenonNative.tenon_call_name(call) ?? "";

    internal StateDict StateDict {
      get {
        TenonNative.tenon_call_state_dict(call, out IntPtr state);
        return new StateDict(state);
      }
    }

    internal LoadReport Report {
      get {
        TenonNative.tenon_call_report(call, out IntPtr report);
        return new LoadReport(report);
      }
    }
  }
}
