import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers

// What an app writes when it keeps a simple transaction in a store of ledgers: the group that it
// is expanded to, as a line of the NDJSON layout. The store has the accounts and instruments.
extension FlatApp.Capital {
  /// The capital's group as a line of a ledger document: what a store's `append` and `replace`
  /// take.
  /// - Throws: what can't be written of it; the store checks the rest.
  public func ledgerLine(in currency: Currency) throws(LedgerFaults) -> [UInt8] {
    try expanded(in: currency).ledgerLine()
  }
}

extension FlatApp.Transaction {
  /// The transaction's group as a line of a ledger document: what a store's `append` and `replace`
  /// take.
  /// - Parameter currency: that of the ticker; the money is in `FlatApp.cashAccount(of:)`.
  /// - Throws: what can't be written of it; the store checks the rest.
  public func ledgerLine(in currency: Currency) throws(LedgerFaults) -> [UInt8] {
    let group: TransactionGroup
    do throws(ArithmeticFault) {
      group = try expanded(in: currency)
    } catch {
      throw LedgerFaults([.tooManyDigits(at: .none)], sources: [])
    }
    return try group.ledgerLine()
  }
}

extension TransactionGroup {
  /// The group as Folio's writer has it, after a check of it alone. Columns of which only the keys
  /// are known would be lost: groups that were expanded have none.
  package func ledgerLine() throws(LedgerFaults) -> [UInt8] {
    var draft = LedgerDraft()
    for leg in stockLegs {
      var row = Instrument(
        symbol: draft.identifier(leg.symbol),
        stockID: leg.stockID.map { draft.identifier($0) } ?? .none, position: .none)
      row.currency = draft.currency(leg.currency)
      row.hasMasterRow = true
      draft.tables.instruments.append(row)
    }
    var groups = LedgerGroups()
    groups.append(self, at: .none)
    groups.move(to: &draft)
    let document = LedgerWriter(try LedgerCheck(of: draft).ledger()).bytes(.lines)
    return Array(document.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
  }
}
