import FolioModel

#if canImport(Synchronization)
import Synchronization
#endif

/// The names of the accounts of the journal, each made once: a ledger has few accounts and many
/// postings.
final class AccountNames: Sendable {
  private let tables: LedgerTables
  // Where there is no Mutex, each name is made anew.
  #if canImport(Synchronization)
  private let names = Mutex<[JournalAccount: String]>([:])
  #endif

  init(_ tables: LedgerTables) { self.tables = tables }

  func name(of account: JournalAccount) -> String {
    #if canImport(Synchronization)
    return names.withLock { names in
      if let name = names[account] { return name }
      let name = account.name(in: tables)
      names[account] = name
      return name
    }
    #else
    return account.name(in: tables)
    #endif
  }
}
