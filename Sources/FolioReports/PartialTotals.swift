// The known part of a total, and what it lacks: the rule for all reports.

/// A sum of amounts of which some may be unknown.
struct PartialSum: Sendable {
  /// The sum of the known amounts, or `nil` if it exceeds the precision of `ExactDecimal`.
  private var sum: ExactDecimal? = .zero
  private var knownCount = 0
  private var unknownCount = 0

  mutating func add(_ amount: ExactDecimal?) {
    if let amount {
      sum = sum.adding(amount)
      knownCount += 1
    } else {
      unknownCount += 1
    }
  }

  /// The sum, or `nil` if an amount is unknown.
  var whole: ExactDecimal? { unknownCount == 0 ? sum : nil }
  /// The sum of the known amounts, or `nil` if none is known.
  var known: ExactDecimal? { knownCount > 0 || unknownCount == 0 ? sum : nil }

  /// This sum minus another one.
  func less(_ other: PartialSum) -> PartialSum {
    var rest = PartialSum()
    rest.sum = sum.subtracting(other.sum)
    rest.knownCount = knownCount + other.knownCount
    rest.unknownCount = unknownCount + other.unknownCount
    return rest
  }

  init() {}

  /// The sum of an amount of each element.
  init<Elements: Sequence>(
    of elements: Elements, _ amount: (Elements.Element) -> ExactDecimal?
  ) {
    for element in elements { add(amount(element)) }
  }
}

extension Report.Total {
  /// Creates a total, with its known part if an amount is unknown.
  init(_ key: String, _ sum: PartialSum, in currency: Currency?, heading: String? = nil) {
    self.init(key, .base(sum.whole, currency), heading: heading)
    if sum.whole == nil, let known = sum.known, currency != nil {
      self.known = .base(known, currency)
    }
  }

  /// The total with another key and heading.
  func renamed(_ key: String, heading: String) -> Report.Total {
    var total = self
    (total.key, total.heading) = (key, heading)
    return total
  }

  /// The value that people see: the known part of a partial total.
  package var visible: Report.Cell { known ?? value }
  /// Whether only a part of the total is known.
  package var isPartial: Bool { known != nil }
}

extension Report {
  /// A rate or a price that a total lacks.
  public struct Missing: Sendable, Hashable {
    /// The kinds of missing values. New minor versions may add cases.
    public enum Subject: Sendable, Hashable {
      /// The rate from a currency to the base currency.
      case rate(from: Currency, to: Currency)
      /// The price of an instrument, by symbol.
      case price(of: String)
    }

    /// The missing rate or price.
    public var subject: Subject
    /// The first day on which it is needed. A value of an earlier day counts too.
    public var day: Day

    var words: String {
      switch subject {
      case .rate(let from, let to): "the rate from \(from) to \(to), from \(day) on"
      case .price(let symbol): "the price of \(symbol), from \(day) on"
      }
    }

    fileprivate var order: (Int, String) {
      switch subject {
      case .rate(let from, _): (0, from.code)
      case .price(let symbol): (1, symbol)
      }
    }
  }

  /// Adds what the totals lack, each rate and price once, with its first day. Without an unknown
  /// total nothing is missing.
  mutating func addMissing(_ found: [Missing]) {
    guard baseCurrency != nil, totals.contains(where: { $0.value == .null }) else { return }
    let days = (missing + found).map { ($0.subject, $0.day) }
    missing = Dictionary(days, uniquingKeysWith: min).map { Missing(subject: $0, day: $1) }
      .sorted { $0.order < $1.order }
  }

  /// Whether the total of a column that the reader sees, or another total, is partial.
  private var hasPartialTotal: Bool { totals.contains { $0.isInTable && $0.isPartial } }

  /// The notes, after the one about what is missing.
  package var notesWithMissing: [String] { [missingNote].compactMap { $0 } + notes }

  /// The lines below the totals: warnings and notes.
  package var remarks: [String] { warningLines.map { "Warning: \($0)" } + notesWithMissing }

