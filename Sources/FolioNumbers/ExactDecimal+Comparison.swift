extension ExactDecimal: Hashable, Comparable {
  /// Whether both are the same number, regardless of their decimal places: 1.5 == 1.50.
  @inlinable
  @inline(__always)
  public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
    left.places == right.places ? left.bits == right.bits : compare(left, right) == 0
  }

  /// Orders numbers exactly.
  @inlinable
  @inline(__always)
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    left.places == right.places ? left.bits < right.bits : compare(left, right) < 0
  }

  /// Hashes the number regardless of its decimal places.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(normalized().bits)
  }

  /// -1, 0 or 1 if the first value is less than, equal to or greater than the second one.
  @inlinable
  static func compare(_ left: ExactDecimal, _ right: ExactDecimal) -> Int {
    // The lowest six bits of the difference contain its decimal places.
    if let difference = left.quickSum(-right) { return order(difference &>> 6, 0) }
    if let difference = right.quickSum(-left) { return order(0, difference &>> 6) }
    return compareProducts(left, .one, right, .one)
  }

  @inlinable
  static func order(_ left: Int128, _ right: Int128) -> Int {
    left < right ? -1 : (left == right ? 0 : 1)
  }

  /// -1, 0 or 1 as `a · b` is less than, equal to or greater than `c · d`, exactly.
  ///
  /// Compares unit costs without a division: `cost1 / quantity1 < cost2 / quantity2` where
  /// `cost1 · quantity2 < cost2 · quantity1`, for quantities above zero.
  @inlinable
  public static func compareProducts(
    _ a: ExactDecimal, _ b: ExactDecimal, _ c: ExactDecimal, _ d: ExactDecimal
  ) -> Int {
    if a.places &+ b.places == c.places &+ d.places,
      let a = a.word, let b = b.word, let c = c.word, let d = d.word
    {
      return order(Int128(a) &* Int128(b), Int128(c) &* Int128(d))
    }
    return compareWideProducts(a, b, c, d)
  }

  @usableFromInline
  static func compareWideProducts(
    _ a: ExactDecimal, _ b: ExactDecimal, _ c: ExactDecimal, _ d: ExactDecimal
  ) -> Int {
    let (left, right) = (a.signum * b.signum, c.signum * d.signum)
    if left != right { return left < right ? -1 : 1 }
    let shift = (c.places + d.places) - (a.places + b.places)
    let first = WideInteger(product: a.wideMagnitude, b.wideMagnitude)
    let second = WideInteger(product: c.wideMagnitude, d.wideMagnitude)
    let farther =
      shift >= 0
      ? compareMagnitudes(first, scaledBy: shift, second)
      : -compareMagnitudes(second, scaledBy: -shift, first)
    return left * farther
  }

  /// Compares `first · 10^shift` with `second`, for a shift of 0...72. If the scaled value exceeds
  /// 256 bits it is greater, since `second` is a product of two coefficients and thus less than
  /// 2^240.
  private static func compareMagnitudes(
    _ first: WideInteger, scaledBy shift: Int, _ second: WideInteger
  ) -> Int {
    let half = shift / 2
    guard
      let scaled = first.multiplied(by: PowerOfTen.wide(half))?
        .multiplied(by: PowerOfTen.wide(shift - half))
    else { return 1 }
    return scaled < second ? -1 : (scaled == second ? 0 : 1)
  }
}
