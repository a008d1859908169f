import FolioDiagnostics
import FolioNumbers

// Files of prices and rates beside the ledger. They may come before or after its documents: which
// of their rows count is decided at the end. A later file wins over an earlier one, and all of
// them over what the ledger says itself.
extension LedgerReader {
  /// Reads a file of prices: CSV, CoinGecko's JSON, or a ledger document with prices
  /// (Specs/quotes.md). What is wrong with it is in the draft.
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: what faults call it.
  ///   - currency: the currency of prices that name none; the instrument's where left out.
  ///   - day: the day of prices that name none; they are faults where it is left out.
  public mutating func readPrices(
    _ bytes: [UInt8], name: String, currency: Currency? = nil, undated day: Day? = nil
  ) {
    readQuotes(
      bytes, SourceFile(name: name, contents: bytes),
      QuoteStaging.Request(kind: .prices, currency: currency, day: day))
  }

  /// Reads a file of exchange rates: CSV, the European Central Bank's, or a ledger document with
  /// rates (Specs/quotes.md). What is wrong with it is in the draft.
  public mutating func readRates(_ bytes: [UInt8], name: String) {
    readQuotes(
      bytes, SourceFile(name: name, contents: bytes), QuoteStaging.Request(kind: .rates))
  }

  private mutating func readQuotes(
    _ bytes: [UInt8], _ file: SourceFile, _ request: QuoteStaging.Request
  ) {
    reader.records.draft.tables.sources.append(file)
    var quotes = QuoteReader(staging: staging, sources: reader.records.draft.tables.sources)
    // Held here as well, its arrays would be copied at the first row.
    staging = QuoteStaging()
    quotes.read(bytes, request)
    staging = quotes.staging
  }
}
