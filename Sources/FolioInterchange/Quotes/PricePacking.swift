/// Packs a file of prices, so that many workers can open it at once and share its memory
/// (Specs/quotes.md).
package enum PricePacking {
  /// The reason why prices cannot be packed.
  package enum Failure: Error, Sendable, Hashable {
    /// The file has rates, which are no prices.
    case rates
    /// The file has no prices.
    case empty
    /// The prices of this name are in several currencies.
    case severalCurrencies(String)
    /// A price of this name has more than 18 digits.
    case tooLong(String)
  }

  /// The packed file of one file of prices.
  /// - Throws: The faults of the file, or a `Failure`.
  package static func pack(
    _ contents: [UInt8], name: String, currency: Currency? = nil, undated day: Day? = nil
  ) throws -> [UInt8] {
    let quotes = SharedQuotes { reader in
      reader.readPrices(contents, name: name, currency: currency, undated: day)
    }
    let staging = quotes.staging
    if !staging.faults.isEmpty {
      let sources = [SourceFile(name: "", contents: [])] + quotes.sources
      throw LedgerFaults(staging.faults, sources: sources)
    }
    if !staging.rates.isEmpty { throw Failure.rates }
    var packing = Packing()
    for (number, subject) in staging.subjects.enumerated() {
      guard quotes.index.hasRows(number) else { continue }
      guard let (series, rows) = quotes.index.series(of: UInt32(truncatingIfNeeded: number)) else {
        throw Failure.severalCurrencies(subject.shownName)
      }
      let own = (0..<rows.count).lazy.map { staging.prices[rows[$0]] }
      packing.begin(
        subject, rows.count,
        series.currency == missingCurrency ? nil : staging.currencies[series.currency])
      for price in own where !packing.append(price) {
        throw Failure.tooLong(subject.shownName)
      }
    }
    if packing.rows.isEmpty { throw Failure.empty }
    return packing.file(namesNoCurrency: staging.files[0].namesNoCurrency)
  }
}

private struct Packing {
  private var names = JSONText()
  private var isFirst = true
  private(set) var rows: [UInt8] = []

  init() { names.raw("{\"series\":[") }

  mutating func begin(_ subject: QuoteStaging.Subject, _ count: Int, _ currency: Currency?) {
    names.raw(isFirst ? "\n{" : ",\n{")
    names.startOver()
    isFirst = false
    names.text("id", subject.id.utf8)
    names.text("symbol", subject.symbol.utf8)
    names.text("name", subject.name.utf8)
    if let currency { names.text("currency", currency.code.utf8) }
    names.json("rows".utf8, String(count).utf8)
    names.raw("}")
  }

  /// - Returns: false if the price is too long.
  mutating func append(_ price: StagedPrice) -> Bool {
    guard let coefficient = Int64(exactly: price.price.coefficient) else { return false }
    append(UInt64(bitPattern: coefficient), 8)
    append(UInt64(UInt32(bitPattern: price.day.daysSince1970)), 4)
    append(UInt64(price.price.places), 4)
    return true
  }

  private mutating func append(_ number: UInt64, _ count: Int) {
    for place in 0..<count { rows.append(UInt8(truncatingIfNeeded: number &>> (8 * place))) }
  }

  mutating func file(namesNoCurrency: Bool) -> [UInt8] {
    names.raw("]")
    names.text("names_no_currency", namesNoCurrency ? "yes" : "no")
    names.close("}")
    let length = names.bytes.count
    var body = names.bytes
    let start = PackedFile.startOfRows(namesLength: length) - PackedFile.headerSize
    body += Array(repeating: 0, count: start - length)
    body += rows
    let hash = ContentHash.value(of: FixedBytes(body), from: 0)
    rows = []
    append(hash, 8)
    append(UInt64(length), 8)
    return PackedPrices.mark + rows + body
  }
}
