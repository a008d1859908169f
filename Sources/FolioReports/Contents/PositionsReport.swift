import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers
import FolioValuation

extension ReportKind {
  /// What is held, what it cost and what it is worth.
  public static let positions = ReportKind(
    name: "positions", summary: "what is held, what it cost and what it is worth",
    description: """
      Quantity, price, market value and unrealized gain of every instrument that is held, in the \
      currency of its cost and in base, with the effect of prices apart from that of rates. The \
      last price on or before the day counts; what has none is left open and named.
      """,
    examples: [
      Example("What it is worth", "folio positions ledger.json"),
      Example(
        "At the end of a year, in euros",
        "folio positions --as-of 2024 --base EUR ledger.json"),
    ],
    options: [.prices],
    source: .books { booked, request throws(ArithmeticFault) in
      try .positions(booked, request.selection, request.prices)
    })
}

/// Which prices a report takes, and of which it warns.
public struct PricePolicy: Sendable, Hashable {
  /// A price that is more days old than this is warned of; nil warns of none.
  public var maximumAge: Int?
  /// Whether an instrument without a price is worth what it was last traded at.
  public var tradesCount: Bool

  /// A policy.
  public init(maximumAge: Int? = nil, tradesCount: Bool = false) {
    self.maximumAge = maximumAge
    self.tradesCount = tradesCount
  }
}

