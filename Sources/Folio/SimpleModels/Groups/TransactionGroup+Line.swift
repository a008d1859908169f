import FolioInterchange
import FolioModel
import FolioNumbers

// An app stores a simple transaction in a ledger store as an expanded group, which is one line of
// NDJSON. The store already has the accounts and instruments.
extension FlatApp.Capital {
  /// Returns the group of the capital movement as a line of a ledger document, for the `append` and
  /// `replace` methods of a store.
  /// - Throws: The reason why it cannot be written. The store checks everything else.
  public func ledgerLine(in currency: Currency) throws(LedgerFaults) -> [UInt8] {
    try expanded(in: currency).ledgerLine()
  }
}

extension FlatApp.Transaction {
  /// Returns the group of the transaction as a line of a ledger document, for the `append` and
  /// `replace` methods of a store.
  /// - Parameter currency: The currency of the ticker. The cash is booked to
  ///   `FlatApp.cashAccount(of:)`.
  /// - Throws: The reason why it cannot be written. The store checks everything else.
  public func ledgerLine(in currency: Currency) throws(LedgerFaults) -> [UInt8] {
    guard let group = try? expanded(in: currency) else {
      throw LedgerFaults([.tooManyDigits(at: .none)], sources: [])
    }
    return try group.ledgerLine()
  }
}

extension TransactionGroup {
  /// Checks the group by itself and writes it as a line of NDJSON. Other columns, of which only the
  /// keys are known, would be lost; expanded groups have none.
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
    draft.append([PlacedRow(row: self, position: .none)])
    let document = LedgerWriter(try LedgerCheck(of: draft).ledger()).bytes(.lines)
    return Array(document.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
  }
}
