import FolioBooking
import FolioModel
import FolioNumbers

// Cash, purchases, sales, short sales, dividends and moves.
extension HistoryMaker {
  mutating func cashEvent() {
    names += 1
    let currency = dice.pick(Self.currencies)
    let (one, two) = ("\(currency)-1", "\(currency)-2")
    let amount = dice.decimal(upTo: 1_000_000, places: 2)
    let payers = ["A", nil, "B", "C", nil, "D", "E", nil, "S", "T", nil]
    let payer = payers[names % payers.count]
    let kinds: [(GroupType, [CashRow])] = [
      (.deposit, [.into(one, amount, .deposit)]),
      (.withdrawal, [.out(two, amount, .withdrawal)]),
      (.interest, [.into(one, amount, .interest).about(payer), .out(one, 1, .tax)]),
      (.fee, [.out(one, amount, .fee).about(payer)]),
      (.tax, [.out(two, amount, .tax).about(payer)]),
      (.transfer, [.out(one, amount, .transfer), .into(two, amount, .transfer)]),
      (.fxExchange, [.out("USD-1", amount, .fx), .into("EUR-1", amount + 1, .fx)]),
      (.dividend, [.into(one, amount, .dividend).about(payer)]),
      (.adjustment, [.into(one, amount, .other).about(payer), .out(two, 3, .other)]),
      (.openingBalance, [.into(one, amount)]),
    ]
    let (type, legs) = dice.pick(kinds)
    append(GroupRow(id: "c\(names)", at: instant(), type: type, cash: legs))
  }

  private mutating func withCharges(_ row: StockRow) -> StockRow {
    var row = row
    if dice.chance(50) { row.fees = dice.decimal(upTo: 2000, places: 2) }
    if dice.chance(20) { row.taxes = dice.decimal(upTo: 2000, places: 2) }
    if dice.chance(10), tradedIn[row.symbol ?? ""] != "USD" {
      row.fxRate = dice.decimal(upTo: 200, places: 2)
    }
    if dice.chance(10) { row.detail.accruedInterest = dice.decimal(upTo: 500, places: 2) }
    return row
  }

  mutating func buy() {
    let known = dice.chance(20) ? heldSymbols : []
    let symbol = dice.pick(known.isEmpty ? ["A", "B", "C", "D", "E"] : known)
    let account = dice.pick([nil, "x", "y"])
    let row = withCharges(
      .buy(
        symbol, dice.decimal(upTo: 100_000, places: dice.below(4)),
        at: dice.decimal(upTo: 100_000, places: 2 + dice.below(3))
      ).inAccount(account))
    change(Place(symbol: symbol, account: account), by: row.quantity ?? .zero)
    add([row], .stockTrade)
  }

  mutating func sell() {
    guard let (place, units) = someUnits() else { return }
    let price = dice.decimal(upTo: 100_000, places: 3)
    var row = withCharges(.sell(place.symbol, units, at: price).inAccount(place.account))
    if history.method == .specific || dice.chance(5) {
      guard let choice = choose(place, units) else { return }
      row.quantity = choice.quantity
      row.lots = [choice]
    }
    change(place, by: -(row.quantity ?? .zero))
    add([row], .stockTrade)
  }

  /// A lot that a sale may name: what is open now is found by booking all events so far.
  private mutating func choose(_ place: Place, _ units: ExactDecimal) -> LotRow? {
    guard let booked = try? Booked(history) else { return nil }
    let open = booked.result.lots.filter {
      booked.tables.symbol($0.instrument) == place.symbol
        && (history.scope == .portfolio
          || booked.tables.securitiesAccount($0.account) == place.account ?? "")
    }
    guard !open.isEmpty else { return nil }
    let lot = dice.pick(open)
    let same = open.filter { $0.group == lot.group && $0.acquired == lot.acquired }
    let all = same.map(\.quantity).total()
    let quantity = same.count == 1 ? min(units, all) : all
    guard quantity <= (held[place] ?? .zero) else { return nil }
    let group = booked.tables.text(booked.tables.groups[Int(lot.group)].id)
    return LotRow(group: group, acquired: lot.acquired, quantity: quantity)
  }

  mutating func shortEvent() {
    let symbol = dice.pick(Self.shorts)
    let open = owed[symbol] ?? .zero
    if !open.isZero && dice.chance(15) { return splitShort(symbol, open) }
    if history.crosses && history.method != .specific && dice.chance(50) {
      return tradeEitherWay(symbol, open)
    }
    if open.isPositive && dice.chance(50) {
      let part = attempt(or: .zero) {
        try open.multiplied(by: ExactDecimal("0.4"), places: 2, rounding: .up)
      }
      let isAll = history.method == .specific || dice.chance(40)
      let units = isAll ? open : min(open, part)
      owed[symbol] = open - units
      add([withCharges(.cover(symbol, units, at: dice.decimal(upTo: 9999, places: 2)))])
    } else if !open.isNegative {
      let row = withCharges(
        .shortSell(
          symbol, dice.decimal(upTo: 10_000, places: 2), at: dice.decimal(upTo: 9999, places: 2)))
      owed[symbol] = open + (row.quantity ?? .zero)
      add([row])
    } else {
      tradeEitherWay(symbol, open)
    }
  }

