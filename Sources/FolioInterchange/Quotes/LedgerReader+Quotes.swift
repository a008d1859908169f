import FolioDiagnostics
import FolioNumbers

// Files of prices and rates besides the ledger, before or after its documents. Which of their rows
// count is decided at the end. A later file takes precedence over an earlier one, and all of them
// over the ledger.
extension LedgerReader {
  /// Reads a file of prices: CSV, CoinGecko's JSON, or a ledger document with prices
  /// (Specs/quotes.md). The draft lists its faults.
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - name: The name of the file in faults.
  ///   - currency: The currency of prices without one; by default that of the instrument.
  ///   - day: The day of prices without one. If it is nil, they are faults.
  public mutating func readPrices(
    _ bytes: [UInt8], name: String, currency: Currency? = nil, undated day: Day? = nil
  ) {
    readQuotes(bytes, name, QuoteStaging.Request(kind: .prices, currency: currency, day: day))
  }

  /// Reads a file of exchange rates: CSV, the European Central Bank's, or a ledger document with
  /// rates (Specs/quotes.md). The draft lists its faults.
  public mutating func readRates(_ bytes: [UInt8], name: String) {
    readQuotes(bytes, name, QuoteStaging.Request(kind: .rates))
  }

  private mutating func readQuotes(
    _ bytes: [UInt8], _ name: String, _ request: QuoteStaging.Request
  ) {
    reader.records.draft.tables.sources.append(SourceFile(name: name, contents: bytes))
    staging.read(bytes, request, sources: reader.records.draft.tables.sources)
  }
}
