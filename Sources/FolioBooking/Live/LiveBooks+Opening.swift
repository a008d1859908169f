// Opening books.
extension LiveBooks {
  /// Books groups that come after all others, before anyone asks what the books are.
  /// - Parameter following: the number of groups that come later for certain.
  /// - Returns: false if they have faults, or if only the whole ledger tells. The books are of no
  ///   use then.
  package mutating func goOn(_ batch: Ledger, lastDay: Day?, following: Int = 0) -> Bool {
    self.lastDay = lastDay
    if case nil = book(batch, batch.numbers ?? [], following: following) { return true }
    return false
  }

  /// Books some groups of many.
  /// - Returns: why it fails; nil if it does not.
  mutating func book(
    _ batch: Ledger, _ numbers: [GroupIndex], following: Int = 0
  ) -> Outcome? {
    if let reason = reasonForWhole(batch) { return .needsWhole(reason) }
    main.book(batch, numbers, following: following)
    return booker.faults.isEmpty ? nil : .refused(booker.faults)
  }

  /// Adds up the holdings after that.
  /// - Returns: false if they cannot be kept exactly.
  package mutating func addUp() -> Bool {
    guard let new = try? LiveHoldings(booker) else { return false }
    shown = new
    return true
  }
}