  /// A trade that may end a position and open its opposite.
  private mutating func tradeEitherWay(_ symbol: String, _ open: ExactDecimal) {
    let (units, price) = (
      dice.decimal(upTo: 10_000, places: 2), dice.decimal(upTo: 9999, places: 2)
    )
    let type = dice.pick([TradeType.buy, .sell, .cover, .shortSell])
    let takesAway = type == .sell || type == .shortSell
    owed[symbol] = takesAway ? open + units : open - units
    add([withCharges(.trade(type, symbol, units, at: price))])
  }

  /// Units that are owed are split like those that are held.
  private mutating func splitShort(_ symbol: String, _ open: ExactDecimal) {
    day += 1
    minute = 60
    owed[symbol] = open + open
    add([.split(symbol, 2, for: 1)], .corporateAction)
  }

  mutating func dividend() {
    let symbol = dice.pick(["A", "B", "C", "D", "E"])
    let gross = dice.decimal(upTo: 100_000, places: 2) + 2
    add([.dividend(symbol, gross, withheld: dice.chance(50) ? 1 : nil)], .dividend)
  }

  /// Units for all that a dividend brings: no cash moves.
  mutating func reinvestedDividend() {
    let symbol = dice.pick(["A", "B", "C", "D", "E"])
    let gross = dice.decimal(upTo: 100_000, places: 2) + 2
    let units = dice.decimal(upTo: 1000, places: dice.below(5))
    change(Place(symbol: symbol, account: nil), by: units)
    add([.dividend(symbol, gross), StockRow(.buy, symbol).units(units).gross(gross)])
  }

  mutating func transfer() {
    switch dice.below(3) {
    case 0: receive(dice.pick(["A", "B", "C"]))
    default:
      guard let (place, units) = someUnits(), let account = place.account else { return }
      let isAmbiguous = history.method == .specific && history.scope == .account
      if isAmbiguous && units != held[place] { return }
      change(place, by: -units)
      let out = StockRow.transferOut(place.symbol, units, from: account)
      if keepsUnits || dice.chance(70) {
        change(Place(symbol: place.symbol, account: "z"), by: units)
        add([.transferIn(place.symbol, units, to: "z"), out], .transfer)
      } else {
        history.tally.leaving.insert("g\(names + 1)")
        history.tally.leaving.insert("group number \(names + 1)")
        add([out])
      }
    }
  }

  /// Units from outside, perhaps as a gift.
  mutating func receive(_ symbol: String) {
    let units = dice.decimal(upTo: 1000, places: 1)
    let cost = dice.decimal(upTo: 100_000, places: 3)
    let costBase =
      tradedIn[symbol] != "USD" && (keepsUnits || dice.chance(40))
      ? dice.decimal(upTo: 100_000, places: 3) : nil
    let acquired = today.adding(days: -dice.below(dice.pick([1, 40, 900]))) ?? .first
    change(Place(symbol: symbol, account: "x"), by: units)
    add([
      .transferIn(symbol, units, to: "x").lots(
        LotRow(
          acquired: acquired, quantity: units, cost: cost, costBase: costBase,
          fairValue: !keepsUnits && dice.chance(50)
            ? dice.decimal(upTo: 100_000, places: 3) : nil))
    ])
  }

  /// Units given away, or paid as a fee.
  mutating func give() {
    guard let (place, units) = someUnits() else { return }
    let isGift = !keepsUnits && dice.chance(50)
    var row = (isGift ? StockRow.gift(place.symbol, units) : .unitFee(place.symbol, units))
      .inAccount(place.account)
    // Some rules need the value of a gift, and a fee without a value has a warning (W445).
    row.gross = dice.chance(50) || isGift ? dice.decimal(upTo: 100_000, places: 2) : 1
    if isGift && dice.chance(50) { row.detail.recipient = .spouse }
    if isGift && dice.chance(40) { row.fees = dice.decimal(upTo: 50, places: 2) }
    if history.method == .specific {
      guard let choice = choose(place, units) else { return }
      row.quantity = choice.quantity
      row.lots = [choice]
    }
    change(place, by: -(row.quantity ?? .zero))
    if isGift && !giftIsDisposal {
      history.tally.leaving.insert("g\(names + 1)")
      history.tally.leaving.insert("group number \(names + 1)")
    }
    add([row])
  }

  mutating func voidGroup() {
    names += 1
    append(
      GroupRow(
        id: "v\(names)", at: instant(), type: .deposit, status: dice.pick([.void, .pending]),
        isDeleted: true, stock: [.sell("A", 999_999, at: 1)], cash: [.out("USD-1", 1)]))
  }
}

extension Booked {
  init(_ history: History) throws { try self.init(history.builder()) }
}
