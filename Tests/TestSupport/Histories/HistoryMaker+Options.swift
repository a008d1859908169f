import FolioModel
import FolioNumbers

// Options, each opened in one lot. They end in parts: they are exercised or assigned with a trade,
// or they expire.
extension HistoryMaker {
  /// What is left of an option, and what it cost or brought.
  struct OpenOption {
    var symbol: String
    var currency: Currency
    var isShort: Bool
    var units: ExactDecimal
    var cost: ExactDecimal
    var costBase: ExactDecimal

    /// Takes some of its units out.
    mutating func take(_ part: ExactDecimal) -> OpenOption {
      var taken = self
      taken.units = part
      if part != units {
        taken.cost = share(cost, part)
        taken.costBase = share(costBase, part)
      }
      units = units - part
      cost = cost - taken.cost
      costBase = costBase - taken.costBase
      return taken
    }

    private func share(_ amount: ExactDecimal, _ part: ExactDecimal) -> ExactDecimal {
      attempt(or: .zero) {
        try amount.multiplied(by: part, dividedBy: units, places: 18, rounding: .halfEven)
      }
    }
  }

  /// Options and the trades that they end in have no rates of their own, so that no premium is more
  /// than the payment in any base currency.
  func isOption(_ symbol: String?) -> Bool { symbol?.hasPrefix("O") ?? false }

  mutating func optionEvent() {
    if options.isEmpty || options.count < 3 && dice.chance(40) { return openOption() }
    let index = dice.below(options.count)
    let all = options[index].units
    let part = dice.chance(50) ? all : min(all, ExactDecimal(1 + dice.below(3)))
    if dice.chance(30) {
      expire(index, part)
    } else if let trade = trade(for: options[index]) {
      exercise(index, part, trade)
    }
    options.removeAll(where: \.units.isZero)
  }

  private mutating func openOption() {
    let like = dice.pick(["A", "B", "C", "D", "E"])
    names += 1
    let symbol = "O\(names)"
    let currency = tradedIn[like] ?? "USD"
    tradedIn[symbol] = currency
    let isShort = dice.chance(50)
    let units = ExactDecimal(1 + dice.below(9))
    let price = dice.decimal(upTo: 5000, places: 2) + 20
    var row = StockRow.trade(isShort ? .shortSell : .buy, symbol, units, at: price)
    if dice.chance(50) { row.fees = dice.decimal(upTo: 19, places: 2) }
    if !isShort, !keepsUnits, dice.chance(40) {
      row = .transferIn(symbol, units, to: nil).lots(
        LotRow(
          acquired: today, quantity: units, cost: dice.decimal(upTo: 9999, places: 2),
          fairValue: dice.decimal(upTo: 9999, places: 2)))
    }
    let before = isShort ? history.tally.brought : history.tally.paid
    add([row])
    let after = isShort ? history.tally.brought : history.tally.paid
    options.append(
      OpenOption(
        symbol: symbol, currency: currency, isShort: isShort, units: units,
        cost: (after.byCurrency[currency] ?? .zero) - (before.byCurrency[currency] ?? .zero),
        costBase: after.base - before.base))
    count(symbol, isShort, units)
  }

  /// Counts units of an option that are held or owed.
  private mutating func count(_ symbol: String, _ isShort: Bool, _ change: ExactDecimal) {
    if isShort {
      owed[symbol] = (owed[symbol] ?? .zero) + change
    } else {
      totals[symbol] = (totals[symbol] ?? .zero) + change
    }
  }

  private mutating func expire(_ index: Int, _ part: ExactDecimal) {
    var row = StockRow(.expiry, options[index].symbol)
    if part != options[index].units || dice.chance(50) { row = row.units(part) }
    let taken = options[index].take(part)
    count(taken.symbol, taken.isShort, -part)
    add([row], .adjustment)
    // The rate of the opening was perhaps one of its own.
    history.tally.ownRates.insert(lastID)
  }

  /// The trade that takes over the premium: of units in the currency of the option.
  private mutating func trade(for option: OpenOption) -> StockRow? {
    let account = dice.pick([nil, "x", "y"])
    let symbols = ["A", "B", "C", "D", "E"].filter { tradedIn[$0] == option.currency }
    // More than the premium that may have been received, in base too.
    let yen: ExactDecimal = option.currency == "JPY" ? 300 : 4
    let most = attempt(or: option.cost) {
      try option.cost.multiplied(by: 4).adding(option.costBase.multiplied(by: yen, places: 2))
    }
    let gross = most + dice.decimal(upTo: 1_000_000, places: 2)
    let isGift = history.method != .specific && !keepsUnits && dice.chance(20)
    if isGift, let symbol = symbols.first(where: { ["A", "B", "C"].contains($0) }) {
      // Units that came as a gift leave by an option.
      receive(symbol)
      minute += 1
      let place = Place(symbol: symbol, account: "x")
      let units = attempt(or: .zero) {
        try (held[place] ?? .zero).multiplied(by: "0.7", places: 0, rounding: .down)
      }
      if units.isPositive {
        change(place, by: -units)
        return StockRow(.sell, symbol).units(units).gross(gross).inAccount("x")
      }
    }
    if dice.chance(50), history.method != .specific, let (place, units) = someUnits(),
      symbols.contains(place.symbol)
    {
      change(place, by: -units)
      return StockRow(.sell, place.symbol).units(units).gross(gross).inAccount(place.account)
    }
    let short = Self.shorts.first { tradedIn[$0] == option.currency }
    if let short, dice.chance(20), let open = owed[short], !open.isNegative {
      let units = dice.decimal(upTo: 10_000, places: 2)
      owed[short] = open + units
      return StockRow(.shortSell, short).units(units).gross(gross)
    }
    let symbol = dice.pick(symbols)
    let units = dice.decimal(upTo: 10_000, places: 1)
    change(Place(symbol: symbol, account: account), by: units)
    return StockRow(.buy, symbol).units(units).gross(gross).inAccount(account)
  }

  private mutating func exercise(_ index: Int, _ part: ExactDecimal, _ trade: StockRow) {
    let taken = options[index].take(part)
    count(taken.symbol, taken.isShort, -part)
    var row = StockRow(taken.isShort ? .assignment : .exercise, taken.symbol).units(part)
    if taken.currency == "USD", dice.chance(40) { row.fees = dice.decimal(upTo: 19, places: 2) }
    add(dice.chance(50) ? [row, trade] : [trade, row], .stockTrade)
    history.tally.ownRates.insert(lastID)
    let isPurchase = trade.type.isPurchase
    if isPurchase == taken.isShort {
      // What was paid lowers what is received, or the other way round.
      history.tally.paid.add(-taken.cost, taken.currency, -taken.costBase)
      history.tally.brought.add(-taken.cost, taken.currency, -taken.costBase)
    }
    guard let fees = row.fees, history.fees != .expense else { return }
    if isPurchase {
      history.tally.paid.add(fees, taken.currency, fees)
    } else {
      history.tally.brought.add(-fees, taken.currency, -fees)
    }
  }

  private var lastID: String { history.groups.last?.id ?? "" }
}
