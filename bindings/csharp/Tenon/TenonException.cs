using System;

namespace Tenon {
  /// <summary>What kind of failure a <see cref="TenonException"/> is. Type to Assertion are Python's kinds.</summary>
  public enum Status {
    /// <summary>No failure.</summary>
    Ok = 0,
    /// <summary>Python's TypeError.</summary>
    Type = 1,
    /// <summary>Python's KeyError.</summary>
    Key = 2,
    /// <summary>Python's ValueError.</summary>
    Value = 3,
    /// <summary>Python's AttributeError.</summary>
    Attribute = 4,
    /// <summary>Python's IndexError.</summary>
    Index = 5,
    /// <summary>Python's RuntimeError.</summary>
    Runtime = 6,
    /// <summary>Python's NotImplementedError.</summary>
    NotImplemented = 7,
    /// <summary>Python's AssertionError.</summary>
    Assertion = 8,
    /// <summary>An allocation failed; objects are as before.</summary>
    NoMemory = 9,
    /// <summary>Something that was let go of, for example by a context that was shut down.</summary>
    BadHandle = 10,
    /// <summary>Objects of two contexts in one call.</summary>
    WrongContext = 11,
    /// <summary>Known but not offered.</summary>
    Unsupported = 12,
    /// <summary>The native library is another version than this binding.</summary>
    Version = 13,
    /// <summary>A file could not be opened, read or written.</summary>
    IO = 14,
    /// <summary>A file breaks its format; <see cref="TenonException.Reason"/> says which rule.</summary>
    Corrupt = 15,
    /// <summary>In use by a running call.</summary>
    Busy = 16,
    /// <summary>A callback failed without a kind of its own.</summary>
    Callback = 17,
    /// <summary>Cancelled.</summary>
    Cancelled = 18,
    /// <summary>A broken promise of the library's; please report it.</summary>
    Internal = 19
  }

  /// <summary>A failure that the library reports. An exception of your own, thrown in a hook or in a module of
  /// yours, is never wrapped: it comes out of the outermost call as the same object.</summary>
  public class TenonException : Exception {
    /// <summary>A failure with a kind and a text: what a callback of yours may throw too.</summary>
    /// <param name="status">The kind.</param>
    /// <param name="message">The text.</param>
    public TenonException(Status status, string message) : this(status, message, "", "") { }

    internal TenonException(Status status, string message, string path, string reason) : base(message) {
      Status = status;
      Path = path;
      Reason = reason;
    }

    /// <summary>The kind of failure.</summary>
    public Status Status { get; }

    /// <summary>The path of the module in which it happened, "layers.0"; "" at the root or outside a call.</summary>
    public string Path { get; }

    /// <summary>A fixed word for some faults of files ("bad_offsets"); "" if there is none.</summary>
    public string Reason { get; }
  }
}
