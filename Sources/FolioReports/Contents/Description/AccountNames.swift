import Synchronization

/// The names of the accounts of the journal. A ledger has few accounts and many postings, so the
/// names that were made last are kept.
final class AccountNames: Sendable {
  private typealias Known = (account: JournalAccount, name: String)

  private let tables: LedgerTables
  // Where there is no Mutex, each name is made anew.
  /// Each account has one place, which it shares with others. A dictionary costs more than making
  /// a name: a batch of a stream has about as many accounts as groups.
  private let recent = Mutex([Known?](repeating: nil, count: 256))

  init(_ tables: LedgerTables) { self.tables = tables }

  func name(of account: JournalAccount) -> String {
    return recent.withLock { recent in
      let place = Int((account.reference &* 16 &+ UInt32(account.kind.rawValue)) % 256)
      if let known = recent[place], known.account == account { return known.name }
      let name = account.name(in: tables)
      recent[place] = (account, name)
      return name
    }
  }
}
