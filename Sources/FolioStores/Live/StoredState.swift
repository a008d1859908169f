import FolioInterchange
import FolioModel

/// What a checkpoint of a store has: the states of the checker and of the books.
///
/// They are valid with another head, too, as long as it says the same of all that they depend on:
/// accounts, instruments, prices and later exchange rates may have come.
struct StoredState {
  /// A checksum of what they depend on in the head.
  var head: UInt64
  var checker: CheckerState
  var books: [UInt8]

  init(head: UInt64, checker: CheckerState, books: [UInt8]) {
    (self.head, self.checker, self.books) = (head, checker, books)
  }

  /// States of a ledger.
  /// - Parameter ledger: the ledger without its groups.
  init(of ledger: Ledger, checker: CheckerState, books: [UInt8]) {
    self.init(head: checker.checksum(of: ledger.tables), checker: checker, books: books)
  }

  /// Whether they are states of a ledger.
  /// - Parameter ledger: the ledger without its groups, with the numbers of the states.
  func isValid(for ledger: Ledger) -> Bool { checker.checksum(of: ledger.tables) == head }

  /// Nil if the bytes are damaged, or of another version.
  init?(_ bytes: [UInt8]) {
    self.init(head: 0, checker: CheckerState(), books: [])
    do throws(StateFault) {
      var coder = try StateCoder(readingSealed: bytes)
      try code(&coder)
      try coder.expectEnd()
    } catch { return nil }
  }

  var bytes: [UInt8] {
    var (copy, coder) = (self, StateCoder())
    // Writing never fails.
    try? copy.code(&coder)
    return coder.sealed
  }

  private mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&head)
    try checker.code(&coder)
    try coder.code(&books)
  }
}

extension CheckerState {
  /// A checksum of the rows of a head on which the state depends. They are written as in a store,
  /// since all that a row says may count. Prices and statements are not booked.
  fileprivate func checksum(of head: LedgerTables) -> UInt64 {
    var tables = head
    tables.drop(head.prices.map { _ in true }, of: .prices, \.prices)
    tables.drop(head.balances.map { _ in true }, of: .balances, \.balances)
    tables.drop(head.rates.map { !dependsOnRates(of: $0.day) }, of: .rates, \.rates)
    tables.drop(head.instruments.indices.map { $0 >= instruments }, of: .stocks, \.instruments)
    tables.drop(
      head.cashAccounts.indices.map { $0 >= accounts }, of: .cashAccounts, \.cashAccounts)
    return LedgerWriter(tables).headLine().stateChecksum
  }
}
