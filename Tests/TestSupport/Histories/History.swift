import FolioModel
import FolioNumbers

/// A ledger as rows, so that a test can build it anew in another order or cut it short.
struct History {
  /// What the events did, told by the generator and not by the booking.
  struct Tally {
    /// What was paid for units, also for those that were owed, by currency and in base.
    var paid = Amounts()
    /// What units brought, also those that are owed, by currency and in base.
    var brought = Amounts()
    /// What was paid back as capital, by currency and in base.
    var paidBack = Amounts()
    /// Units that are held, by symbol.
    var units: [String: ExactDecimal] = [:]
    /// Units that are held, by symbol and account, of symbols whose units were never rounded.
    var places: [String: ExactDecimal] = [:]
    /// Units that are owed, by symbol; below zero where they are held.
    var owed: [String: ExactDecimal] = [:]
    /// Groups whose units left for good.
    var leaving: Set<String> = []
    /// Groups that bear a rate of their own.
    var ownRates: Set<String> = []
    /// Units that each group bought, and of what.
    var bought: [String: (symbol: String, units: ExactDecimal)] = [:]
    /// Units of what was held that each group sold.
    var sold: [String: ExactDecimal] = [:]
    /// What multiplied the units of each symbol on which days.
    var rescaled: [String: [(day: Day, ratio: Ratio)]] = [:]
    /// Symbols whose units were multiplied by what a stock dividend comes to.
    var uneven: Set<String> = []
    /// Symbols whose units each account rounded, at 18 places.
    var rounded: Set<String> = []
  }

  /// Amounts by currency, and what they are in base at the rates of their groups.
  struct Amounts {
    var byCurrency: [Currency: ExactDecimal] = [:]
    var base = ExactDecimal.zero

    mutating func add(_ amount: ExactDecimal, _ currency: Currency, _ inBase: ExactDecimal) {
      byCurrency[currency] = (byCurrency[currency] ?? .zero) + amount
      base = base + inBase
    }
  }

  var seed: UInt64
  var method: CostBasisMethod
  /// The method by day, symbol and account, instead of the one for all.
  var methods: [(method: CostBasisMethod, from: Day?, symbol: String?, account: String?)] = []
  var scope: LotScope
  var fees: FeeTreatment
  var rules = TaxRules.none
  /// Whether a trade may end one position and open its opposite.
  var crosses = false
  var accounts: [(id: String, currency: Currency)]
  var stocks: [(symbol: String, currency: Currency)]
  var rates: [(day: Day, from: Currency, rate: ExactDecimal)]
  var prices: [(symbol: String, day: Day, close: ExactDecimal)] = []
  var groups: [GroupRow] = []
  var balances: [Balance] = []
  var tally = Tally()

  /// The ledger of these rows.
  func builder() -> LedgerBuilder {
    let builder = LedgerBuilder(base: "USD").settings {
      $0.costBasisMethod = methods.isEmpty ? method : nil
      $0.lotScope = scope
      $0.feeTreatment = fees
      $0.taxRules = rules
      $0.crossingZero = crosses ? .allow : nil
    }
    for entry in methods {
      if let symbol = entry.symbol {
        builder.method(entry.method, from: entry.from, in: entry.account, symbol)
      } else {
        builder.method(entry.method, from: entry.from, in: entry.account)
      }
    }
    for account in accounts { builder.account(account.id, account.currency) }
    for stock in stocks { builder.stock(stock.symbol, stock.currency) }
    for rate in rates { builder.rate(rate.day, rate.from, "USD", rate.rate) }
    for price in prices { builder.price(price.symbol, price.day, price.close) }
    for group in groups { builder.group(group) }
    for row in balances {
      if row.isCash {
        builder.balance(row.day, cash: row.name, row.value)
      } else {
        builder.balance(row.day, row.name, row.value, account: row.account)
      }
    }
    return builder
  }

  /// A balance of a statement.
  struct Balance {
    var day: Day
    var isCash: Bool
    /// The id of the cash account, or the symbol.
    var name: String
    var account: String?
    var value: ExactDecimal
  }

