// The format of a file is determined by its first bytes, never by its name (Specs/quotes.md).
extension QuoteStaging {
  /// Reads a file of prices or rates.
  /// - Parameter sources: All files read so far, followed by the file to read.
  mutating func read(_ contents: [UInt8], _ request: Request, sources: [SourceFile]) {
    file = sources.count - 1
    self.request = request
    if PackedPrices.isPacked(contents) { return readPacked(FixedBytes(contents), sources) }
    let before = prices.count
    begin(sources, at: before)
    contents.withSpan { readContents(contents, $0, sources) }
    files[files.count - 1].prices = before..<prices.count
  }

  /// Reads a packed file of prices, whose rows stay where they are.
  mutating func read(_ contents: FixedBytes, _ request: Request, sources: [SourceFile]) {
    file = sources.count - 1
    self.request = request
    readPacked(contents, sources)
  }

  private mutating func readPacked(_ contents: FixedBytes, _ sources: [SourceFile]) {
    begin(sources, at: prices.count)
    if request.kind != .prices { return report(Messages.otherQuotes(.prices), at: 0..<1) }
    guard let packed = PackedFile(contents, file: file, &self) else {
      return report(Messages.damagedPrices, at: 0..<1)
    }
    files[files.count - 1].namesNoCurrency = packed.namesNoCurrency
    files[files.count - 1].prices = prices.append(packed.prices)
  }

  private mutating func begin(_ sources: [SourceFile], at row: Int) {
    files.append(
      File(
        number: file, name: sources[file].name, prices: row..<row,
        isOfPrices: request.kind == .prices))
  }

  private mutating func readContents(
    _ contents: [UInt8], _ bytes: Span<UInt8>, _ sources: [SourceFile]
  ) {
    let kind = SyntaxFault.Kind(startOf: bytes)
    if kind == .utf16 {
      return report(Messages.syntax(SyntaxFault(kind: .utf16, offset: 0), bytes), at: 0..<1)
    }
    let first = kind == .byteOrderMark ? 3 : 0
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let start = contents[first...].firstIndex { !blanks.contains($0) } ?? contents.count
    switch bytes.byte(at: start) {
    case UInt8(ascii: "{") where isLedger(bytes, from: start):
      // The reader of ledger documents handles a byte order mark itself.
      readLedger(bytes, sources)
    case UInt8(ascii: "{"), UInt8(ascii: "["): CoinReader(start: start).read(bytes, into: &self)
    default:
      var table = QuoteTable(contents, from: first)
      table.read(into: &self)
    }
  }

  private func isLedger(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    var sniffer = FormatSniffer(scanner: JSONScanner(bytes, from: start))
    return (try? sniffer.isLedger(bytes)) ?? false
  }
}

// Reads a ledger document as a file of prices and rates: only these two tables are used.
extension QuoteStaging {
  private mutating func readLedger(_ bytes: Span<UInt8>, _ sources: [SourceFile]) {
    var reader = DocumentReader()
    reader.records.draft.tables.sources = Array(sources.dropLast())
    reader.begin(sources[file])
    _ = reader.consume(bytes, end: bytes.count, isLast: true)
    let draft = reader.records.draft
    for fault in draft.faults { add(fault) }
    unlistedFaults += reader.records.unlistedFaults
    addPrices(of: draft)
    for var row in draft.tables.rates {
      row.from = number(of: row.from, in: draft)
      row.to = number(of: row.to, in: draft)
      if row.from != missingCurrency, row.to != missingCurrency { rates.append(row) }
    }
  }

  private mutating func addPrices(of draft: LedgerDraft) {
    func name(_ number: UInt32, _ names: NumberedNames) -> String {
      number == .missing ? "" : draft.tables.text(names.all[Int(number)])
    }
    for row in draft.tables.prices {
      let subject = Subject(
        id: name(row.stockReference, draft.stockNames),
        symbol: name(row.instrument.rawValue, draft.symbolNames))
      prices.append(
        Price(
          subject: number(of: subject), day: row.day,
          currency: number(of: row.currency, in: draft), price: row.price,
          position: row.position))
    }
  }

  private mutating func number(of currency: CurrencyIndex, in draft: LedgerDraft) -> CurrencyIndex {
    guard currency != missingCurrency else { return missingCurrency }
    return currencies.index(of: draft.tables.currencies[currency]) ?? missingCurrency
  }
}
