extension LiveLedger {
  /// A change that was made.
  package struct Change: Sendable {
    /// The checked groups, by row.
    package let ledger: Ledger
    /// The warnings about them, in the order of `LedgerCheck.diagnostics`. Their positions, and
    /// those of the groups, are in this file.
    package internal(set) var warnings: [Diagnostic] = []
    let file: Int
    /// The row of the head after it; nil if the change does not concern the head.
    var head: [UInt8]?
    /// The prices that it added.
    var prices: [PriceRecord] = []
    /// The numbers of rows of the head that it added.
    var added = AddedRows()
    /// Whether it says where something is in its rows.
    var isNoted = false
    /// Whether the check has other warnings about the groups than before.
    var changesWarnings = false
    /// Whether other groups overdraw an account now.
    var overdrawsElsewhere = false
    /// What it did to the books.
    package let books: BookingChange
  }
}

extension LiveLedger.Change {
  /// Notes the warnings.
  /// - Parameters:
  ///   - found: those of the check.
  ///   - before: those of booking that may have changed, before and after the change.
  mutating func note(
    _ found: [Diagnostic], _ before: [Diagnostic], _ after: [Diagnostic]
  ) {
    warnings = found + after.filter { $0.position.file == file }
    let others = after.filter { $0.code == .negativeCash && $0.position.file != file }
    if others.isEmpty { return }
    let known = Set(before.map(\.message))
    overdrawsElsewhere = others.contains { !known.contains($0.message) }
  }

  /// Drops warnings that were there before.
  mutating func dropWarnings(among before: [Diagnostic]) {
    if warnings.isEmpty { return }
    let known = Set(before.map(StoreCheck.text))
    warnings.removeAll { known.contains(StoreCheck.text($0)) }
  }
}

extension LedgerChange {
  /// Whether each price is of another instrument or day, and each rate of other currencies or
  /// another day.
  var hasDifferentQuotes: Bool {
    Set(prices.map { PriceKey(instrument: $0.instrument, day: $0.day) }).count == prices.count
      && Set(rates.map { RateKey(from: $0.from, to: $0.to, day: $0.day) }).count == rates.count
  }
}
