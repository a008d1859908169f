/// Adds up postings by account and currency.
package struct JournalSums: Sendable {
  /// The sums, each as a posting of the first group that had one.
  package private(set) var all: [Posting] = []
  /// The index of each sum, by account and currency.
  private var indices = IdentifierIndex()

  /// No postings yet.
  package init() {}

  /// Adds a posting.
  package mutating func add(_ posting: Posting) throws(ArithmeticFault) {
    let account = posting.account
    let key = Identifier(
      high: UInt64(account.kind.rawValue) << 32 | UInt64(account.reference),
      low: UInt64(posting.currency))
    if let index = indices.insert(key, UInt32(truncatingIfNeeded: all.count)) {
      try all[Int(index)].amount.add(posting.amount)
    } else {
      all.append(posting)
    }
  }
}
