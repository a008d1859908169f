/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers on every machine, for one seed.
public struct SplitMix: Sendable {
  private var state: UInt64

  /// The numbers of a seed, from the first one on.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in the range, whose width is small beside 2^64: the bias is not worth a loop.
  public mutating func next(in range: Range<Int>) -> Int {
    let width = UInt64(range.count)
    return range.lowerBound + Int(next().multipliedFullWidth(by: width).high)
  }
}
