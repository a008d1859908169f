import Folio

extension Importer {
  /// A ledger document of Folio itself, so that it can be imported together with other files.
  package static let folioLedger = Importer(
    name: "folio", meaning: "a ledger document",
    recognize: { source in
      let start = source.start(256).filter { !$0.isWhitespace }
      if start.hasPrefix("{\"format\":\"folio/1\"") { return .certain }
      return start.hasPrefix("{\"transaction_groups\":") ? .certain : .none
    },
    read: { source, draft in draft.takeLedger(source) })
}

extension ImportDraft {
  /// Takes a ledger document as it is written.
  fileprivate mutating func takeLedger(_ source: ImportSource) {
    let contents: LedgerContents
    do throws(LedgerFaults) {
      contents = try LedgerContents(reading: source.bytes, name: source.name)
    } catch {
      append(
        error.diagnostics.map { diagnostic in
          var moved = diagnostic
          if moved.position.isKnown {
            moved.position = SourcePosition(file: file, offset: moved.position.offset)
          }
          return moved
        })
      return
    }
    noteRead(row(at: 0))
    take(contents)
  }

  /// Takes rows as they are written.
  mutating func take(_ contents: LedgerContents) {
    set { $0 = contents.settings }
    asWritten.accounts += contents.accounts
    asWritten.instruments += contents.instruments
    asWritten.prices += contents.prices
    asWritten.rates += contents.rates
    asWritten.balances += contents.balances
    asWritten.groups += contents.groups
    asWritten.storedPositions += contents.storedPositions
    asWritten.storedHoldings += contents.storedHoldings
    asWritten.otherColumns += contents.otherColumns
  }
}
