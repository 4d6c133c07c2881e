using System;
using Tenon.Internal;

namespace Tenon {
  public partial class Module {
    /// <summary>Parameters and persistent buffers by name.</summary>
    /// <param name="prefix">What keys begin with; null: nothing.</param>
    /// <param name="keepVars">The very tensors instead of detached ones; default false.</param>
    public StateDict StateDict(string? prefix = null, bool? keepVars = null) {
      IntPtr options = new Given().With("prefix", prefix).With("keep_vars", keepVars).ToNative();
      try {
        TenonNative.tenon_module_state_dict(Handle, options, out IntPtr state);
        GC.KeepAlive(this);
        return new StateDict(state);
      } finally {
        TenonNativePINVOKE.tenon_value_release(options);
      }
    }

    /// <summary>Loads a state dict: all of it or nothing.</summary>
    /// <param name="stateDict">The state.</param>
    /// <param name="strict">Missing and unexpected keys are an error; default true.</param>
    /// <param name="assign">The state dict's tensors become the module's; default false.</param>
    /// <param name="partial">What was loaded before an error stays, as in PyTorch; default false.</param>
    /// <param name="strictDtype">A change of dtype is an error; default false.</param>
    /// <returns>What was found.</returns>
    public LoadReport LoadStateDict(StateDict stateDict, bool? strict = null, bool? assign = null,
                                    bool? partial = null, bool? strictDtype = null) {
      if (stateDict is null) throw new ArgumentNullException(nameof(stateDict));
      IntPtr options = new Given().With("strict", strict).With("assign", assign).With("partial", partial)
                                    .With("strict_dtype", strictDtype).ToNative();
      try {
        IntPtr state = stateDict.Enter();
        try {
          TenonNative.tenon_module_load_state_dict(Handle, state, options, out IntPtr report);
          GC.KeepAlive(this);
          return new LoadReport(report);
        } finally {
          stateDict.Exit();
        }
      } finally {
        TenonNativePINVOKE.tenon_value_release(options);
      }
    }
  }
}
