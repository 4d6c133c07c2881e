using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;

namespace Tenon.Internal {
  /// <summary>Finds the native library and makes sure that it is the right one.</summary>
  internal static class Library {
    internal const string Name = "tenon";
    private const string Variable = "TENON_NATIVE_PATH";
    private static readonly object Gate = new object();
    private static volatile bool ready;

    /// <summary>Before the first native call: the library is there, and of our version.</summary>
    internal static void Ensure() {
      if (!ready) {
        lock (Gate) {
          if (!ready) {
            Prepare();
            CheckVersion();
            ready = true;
          }
        }
      }
    }

    private static void CheckVersion() {
      int found = TenonNativePINVOKE.tenon_abi_version();
      const int wanted = TenonNative.TENON_ABI_VERSION;
      // A later minor version has all that an earlier one has.
      if (found >> 16 != wanted >> 16 || found < wanted) {
        throw new TenonException(Status.Version,
            $"Tenon's native library has ABI version {found >> 16}.{found & 0xffff}, this binding wants " +
            $"{wanted >> 16}.{wanted & 0xffff}: take both from one release");
      }
    }

    private static string FileName =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? "tenon.dll"
        : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? "libtenon.dylib" : "libtenon.so";

    private static string RuntimeId =>
        (RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? "win-"
         : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? "osx-" : "linux-") +
        RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();

    /// <summary>The named file, or the first that is there: beside this assembly, then as packages lay it
    /// out; null: where the system looks. Fails if the named file is missing.</summary>
    private static string? FindFile() {
      string? named = Environment.GetEnvironmentVariable(Variable);
      if (!string.IsNullOrEmpty(named)) {
        if (File.Exists(named)) return named;
        throw new DllNotFoundException(
            $"Tenon's native library was not found: {named} (from {Variable}) does not exist");
      }
      foreach (string folder in Folders()) {
        string file = Path.Combine(folder, FileName);
        if (File.Exists(file)) return file;
      }
      return null;
    }

    /// <summary>Null in a single file or ahead-of-time program, where the base folder is what counts.</summary>
#if NET5_0_OR_GREATER
    [System.Diagnostics.CodeAnalysis.UnconditionalSuppressMessage("SingleFile", "IL3000", Justification = "empty is expected")]
#endif
    private static string? Beside() => Path.GetDirectoryName(typeof(Library).Assembly.Location);

    private static IEnumerable<string> Folders() {
      foreach (string? folder in new[] { Beside(), AppContext.BaseDirectory }) {
        if (string.IsNullOrEmpty(folder)) continue;
        yield return folder!;
        yield return Path.Combine(folder!, "runtimes", RuntimeId, "native");
      }
    }

#if NET5_0_OR_GREATER
    private static void Prepare() => NativeLibrary.SetDllImportResolver(typeof(Library).Assembly, Resolve);

    private static IntPtr Resolve(string name, System.Reflection.Assembly assembly, DllImportSearchPath? search) {
      if (name != Name) return IntPtr.Zero;
      string? file = FindFile();
      if (file != null) return NativeLibrary.Load(file);
      foreach (string known in new[] { FileName, FileName + ".0" }) {
        if (NativeLibrary.TryLoad(known, out IntPtr library)) return library;
      }
      throw new DllNotFoundException(
          $"Tenon's native library was not found: {FileName} is not in {string.Join(", ", Folders())}, " +
          $"nor where the system looks; {Variable} may name it");
    }
#else
    [DllImport("__Internal", CharSet = CharSet.Ansi, CallingConvention = CallingConvention.Cdecl)]
    private static extern void mono_dllmap_insert(IntPtr assembly, string library, string? function, string target,
                                                  string? targetFunction);

    /// <summary>Mono is told where the library is. Other runtimes of .NET Standard, Unity's among them, have rules of
    /// their own for plugins and find it by its name.</summary>
    private static void Prepare() {
      string? file = FindFile();
      if (file == null) return;
      try {
        mono_dllmap_insert(IntPtr.Zero, Name, null, Path.GetFullPath(file), null);
      } catch (EntryPointNotFoundException) {
      } catch (DllNotFoundException) {
      }
    }
#endif
  }

  /// <summary>UTF-8 text in and out.</summary>
  internal static class Text {
    /// <summary>The text itself. C would cut it at a NUL character, in silence.</summary>
    internal static string Checked(string text) {
      if (!(text is null) && text.IndexOf('\0') >= 0) {
        throw new ArgumentException("a text for the native library cannot hold a NUL character");
      }
      return text!;
    }

    internal static string? Of(IntPtr text) => text == IntPtr.Zero ? null : Marshal.PtrToStringUTF8(text);

    /// <summary>The text of a tenon_string, which is released.</summary>
    internal static unsafe string Take(IntPtr owned) {
      try {
        return Marshal.PtrToStringUTF8(TenonNativePINVOKE.tenon_string_data(owned),
                                       checked((int)TenonNativePINVOKE.tenon_string_size(owned)));
      } finally {
        TenonNativePINVOKE.tenon_string_release(owned);
      }
    }
  }
}
