import FolioBooking
import FolioModel
import FolioNumbers

/// Makes up histories that can be booked: it keeps its own account of what is held, and never
/// asks for more.
struct HistoryMaker {
  struct Place: Hashable, Comparable {
    var symbol: String
    var account: String?

    static func < (left: Place, right: Place) -> Bool {
      (left.symbol, left.account ?? "") < (right.symbol, right.account ?? "")
    }
  }

  static let currencies: [Currency] = ["USD", "EUR", "GBP", "JPY"]
  static let shorts = ["S", "T"]

  var history: History
  var dice: Dice
  var held: [Place: ExactDecimal] = [:]
  var owed: [String: ExactDecimal] = [:]
  /// All units of each symbol, to the last digit.
  var totals: [String: ExactDecimal] = [:]
  /// Symbols whose units were rounded: what is held is at least what `held` says.
  var inexact: Set<String> = []
  var tradedIn: [String: Currency] = [:]
  var options: [OpenOption] = []
  var day = 19_000
  var minute = 60
  var names = 0
  let scratch = LedgerBuilder(base: "USD")

  /// Whether no units leave at their cost, by gifts or to other owners.
  let keepsUnits: Bool

  init(seed: UInt64, _ way: Way, rated: Bool = true, keepsUnits: Bool = false) {
    dice = Dice(seed: seed)
    self.keepsUnits = keepsUnits
    let accounts = Self.currencies.flatMap { currency in
      [("\(currency)-1", currency), ("\(currency)-2", currency)]
    }
    let stocks: [(symbol: String, currency: Currency)] = [
      ("A", "USD"), ("B", "EUR"), ("C", "GBP"), ("D", "JPY"), ("E", "USD"), ("S", "USD"),
      ("T", "EUR"),
    ]
    history = History(
      seed: seed, method: way.method, scope: way.scope, fees: way.fees, accounts: accounts,
      stocks: stocks, rates: [])
    history.rules = way.rules
    history.crosses = dice.chance(50)
    for account in accounts { scratch.account(account.0, account.1) }
    for stock in stocks {
      scratch.stock(stock.symbol, stock.currency)
      tradedIn[stock.symbol] = stock.currency
    }
    if rated { addRates() }
  }

  private mutating func addRates() {
    for month in 0..<24 {
      for (currency, low) in [("EUR" as Currency, 105), ("GBP", 120), ("JPY", 60)] {
        let places = currency == "JPY" ? 4 : 2
        let rate = attempt(or: ExactDecimal.one) {
          try ExactDecimal(coefficient: Int128(low + dice.below(20)), places: places)
        }
        let day = Day(daysSince1970: Int32(18_990 + month * 17)) ?? .first
        history.rates.append((day, currency, rate))
      }
      let day = Day(daysSince1970: Int32(19_000 + month * 13)) ?? .first
      for stock in history.stocks {
        history.prices.append((stock.symbol, day, dice.decimal(upTo: 100_000, places: 2)))
      }
    }
  }

  /// A history of so many events.
  mutating func make(_ count: Int) -> History {
    while history.groups.count < count { step() }
    history.tally.units = totals
    history.tally.rounded = inexact
    for (place, units) in held where !inexact.contains(place.symbol) {
      history.tally.places["\(place.symbol) \(place.account ?? "-")"] = units
    }
    history.tally.owed = owed
    return history
  }

  private mutating func step() {
    minute += 1 + dice.below(30)
    if minute >= 1400 || dice.chance(30) {
      day += 1 + dice.below(3)
      minute = 60
    }
    switch dice.below(100) {
    case 0..<14: cashEvent()
    case 14..<44: buy()
    case 44..<66: sell()
    case 66..<72: shortEvent()
    case 72..<74: dividend()
    case 74..<76: reinvestedDividend()
    case 76..<80: transfer()
    case 80..<83: voidGroup()
    case 83..<86: give()
    case 86..<89: optionEvent()
    default: corporateAction()
    }
  }

  // MARK: What every event needs

  var today: Day { Day(daysSince1970: Int32(day)) ?? .first }

  /// A group of stock legs, paid as they call for: exactly, or rounded as brokers do, or through
  /// an account of another currency.
  mutating func add(_ rows: [StockRow], _ type: GroupType? = nil) {
    names += 1
    let id = dice.chance(20) ? "group number \(names)" : "g\(names)"
    var rows = rows
    var cash: [CashRow] = []
    let status: GroupStatus = dice.chance(5) ? .pending : .settled
    for index in rows.indices {
      if rows[index].currency == nil, let currency = tradedIn[rows[index].symbol ?? ""] {
        rows[index].currency = currency
      }
      if rows[index].settles == nil, rows[index].type.isTrade {
        rows[index].settles = today.adding(days: dice.below(4))
      }
      let paid = pay(rows[index], id, isDirect: rows.contains { isOption($0.symbol) })
      cash += paid
      tell(rows[index], id, rate: rate(of: rows[index], paid))
    }
    if rows.contains(where: { $0.fxRate != nil }) { history.tally.ownRates.insert(id) }
    append(GroupRow(id: id, at: instant(), type: type, status: status, stock: rows, cash: cash))
  }

  mutating func append(_ group: GroupRow) { history.groups.append(group) }

  func instant() -> Timestamp {
    attempt(or: "1970-01-01") {
      try Timestamp(day: today, hour: minute / 60, minute: minute % 60)
    }
  }

  /// - Parameter isDirect: whether the payment is in the currency of the trade.
  private mutating func pay(_ row: StockRow, _ id: String, isDirect: Bool) -> [CashRow] {
    guard let currency = row.currency else { return [] }
    let account = "\(currency)-\(1 + dice.below(2))"
    var legs = scratch.payment(for: row, from: account)
    guard var leg = legs.first else { return [] }
    if dice.chance(30) {
      leg.amount = leg.amount.rounded(toPlaces: currency.minorUnits, .halfEven)
    } else if row.type.isTrade, dice.chance(10), leg.amount > 5 {
      let other = dice.pick(Self.currencies.filter { $0 != currency })
      let more = dice.decimal(upTo: 500, places: 0)
      if !isDirect {
        leg.account = "\(other)-1"
        leg.amount = leg.amount + more
        history.tally.ownRates.insert(id)
      }
    }
    legs = leg.amount.isZero ? [] : [leg]
    return legs
  }

  /// Units that come into the portfolio, or leave it.
  mutating func change(_ place: Place, by units: ExactDecimal) {
    put(units, into: place)
    totals[place.symbol] = (totals[place.symbol] ?? .zero) + units
  }

  mutating func put(_ units: ExactDecimal, into place: Place) {
    let left = (held[place] ?? .zero) + units
    held[place] = left.isZero ? nil : left
  }

  /// Nothing is held of a symbol any more.
  mutating func clear(_ symbol: String) {
    for place in places(of: symbol) { held[place] = nil }
    totals[symbol] = nil
    inexact.remove(symbol)
  }

  /// A place that holds something, and some of it: all, or a part.
  mutating func someUnits() -> (place: Place, units: ExactDecimal)? {
    let places = held.keys.sorted()
    guard !places.isEmpty else { return nil }
    let place = dice.pick(places)
    let all = held[place] ?? .zero
    if dice.chance(25), !inexact.contains(place.symbol) { return (place, all) }
    let part = attempt(or: .zero) {
      try all.multiplied(
        by: ExactDecimal(1 + dice.below(90)), dividedBy: 100, places: dice.below(5),
        rounding: .down)
    }
    return part.isPositive ? (place, part) : nil
  }
}
