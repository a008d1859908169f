// Arithmetic on optional amounts. An unknown amount is `nil`. The result is `nil` if an operand is,
// or if it exceeds the precision of `ExactDecimal`.
extension ExactDecimal? {
  /// The exact sum.
  package func adding(_ other: ExactDecimal?) -> ExactDecimal? {
    guard let self, let other else { return nil }
    return try? self.adding(other)
  }

  /// The exact difference.
  package func subtracting(_ other: ExactDecimal?) -> ExactDecimal? {
    guard let self, let other else { return nil }
    return try? self.subtracting(other)
  }

  /// The number, and whether it is known, for a small record that keeps both side by side.
  package var flagged: (value: ExactDecimal, isKnown: Bool) {
    map { ($0, true) } ?? (.zero, false)
  }
}

// Amounts that a row may leave out, such as fees: there are none then. That differs from an amount
// that is needed and is missing, or that does not fit; it must not become zero.
extension ExactDecimal {
  /// An amount; zero if it is left out.
  package static func given(_ amount: ExactDecimal?) -> ExactDecimal { amount.flagged.value }

  /// The sum of the amounts that are given.
  package static func sum(
    ofGiven amounts: ExactDecimal?...
  ) throws(ArithmeticFault) -> ExactDecimal {
    var sum = zero
    for case let amount? in amounts { try sum.add(amount) }
    return sum
  }
}
