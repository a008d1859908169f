/// The units that a row of a corporate action adds or takes.
struct UnitChange: Sendable {
  /// The instrument.
  var key: String
  /// Below zero if units leave.
  var change: ExactDecimal
  /// The first word of the name, by which two rows of one event are found.
  var word = ""
  /// New units for old ones, if the row gives it.
  var ratio: Ratio?
  /// The ticker; empty if the row has none.
  var ticker = ""
  /// The currency in which the instrument is traded, if the row gives it.
  var currency: Currency?
  /// The price of a unit before the event, or after it, if the row gives it.
  var price: ExactDecimal?
}

// Units of one instrument for units of another, or for more or fewer of the same one.
extension RowBooker {
  /// One of the two rows of an exchange of units. Cash of it belongs to the exchange.
  mutating func unitChange(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    guard var change = try row.number(.quantity, form), change != .zero else {
      throw row.lacking(
        .quantity, "the row has no number of units", help: "Correct the row, or the rule.")
    }
    if row.rule?.kind == .unitsOut, change > .zero { change = -change }
    let currency = try row.unit(RuleSlots.Known.price.rawValue)?.currency
    var units = UnitChange(key: try instrument(row, currency), change: change)
    let name = row.text(.name) ?? ""
    units.word = name.split(separator: " ").first.map { $0.lowercased() } ?? ""
    units.ratio = try ratio(row)
    (units.ticker, units.currency) = (row.text(.symbol) ?? "", currency)
    units.price = try row.number(.price, form)
    effect.units = units
    guard bound.table.amounts.isSigned, bound.table.hasCash == true,
      let amount = try row.money(.amount, form)
    else { return }
    add(.principal, amount, to: &effect)
  }

  /// Books rows that exchange units.
  mutating func addExchange(
    _ main: [RowEffect], _ all: [RowEffect]
  ) throws(RowError) {
    if main.count == 1, let effect = main.first, let units = effect.units {
      return try addAlone(effect, units, all)
    }
    guard let pairs = Self.pairs(main) else {
      throw RowError(
        .partWithoutPartner,
        main.count == 2
          ? "both rows of the exchange of units move units in one direction"
          : "\(main.count) rows exchange units, and it is not clear which ones belong together",
        help: "Import the file that has all rows. Whole days belong together.")
    }
    if pairs.count == 1 { return try addPair(pairs[0].old, pairs[0].new, all) }
    for pair in pairs { try addPair(pair.old, pair.new, [pair.old, pair.new]) }
  }

  private struct Pair {
    var old: RowEffect
    var new: RowEffect
  }

  /// Rows whose units leave, each with the one whose units come in: of the same instrument, or of
  /// a name that begins alike, or beside it. Nil if it is not clear.
  private static func pairs(_ rows: [RowEffect]) -> [Pair]? {
    let old = rows.filter { $0.units.map { $0.change < .zero } ?? false }
    let new = rows.filter { $0.units.map { $0.change > .zero } ?? false }
    guard old.count == new.count, old.count + new.count == rows.count else { return nil }
    if old.count == 1 { return [Pair(old: old[0], new: new[0])] }
    let names: [(UnitChange) -> String] = [{ $0.key }, { $0.word }]
    for name in names {
      let named = Dictionary(grouping: new) { $0.units.map(name) ?? "" }
      let pairs = old.compactMap { left -> Pair? in
        guard let word = left.units.map(name), !word.isEmpty, let found = named[word],
          found.count == 1
        else { return nil }
        return Pair(old: left, new: found[0])
      }
      if pairs.count == old.count, Set(pairs.map(\.new.row)).count == new.count { return pairs }
    }
    var beside: [Pair] = []
    for place in stride(from: 0, to: rows.count, by: 2) {
      let two = [rows[place], rows[place + 1]]
      guard let left = two.first(where: { $0.units.map { $0.change < .zero } ?? false }),
        let right = two.first(where: { $0.units.map { $0.change > .zero } ?? false })
      else { return nil }
      beside.append(Pair(old: left, new: right))
    }
    return beside
  }