  /// The first three warnings of each code and the number of the others, or all warnings, as lines
  /// of text.
  package var warningLines: [String] {
    let examples = WarningExamples(of: warnings, listsAll: listsAllWarnings) {
      ($0.code, $0.message)
    }
    return examples.listed.map(\.line) + examples.remainders
  }

  /// A sentence below the totals that explains the mark of a partial total, and names what is
  /// missing. `nil` if nothing is missing.
  package var missingNote: String? {
    if missing.isEmpty && !hasPartialTotal { return nil }
    let mark = "A total with * is partial: it omits unknown amounts."
    let names = missingNames.map { "Missing: \($0)." }
    return [hasPartialTotal ? mark : nil, names].compactMap { $0 }.joined(separator: " ")
  }

  /// The lines below totals that have no mark, such as those of a workbook, whose totals are
  /// numbers. They name the partial totals of all columns.
  package var remarksWithoutMark: [String] {
    let names = totals.filter(\.isPartial).map { total in
      columns.first { $0.key == total.key }?.heading ?? total.label
    }
    let partial = "These totals are partial, because they omit unknown amounts: "
    let note = names.isEmpty ? nil : partial + names.joined(separator: ", ") + "."
    let sentences = [note, missingNames.map { "Missing: \($0)." }].compactMap { $0 }
    let line = sentences.isEmpty ? [] : [sentences.joined(separator: " ")]
    return warnings.map { "Warning: \($0.line)" } + line + notes
  }

  /// What is missing, in words; `nil` if nothing is.
  package var missingNames: String? {
    if missing.isEmpty { return nil }
    let listed = missing.prefix(20).map(\.words).joined(separator: "; ")
    return listed + (missing.count > 20 ? "; and \(missing.count - 20) more" : "")
  }
}

extension BookedLedger {
  /// The rates that booking lacked, for the legs in some currencies, or for all legs.
  func missingRates(in currencies: Set<Currency> = []) -> [Report.Missing] {
    guard let base = baseCurrency else { return [] }
    let all = missingRates.compactMap { index, day in
      ledger.tables.currency(index).map {
        Report.Missing(subject: .rate(from: $0, to: base), day: day)
      }
    }
    // An amount in one currency may also lack the rate of another, such as that of its cost.
    let own = all.filter { missing in currencies.contains { missing.isRate(from: $0) } }
    return own.isEmpty ? all : own
  }

  /// The rates of some currencies that are not known on a day.
  func missingRates(
    of currencies: some Sequence<CurrencyIndex>, on day: Day?
  ) -> [Report.Missing] {
    guard let base = baseCurrency, let day else { return [] }
    let rates = DayRates(self, on: day)
    return Set(currencies).filter { rates.inBase(.one, $0) == nil }
      .compactMap { ledger.tables.currency($0) }.sorted()
      .map { Report.Missing(subject: .rate(from: $0, to: base), day: day) }
  }

  /// What the values of some instruments lack on a day: a price, or the rate of its currency.
  func missingValues(
    of instruments: some Sequence<InstrumentIndex>, _ prices: PriceBook, on day: Day?
  ) -> [Report.Missing] {
    guard let day else { return [] }
    let quotes = instruments.map { ($0, prices.quote($0, on: day)) }
    return missingRates(of: quotes.compactMap { $1?.currency }, on: day)
      + quotes.filter { $1 == nil }.map {
        Report.Missing(subject: .price(of: ledger.tables.symbol($0.0)), day: day)
      }
  }
}

extension Report.Missing {
  fileprivate func isRate(from currency: Currency) -> Bool {
    if case .rate(currency, _) = subject { true } else { false }
  }
}

extension ProfitAndLoss {
  /// The rates and prices that the figures lack.
  var missing: [Report.Missing] {
    let prices = PriceBook(booked.ledger, tradesCount: tradesCount)
    let before = from?.adding(days: -1)
    return booked.missingRates()
      + booked.missingRates(of: currenciesAtStart, on: before)
      + booked.missingRates(of: currenciesAtEnd, on: to)
      + booked.missingValues(of: unknownAtStart, prices, on: before)
      + booked.missingValues(of: unknownAtEnd, prices, on: to)
  }
}
