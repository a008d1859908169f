/// Converts amounts to the base currency at the exchange rates of a day.
package struct DayRates: Sendable {
  /// The base currency.
  package let base: Currency?
  private let currencies: CurrencyTable
  private let book: RateBook
  private let day: Day

  /// Creates the rates of a day, for the base currency of the books.
  package init(_ booked: BookedLedger, on day: Day) {
    base = booked.baseCurrency
    currencies = booked.ledger.tables.currencies
    book = booked.ledger.rateBook
    self.day = day
  }

  /// Returns an amount in the base currency, or `nil` if the rate is unknown.
  package func inBase(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> ExactDecimal? {
    if amount.isZero { return .zero }
    guard let base, currency != missingCurrency else { return nil }
    return try? book.rate(from: currencies[currency], to: base, on: day)?.value(of: amount)
  }
}

/// The values of units in the base currency at the end of a day.
///
/// All reports use these values: that of a position, shared by units among its accounts, and that
/// of a cash account, each with 18 decimal places. Larger values are sums of these, so a figure has
/// the same digits in every report (Specs/decisions/totals.md).
struct DayValues: Sendable {
  let rates: DayRates
  private let day: Day
  private let prices: PriceBook

  init(_ booked: BookedLedger, _ prices: PriceBook, on day: Day) {
    rates = DayRates(booked, on: day)
    self.day = day
    self.prices = prices
  }

  /// Returns the currency of the price of an instrument.
  func currency(of instrument: InstrumentIndex) -> CurrencyIndex? {
    prices.value(of: .one, instrument, on: day)?.currency
  }

  /// Returns the values of the units in each place. Places with an unknown value are missing. With
  /// the scope `portfolio`, all places of an instrument are one position.
  func worth(_ open: [PeriodPlace: OpenUnits], _ scope: LotScope) -> [PeriodPlace: ExactDecimal] {
    UnitShares.worth(open.mapValues(\.quantity), scope) { quantity, instrument in
      prices.value(of: quantity, instrument, on: day)
        .flatMap { rates.inBase($0.amount, $0.currency) }
    }
  }
}

/// Shares a value in proportion to units.
enum UnitShares {
  /// Returns the value of the units in each place, by position. Places with an unknown value, and
  /// cash, are missing.
  /// - Parameters:
  ///   - scope: With `portfolio`, all places of an instrument are one position.
  ///   - value: Returns the value of some units of an instrument, or `nil` if it is unknown.
  static func worth(
    _ units: [PeriodPlace: ExactDecimal?], _ scope: LotScope,
    _ value: (ExactDecimal, InstrumentIndex) -> ExactDecimal?
  ) -> [PeriodPlace: ExactDecimal] {
    var positions: [InstrumentIndex: [SecuritiesAccountIndex: ExactDecimal?]] = [:]
    for (place, quantity) in units {
      guard case .units(let instrument, let account) = place else { continue }
      positions[instrument, default: [:]][account] = .some(quantity)
    }
    var worth: [PeriodPlace: ExactDecimal] = [:]
    for (instrument, accounts) in positions {
      let held = accounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      for position in scope == .portfolio ? [held] : held.map({ [$0] }) {
        for (account, share) in share(position, { value($0, instrument) }) {
          worth[.units(instrument, account)] = share
        }
      }
    }
    return worth
  }

  /// Shares a value among parts.
  /// - Parameters:
  ///   - parts: The units of each part. The last part takes the rounding difference.
  ///   - value: Returns the value of some units, or `nil` if it is unknown.
  /// - Returns: The shares, or an empty array if the value is unknown.
  static func share<Key>(
    _ parts: [(Key, ExactDecimal?)], _ value: (ExactDecimal) -> ExactDecimal?
  ) -> [(Key, ExactDecimal)] {
    guard let whole = parts.sum(\.1), let all = value(whole) else { return [] }
    var shares: [(Key, ExactDecimal)] = []
    var rest = all
    for (key, units) in parts.dropLast() {
      // Long and short units that cancel out have no share in zero. Each counts at its own value,
      // and together they are worth zero.
      let share = units.flatMap { units in
        whole.isZero
          ? value(units)
          : try? all.multiplied(by: units, dividedBy: whole, places: Precision.costPlaces)
      }
      guard let share, let left = try? rest.subtracting(share) else { return [] }
      shares.append((key, share))
      rest = left
    }
    return shares + parts.suffix(1).map { ($0.0, rest) }
  }
}

/// The open lots of an instrument in one account. Short lots are negative.
struct OpenUnits {
  /// The lots with the same currency of cost.
  struct Part {
    var quantity: ExactDecimal? = .zero
    var cost: ExactDecimal? = .zero
  }

  private(set) var quantity: ExactDecimal? = .zero
  private(set) var costBase: ExactDecimal? = .zero
  private(set) var parts: [CurrencyIndex: Part] = [:]

  fileprivate mutating func add(_ lot: Lot) {
    quantity = quantity.adding(lot.signedQuantity)
    costBase = costBase.adding(lot.signedCostBase)
    var part = parts[lot.currency] ?? Part()
    part.quantity = part.quantity.adding(lot.signedQuantity)
    part.cost = part.cost.adding(lot.signedCost)
    parts[lot.currency] = part
  }

  /// Shares the value of all units among the currencies of cost, in proportion to units. The last
  /// currency takes the rounding difference.
  func shares(of value: ExactDecimal) -> [CurrencyIndex: ExactDecimal] {
    let units = parts.keys.sorted().map { ($0, parts[$0]?.quantity) }
    return Dictionary(UnitShares.share(units) { _ in value }) { $1 }
  }
}

extension BookedLedger {
  /// The open lots by place.
  var openUnits: [PeriodPlace: OpenUnits] {
    lots.reduce(into: [:]) { $0[PeriodPlace($1), default: OpenUnits()].add($1) }
  }
}

extension PeriodPlace {
  init(_ lot: Lot) { self = .units(lot.instrument, lot.account) }
}