  /// The same ledger with the balances of some days, as booking up to those days finds them.
  func statingBalances(of days: [Day]) throws -> History {
    var other = self
    for day in days {
      let booked = try Booked(builder()) { $0.asOf = day }
      let tables = booked.tables
      for (account, cash) in zip(tables.cashAccounts, booked.result.cash) {
        other.balances.append(
          Balance(day: day, isCash: true, name: tables.text(account.id), value: cash.balance))
      }
      var units: [[String]: ExactDecimal] = [:]
      for stock in stocks { units[[stock.symbol]] = .zero }
      for lot in booked.result.lots {
        let (symbol, account) = (
          tables.symbol(lot.instrument), tables.securitiesAccount(lot.account)
        )
        let quantity = lot.isShort ? -lot.quantity : lot.quantity
        for key in [[symbol]] + (account.isEmpty ? [] : [[symbol, account]]) {
          units[key] = (units[key] ?? .zero) + quantity
        }
      }
      for (key, value) in units.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        other.balances.append(
          Balance(
            day: day, isCash: false, name: key[0], account: key.count > 1 ? key[1] : nil,
            value: value))
      }
    }
    return other
  }

  /// The same ledger with the units that its maker knows are left in the end.
  func statingUnits() -> History {
    var other = self
    let left = tally.units.merging(tally.owed.mapValues { -$0 }) { units, _ in units }
    for (symbol, units) in left.sorted(by: { $0.key < $1.key })
    where !tally.rounded.contains(symbol) {
      other.balances.append(Balance(day: "2199-12-31", isCash: false, name: symbol, value: units))
    }
    return other
  }

  /// A name for messages.
  var name: String { "seed \(seed), \(rules), \(method), \(scope), \(fees)" }

  /// The same ledger with its rows in another order. Groups of different instants, accounts,
  /// stocks and rates have none of their own.
  func shuffled() -> History {
    var dice = Dice(seed: seed &+ 77)
    var other = self
    dice.shuffle(&other.groups)
    dice.shuffle(&other.accounts)
    dice.shuffle(&other.stocks)
    dice.shuffle(&other.rates)
    dice.shuffle(&other.prices)
    return other
  }

  /// The same events with one instant for all of a day, in the order in which they are, or in
  /// another one in which only events of different instruments have changed places.
  func onDays(shuffled: Bool = false) -> History {
    var dice = Dice(seed: seed &+ 78)
    var other = self
    for index in groups.indices {
      other.groups[index].at = attempt(or: groups[index].at) {
        try Timestamp(day: groups[index].at.day)
      }
    }
    guard shuffled else { return other }
    for _ in 0..<4 * groups.count {
      let index = dice.below(groups.count - 1)
      let (one, next) = (other.groups[index], other.groups[index + 1])
      if one.at == next.at && one.symbols.isDisjoint(with: next.symbols) {
        other.groups.swapAt(index, index + 1)
      }
    }
    return other
  }

  /// The same events, those after a day so many days later.
  func resting(after day: Day, for days: Int) -> History {
    func shifted(_ date: Day?) -> Day? {
      date.map { $0 > day ? $0.adding(days: days) ?? $0 : $0 }
    }
    var other = self
    for index in groups.indices where groups[index].at.day > day {
      let at = groups[index].at
      other.groups[index].at = attempt(or: at) {
        try Timestamp(
          day: shifted(at.day) ?? at.day, hour: at.secondOfDay / 3600,
          minute: at.secondOfDay / 60 % 60)
      }
      for leg in groups[index].stock.indices {
        let row = groups[index].stock[leg]
        other.groups[index].stock[leg].settles = row.settles?.adding(days: days)
        for lot in row.lots.indices {
          other.groups[index].stock[leg].lots[lot].acquired = shifted(row.lots[lot].acquired)
        }
      }
    }
    return other
  }

  /// Changes the methods from time to time, to any but `specific`.
  mutating func changeMethods() {
    var dice = Dice(seed: seed &+ 79)
    let choices = CostBasisMethod.allCases.filter { $0 != .specific }
    methods = (0..<12).map { number in
      let day = Day(daysSince1970: Int32(18_990 + number * 20 + dice.below(20)))
      let symbol = number % 2 == 0 ? nil : dice.pick(["A", "B", "C", "S", "N5"])
      let account = scope == .account && number % 3 > 0 ? dice.pick(["x", "y", "z"]) : nil
      return (dice.pick(choices), day, symbol, account)
    }
    takeLotsByMethod()
  }

  /// Leaves out the lots that disposals name: they were found by another method.
  mutating func takeLotsByMethod() {
    for group in groups.indices {
      for leg in groups[group].stock.indices where groups[group].stock[leg].type != .transferIn {
        groups[group].stock[leg].lots = []
      }
    }
  }

  /// The ledger as it was on a day.
  func until(_ day: Day) -> History {
    var other = self
    other.groups.removeAll { $0.at.day > day }
    return other
  }
}

extension GroupRow {
  /// What its legs are about.
  fileprivate var symbols: Set<String> {
    Set(stock.flatMap { [$0.symbol, $0.newSymbol] }.compactMap { $0 })
  }
}

extension Booked {
  /// Everything that was booked, without the numbers of rows.
  var summary: [String] {
    lotLines + disposalLines + deferredLines + cashLines + postingLines
  }

  var lotLines: [String] {
    zip(result.lots, lots).map { lot, text in
      let value = result.fairValue(of: lot).map { " worth \($0)" } ?? ""
      return "lot \(text) from \(lot.holdingFrom) \(groupID(lot.group)) "
        + "\(code(lot.currency))\(value)"
    }
  }

  var disposalLines: [String] {
    zip(result.disposals, zip(gains, baseGains)).map { row, texts in
      let group = tables.text(tables.groups[Int(row.group)].id)
      let deferral = "\(row.matching) \(text(row.disallowedBase)) \(row.term?.rawValue ?? "-")"
      return "gain \(texts.0) \(texts.1) \(group) \(groupID(row.openedBy)) \(row.cause) "
        + "\(row.disposed) \(deferral)"
    }
  }

  private var deferredLines: [String] {
    result.deferredLosses.map { loss in
      "deferred \(loss.disposal) \(text(loss.quantity)) \(text(loss.amountBase)) "
        + "\(groupID(loss.replacement)) \(groupID(loss.group))"
    }
  }

  /// The id of a group; that of none is a pool.
  func groupID(_ group: GroupIndex) -> String {
    group == .missing ? "pool" : tables.text(tables.groups[Int(group)].id)
  }

  var cashLines: [String] {
    zip(tables.cashAccounts, result.cash).map { account, cash in
      "cash \(tables.text(account.id)) \(text(cash.balance)) \(text(cash.settled))"
    }.sorted()
  }

  private var postingLines: [String] {
    result.postings.map { posting in
      "posting \(tables.text(tables.groups[Int(posting.group)].id)) "
        + "\(posting.account.name(in: tables)) \(text(posting.amount)) \(code(posting.currency))"
    }
  }

  func code(_ currency: CurrencyIndex) -> String {
    currency == missingCurrency ? "none" : tables.currencies[currency].code
  }
}
