extension ReportKind {
  /// The positions with cost and market value.
  public static let positions = ReportKind(
    name: "positions", summary: "units held, with cost and market value",
    description: """
      Quantity, price, market value and unrealized gain of each instrument held, in the currency \
      of its cost and in base, with the effects of prices and of rates. Uses the last price on or \
      before the day; instruments without a price have no value and give a warning.
      """,
    examples: [
      Example("Market values", "folio positions ledger.json"),
      Example(
        "At the end of a year, in euros",
        "folio positions --as-of 2024 --base EUR ledger.json"),
    ],
    options: [.prices], refusedOptions: ["from"], needs: [.taxCosts],
    keptWhileStreaming: { $0.prices.tradesCount ? nil : .settledUnits },
    source: .books { booked, request throws(ArithmeticFault) in
      try .positions(booked, request.selection, request.prices)
    })
}

/// The prices that a report uses, and those that it warns about.
public struct PricePolicy: Sendable, Hashable {
  /// The maximum age of a price in days. Older prices cause a warning. `nil` disables the warning.
  public var maximumAge: Int?
  /// Whether the price of the last trade is used for an instrument without a quoted price.
  public var tradesCount: Bool

  /// Creates a policy.
  public init(maximumAge: Int? = nil, tradesCount: Bool = false) {
    self.maximumAge = maximumAge
    self.tradesCount = tradesCount
  }
}

extension Report {
  /// The positions with cost and market value, one row for each instrument and currency of cost.
  /// Without a price the market value is null, and a warning lists the instrument.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public static func positions(
    _ booked: BookedLedger, _ selection: Selection = Selection(), _ policy: PricePolicy = .init()
  ) throws(ArithmeticFault) -> Report {
    let tables = booked.ledger.tables
    let selector = ResolvedSelection(selection, tables)
    let prices = PriceBook(booked.ledger, tradesCount: policy.tradesCount)
    let valued = ValuedLedger(booked, prices: prices)
    let positions = try valued.positions(where: selector.includes)
    let settlement = try UnitSettlement(booked, where: selector.includes)
    let whole = positions.sum(\.marketValueBase)
    let fields = positionFields(tables, settlement, whole)
    var report = Report("positions", "Positions", fields, of: positions, on: booked) {
      tables.currency($0.currency)
    }
    // Amounts are in the currencies of cost and of prices.
    let currencies = positions.flatMap { [$0.currency, $0.quote?.currency ?? $0.currency] }
      .filter { $0 != missingCurrency }
    if let day = valued.day {
      var notes = QuoteNotes(day: day, policy: policy)
      for position in positions {
        notes.add(position.quote, of: tables.symbol(position.instrument))
      }
      report.warnings += notes.warnings + booked.rateWarnings(for: currencies)
      let unvalued = positions.filter { $0.marketValueBase == nil }.map(\.instrument)
      report.addMissing(
        booked.missingValues(of: Set(unvalued), prices, on: day)
          + booked.missingRates(of: currencies, on: day))
    }
    report.addRates(of: currencies, on: valued.day, booked.ledger)
    let bars = positions.compactMap { position -> Chart.Bar? in
      guard let whole, let share = position.marketValueBase?.share(of: whole) else { return nil }
      return Chart.Bar(label: tables.symbol(position.instrument), share: share)
    }
    report.charts = [.bars(title: "Share of positions", bars.sorted { $0.share > $1.share })]
    return report
  }

  private static func positionFields(
    _ tables: LedgerTables, _ settlement: UnitSettlement, _ whole: ExactDecimal?
  ) -> [ReportField<PositionValue>] {
    [
      .text("symbol", "Symbol", priority: .max) { tables.symbol($0.instrument) }
        .meaning("the instrument"),
      .text("name", "Name", priority: 10) { tables.instruments[Int($0.instrument)].name }
        .meaning("its name"),
      .text("currency", "Cur") { tables.currency($0.currency)?.code }
        .meaning("the currency of the cost"),
      .number("quantity", "Quantity", priority: .max) { $0.quantity }
        .meaning("units; below zero if they are owed"),
      .cell("average_cost", "Average cost", .rate, priority: 30, displayPlaces: 6) {
        tables.unitCost($0.cost, of: $0.quantity, $0.currency)
      },
      .amount("cost_basis", "Cost basis", priority: 65, \.cost).meaning("the cost, in `currency`"),
      .number("settled_quantity", "Settled", priority: 25) { settlement.units(of: $0).settled }
        .meaning("units that have settled"),
      .number("pending_in", "Coming in", isInTable: false) { settlement.units(of: $0).pendingIn },
      .number("pending_out", "Going out", isInTable: false) { settlement.units(of: $0).pendingOut },
      .cell("price", "Price", .rate, displayPlaces: 6) { position in
        position.quote.flatMap { quote in
          quote.unitPrice.map { tables.money($0, quote.currency) }
        } ?? .null
      }.meaning("the price of one unit, in `price_currency`"),
      .text("price_currency", "Price in", isInTable: false) {
        $0.quote.flatMap { tables.currency($0.currency)?.code }
      }.meaning("the currency of the price"),
      .day("price_date", "Priced on", priority: 60) { $0.quote?.day }
        .meaning("the day of the price"),
      .amount("market_value", "Market value", priority: 98, \.marketValue)
        .meaning("in `currency`; null without a price"),
      .amount("unrealized_gain", "Gain", priority: 50, \.unrealizedGain)
        .meaning("market value less cost, in `currency`"),
      .base("cost_basis_base", "Cost in base", priority: 20, \.costBase)
        .meaning("the cost in the base currency"),
      .base("market_value_base", "Value in base", priority: .max, \.marketValueBase)
        .meaning("the market value in the base currency"),
      .base("unrealized_gain_base", "Gain in base", priority: 95, \.unrealizedGainBase)
        .meaning("the gain in the base currency"),
      .base("price_effect_base", "Price effect", priority: 40, \.priceEffectBase),
      .base("fx_effect_base", "FX effect", priority: 40, \.fxEffectBase),
      .number("weight", "Share of positions", .percent, priority: 75) {
        .ratio($0.marketValueBase, of: whole)
      }.meaning("the share of the whole market value, from 0 to 1"),
    ]
  }
}

/// Collects warnings about the prices that a report used.
struct QuoteNotes {
  let day: Day
  let policy: PricePolicy
  var missing: [String] = []
  var old: [String] = []
  var traded: [String] = []

  mutating func add(_ quote: Quote?, of symbol: String) {
    guard let quote else {
      missing.append(symbol)
      return
    }
    if quote.isOfTrade { traded.append("\(symbol) (\(quote.day))") }
    let age = day.daysSince1970 - quote.day.daysSince1970
    if let limit = policy.maximumAge, age > limit { old.append("\(symbol) (\(quote.day))") }
  }

  var warnings: [Report.Warning] {
    Report.Warning.about(missing, .unknownPrice) {
      "there is no price on or before \(day) of \($0); its value is left out"
    }
      + Report.Warning.about(old, .oldPrice) {
        "the last price is more than \(policy.maximumAge ?? 0) days older than \(day): \($0)"
      }
      + Report.Warning.about(traded, .tradePrice) {
        "no price is quoted, that of the last trade counts: \($0)"
      }
  }
}
