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
      return staging.report(Wording.syntax(fault, bytes), at: 0..<1)
    }
    var start = Self.endOfByteOrderMark(bytes)
    let first = start
    while start < bytes.count, Self.isBlank(bytes[start]) { start += 1 }
    switch bytes.byte(at: start) {
    case UInt8(ascii: "{") where isLedger(bytes, at: start):
      // The ledger's own reader says what it thinks of a byte order mark.
      readLedger(bytes)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var coins = CoinReader(bytes, from: start)
      coins.read(bytes, into: &staging)
    default:
      var table = QuoteTable(bytes, from: first)
      table.read(bytes, into: &staging)
    }
  }

  private static func endOfByteOrderMark(_ bytes: Span<UInt8>) -> Int {
    bytes.byte(at: 0) == 0xEF && bytes.byte(at: 1) == 0xBB && bytes.byte(at: 2) == 0xBF ? 3 : 0
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether an object has the tables of a ledger document: its first known key tells.
  private func isLedger(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    var scanner = JSONScanner()
    scanner.index = start
    scanner.end = bytes.count
    scanner.isLast = true
    do throws(ScanStop) {
      guard scanner.opensNonEmpty(closing: "}", bytes) else { return false }
      repeat {
        let key = try scanner.key(bytes)
        var text: [UInt8] = []
        unescape(bytes, key, into: &text)
        if TopLevelKey(rawValue: String(decoding: text, as: UTF8.self)) != nil { return true }
        try scanner.colon(bytes)
        // Of a coin there is an object; other values are columns that a ledger may have, too.
        if bytes.byte(at: scanner.index) == UInt8(ascii: "{") { return false }
        try scanner.skipValue(bytes, depth: 1)
      } while try scanner.isFollowedByMore(closing: "}", bytes)
    } catch {
      return false
    }
    return false
  }
}

// A ledger document as a file of prices and rates: only these tables of it count.
extension QuoteReader {
  private mutating func readLedger(_ contents: Span<UInt8>) {
    var reader = DocumentReader()
    reader.draft.tables.sources = Array(sources.dropLast())
    if let file = sources.last { reader.begin(file) }
    _ = reader.consume(contents, end: contents.count, isLast: true)
    let draft = reader.draft
    for fault in draft.faults { add(fault) }
    staging.unlistedFaults += reader.unlistedFaults
    addPrices(of: draft)
    addRates(of: draft)
  }

  private mutating func add(_ fault: Diagnostic) {
    staging.files[staging.files.count - 1].isFaulty = true
    if staging.faults.count < LedgerDraft.faultLimit {
      staging.faults.append(fault)
    } else {
      staging.unlistedFaults += 1
    }
  }

  private mutating func addPrices(of draft: LedgerDraft) {
    func name(_ number: UInt32, _ names: NumberedNames) -> String {
      number == missingIndex ? "" : draft.tables.text(names.all[Int(number)])
    }
    for row in draft.tables.prices {
      let subject = QuoteStaging.Subject(
        id: name(row.stockReference, draft.stockNames),
        symbol: name(row.instrument, draft.symbolNames))
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
