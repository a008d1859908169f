extension LedgerGroup {
  /// Reads the row of a group, as a store or a line of a document has it. Its legs are nested. The
  /// accounts and instruments that it names need not be known.
  /// - Throws: All faults of the row, or a fault if it is not the row of one group.
  public init(row: [UInt8], name: String = "row") throws(LedgerFaults) {
    let contents = try LedgerContents(reading: row, name: name)
    guard let group = contents.groups.first, contents.groups.count == 1 else {
      let fault = Diagnostic(
        .notALedger, "the row is not one group, but \(contents.groups.count)",
        help: "Read a document with LedgerContents.", at: .none)
      throw LedgerFaults([fault], sources: [])
    }
    self = group
  }

  /// The row of the group: JSON on one line without its end, as `LedgerWriter` writes it.
  public var row: [UInt8] {
    TablesOfValues(LedgerContents(groups: [self])).writer.line(ofGroup: 0)
  }
}

extension LedgerContents {
  /// Reads a document, or some rows of one, as they are written. Accounts and instruments that are
  /// named need not be known, unless legs are in tables of their own.
  /// - Throws: All faults of the document.
  public init(reading bytes: [UInt8], name: String = "ledger.json") throws(LedgerFaults) {
    var reader = LedgerReader()
    reader.acceptsUnknownKeys = true
    reader.read(bytes, name: name)
    let draft = reader.finish()
    if !draft.faults.isEmpty {
      throw LedgerFaults(draft.faults + draft.warnings, sources: draft.tables.sources)
    }
    if draft.flatStockLegs.isEmpty, draft.flatCashLegs.isEmpty {
      self = ValuesOfTables(draft).contents
    } else {
      self.init(try LedgerCheck(of: draft).ledger())
    }
  }

  /// The rows of a checked ledger. Columns that a row leaves to a default, such as the currency of
  /// a leg, are filled in, and amounts in hundredths of a currency are in the currency.
  public init(_ ledger: Ledger) { self = ValuesOfTables(ledger.tables).contents }

  /// The document of these rows, as JSON or NDJSON.
  public func document(_ layout: LedgerWriter.Layout = .lines) -> [UInt8] {
    var document: [UInt8] = []
    let sink = { (bytes: [UInt8]) in document += bytes }
    var text = JSONText()
    var head = self
    head.groups = []
    let writer = TablesOfValues(head).writer
    writer.writeHead(layout, &text, hasGroups: !groups.isEmpty, to: sink)
    // No row of a group depends on other rows, so that there are never tables of all of them.
    for start in stride(from: 0, to: groups.count, by: Self.slice) {
      let some = Array(groups[start..<min(start + Self.slice, groups.count)])
      TablesOfValues(LedgerContents(groups: some)).writer.writeGroups(
        layout, &text, after: start, to: sink)
    }
    writer.writeEnd(layout, &text, hasGroups: !groups.isEmpty, to: sink)
    return document
  }

  /// The number of groups that are written at a time.
  private static var slice: Int { 512 }
}
