using System;
using System.Collections;
using System.Collections.Generic;

namespace Tenon {
  /// <summary>One int or several, as PyTorch's kernel_size=3 or kernel_size=(3, 5). Made from an int, a long, an
  /// array or a tuple.</summary>
  public readonly struct Ints {
    private readonly long one;
    private readonly long[]? several;

    private Ints(long one) {
      this.one = one;
      several = null;
    }

    /// <summary>Several ints.</summary>
    /// <param name="several">The ints.</param>
    public Ints(params long[] several) {
      one = 0;
      this.several = several ?? throw new ArgumentNullException(nameof(several));
    }

    /// <summary>An int or, for several, a tuple of ints.</summary>
    public Value ToValue() {
      if (several == null) return one;
      var items = new Value[several.Length];
      for (int i = 0; i < items.Length; i++) items[i] = several[i];
      return Value.Tuple(items);
    }

    /// <summary>The ints in an array of their own.</summary>
    public long[] ToArray() => several == null ? new[] { one } : (long[])several.Clone();

    /// <summary>One int.</summary>
    public static implicit operator Ints(long one) => new Ints(one);

    /// <summary>One int.</summary>
    public static implicit operator Ints(int one) => new Ints((long)one);

    /// <summary>Several ints.</summary>
    public static implicit operator Ints(long[] several) => new Ints(several);

    /// <summary>Several ints.</summary>
    public static implicit operator Ints(int[] several) => new Ints(Array.ConvertAll(several, i => (long)i));

    /// <summary>Two ints.</summary>
    public static implicit operator Ints((int, int) two) => new Ints(two.Item1, two.Item2);

    /// <summary>Three ints.</summary>
    public static implicit operator Ints((int, int, int) three) => new Ints(three.Item1, three.Item2, three.Item3);

    /// <summary>Four ints.</summary>
    public static implicit operator Ints((int, int, int, int) four) =>
        new Ints(four.Item1, four.Item2, four.Item3, four.Item4);

    /// <summary>The sizes of a shape.</summary>
    public static implicit operator Ints(Shape shape) => new Ints(shape.ToArray());

    /// <summary>An int or a tuple of ints.</summary>
    public static implicit operator Value(Ints ints) => ints.ToValue();
  }

  /// <summary>The sizes of a tensor. Prints as PyTorch's: (2, 3).</summary>
  public readonly struct Shape : IReadOnlyList<long>, IEquatable<Shape> {
    private readonly long[]? sizes;

    internal Shape(long[] sizes) { this.sizes = sizes; }

    private long[] Sizes => sizes ?? Array.Empty<long>();

    /// <summary>The number of dims.</summary>
    public int Count => Sizes.Length;

    /// <summary>The size of a dim; a negative dim counts from the end.</summary>
    /// <param name="dim">The dim.</param>
    public long this[int dim] => Sizes[dim < 0 ? dim + Count : dim];

    /// <summary>The sizes in an array of their own.</summary>
    public long[] ToArray() => (long[])Sizes.Clone();

    /// <summary>The sizes, in order.</summary>
    public IEnumerator<long> GetEnumerator() => ((IEnumerable<long>)Sizes).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>The same sizes?</summary>
    /// <param name="other">The other shape.</param>
    public bool Equals(Shape other) => Sizes.AsSpan().SequenceEqual(other.Sizes);

    /// <summary>The same sizes?</summary>
    /// <param name="obj">Another shape.</param>
    public override bool Equals(object? obj) => obj is Shape other && Equals(other);

    /// <summary>A hash of the sizes.</summary>
    public override int GetHashCode() {
      var hash = new HashCode();
      foreach (long size in Sizes) hash.Add(size);
      return hash.ToHashCode();
    }

    /// <summary>The same sizes?</summary>
    public static bool operator ==(Shape a, Shape b) => a.Equals(b);

    /// <summary>Other sizes?</summary>
    public static bool operator !=(Shape a, Shape b) => !a.Equals(b);

    /// <summary>(), (3,) or (2, 3).</summary>
    public override string ToString() =>
        Count == 1 ? $"({Sizes[0]},)" : $"({string.Join(", ", Sizes)})";
  }
}
