import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation

/// The income of twelve months against what the units that paid it cost, and are worth.
///
/// By symbol the twelve months end with the period, by year with the year, or with the books where
/// these end in it. Income is gross and of instruments alone; cost and value are those of what is
/// held on the last day.
struct IncomeYields {
  private let booked: BookedLedger
  private let selector: Selector
  private let selection: Selection
  private let prices: PriceBook
  private var valued: [Day: [InstrumentIndex: [PositionValue]]] = [:]
  /// Income by instrument, so that a row of one does not go through that of all.
  private let income: [InstrumentIndex: [Income]]
  private var unpriced: Set<String> = []

  init(
    _ booked: BookedLedger, _ selection: Selection, _ policy: PricePolicy,
    for groups: [IncomeGroup], _ grouping: IncomeGrouping
  ) {
    self.booked = booked
    self.selection = selection
    var open = selection
    open.from = nil
    open.to = nil
    selector = Selector(open, booked.ledger.tables)
    prices = PriceBook(booked.ledger, tradesCount: policy.tradesCount)
    let paid = booked.income.filter { $0.instrument != missingIndex }
    income = Dictionary(grouping: paid, by: \.instrument)
    prepare(groups, grouping)
  }

  /// Both yields of a row; nil where the row is about no instruments, or something is not known.
  mutating func yields(
    of group: IncomeGroup, _ grouping: IncomeGrouping
  ) -> (onCost: ExactDecimal?, onValue: ExactDecimal?) {
    guard let label = group.label, let asOf = booked.options.asOf else { return (nil, nil) }
    let end = min(selection.to ?? asOf, asOf)
    switch grouping {
    case .symbol:
      guard let first = group.items.first else { return (nil, nil) }
      return yields(on: end, of: first.instrument)
    case .year:
      guard let last = Self.lastDay(ofYear: label) else { return (nil, nil) }
      return yields(on: min(last, end), of: nil)
    case .date, .kind, .month: return (nil, nil)
    }
  }

  private mutating func yields(
    on day: Day, of instrument: InstrumentIndex?
  ) -> (onCost: ExactDecimal?, onValue: ExactDecimal?) {
    guard let start = day.adding(years: -1) else { return (nil, nil) }
    let items = instrument.map { income[$0] ?? [] } ?? income.values.flatMap { $0 }
    var earned: ExactDecimal? = .zero
    for item in items where item.day > start && item.day <= day {
      if !selector.includes(item, booked.ledger.rows) { continue }
      earned = sum(earned, item.inBase(item.gross))
    }
    var (cost, value): (ExactDecimal?, ExactDecimal?) = (.zero, .zero)
    for position in positions(on: day, of: instrument) {
      cost = sum(cost, position.costBase)
      value = sum(value, position.marketValueBase)
      if position.marketValueBase == nil {
        unpriced.insert("\(booked.ledger.tables.symbol(position.instrument)) (\(day))")
      }
    }
    return (ratio(earned, cost), ratio(earned, value))
  }

  /// Works out what is held at the end of the years of some rows, or of the period, in one go.
  private mutating func prepare(_ groups: [IncomeGroup], _ grouping: IncomeGrouping) {
    guard let asOf = booked.options.asOf else { return }
    let end = min(selection.to ?? asOf, asOf)
    var days: Set<Day> = []
    if grouping == .symbol { days = [end] }
    if grouping == .year {
      days = Set(groups.compactMap { $0.label.flatMap(Self.lastDay(ofYear:)) }.map { min($0, end) })
    }
    var found: [Day: [InstrumentIndex: [PositionValue]]] = [:]
    // The ledger was booked without a fault; what can't be added up is not known.
    try? BookedLedger.forEachDay(days, of: booked.ledger, booked.options) { day, books in
      let positions = try? ValuedLedger(books, prices: prices).positions(where: selector.includes)
      found[day] = Dictionary(grouping: positions ?? [], by: \.instrument)
    }
    valued = found
  }

  private static func lastDay(ofYear label: String) -> Day? {
    Int(label).flatMap { try? Day(year: $0, month: 12, day: 31) }
  }

  private func positions(on day: Day, of instrument: InstrumentIndex?) -> [PositionValue] {
    guard let instrument else { return valued[day]?.values.flatMap { $0 } ?? [] }
    return valued[day]?[instrument] ?? []
  }

  private func sum(_ left: ExactDecimal?, _ right: ExactDecimal?) -> ExactDecimal? {
    left.flatMap { left in right.flatMap { try? left.adding($0) } }
  }

  /// Half-even at 12 places; nil where nothing is held.
  private func ratio(_ part: ExactDecimal?, _ whole: ExactDecimal?) -> ExactDecimal? {
    guard let part, let whole, whole.isPositive else { return nil }
    return try? part.divided(by: whole, places: Precision.ratio, rounding: .halfEven).normalized()
  }

  /// Names what has no price on a day that a yield needs one of.
  var warnings: [Report.Warning] {
    if unpriced.isEmpty { return [] }
    return [
      Report.Warning(
        code: .unknownPrice,
        message: "no price, or no rate of its currency, is known of what a yield on value needs: "
          + unpriced.sorted().joined(separator: ", "))
    ]
  }
}
