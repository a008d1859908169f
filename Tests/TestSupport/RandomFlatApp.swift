import Folio
import FolioModel
import FolioNumbers

/// Random rows of the stock app, and random groups that it has no words for.
struct RandomFlatApp {
  var dice: Dice
  static let tickers: [String: Currency] = ["AAPL": "USD", "7203": "JPY"]

  init(seed: UInt64) { dice = Dice(seed: seed) }

  mutating func time() -> Timestamp {
    let day = 1 + dice.below(28)
    let hour = dice.below(24)
    let text =
      "2024-0\(1 + dice.below(9))-\(day < 10 ? "0" : "")\(day)T"
      + "\(hour < 10 ? "0" : "")\(hour):30:00\(dice.pick(["Z", "+09:00", "-05:30"]))"
    return attempt(or: Timestamp.epoch) { try Timestamp(text) }
  }

  mutating func capital(_ number: Int) -> FlatApp.Capital {
    FlatApp.Capital(
      id: "c\(number)", dice.pick(FlatApp.CapitalType.allCases),
      dice.decimal(upTo: 1_000_000_000, places: dice.below(9)), time(),
      note: dice.chance(30) ? "note \(number)" : nil)
  }

  mutating func transaction(_ number: Int) -> FlatApp.Transaction {
    let type = dice.pick(FlatApp.TransactionType.allCases)
    let isFree = type != .dividend && dice.chance(5)
    return FlatApp.Transaction(
      id: "t\(number)", type, dice.pick(["AAPL", "7203"]),
      quantity: dice.decimal(upTo: 1_000_000, places: dice.below(9)),
      price: isFree ? .zero : dice.decimal(upTo: 1_000_000_000, places: dice.below(9)), time(),
      note: dice.chance(30) ? "note \(number)" : nil)
  }

  /// A group that balances or not: flattening looks at no balance.
  mutating func group(_ number: Int) -> LedgerGroup {
    var group = LedgerGroup(
      id: "g\(number)", type: dice.chance(10) ? nil : dice.pick(GroupType.allCases),
      status: dice.chance(70) ? .settled : dice.pick(GroupStatus.allCases), occurredAt: time(),
      notes: dice.chance(30) ? "n" : nil)
    group.isDeleted = dice.chance(5)
    if dice.chance(10) { group.settledAt = time() }
    if dice.chance(10) { group.otherColumns = [LedgerColumn("user_id", json: "1")] }
    for leg in 0..<dice.pick([0, 1, 1, 1, 2]) { group.stockLegs.append(stock(leg, group)) }
    for leg in 0..<dice.pick([0, 1, 1, 2]) { group.cashLegs.append(cash(leg)) }
    return group
  }

  private mutating func stock(_ number: Int, _ group: LedgerGroup) -> LedgerGroup.StockLeg {
    var leg = LedgerGroup.StockLeg(
      id: dice.chance(50) ? "s\(number)" : nil,
      dice.chance(80) ? dice.pick([.buy, .sell, .dividend]) : dice.pick(TradeType.allCases),
      symbol: dice.pick(["AAPL", "7203", "NONE"]))
    if dice.chance(20) { leg.settlementDay = group.day.adding(days: 2) ?? group.day }
    leg.quantity = dice.chance(90) ? dice.decimal(upTo: 10_000, places: dice.below(4)) : nil
    leg.price = dice.chance(70) ? dice.decimal(upTo: 10_000, places: 2) : nil
    let product = try? leg.quantity?.multiplied(by: leg.price ?? 7)
    leg.gross =
      dice.chance(70) ? product ?? .one : dice.decimal(upTo: 1_000_000, places: 2)
    if dice.chance(30) { leg.fees = dice.decimal(upTo: 1_000, places: 2) }
    if dice.chance(20) { leg.taxes = dice.decimal(upTo: 1_000, places: 2) }
    if dice.chance(20) { leg.fxRate = dice.decimal(upTo: 20_000, places: 4) }
    leg.currency =
      dice.chance(90) ? RandomFlatApp.tickers[leg.symbol] : dice.pick([nil, "EUR"])
    if dice.chance(20) { leg.account = "depot" }
    if dice.chance(20) { leg.lots = [LedgerGroup.Lot("g0", quantity: 1)] }
    return leg
  }

  private mutating func cash(_ number: Int) -> LedgerGroup.CashLeg {
    let currency: Currency = dice.pick(["USD", "USD", "JPY"])
    return LedgerGroup.CashLeg(
      id: dice.chance(50) ? "k\(number)" : nil, dice.pick(CashLegType.allCases),
      dice.pick(Direction.allCases), dice.decimal(upTo: 1_000_000, places: 2),
      account: dice.chance(70) ? FlatApp.cashAccount(of: currency) : "bank", currency: currency)
  }
}

extension Timestamp {
  fileprivate static var epoch: Timestamp { "1970-01-01T00:00:00Z" }
}
