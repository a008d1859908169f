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
}
