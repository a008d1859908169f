extension Money {
  /// Splits the amount in proportion to weights. The parts sum exactly to the whole.
  ///
  /// The unit of allocation is the minor unit of the currency, or the last decimal place of the
  /// amount if that is finer. Each share is rounded toward zero. The remaining units go, one each,
  /// to the parts with the largest remainders; of equal ones the earlier part comes first
  /// (Hamilton's method).
  ///
  /// Throws `noWeight` if no weight is positive, `negativeWeight`, and `arithmetic` if the amount
  /// in units or the sum of the weights has more than 36 digits.
  public func allocate(into weights: [ExactDecimal]) throws(MoneyFault) -> [Money] {
    if let index = weights.firstIndex(where: \.isNegative) { throw .negativeWeight(index: index) }
    let places = max(amount.normalized().places, currency.minorUnits)
    let shares = try Self.aligned(weights)
    let total = shares.reduce(0, &+)
    guard total > 0 else { throw .noWeight }
    let units = amount.rounded(toPlaces: places).padded(toPlaces: places)
    guard units.places == places else { throw .arithmetic(.overflow) }
    let parts = Self.split(units.coefficient.magnitude, by: shares, of: total)
    return parts.map { part in
      let coefficient = Int128(truncatingIfNeeded: part)
      let signed = amount.isNegative ? 0 &- coefficient : coefficient
      return Money(ExactDecimal(unchecked: signed, places: places), currency)
    }
  }

  /// The weights as integers with a common scale, whose sum has at most 36 digits.
  private static func aligned(_ weights: [ExactDecimal]) throws(MoneyFault) -> [UInt128] {
    let shortest = weights.map { $0.normalized() }
    let places = shortest.map(\.places).max() ?? 0
    var total = ExactDecimal.zero
    var shares: [UInt128] = []
    for weight in shortest {
      let padded = weight.padded(toPlaces: places)
      guard padded.places == places else { throw .arithmetic(.overflow) }
      total = try MoneyFault.wrap { () throws(ArithmeticFault) in
        try total.adding(ExactDecimal(unchecked: padded.coefficient, places: 0))
      }
      shares.append(padded.coefficient.magnitude)
    }
    return shares
  }

  /// Allocates whole units by the largest remainder.
  private static func split(
    _ units: UInt128, by shares: [UInt128], of total: UInt128
  ) -> [UInt128] {
    var parts: [UInt128] = []
    var remainders: [UInt128] = []
    for share in shares {
      let (quotient, remainder) = WideInteger(product: units, share)
        .quotientAndRemainder(dividingBy: total)
      parts.append(quotient.low)
      remainders.append(remainder)
    }
    let left = Int(truncatingIfNeeded: units &- parts.reduce(0, &+))
    let order = remainders.indices.sorted {
      remainders[$0] == remainders[$1] ? $0 < $1 : remainders[$0] > remainders[$1]
    }
    for index in order.prefix(left) { parts[index] &+= 1 }
    return parts
  }
}
