import Folio

/// Finds the transactions that formats of one broker have in common.
///
/// Their ids differ, because only one of the formats has ids of the broker, or because their texts
/// differ. Transactions of two formats are the same if they move the same units on the same day.
/// If they move none, their cash is the same, except for digits after the cents; deposits and
/// withdrawals may be some days apart. If a day has
/// several of them, the greater number counts. One format may have an order and another one its
/// fills: if all trades of a day have as many units in both, they are the same.
struct FormatMatcher {
  /// The formats of one broker that have the same transactions of an account.
  static let formats: Set<String> = ["ibkr-flex", "ibkr-statement", "ibkr-transactions"]

  /// What another format has of a transaction.
  enum Match: Hashable {
    case none
    case same
    /// The same units for other cash, in the group with this id.
    case different(String)
  }

  private struct Key: Hashable {
    var account: String
    var day: Day
    var units: [String: ExactDecimal]
  }

  private struct Payment: Hashable {
    var account: String
    var day: Day
    var cash: [String: ExactDecimal]
  }

  private struct Entry {
    var id: String
    var cash: [String: ExactDecimal]
    /// The formats that have it.
    var formats: Set<String>
  }

  /// The trades of an instrument on a day, in one direction.
  private struct DayTrades: Hashable {
    var account: String
    var day: Day
    var type: TradeType
    var symbol: String
  }

  private var entries: [Key: [Entry]] = [:]
  /// The units of the trades of a day, by format.
  private var units: [DayTrades: [String: ExactDecimal]] = [:]
  /// The formats that have a payment of this cash on a day.
  private var payments: [Payment: Set<String>] = [:]
  /// The formats from which trades of a day were taken.
  private var taken: [DayTrades: Set<String>] = [:]

  /// The greatest difference between amounts of which one is rounded to cents.
  private static let cent = (try? ExactDecimal(coefficient: 1, places: 2)) ?? .zero

  /// Notes what a transaction trades or pays. Those of all transactions come first.
  mutating func note(
    _ group: LedgerGroup, of origin: ImportMark.Origin, _ symbols: [String: String] = [:]
  ) {
    guard Self.formats.contains(origin.format) else { return }
    if group.isPayment {
      let payment = Payment(account: origin.account, day: group.day, cash: group.cashMoved)
      payments[payment, default: []].insert(origin.format)
    }
    for leg in group.stockLegs {
      guard let trades = trades(leg, group, origin, symbols), let quantity = leg.quantity else {
        continue
      }
      let before = units[trades]?[origin.format] ?? .zero
      units[trades, default: [:]][origin.format] = (try? before.adding(quantity)) ?? before
    }
  }

  private func trades(
    _ leg: LedgerGroup.StockLeg, _ group: LedgerGroup, _ origin: ImportMark.Origin,
    _ symbols: [String: String]
  ) -> DayTrades? {
    guard leg.type.isTrade else { return nil }
    let symbol = symbols[leg.symbol] ?? leg.symbol
    return DayTrades(account: origin.account, day: group.day, type: leg.type, symbol: symbol)
  }

  /// Whether another format, from which they were taken, has as many units of all its trades.
  private func isTaken(_ trades: [DayTrades], _ format: String) -> Bool {
    !trades.isEmpty
      && trades.allSatisfy { trades in
        let own = units[trades]?[format]
        return (taken[trades] ?? []).contains { $0 != format && units[trades]?[$0] == own }
      }
  }

