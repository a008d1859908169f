import FolioModel
import FolioNumbers

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

// Storing them.
extension JournalSums {
  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    var sums = all
    let blank = Posting(JournalAccount(.rounding), .zero, 0, group: 0)
    try coder.code(&sums, of: blank) { sum, coder throws(StateFault) in try sum.code(&coder) }
    guard coder.isReading else { return }
    self = JournalSums()
    for sum in sums {
      do { try add(sum) } catch { throw StateFault() }
    }
  }
}

extension Posting {
  fileprivate mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    var kind = account.kind
    try coder.code(&kind)
    if kind == .cash {
      var owner = CashAccountIndex(rawValue: account.reference)
      try coder.code(cashAccount: &owner)
      account = JournalAccount(cash: owner)
    } else {
      var owner = InstrumentIndex(rawValue: account.reference)
      try coder.code(instrument: &owner)
      account = JournalAccount(kind, of: owner)
    }
    try coder.code(&amount)
    try coder.code(&group)
    try coder.code(currency: &currency)
  }
}
