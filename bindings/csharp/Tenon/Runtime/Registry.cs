using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Tenon.Internal {
  /// <summary>The handle of a module, in the signature of the P/Invokes: a call holds what it uses.</summary>
  internal sealed class ModuleSafeHandle : SafeHandle {
    /// <summary>Where a module may be left out.</summary>
    internal static readonly ModuleSafeHandle None = new ModuleSafeHandle(IntPtr.Zero);

    internal WeakReference<Module>? Entry;
    /// <summary>Its object was made by the user, not by the mirror of a tree.</summary>
    internal bool UsersOwn;

    internal ModuleSafeHandle(IntPtr owned) : base(IntPtr.Zero, true) { SetHandle(owned); }

    public override bool IsInvalid => handle == IntPtr.Zero;

    internal IntPtr Raw => handle;

    protected override bool ReleaseHandle() {
      if (Entry != null) Registry.Forget(handle, Entry);
      IntPtr released = handle;
      unsafe {
        TenonNativePINVOKE.tenon_release_all(&released, 1);
      }
      return true;
    }
  }

  /// <summary>Calls so frequent that marshalling would show: 30 to 50 ns for a SafeHandle, 10 for an out-parameter.
  /// The caller holds the handle himself.</summary>
  internal static unsafe class Quick {
    [DllImport(Library.Name, EntryPoint = "tenon_module_call1", ExactSpelling = true,
               CallingConvention = CallingConvention.Cdecl)]
    internal static extern int tenon_module_call1(IntPtr module, IntPtr x, IntPtr* result);

    [DllImport(Library.Name, EntryPoint = "tenon_module_call_f32", ExactSpelling = true,
               CallingConvention = CallingConvention.Cdecl)]
    internal static extern int tenon_module_call_f32(IntPtr module, float* data, long* shape, int ndim,
                                                     float* destination, long capacity, long* count);

    [DllImport(Library.Name, EntryPoint = "tenon_call_tensor", ExactSpelling = true,
               CallingConvention = CallingConvention.Cdecl)]
    internal static extern int tenon_call_tensor(IntPtr call, int slot, long index, IntPtr* tensor);
  }

  /// <summary>One object for each native module: handle to object, weakly.</summary>
  internal static class Registry {
    private static readonly Dictionary<IntPtr, WeakReference<Module>> Live =
        new Dictionary<IntPtr, WeakReference<Module>>();

    /// <summary>The object of a module, for the user; takes the reference over.</summary>
    internal static Module HandOut(IntPtr owned) {
      Module module = Find(owned);
      module.HandedOut = true;
      return module;
    }

    internal static Module? HandOutOrNull(IntPtr owned) => owned == IntPtr.Zero ? null : HandOut(owned);

    /// <summary>The object of a module; takes the reference over.</summary>
    internal static Module Find(IntPtr owned) {
      Module? known;
      // Native calls in here run no callbacks; two threads must not make two objects.
      lock (Live) {
        if (!Live.TryGetValue(owned, out var entry) || !entry.TryGetTarget(out known) || !known.IsOpen) {
          var handle = new ModuleSafeHandle(owned);
          known = OfCallback(handle) ?? Layers.Make(handle);
          known.SyncWhenNew();
          return known;
        }
      }
      unsafe {
        TenonNativePINVOKE.tenon_release_all(&owned, 1);
      }
      return known;
    }

    /// <summary>The object behind a module written in C# that was closed before: it opens again.</summary>
    private static Module? OfCallback(ModuleSafeHandle handle) {
      if (TenonNativePINVOKE.tenon_module_has_callback(handle, Callbacks.Run) != 1) return null;
      IntPtr userData = TenonNativePINVOKE.tenon_module_user_data(handle);
      if (!(GCHandle.FromIntPtr(userData).Target is CustomTarget target)) return null;
      target.Module.Reopen(handle);
      return target.Module;
    }

    internal static void Add(ModuleSafeHandle handle, Module module) {
      var entry = new WeakReference<Module>(module);
      handle.Entry = entry;
      lock (Live) Live[handle.Raw] = entry;
    }

    internal static void Forget(IntPtr handle, WeakReference<Module> entry) {
      lock (Live) {
        if (Live.TryGetValue(handle, out var current) && ReferenceEquals(current, entry)) Live.Remove(handle);
      }
    }
  }

  internal static partial class Layers {
    private static readonly ConcurrentDictionary<string, string> Aliases = new ConcurrentDictionary<string, string>();

    internal static void Alias(string name, string target) => Aliases[name] = target;

    /// <summary>An object of the layer's class; a plain Module if the class has none here.</summary>
    internal static Module Make(ModuleSafeHandle handle) {
      if (TenonNativePINVOKE.tenon_module_has_callback(handle, Callbacks.Run) == 1) return new Module(handle);
      string typeName = TenonNative.tenon_module_type_name(handle) ?? "";
      // Aliases cannot run in a circle: the library refuses that.
      while (Aliases.TryGetValue(typeName, out string? target)) typeName = target;
      switch (typeName) {
        case "Sequential": return new Nn.Sequential(handle);
        case "ModuleList": return new Nn.ModuleList(handle);
        case "ModuleDict": return new Nn.ModuleDict(handle);
        default: return MakeLayer(typeName, handle) ?? new Module(handle);
      }
    }
  }
}