  private mutating func addPair(
    _ old: RowEffect, _ new: RowEffect, _ all: [RowEffect]
  ) throws(RowError) {
    guard let out = old.units, let into = new.units else { return }
    let cash = try self.cash(of: all)
    if into.key == out.key, into.change == -out.change, cash.sum == .zero {
      for effect in all { draft.skip(effect.row, "units that move within the broker") }
      return
    }
    let isSame = into.key == out.key || isOldName(out, of: into)
    var leg = LedgerGroup.StockLeg(isSame ? .split : .merger, symbol: isSame ? into.key : out.key)
    leg.ratio = Ratio(new: into.change.normalized(), old: (-out.change).normalized())
    // Only the units of this account take part: other accounts have events of their own.
    if !isSame { (leg.newSymbol, leg.quantity) = (into.key, -out.change) }
    if cash.sum > .zero {
      leg.currency = cash.currency
      if isSame {
        leg.cashInLieu = cash.sum
        // The units that came in lack the fraction that the cash paid for.
        leg.ratio = out.ratio ?? into.ratio ?? Self.ratio(out.price, into.price) ?? leg.ratio
      } else {
        leg.gross = cash.sum
      }
    }
    // If cash paid for a fraction, the rows do not have all units.
    let change =
      isSame && cash.sum == .zero
      ? try exactly(try into.change.adding(out.change)) : nil
    try add(leg, all, changing: change)
  }

  /// The ratio of a split of which the rows give the prices before and after it.
  private static func ratio(_ old: ExactDecimal?, _ new: ExactDecimal?) -> Ratio? {
    guard let old, let new, old > .zero, new > .zero else { return nil }
    return Ratio(new: old.normalized(), old: new.normalized())
  }

  /// Whether the event gave the old instrument its ticker. After a split with a new ISIN,
  /// Interactive Brokers adds `.OLD` to the old ticker. If no trade has it, the trades before the
  /// split have the new ticker.
  private func isOldName(_ old: UnitChange, of new: UnitChange) -> Bool {
    guard !new.ticker.isEmpty, old.ticker == new.ticker + ".OLD" else { return false }
    let byTicker = ImportInstrument(ticker: old.ticker, currency: old.currency).key
    return !tradedKeys.contains(old.key) && !tradedKeys.contains(byTicker)
  }

  /// A row that names both numbers of units, or that has the cash for all of them.
  private mutating func addAlone(
    _ effect: RowEffect, _ units: UnitChange, _ all: [RowEffect]
  ) throws(RowError) {
    let cash = try self.cash(of: all)
    if let ratio = units.ratio {
      var leg = LedgerGroup.StockLeg(.split, symbol: units.key)
      leg.ratio = ratio
      if cash.sum > .zero { (leg.cashInLieu, leg.currency) = (cash.sum, cash.currency) }
      return try add(leg, all, changing: cash.sum == .zero ? units.change : nil)
    }
    guard units.change < .zero, cash.sum > .zero else {
      throw RowError(
        .partWithoutPartner,
        "this is one of two rows of an exchange of units, and the other one "
          + "is missing", help: "Import the file that has it. Whole days belong together.")
    }
    var leg = LedgerGroup.StockLeg(.merger, symbol: units.key)
    (leg.quantity, leg.gross, leg.currency) = (-units.change, cash.sum, cash.currency)
    try add(leg, all)
  }

  private mutating func add(
    _ leg: LedgerGroup.StockLeg, _ all: [RowEffect], changing change: ExactDecimal? = nil
  ) throws(RowError) {
    guard let first = all.first else { return }
    var leg = leg
    leg.account = first.account
    var group = LedgerGroup(id: "", occurredAt: first.time, stockLegs: [leg])
    group.notes = all.lazy.compactMap(\.note).first
    group.cashLegs = all.flatMap(\.cashLegs)
    var imported = ImportedGroup(group, account: first.account, rows: all.map(\.row))
    imported.cashRows = all.flatMap { effect in effect.cashLegs.map { _ in effect.row } }
    if let identity = all.lazy.compactMap(\.identity).first { imported.identity = identity }
    imported.unitChange = change.map { (leg.symbol, $0) }
    draft.add(imported)
  }

  /// What the rows of an exchange bring in cash.
  private func cash(
    of effects: [RowEffect]
  ) throws(RowError) -> (sum: ExactDecimal, currency: Currency?) {
    let legs = effects.flatMap(\.cashLegs)
    let currency = legs.first?.currency
    var sum = ExactDecimal.zero
    for leg in legs {
      let before = sum
      sum = try exactly(try before.adding(leg.direction == .in ? leg.amount : -leg.amount))
    }
    guard legs.allSatisfy({ $0.currency == currency }), sum >= .zero else {
      throw .contradictory("an exchange of units costs cash, or moves several currencies")
    }
    return (sum, currency)
  }
}
