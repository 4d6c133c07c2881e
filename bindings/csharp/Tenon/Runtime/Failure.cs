using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Tenon.Internal {
  /// <summary>Statuses become exceptions, and exceptions travel through native frames.</summary>
  internal static class Failure {
    /// <summary>Throws unless the status is OK. On the thread of the failing call, right after it: the record
    /// is the thread's.</summary>
    internal static void Check(int status) {
      if (status != TenonNative.TENON_OK) Raise(status);
    }

    private static void Raise(int status) {
      IntPtr payload = TenonNativePINVOKE.tenon_error_take_payload(Callbacks.FreeHandle);
      if (payload != IntPtr.Zero) {
        GCHandle handle = GCHandle.FromIntPtr(payload);
        var own = (Exception)handle.Target!;
        handle.Free();
        // The very same object, with its stack.
        ExceptionDispatchInfo.Capture(own).Throw();
      }
      throw new TenonException((Status)status, Text.Of(TenonNativePINVOKE.tenon_error_message()) ?? "",
                               Text.Of(TenonNativePINVOKE.tenon_error_path()) ?? "",
                               Text.Of(TenonNativePINVOKE.tenon_error_reason()) ?? "");
    }

    /// <summary>What a callback returns after an exception: the exception waits in the thread's record.</summary>
    internal static int Keep(Exception exception) {
      int code = exception is TenonException own && own.Status != Status.Ok ? (int)own.Status
                                                                            : TenonNative.TENON_E_CALLBACK;
      IntPtr payload = GCHandle.ToIntPtr(GCHandle.Alloc(exception));
      string message = exception.Message.Replace('\0', ' ');
      return TenonNativePINVOKE.tenon_error_set(code, message, payload, Callbacks.FreeHandle);
    }
  }
}
