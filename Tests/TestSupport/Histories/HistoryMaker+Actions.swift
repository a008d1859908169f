import FolioModel
import FolioNumbers

// Corporate actions: each on all accounts at once.
extension HistoryMaker {
  mutating func corporateAction() {
    guard let symbol = heldSymbols.isEmpty ? nil : dice.pick(heldSymbols) else { return }
    switch dice.below(30) {
    case 0..<4: split(symbol)
    case 4..<7: stockDividend(symbol)
    case 7..<12: returnOfCapital(symbol)
    case 12..<15: spinOff(symbol)
    case 15: merger(symbol, cash: nil)
    case 16: merger(symbol, cash: dice.decimal(upTo: 100_000, places: 2))
    case 17: symbolChange(symbol)
    case 18: cashMerger(symbol)
    case 19..<23: costAdjustment(symbol)
    case 23..<26: partialMerger()
    case 26..<29: deemedDisposition(symbol)
    default: writeOff(symbol)
    }
  }

  var heldSymbols: [String] { Set(held.keys.map(\.symbol)).sorted() }

  func places(of symbol: String) -> [Place] {
    held.keys.filter { $0.symbol == symbol }.sorted()
  }

  private static let ratios = [
    Ratio(new: 2, old: 1), Ratio(new: 3, old: 2), Ratio(new: 1, old: 2), Ratio(new: 11, old: 10),
    Ratio(new: 1, old: 3), Ratio(new: 7, old: 6), Ratio(new: "1.05", old: 1),
    Ratio(new: 1, old: "2.5"),
  ]

  /// Units times a ratio; where they don't come out even, a little less than there will be.
  private func scaled(_ units: ExactDecimal, _ ratio: Ratio) -> (ExactDecimal, isExact: Bool) {
    attempt(or: (.zero, isExact: false)) {
      let down = try units.multiplied(
        by: ratio.new, dividedBy: ratio.old, places: 12, rounding: .down)
      let isExact =
        ExactDecimal.compareProducts(down, ratio.old, units, ratio.new) == 0
      return isExact ? (down, true) : (max(.zero, down - "0.000000001"), false)
    }
  }

  private mutating func scale(_ symbol: String, _ ratio: Ratio, into new: String) {
    if inexact.contains(symbol) { inexact.insert(new) }
    for place in places(of: symbol) {
      let (units, isExact) = scaled(held[place] ?? .zero, ratio)
      if !isExact { inexact.insert(new) }
      if new == symbol { held[place] = nil }
      put(units, into: Place(symbol: new, account: place.account))
    }
    totals[new] = attempt(or: .zero) {
      try (totals[symbol] ?? .zero).multiplied(
        by: ratio.new, dividedBy: ratio.old, places: 18, rounding: .halfEven)
    }
  }

  /// A day of its own: what is held is then the same for every way of telling the day's order.
  private mutating func split(_ symbol: String) {
    day += 1
    minute = 600
    let ratio = dice.pick(Self.ratios)
    scale(symbol, ratio, into: symbol)
    history.tally.rescaled[symbol, default: []].append((today, ratio))
    var row = StockRow(.split, symbol).with { $0.detail.ratio = ratio }
    payFraction(of: symbol, &row)
    add([row], .corporateAction)
    day += 1
    minute = 60
  }

  private mutating func stockDividend(_ symbol: String) {
    let units = dice.decimal(upTo: 500, places: 1)
    if dice.chance(50) {
      let value = dice.decimal(upTo: 5000, places: 2)
      let place = dice.pick(places(of: symbol))
      var row = StockRow.stockDividend(symbol, units).gross(value)
      if place.account == nil {
        // Each account gets its share, rounded.
        inexact.insert(symbol)
        totals[symbol] = (totals[symbol] ?? .zero) + units
      } else {
        row = row.inAccount(place.account)
        change(place, by: units)
      }
      add([row])
    } else {
      // The share of each account is rounded; what is there afterwards is at least this.
      inexact.insert(symbol)
      history.tally.uneven.insert(symbol)
      let isPart = dice.chance(40)
      let all = totals[symbol] ?? .zero
      let twentieth = attempt(or: .zero) {
        try all.multiplied(by: 1, dividedBy: 20, places: 18, rounding: .halfEven)
      }
      totals[symbol] = all + (isPart ? twentieth : units)
      add(
        [isPart ? .stockDividend(symbol, 1, for: 20) : .stockDividend(symbol, units)],
        .corporateAction)
    }
  }

  private mutating func returnOfCapital(_ symbol: String) {
    let amount = dice.decimal(upTo: dice.pick([100, 1_000_000]), places: 2)
    add([.returnOfCapital(symbol, amount)], .corporateAction)
  }

