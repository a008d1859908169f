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
    var contents: LedgerContents
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
    noteRows(of: &contents.groups, in: source)
    take(contents)
  }

  /// Notes the lines of groups that do not say yet where they come from.
  private func noteRows(of groups: inout [LedgerGroup], in source: ImportSource) {
    var reader = LedgerReader()
    reader.read(source.bytes, name: source.name)
    let tables = reader.finish().tables
    let lines = SourceLocator([source.file]).lines(of: tables.groups.map(\.position))
    let places = tables.groups.map { (tables.text($0.id), lines[$0.position]) }
    let known = Dictionary(places) { first, _ in first }
    for place in groups.indices
    where !groups[place].otherColumns.contains(where: { $0.key == ImportMark.key }) {
      guard let line = known[groups[place].id] ?? nil, let row = files[file].row(line) else {
        continue
      }
      var text = JSONText()
      text.open("{")
      row.write(into: &text)
      text.close("}")
      groups[place].otherColumns.append(
        LedgerColumn(ImportMark.key, json: String(decoding: text.bytes, as: UTF8.self)))
    }
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