extension Report {
  /// What is held, what it cost and what it is worth: one row for each instrument and currency of
  /// its cost. What has no price is worth nothing that is known: null, named in a warning.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public static func positions(
    _ booked: BookedLedger, _ selection: Selection = Selection(), _ policy: PricePolicy = .init()
  ) throws(ArithmeticFault) -> Report {
    let tables = booked.ledger.tables
    let selector = Selector(selection, tables)
    let valued = ValuedLedger(
      booked, prices: PriceBook(booked.ledger, tradesCount: policy.tradesCount))
    let positions = try valued.positions(where: selector.includes)
    let settlement = try UnitSettlement(booked, where: selector.includes)
    var whole: ExactDecimal? = .zero
    for position in positions {
      whole = whole.flatMap { sum in position.marketValueBase.flatMap { try? sum.adding($0) } }
    }
    let total = whole
    let base = booked.baseCurrency
    var report = Report(
      "positions", "Positions", columns, on: booked, rowCount: positions.count
    ) { row(positions[$0], settlement, total, tables, base) }
    report.totals = totals(positions, tables, base)
    report.warnings += warnings(positions, valued, policy)
    report.tellRates(of: currencies(of: positions), on: valued.day, booked.ledger)
    report.charts = [weights(positions, of: whole, tables)]
    return report
  }

  private static var columns: [Column] {
    [
      Column("symbol", "Symbol", .text, priority: Column.essential),
      Column("name", "Name", .text, priority: 10),
      Column("currency", "Cur", .text),
      Column("quantity", "Quantity", .quantity, priority: Column.essential),
      Column("average_cost", "Average cost", .rate, priority: 30, displayPlaces: 6),
      Column("cost_basis", "Cost basis", .amount, priority: 90),
      Column("settled_quantity", "Settled", .quantity, priority: 25),
      Column("pending_in", "Coming in", .quantity, isInTable: false),
      Column("pending_out", "Going out", .quantity, isInTable: false),
      Column("price", "Price", .rate, displayPlaces: 6),
      Column("price_currency", "Price in", .text, isInTable: false),
      Column("price_date", "Of", .day, priority: 60),
      Column("market_value", "Market value", .amount, priority: Column.essential),
      Column("unrealized_gain", "Gain", .amount, priority: 95),
      Column("cost_basis_base", "Cost in base", .amount, priority: 20),
      Column("market_value_base", "Value in base", .amount, priority: 80),
      Column("unrealized_gain_base", "Gain in base", .amount, priority: 70),
      Column("price_effect_base", "by price", .amount, priority: 40),
      Column("fx_effect_base", "by currency", .amount, priority: 40),
      Column("weight", "Weight", .percent, priority: 75),
    ]
  }

  private static func row(
    _ position: PositionValue, _ settlement: UnitSettlement, _ whole: ExactDecimal?,
    _ tables: LedgerTables, _ base: Currency?
  ) -> [Cell] {
    let instrument = tables.instruments[Int(position.instrument)]
    let average = try? position.cost.divided(
      by: position.quantity, places: Precision.cost, rounding: .halfEven)
    let money: (ExactDecimal?) -> Cell = { amount in
      amount.map { tables.money($0, position.currency) } ?? .null
    }
    let quote = position.quote
    let units = settlement.units(of: position)
    return [
      .text(tables.symbol(position.instrument)), .text(orNull: instrument.name),
      .text(orNull: tables.currency(position.currency)?.code),
      .number(position.quantity.normalized()), money(average?.normalized()), money(position.cost),
      .number(units.settled.normalized()), .number(units.pendingIn.normalized()),
      .number(units.pendingOut.normalized()),
      quote?.unitPrice.map { tables.money($0, quote?.currency ?? missingCurrency) } ?? .null,
      .text(orNull: quote.flatMap { tables.currency($0.currency)?.code }),
      .day(orNull: quote?.day), money(position.marketValue), money(position.unrealizedGain),
      .base(position.costBase, base), .base(position.marketValueBase, base),
      .base(position.unrealizedGainBase, base), .base(position.priceEffectBase, base),
      .base(position.fxEffectBase, base), weight(position.marketValueBase, of: whole),
    ]
  }

  /// A share of the whole, half-even at 12 places; nothing where the whole is not known, or zero.
  private static func weight(_ part: ExactDecimal?, of whole: ExactDecimal?) -> Cell {
    guard let part, let whole, !whole.isZero,
      let ratio = try? part.divided(by: whole, places: Precision.ratio, rounding: .halfEven)
    else { return .null }
    return .number(ratio.normalized())
  }

  /// The largest first.
  private static func weights(
    _ positions: [PositionValue], of whole: ExactDecimal?, _ tables: LedgerTables
  ) -> Chart {
    var bars: [Chart.Bar] = []
    for position in positions {
      guard let value = position.marketValueBase, let whole, let share = value.share(of: whole)
      else { continue }
      bars.append(Chart.Bar(label: tables.symbol(position.instrument), share: share))
    }
    bars.sort { $0.share > $1.share }
    return .bars(title: "Weight", bars)
  }

  private static func totals(
    _ positions: [PositionValue], _ tables: LedgerTables, _ base: Currency?
  ) -> [Total] {
    var sole = SoleCurrency()
    for position in positions { sole.add(tables.currency(position.currency)) }
    func sum(_ value: (PositionValue) -> ExactDecimal?) -> ColumnSum {
      var sum = ColumnSum()
      for position in positions { sum.add(value(position)) }
      return sum
    }
    let own = [
      ("cost_basis", sum(\.cost)), ("market_value", sum(\.marketValue)),
      ("unrealized_gain", sum(\.unrealizedGain)),
    ]
    return sole.totals(own, base: base) + [
      Total("cost_basis_base", sum(\.costBase).cell(base)),
      Total("market_value_base", sum(\.marketValueBase).cell(base)),
      Total("unrealized_gain_base", sum(\.unrealizedGainBase).cell(base)),
      Total("price_effect_base", sum(\.priceEffectBase).cell(base)),
      Total("fx_effect_base", sum(\.fxEffectBase).cell(base)),
    ]
  }

  private static func warnings(
    _ positions: [PositionValue], _ valued: ValuedLedger, _ policy: PricePolicy
  ) -> [Warning] {
    guard let day = valued.day else { return [] }
    let tables = valued.booked.ledger.tables
    var notes = QuoteNotes(day, policy)
    for position in positions {
      notes.add(position.quote, of: tables.symbol(position.instrument))
    }
    let converter = BaseConverter(valued.booked)
    return notes.warnings + converter.warnings(for: currencies(of: positions))
  }

  /// The currencies of cost and of prices.
  private static func currencies(of positions: [PositionValue]) -> [CurrencyIndex] {
    positions.flatMap { [$0.currency, $0.quote?.currency ?? $0.currency] }
      .filter { $0 != missingCurrency }
  }
}

/// Gathers what is to be said about the prices that a report used.
struct QuoteNotes {
  private let day: Day
  private let policy: PricePolicy
  private var missing: [String] = []
  private var old: [String] = []
  private var traded: [String] = []

  init(_ day: Day, _ policy: PricePolicy) {
    self.day = day
    self.policy = policy
  }

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
    var warnings: [Report.Warning] = []
    func warn(_ code: DiagnosticCode, _ symbols: [String], _ message: (String) -> String) {
      if symbols.isEmpty { return }
      let listed = symbols.prefix(20).joined(separator: ", ")
      let more = symbols.count > 20 ? " and \(symbols.count - 20) more" : ""
      warnings.append(Report.Warning(code: code, message: message(listed + more)))
    }
    warn(.unknownPrice, missing) {
      "there is no price on or before \(day) of \($0); what it is worth is left out"
    }
    warn(.oldPrice, old) {
      "the last price is more than \(policy.maximumAge ?? 0) days older than \(day): \($0)"
    }
    warn(.tradePrice, traded) { "no price is quoted, that of the last trade counts: \($0)" }
    return warnings
  }
}
