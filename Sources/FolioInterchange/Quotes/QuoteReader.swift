import FolioDiagnostics
import FolioModel
import FolioNumbers

/// Reads one file of prices or rates, whatever its format is: its first bytes tell, never its name
/// (Specs/quotes.md).
struct QuoteReader {
  var staging: QuoteStaging
  /// The files read so far, the one that is read here last.
  let sources: [SourceFile]

  /// Reads a file that is wholly in memory.
  mutating func read(_ contents: [UInt8], _ request: QuoteStaging.Request) {
    staging.file = sources.count - 1
    staging.request = request
    let before = staging.prices.count
    let name = sources.last?.name ?? ""
    staging.files.append(
      QuoteStaging.File(
        number: staging.file, name: name, prices: before..<before,
        isOfPrices: request.kind == .prices))
    readContents(contents)
    staging.files[staging.files.count - 1].prices = before..<staging.prices.count
  }

  private mutating func readContents(_ contents: [UInt8]) {
    contents.withSpan { readContents($0) }
  }

  private mutating func readContents(_ bytes: Span<UInt8>) {
    if bytes.byte(at: 0) >= 0xFE, bytes.byte(at: 0) ^ bytes.byte(at: 1) == 0x01 {
      let fault = SyntaxFault(kind: .utf16, offset: 0)
      return staging.report(Messages.syntax(fault, bytes), at: 0..<1)
    }
    var start = Self.endOfByteOrderMark(bytes)
    let first = start
    while start < bytes.count, Self.isBlank(bytes[start]) { start += 1 }
    switch bytes.byte(at: start) {
    case UInt8(ascii: "{") where isLedger(bytes, from: start):
      // The ledger's own reader says what it thinks of a byte order mark.
      readLedger(bytes)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      CoinReader(start: start).read(bytes, into: &staging)
    default:
      var table = QuoteTable(bytes, from: first)
      table.read(bytes, into: &staging)
    }
  }

  private func isLedger(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    var sniffer = FormatSniffer(scanner: JSONScanner(bytes, from: start))
    return (try? sniffer.isLedger(bytes)) ?? false
  }

  private static func endOfByteOrderMark(_ bytes: Span<UInt8>) -> Int {
    bytes.byte(at: 0) == 0xEF && bytes.byte(at: 1) == 0xBB && bytes.byte(at: 2) == 0xBF ? 3 : 0
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

// A ledger document as a file of prices and rates: only these tables of it count.
extension QuoteReader {
  private mutating func readLedger(_ contents: Span<UInt8>) {
    var reader = DocumentReader()
    reader.records.draft.tables.sources = Array(sources.dropLast())
    if let file = sources.last { reader.begin(file) }
    _ = reader.consume(contents, end: contents.count, isLast: true)
    let draft = reader.records.draft
    for fault in draft.faults { staging.add(fault) }
    staging.unlistedFaults += reader.records.unlistedFaults
    addPrices(of: draft)
    addRates(of: draft)
  }

  private mutating func addPrices(of draft: LedgerDraft) {
    func name(_ number: UInt32, _ names: NumberedNames) -> String {
      number == .missing ? "" : draft.tables.text(names.all[Int(number)])
    }
    for row in draft.tables.prices {
      let subject = QuoteStaging.Subject(
        id: name(row.stockReference, draft.stockNames),
        symbol: name(row.instrument.rawValue, draft.symbolNames))
      staging.prices.append(
        QuoteStaging.Price(
          subject: staging.number(of: subject), day: row.day,
          currency: number(of: row.currency, in: draft), price: row.price,
          position: row.position))
    }
  }

  private mutating func addRates(of draft: LedgerDraft) {
    for row in draft.tables.rates {
      var row = row
      row.from = number(of: row.from, in: draft)
      row.to = number(of: row.to, in: draft)
      if row.from != missingCurrency, row.to != missingCurrency { staging.rates.append(row) }
    }
  }

  private mutating func number(of currency: CurrencyIndex, in draft: LedgerDraft) -> CurrencyIndex {
    guard currency != missingCurrency else { return missingCurrency }
    return staging.currencies.index(of: draft.tables.currencies[currency]) ?? missingCurrency
  }
}
