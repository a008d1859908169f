import ExactNumbers
import LedgerModel

/// Adds up postings by account and currency. A journal has millions of postings on a few hundred
/// accounts, so the way to a sum is a table of packed keys rather than a dictionary.
package struct JournalSums: Sendable {
  /// The sums, each as a posting of the first group that had one.
  package private(set) var all: [Posting] = []
  private var index = IdentifierIndex()

  /// No postings yet.
  package init() {}

  /// Adds a posting.
  package mutating func add(_ posting: Posting) throws(ArithmeticFault) {
    let key = Identifier(
      high: UInt64(posting.account.kind.rawValue) << 32 | UInt64(posting.account.reference),
      low: UInt64(posting.currency))
    let next = UInt32(truncatingIfNeeded: all.count)
    if let number = index.insert(key, next) {
      try all[Int(number)].amount.add(posting.amount)
    } else {
      all.append(posting)
    }
  }
}
