import FolioBooking
import FolioModel
import FolioNumbers

extension History {
  /// Few instruments that are traded every few days, at rising and falling prices, with splits
  /// between: nearly every trade is in the window of others, and sales take more than purchases
  /// replace.
  /// - Parameter goesBack: whether some trades are of days before.
  static func dense(
    seed: UInt64, _ rules: TaxRules, count: Int, goesBack: Bool
  ) -> History {
    var maker = DenseHistory(seed: seed, rules, goesBack: goesBack)
    while maker.history.groups.count < count { maker.step() }
    return maker.history
  }
}

private struct DenseHistory {
  var history: History
  private var dice: Dice
  private let scratch = LedgerBuilder(base: "USD")
  private var day = 19_000
  private var minute = 0
  private let goesBack: Bool

  init(seed: UInt64, _ rules: TaxRules, goesBack: Bool) {
    self.goesBack = goesBack
    dice = Dice(seed: seed)
    history = History(
      seed: seed, method: .average, scope: .portfolio, fees: .capitalize,
      accounts: [("USD-1", "USD"), ("EUR-1", "EUR")], stocks: [("A", "USD"), ("B", "EUR")],
      rates: [])
    history.rules = rules
    for account in history.accounts { scratch.account(account.id, account.currency) }
    for stock in history.stocks { scratch.stock(stock.symbol, stock.currency) }
    for month in 0..<8 {
      let day = Day(daysSince1970: Int32(18_990 + 30 * month)) ?? .first
      history.rates.append((day, "EUR", dice.decimal(upTo: 40, places: 2) + 1))
    }
    // So much is held that a missing purchase seldom makes a sale impossible.
    for symbol in ["A", "B"] { add(.buy(symbol, 50_000, at: 100)) }
  }

  mutating func step() {
    minute += 1
    if dice.chance(40) { (day, minute) = (day + 1 + dice.below(6), 0) }
    let symbol = dice.pick(["A", "A", "B"])
    let units = dice.decimal(upTo: 4_000, places: 1)
    let price = dice.decimal(upTo: 100, places: 0) + 50
    switch dice.below(100) {
    case 0..<40: add(.buy(symbol, dice.decimal(upTo: 20, places: 0), at: price))
    case 40..<84: add(.sell(symbol, units, at: price))
    case 84..<88: add(dice.chance(50) ? .split(symbol, 2, for: 1) : .split(symbol, 1, for: 2))
    case 88..<92: add(StockRow.giftToSpouse(symbol, units).gross(price))
    default:
      let id = "g\(history.groups.count)"
      history.groups.append(
        GroupRow(id: id, at: instant, type: .deposit, cash: [.into("USD-1", price, .deposit)]))
    }
  }

  private var instant: Timestamp {
    let day = Day(daysSince1970: Int32(day)) ?? .first
    return attempt(or: "1970-01-01") {
      try Timestamp(day: day, hour: minute / 60, minute: minute % 60)
    }
  }

  private mutating func add(_ row: StockRow) {
    var row = row
    row.currency = row.symbol == "A" ? "USD" : "EUR"
    if row.type.isTrade {
      row.settles = Day(daysSince1970: Int32(day + dice.below(6)))
      if goesBack, dice.chance(10) { row.day = Day(daysSince1970: Int32(day - dice.below(3))) }
    }
    let status: GroupStatus = dice.chance(5) ? .pending : .settled
    let cash = row.type.isTrade ? scratch.payment(for: row, from: nil) : []
    history.groups.append(
      GroupRow(
        id: "g\(history.groups.count)", at: instant, status: status, stock: [row], cash: cash))
  }
}
