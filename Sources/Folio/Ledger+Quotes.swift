/// A file of prices or exchange rates for a ledger (Specs/quotes.md). The format is detected from
/// the contents.
public struct QuoteFile: Sendable {
  /// The bytes of the file.
  public var bytes: [UInt8]
  /// The name of the file in error messages.
  public var name: String
  /// The currency of prices without a currency. `nil` means the currency of the instrument.
  public var currency: Currency?
  /// The date of prices without a date. If it is `nil`, such prices are faults.
  public var day: Day?
  /// The symbol, id or ISIN of the instrument of all prices, if the file has no column of it.
  public var symbol: String?

  /// Creates a file from bytes in memory.
  public init(
    _ bytes: [UInt8], name: String, currency: Currency? = nil, day: Day? = nil,
    symbol: String? = nil
  ) {
    (self.bytes, self.name, self.currency) = (bytes, name, currency)
    (self.day, self.symbol) = (day, symbol)
  }
}

extension Ledger {
  /// Reads and checks a ledger document, optionally with files of prices and exchange rates.
  ///
  /// Rows of later files override those of earlier files, and rows of files override those of the
  /// ledger.
  /// - Parameters:
  ///   - bytes: The document in UTF-8, as JSON or NDJSON.
  ///   - name: The name of the document in error messages.
  ///   - prices: Files of prices. Rows for instruments that are not in the ledger are ignored.
  ///   - rates: Files of exchange rates. Rows that cannot help to convert a currency of the ledger
  ///     are ignored.
  ///   - reportCurrencies: Currencies that reports will use although the ledger does not mention
  ///     them, such as another base currency.
  ///   - user: The user whose rows are read. Required if the document has rows of several users.
  ///   - strict: Whether an instrument without a master row is a fault.
  /// - Throws: All faults of all files together.
  public init(
    reading bytes: [UInt8], name: String = "ledger.json", prices: [QuoteFile] = [],
    rates: [QuoteFile] = [], reportCurrencies: Set<Currency> = [], user: String? = nil,
    strict: Bool = false
  ) throws(LedgerFaults) {
    var reader = LedgerReader(user: user)
    reader.reportCurrencies = reportCurrencies
    reader.read(bytes, name: name)
    for file in prices {
      reader.readPrices(
        file.bytes, name: file.name, currency: file.currency, undated: file.day, of: file.symbol)
    }
    for file in rates { reader.readRates(file.bytes, name: file.name) }
    self = try LedgerCheck(of: reader.finish(), strict: strict).ledger()
  }
}