  /// A day of its own: units that are bought and sold on one day have no cost in a pool.
  private mutating func costAdjustment(_ symbol: String) {
    day += 1
    minute = 600
    let amount = dice.decimal(upTo: dice.pick([100, 1_000_000]), places: 2)
    let direction: CostDirection = dice.chance(60) ? .increase : .decrease
    var row = StockRow.costAdjustment(symbol, direction, by: amount)
    if dice.chance(20) { row = row.fees(dice.decimal(upTo: 20, places: 2)) }
    add([row], .adjustment)
    day += 1
    minute = 60
  }

  /// A day of its own, as for a cost adjustment. The history knows of the value what was sold for
  /// it and what was bought for it.
  private mutating func deemedDisposition(_ symbol: String) {
    day += 1
    minute = 600
    var row = StockRow.deemedDisposition(symbol, at: dice.decimal(upTo: 1_000_000, places: 2))
    if history.method != .specific, dice.chance(50), let (place, units) = someUnits() {
      row.symbol = place.symbol
      row = row.units(units).inAccount(place.account)
    }
    if dice.chance(20) { row = row.fees(dice.decimal(upTo: 20, places: 2)) }
    add([row], .adjustment)
    day += 1
    minute = 60
  }

  private mutating func newSymbol(like old: String) -> String {
    names += 1
    let new = "N\(names)"
    tradedIn[new] = tradedIn[old]
    return new
  }

  private mutating func spinOff(_ symbol: String) {
    let new = newSymbol(like: symbol)
    let ratio = dice.pick(Self.ratios)
    scale(symbol, ratio, into: new)
    var row = StockRow.spinOff(
      symbol, into: new, ratio.new, for: ratio.old, basis: dice.pick(["0.1", "0.333333", 1, 0]))
    payFraction(of: new, &row)
    add([row], .corporateAction)
  }

  private mutating func merger(_ symbol: String, cash: ExactDecimal?) {
    let new = newSymbol(like: symbol)
    let ratio = dice.pick(Self.ratios)
    scale(symbol, ratio, into: new)
    clear(symbol)
    var row = StockRow.merger(symbol, into: new, ratio.new, for: ratio.old)
    if let cash {
      row.gross = cash
      if dice.chance(60) { row.price = dice.decimal(upTo: 10_000, places: 2) }
    }
    payFraction(of: new, &row)
    add([row], .corporateAction)
  }

  /// Some units of a place become others, on a day of its own.
  private mutating func partialMerger() {
    guard history.method != .specific, let (place, units) = someUnits() else { return }
    day += 1
    minute = 600
    let new = newSymbol(like: place.symbol)
    let ratio = dice.pick(Self.ratios)
    let (made, isExact) = scaled(units, ratio)
    if !isExact || inexact.contains(place.symbol) { inexact.insert(new) }
    change(place, by: -units)
    put(made, into: Place(symbol: new, account: place.account))
    totals[new] = attempt(or: .zero) {
      try units.multiplied(by: ratio.new, dividedBy: ratio.old, places: 18, rounding: .halfEven)
    }
    var row = StockRow.merger(place.symbol, into: new, ratio.new, for: ratio.old).units(units)
      .inAccount(place.account)
    if dice.chance(50) {
      row.gross = dice.decimal(upTo: dice.pick([100, 100_000]), places: 2)
      if dice.chance(60) { row.price = dice.decimal(upTo: 10_000, places: 2) }
    }
    add([row], .corporateAction)
    day += 1
    minute = 60
  }

  /// Cash for the fraction, where one account alone holds the units and they come out even.
  private mutating func payFraction(of symbol: String, _ row: inout StockRow) {
    let places = places(of: symbol)
    guard places.count == 1, !inexact.contains(symbol), let place = places.first else { return }
    let units = held[place] ?? .zero
    let whole = units.rounded(toPlaces: 0, .down)
    guard whole < units else { return }
    held[place] = whole.isZero ? nil : whole
    totals[symbol] = whole
    row.detail.cashInLieu = dice.decimal(upTo: 5000, places: 2)
  }

  private mutating func symbolChange(_ symbol: String) {
    let new = newSymbol(like: symbol)
    scale(symbol, Ratio(new: 1, old: 1), into: new)
    clear(symbol)
    add([.symbolChange(symbol, to: new)], .corporateAction)
  }

  private mutating func cashMerger(_ symbol: String) {
    clear(symbol)
    add([.cashMerger(symbol, dice.decimal(upTo: 1_000_000, places: 2))], .corporateAction)
  }

  private mutating func writeOff(_ symbol: String) {
    if dice.chance(50), let (place, units) = someUnits() {
      change(place, by: -units)
      return add([StockRow.writeOff(place.symbol).units(units).inAccount(place.account)])
    }
    clear(symbol)
    add([.writeOff(symbol)], .corporateAction)
  }
}
