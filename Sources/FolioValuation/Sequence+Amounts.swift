extension Sequence {
  /// Returns the sum of an amount over all elements. `nil` if one is unknown or the sum exceeds the
  /// precision of `ExactDecimal`.
  package func sum(_ amount: (Element) -> ExactDecimal?) -> ExactDecimal? {
    reduce(.zero) { sum, element in sum.adding(amount(element)) }
  }

  /// Returns the elements sorted by a key. Elements with equal keys stay in their order.
  package func stablySorted<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    enumerated().map { (key: key($1), offset: $0, element: $1) }
      .sorted { ($0.key, $0.offset) < ($1.key, $1.offset) }.map(\.element)
  }
}
