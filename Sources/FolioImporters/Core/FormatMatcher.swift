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
  }

  /// The entries of a key for which a format has no transaction yet.
  private struct OpenKey: Hashable {
    var key: Key
    var format: String
  }

  /// The trades of an instrument on a day, in one direction.
  private struct DayTrades: Hashable {
    var account: String
    var day: Day
    var type: TradeType
    var symbol: String
  }

  private var open: [OpenKey: [Entry]] = [:]
  /// The units of the trades of a day, by format.
  private var units: [DayTrades: [String: ExactDecimal]] = [:]
  /// The formats that have a payment of this cash on a day.
  private var payments: [Payment: Set<String>] = [:]
  /// The formats from which trades of a day were taken.
  private var taken: [DayTrades: Set<String>] = [:]

  /// The greatest difference between amounts of which one is rounded to cents.
  private static let cent = ExactDecimal(short: 1, places: 2)

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
      let before = units[trades, default: [:]][origin.format, default: .zero]
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
    let entry = Entry(id: group.id, cash: cash)
    if let match = take(entry, from: OpenKey(key: key, format: origin.format)) { return match }
    if takePaymentNearby(group, cash, origin) { return .same }
    let trades = group.stockLegs.compactMap { self.trades($0, group, origin, symbols) }
    if isTaken(trades, origin.format) { return .same }
    for trades in trades { taken[trades, default: []].insert(origin.format) }
    for format in Self.formats where format != origin.format {
      open[OpenKey(key: key, format: format), default: []].append(entry)
    }
    return .none
  }

  /// The number of entries that are compared, so that a day with many of them is no burden.
  private static let mostCompared = 1_000

  /// Takes the entry with the nearest cash; nil if none is the same transaction.
  private mutating func take(_ own: Entry, from place: OpenKey) -> Match? {
    guard let (number, distance, id) = nearest(to: own, in: place),
      !place.key.units.isEmpty || distance < Self.cent
    else { return nil }
    remove(number, from: place)
    return distance < Self.cent ? .same : .different(id)
  }

  private func nearest(
    to own: Entry, in place: OpenKey
  ) -> (number: Int, distance: ExactDecimal, id: String)? {
    var nearest: (number: Int, distance: ExactDecimal, id: String)?
    for (number, entry) in (open[place] ?? []).prefix(Self.mostCompared).enumerated() {
      let distance = distance(entry.cash, own.cash)
      if let best = nearest, best.distance <= distance { continue }
      nearest = (number, distance, entry.id)
      if distance.isZero { break }
    }
    return nearest
  }

  /// Removes an entry in constant time. The last one takes its place.
  private mutating func remove(_ number: Int, from place: OpenKey) {
    guard let last = open[place]?.indices.last else { return }
    open[place]?.swapAt(number, last)
    open[place]?.removeLast()
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
      let place = OpenKey(key: key, format: origin.format)
      let number = open[place]?.prefix(Self.mostCompared).firstIndex { $0.cash == cash }
      guard let number else { continue }
      remove(number, from: place)
      return true
    }
    return false
  }

  /// The sum of the differences between the cash of accounts.
  private func distance(
    _ one: [String: ExactDecimal], _ other: [String: ExactDecimal]
  ) -> ExactDecimal {
    Set(one.keys).union(other.keys).reduce(.zero) { sum, account in
      let (left, right) = (one[account, default: .zero], other[account, default: .zero])
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
