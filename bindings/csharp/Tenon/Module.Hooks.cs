using System;
using Tenon.Internal;

namespace Tenon {
  public partial class Module {
    /// <summary>A hook after forward, for one tensor in and one out. The module keeps it; a hook may use the module it
    /// hangs on.</summary>
    /// <param name="hook">The hook: (m, input, output) => what replaces the output, or null.</param>
    /// <param name="prepend">Before the hooks registered so far.</param>
    /// <param name="alwaysCall">Also when the call fails.</param>
    public HookHandle RegisterForwardHook(ForwardHook hook, bool prepend = false, bool alwaysCall = false) =>
        HookHandle.OnModule(this, new ForwardHookTarget(this, hook),
                            TenonNativePINVOKE.tenon_module_register_forward_hook,
                            HookHandle.Flags(prepend, alwaysCall));

    /// <summary>A hook after forward, for any arguments and outputs.</summary>
    /// <param name="hook">The hook: (m, args, kwargs, output) => what replaces the output, or null.</param>
    /// <param name="prepend">Before the hooks registered so far.</param>
    /// <param name="alwaysCall">Also when the call fails.</param>
    public HookHandle RegisterForwardHook(ForwardHookWithKwargs hook, bool prepend = false,
                                          bool alwaysCall = false) =>
        HookHandle.OnModule(this, new ForwardKwargsTarget(hook),
                            TenonNativePINVOKE.tenon_module_register_forward_hook,
                            HookHandle.Flags(prepend, alwaysCall));

    /// <summary>A hook before forward, for one tensor.</summary>
    /// <param name="hook">The hook: (m, input) => what replaces the input, or null.</param>
    /// <param name="prepend">Before the hooks registered so far.</param>
    public HookHandle RegisterForwardPreHook(ForwardPreHook hook, bool prepend = false) =>
        HookHandle.OnModule(this, new PreHookTarget(this, hook),
                            TenonNativePINVOKE.tenon_module_register_forward_pre_hook,
                            HookHandle.Flags(prepend, false));

    /// <summary>A hook before forward, for any arguments.</summary>
    /// <param name="hook">The hook: (m, args, kwargs) => what replaces both, or null.</param>
    /// <param name="prepend">Before the hooks registered so far.</param>
    public HookHandle RegisterForwardPreHook(ForwardPreHookWithKwargs hook, bool prepend = false) =>
        HookHandle.OnModule(this, new PreKwargsTarget(hook),
                            TenonNativePINVOKE.tenon_module_register_forward_pre_hook,
                            HookHandle.Flags(prepend, false));

    /// <summary>A hook before this module gives its state.</summary>
    /// <param name="hook">The hook.</param>
    public HookHandle RegisterStateDictPreHook(StateDictPreHook hook) {
      if (hook is null) throw new ArgumentNullException(nameof(hook));
      return OnRecord((m, record) => hook(m, record.Prefix, record.Get(TenonNative.TENON_SLOT_VALUE).ToBool()),
                      TenonNativePINVOKE.tenon_module_register_state_dict_pre_hook);
    }

    /// <summary>A hook after this module gave its state.</summary>
    /// <param name="hook">The hook.</param>
    public HookHandle RegisterStateDictPostHook(StateDictPostHook hook) {
      if (hook is null) throw new ArgumentNullException(nameof(hook));
      return OnRecord((m, record) => hook(m, record.StateDict, record.Prefix,
                                          record.Get(TenonNative.TENON_SLOT_METADATA)),
                      TenonNativePINVOKE.tenon_module_register_state_dict_post_hook);
    }

    /// <summary>A hook before this module's entries are loaded.</summary>
    /// <param name="hook">The hook.</param>
    public HookHandle RegisterLoadStateDictPreHook(LoadStateDictPreHook hook) {
      if (hook is null) throw new ArgumentNullException(nameof(hook));
      return OnRecord((m, record) => hook(m, record.StateDict, record.Prefix,
                                          record.Get(TenonNative.TENON_SLOT_METADATA),
                                          record.Get(TenonNative.TENON_SLOT_STRICT).ToBool(), record.Report),
                      TenonNativePINVOKE.tenon_module_register_load_state_dict_pre_hook);
    }

    /// <summary>A hook after this module's entries were loaded.</summary>
    /// <param name="hook">The hook.</param>
    public HookHandle RegisterLoadStateDictPostHook(LoadStateDictPostHook hook) {
      if (hook is null) throw new ArgumentNullException(nameof(hook));
      return OnRecord((m, record) => hook(m, record.Report),
                      TenonNativePINVOKE.tenon_module_register_load_state_dict_post_hook);
    }

    private HookHandle OnRecord(Action<Module, CallRecord> run, HookHandle.Register<ModuleSafeHandle> register) =>
        HookHandle.OnModule(this, new RecordTarget(run), register, 0);
  }
}
