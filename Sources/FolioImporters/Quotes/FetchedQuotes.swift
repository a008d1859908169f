/// A file of fetched prices or rates: CSV that `--prices` and `--rates` read. Each row says where
/// it is from (Specs/sources.md).
public struct FetchedQuotes: Sendable {
  /// A row.
  public struct Row: Sendable, Hashable {
    /// The day that it is of.
    public var day: Day
    /// The symbol of a price, or the two currencies of a rate.
    public var names: [String]
    /// The price, or the units of the second currency for one of the first.
    public var value: ExactDecimal
    /// The currency of a price as the source has it; nil: that of the instrument.
    public var currency: Currency?
    /// The source, with the name of the instrument there: `yahoo/VWCE.DE`, `ecb`.
    public var source: String
    /// When the answer came, in UTC.
    public var retrieved: String
    /// The SHA-256 of the answer in hexadecimal digits.
    public var hash: String

    /// A row of an answer.
    public init(
      _ row: QuoteRow, names: [String], source: String, retrieved: String, hash: String
    ) {
      (day, value, currency) = (row.day, row.value, row.currency)
      (self.names, self.source, self.retrieved, self.hash) = (names, source, retrieved, hash)
    }
  }

  /// What became of the rows of an answer.
  public struct Outcome: Sendable, Hashable {
    /// Rows of days that had none.
    public var added = 0
    /// Rows with another value than before.
    public var changed = 0
    /// Rows of closed days with another value, which stay as they were.
    public var closed = 0

    /// Nothing yet.
    public init() {}
  }

  /// What a row is for.
  private struct Key: Hashable {
    var names: [String]
    var day: Day
  }

  /// What the file has.
  public let kind: QuoteSource.Kind
  private var rows: [Key: Row] = [:]

  /// A file without rows.
  public init(_ kind: QuoteSource.Kind) { self.kind = kind }

  /// The number of rows.
  public var count: Int { rows.count }

  /// The rows, by names and days.
  public var sorted: [Row] {
    rows.values.sorted { left, right in
      left.names == right.names
        ? left.day < right.day : left.names.lexicographicallyPrecedes(right.names)
    }
  }

  /// The last row of an instrument or a pair.
  public func last(of names: [String]) -> Row? {
    rows.values.filter { $0.names == names }.max { $0.day < $1.day }
  }

  /// The source of the row that was retrieved last; nil if there is no row.
  public var lastSource: String? {
    rows.values.max { ($0.retrieved, $0.day) < ($1.retrieved, $1.day) }?.source
  }

  /// Takes a row. The value of a day in closed books stays as it is.
  public mutating func take(_ row: Row, closedUntil: Day?, _ outcome: inout Outcome) {
    let key = Key(names: row.names, day: row.day)
    guard let old = rows[key] else {
      rows[key] = row
      outcome.added += 1
      return
    }
    // The same value keeps the answer that it came with first.
    if old.value == row.value, old.currency == row.currency { return }
    if let closedUntil, row.day <= closedUntil {
      outcome.closed += 1
    } else {
      rows[key] = row
      outcome.changed += 1
    }
  }
}

extension FetchedQuotes {
  private static func header(_ kind: QuoteSource.Kind) -> [String] {
    let columns =
      switch kind {
      case .prices: ["date", "symbol", "price", "currency"]
      case .rates: ["date", "from", "to", "rate"]
      }
    return columns + ["source", "retrieved", "sha256"]
  }

  /// Whether a file begins as one of fetched prices or rates does.
  public static func isOne(_ bytes: [UInt8], _ kind: QuoteSource.Kind) -> Bool {
    bytes.starts(with: header(kind).joined(separator: ",").utf8)
  }

  /// Reads a file.
  /// - Throws: It is none of fetched prices or rates, or a row of it cannot be read.
  public init(reading bytes: [UInt8], _ kind: QuoteSource.Kind) throws(QuoteFault) {
    self.init(kind)
    guard Self.isOne(bytes, kind) else {
      throw QuoteFault("it is not a file of fetched \(kind.rawValue); name another one")
    }
    var table = CSVRows(bytes, separator: 0x2C)
    var number = 0
    while table.next() {
      number += 1
      if number == 1 { continue }
      let texts = table.fields.map { String(decoding: table.content($0), as: UTF8.self) }
      guard texts.count == 7, let day = try? Day(texts[0]),
        let value = try? ExactDecimal(texts[kind == .prices ? 2 : 3])
      else { throw QuoteFault("row \(number) of it cannot be read") }
      let names = kind == .prices ? [texts[1]] : Array(texts[1...2])
      rows[Key(names: names, day: day)] = Row(
        QuoteRow(
          day: day, value: value,
          currency: kind == .prices
            ? try? Array(texts[3].utf8).withSpan(Currency.init(read:)) : nil),
        names: names, source: texts[4], retrieved: texts[5], hash: texts[6])
    }
  }

  /// The file. The same rows give the same bytes.
  public var bytes: [UInt8] {
    var text = CSVText()
    text.row(Self.header(kind))
    for row in sorted {
      let value = "\(row.value)"
      let own = kind == .prices ? [value, row.currency?.code ?? ""] : [value]
      text.row(["\(row.day)"] + row.names + own + [row.source, row.retrieved, row.hash])
    }
    return text.bytes
  }
}