  /// Adds a transaction, or finds it in another format.
  /// - Parameter symbols: The symbol of each key of an instrument.
  mutating func match(
    _ group: LedgerGroup, of origin: ImportMark.Origin, _ symbols: [String: String] = [:]
  ) -> Match {
    guard Self.formats.contains(origin.format) else { return .none }
    let (units, cash) = (group.unitsMoved(symbols), group.cashMoved)
    if units.isEmpty, cash.values.allSatisfy(\.isZero) { return .none }
    let key = Key(account: origin.account, day: group.day, units: units)
    let others = entries[key] ?? []
    let open = others.indices.filter { !others[$0].formats.contains(origin.format) }
    let nearest = open.map { (place: $0, distance: distance(others[$0].cash, cash)) }
      .min { $0.distance < $1.distance }
    guard let (place, distance) = nearest, !units.isEmpty || distance < Self.cent else {
      if takePaymentNearby(group, cash, origin) { return .same }
      let trades = group.stockLegs.compactMap { self.trades($0, group, origin, symbols) }
      if isTaken(trades, origin.format) { return .same }
      for trades in trades { taken[trades, default: []].insert(origin.format) }
      entries[key, default: []].append(Entry(id: group.id, cash: cash, formats: [origin.format]))
      return .none
    }
    entries[key]?[place].formats.insert(origin.format)
    return distance < Self.cent ? .same : .different(others[place].id)
  }

  /// The days that the dates of one payment may be apart: when it was ordered, and when it settled.
  private static let daysApart = [1, -1, 2, -2, 3, -3]

  /// Finds a deposit or a withdrawal that another format has on a day close by. The format of the
  /// payment has none of its own on that day.
  private mutating func takePaymentNearby(
    _ group: LedgerGroup, _ cash: [String: ExactDecimal], _ origin: ImportMark.Origin
  ) -> Bool {
    guard group.isPayment else { return false }
    for days in Self.daysApart {
      guard let day = group.day.adding(days: days) else { continue }
      let payment = Payment(account: origin.account, day: day, cash: cash)
      if payments[payment]?.contains(origin.format) ?? true { continue }
      let key = Key(account: origin.account, day: day, units: [:])
      let place = entries[key]?.firstIndex {
        $0.cash == cash && !$0.formats.contains(origin.format)
      }
      guard let place else { continue }
      entries[key]?[place].formats.insert(origin.format)
      return true
    }
    return false
  }

  /// The sum of the differences between the cash of accounts.
  private func distance(
    _ one: [String: ExactDecimal], _ other: [String: ExactDecimal]
  ) -> ExactDecimal {
    Set(one.keys).union(other.keys).reduce(.zero) { sum, account in
      let (left, right) = (one[account] ?? .zero, other[account] ?? .zero)
      guard let difference = try? left.subtracting(right).magnitude else { return sum }
      return (try? sum.adding(difference)) ?? sum
    }
  }
}

extension LedgerGroup {
  /// The units of each instrument that the group moves, and its events that give a ratio.
  /// - Parameter symbols: The symbol of each key of an instrument.
  fileprivate func unitsMoved(_ symbols: [String: String]) -> [String: ExactDecimal] {
    var group = self
    for place in group.stockLegs.indices {
      let leg = group.stockLegs[place]
      group.stockLegs[place].symbol = symbols[leg.symbol] ?? leg.symbol
    }
    var sums = group.units
    for leg in group.stockLegs where leg.quantity == nil {
      guard let ratio = leg.ratio else { continue }
      let units = "\(ratio.new.normalized()):\(ratio.old.normalized())"
      sums["\(leg.type.rawValue) \(leg.symbol) \(units)"] = .one
    }
    return sums
  }

  /// Whether it is only a deposit or a withdrawal.
  fileprivate var isPayment: Bool {
    stockLegs.isEmpty && !cashLegs.isEmpty
      && cashLegs.allSatisfy { $0.type == .deposit || $0.type == .withdrawal }
  }

  /// The cash of each account that the group moves. Deposits that pay for a trade do not count: a
  /// file without cash has them.
  fileprivate var cashMoved: [String: ExactDecimal] {
    var group = self
    if !stockLegs.isEmpty {
      group.cashLegs.removeAll { $0.type == .deposit || $0.type == .withdrawal }
    }
    group.stockLegs = []
    return group.movements
  }
}
