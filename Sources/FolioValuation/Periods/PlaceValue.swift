import FolioBooking
import FolioModel
import FolioNumbers

/// What amounts and units are worth in base at the end of a day.
///
/// Every report that shows such a value gets it here: the value of a position, shared by units
/// among its accounts, and of one cash account, each to 18 places. Anything larger is a sum of
/// these, so that a figure is the same to the last digit in every report (Specs/decisions/0054).
struct DayValues: Sendable {
  let day: Day
  private let base: Currency?
  private let currencies: CurrencyTable
  private let rates: RateBook
  private let market: MarketPrices

  init(_ ledger: Ledger, base: Currency?, _ market: MarketPrices, on day: Day) {
    self.day = day
    self.base = base
    self.market = market
    currencies = ledger.tables.currencies
    rates = ledger.rateBook
  }

  /// An amount in base; nil where the rate is not known.
  func inBase(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> ExactDecimal? {
    if amount.isZero { return .zero }
    guard let base, currency != missingCurrency,
      let rate = rates.rate(from: currencies[currency], to: base, on: day)
    else { return nil }
    return try? rate.value(of: amount)
  }

  /// The currency of the price of an instrument.
  func currency(of instrument: InstrumentIndex) -> CurrencyIndex? {
    market.value(of: .one, instrument, on: day)?.currency
  }

  /// What the units of each place are worth in base; without those of which it is not known. Where
  /// lots are looked for in the whole portfolio, the places of an instrument are one position.
  func worth(_ open: [PeriodPlace: OpenUnits], _ scope: LotScope) -> [PeriodPlace: ExactDecimal] {
    var positions: [InstrumentIndex: [SecuritiesAccountIndex]] = [:]
    for place in open.keys {
      guard case .units(let instrument, let account) = place else { continue }
      positions[instrument, default: []].append(account)
    }
    var worth: [PeriodPlace: ExactDecimal] = [:]
    for (instrument, accounts) in positions {
      let units = accounts.sorted().map { account in
        (account, open[.units(instrument, account)]?.quantity)
      }
      let whole = scope == .portfolio ? [units] : units.map { [$0] }
      for part in whole {
        for (account, value) in self.worth(of: part, instrument) {
          worth[.units(instrument, account)] = value
        }
      }
    }
    return worth
  }

  /// The value of a position by account, in ascending order; the last takes what rounding leaves.
  private func worth(
    of units: [(SecuritiesAccountIndex, ExactDecimal?)], _ instrument: InstrumentIndex
  ) -> [(SecuritiesAccountIndex, ExactDecimal)] {
    UnitShares.share(units) { quantity in
      market.value(of: quantity, instrument, on: day).flatMap { inBase($0.amount, $0.currency) }
    }
  }
}

/// Shares the value of all units by units.
enum UnitShares {
  /// - Parameters:
  ///   - parts: units by a key; the last one takes what rounding leaves.
  ///   - value: what units are worth; nil where it is not known.
  /// - Returns: nothing where the value is not known.
  static func share<Key>(
    _ parts: [(Key, ExactDecimal?)], _ value: (ExactDecimal) -> ExactDecimal?
  ) -> [(Key, ExactDecimal)] {
    guard let whole = parts.reduce(.zero, { $0.adding($1.1) }) else { return [] }
    // Units that are held here and owed there, and come to nothing together.
    if whole.isZero {
      return parts.compactMap { key, units in units.flatMap(value).map { (key, $0) } }
    }
    guard let all = value(whole) else { return [] }
    var shares: [(Key, ExactDecimal)] = []
    var rest = all
    for (number, part) in parts.enumerated() {
      var share = rest
      if number < parts.count - 1 {
        guard let units = part.1,
          let own = try? all.multiplied(
            by: units, dividedBy: whole, places: Precision.cost, rounding: .halfEven),
          let left = try? rest.subtracting(own)
        else { return [] }
        (share, rest) = (own, left)
      }
      shares.append((part.0, share))
    }
    return shares
  }
}

/// The open lots of an instrument in one account; what is owed is below zero.
struct OpenUnits {
  /// What is in one currency of cost.
  struct Part {
    var quantity: ExactDecimal? = .zero
    var cost: ExactDecimal? = .zero
  }

  private(set) var quantity: ExactDecimal? = .zero
  private(set) var costBase: ExactDecimal? = .zero
  private(set) var parts: [CurrencyIndex: Part] = [:]

  mutating func add(_ lot: Lot) {
    let sign: (ExactDecimal) -> ExactDecimal = { lot.isShort ? -$0 : $0 }
    quantity = quantity.adding(sign(lot.quantity))
    costBase = costBase.adding(lot.hasBase ? sign(lot.costBase) : nil)
    var part = parts[lot.currency] ?? Part()
    part.quantity = part.quantity.adding(sign(lot.quantity))
    part.cost = part.cost.adding(sign(lot.cost))
    parts[lot.currency] = part
  }

  /// What of the value of all units falls on some of them.
  func share(of value: ExactDecimal, _ some: OpenUnits) -> ExactDecimal? {
    guard let quantity, let part = some.quantity else { return nil }
    if part == quantity { return value }
    return try? value.multiplied(
      by: part, dividedBy: quantity, places: Precision.cost, rounding: .halfEven)
  }

  /// A value of all units shared by the currencies of their cost, by units; the last takes the
  /// rest.
  func shares(of value: ExactDecimal) -> [CurrencyIndex: ExactDecimal] {
    let units = parts.keys.sorted().map { ($0, parts[$0]?.quantity) }
    return Dictionary(UnitShares.share(units) { _ in value }) { $1 }
  }
}
