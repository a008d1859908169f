/// Finds what few portfolios have, and what mostly is a mistake in a file: cash below zero, a price
/// or an exchange rate far from the one before, a cost or a dividend as large as what it belongs
/// to, a currency of one row. It takes all groups in the order of time, once.
struct UnlikelyRows {
  /// A row that is unlikely. Each account, instrument and file has one of a kind.
  struct Finding {
    var code: DiagnosticCode
    /// The number of its group.
    var group: Int
    /// The group with which it is compared, for the end of the message.
    var other: Int?
    var message: String
    var help: String
  }

  struct Price {
    var currency: Currency?
    /// The value of the units.
    var value: ExactDecimal
    var quantity: ExactDecimal
    var day: Day
    /// The group; nil if the ledger has it already.
    var group: Int?
  }

  private struct Cash {
    var amount = ExactDecimal.zero
    var currency: Currency?
    var hasDeposit = false
    /// Since when it is below zero, and by which group.
    var below: (day: Day, group: Int?, amount: ExactDecimal)?
    /// Whether its cash at the beginning is not in the files, or it was reported.
    var isLeftOut = false
  }

  /// The groups of a file that have a currency.
  private struct CurrencyUse {
    var count = 0
    var first: Int?
    /// Whether its first group only has this currency, and would not have it by itself.
    var isUnlikely = false
  }

  /// The fees of trades that are compared with each other.
  struct CostKey: Hashable {
    var file: Int
    var currency: Currency?
  }

  struct Cost {
    var fee: ExactDecimal
    /// The value of the trade.
    var value: ExactDecimal
    var group: Int
  }

  private(set) var findings: [Finding] = []
  let instruments: [String: LedgerInstrument]
  private var cash: [String: Cash] = [:]
  private var changed: Set<String> = []
  private var day: Day?
  var prices: [String: Price] = [:]
  var held: [String: ExactDecimal] = [:]
  /// The day of the last short sale of an instrument, or of its cover.
  var owed: [String: Day] = [:]
  private var reported: Set<String> = []
  private var currencies: [Int: [Currency: CurrencyUse]] = [:]
  private var counts: [Int: Int] = [:]
  /// The currency of the cash of the last trade of each instrument.
  private var paidIn: [String: Currency] = [:]
  var fees: [CostKey: [Cost]] = [:]
  /// The subjects and amounts of dividends and of interest.
  var paid: Set<String> = []
  /// The largest tax of each instrument.
  var withheld: [String: ExactDecimal] = [:]
  /// The groups that take payments back.
  var takenBack: [(group: Int, leg: LedgerGroup.CashLeg)] = []

  /// Days in which a deposit may follow the purchase that it pays.
  private static let patience = 5
  /// Days after which any price is likely.
  static let oldPrice = 365
  static let factor = ExactDecimal(short: 5, places: 0)
  /// The part of a trade or of the units from which a cost or a dividend is unlikely, as a divisor.
  static let largePart = ExactDecimal(short: 5, places: 0)
  static let large = ExactDecimal(short: 2, places: 0)
  /// Smaller costs may be the least that a broker takes.
  static let smallCost = ExactDecimal(short: 10, places: 0)
  static let leastFees = 3
  private static let leastGroups = 5

  /// - Parameter accounts: Cash accounts with balances in the files, which are compared.
  init(_ instruments: [LedgerInstrument], leavingOut accounts: Set<String>) {
    self.instruments = Dictionary(instruments.map { ($0.symbol, $0) }) { first, _ in first }
    for account in accounts { cash[account, default: Cash()].isLeftOut = true }
  }

  /// Takes a group.
  /// - Parameters:
  ///   - number: Its number; nil if the ledger has it already.
  ///   - file: The number of its file.
  ///   - isFunded: Whether its deposits were added.
  ///   - takesBack: Whether its sign contradicts its words.
  mutating func take(
    _ group: LedgerGroup, _ number: Int?, of file: Int, isFunded: Bool, takesBack: Bool
  ) {
    if let day, day != group.day { endDay() }
    day = group.day
    takeCash(group, number, isFunded: isFunded)
    notePayments(of: group, number, takesBack: takesBack)
    for leg in group.stockLegs {
      switch leg.type {
      case .buy, .sell, .shortSell, .cover:
        if let number { checkCosts(leg, number, of: file) }
        takePrice(leg, group.day, number)
        if leg.type == .shortSell || leg.type == .cover { owed[leg.symbol] = group.day }
      case .dividend, .returnOfCapital, .costAdjustment:
        if let number { checkPayment(leg, group, number) }
      case .split, .stockDividend: adjustPrice(by: leg)
      case .transferIn, .transferOut, .gift, .unitFee, .deemedDisposition: break
      case .spinOff, .merger, .symbolChange, .writeOff, .exercise, .assignment, .expiry:
        prices[leg.symbol] = nil
        if let other = leg.newSymbol { prices[other] = nil }
      }
      held[leg.symbol] = RowBooker.after(leg, held[leg.symbol, default: .zero])
    }
    if let number { noteCurrencies(group, number, file) }
  }

  /// Ends with the last group.
  mutating func finish() {
    endDay()
    for account in cash.keys.sorted() { reportBelow(account) }
    for file in currencies.keys.sorted() { reportSingleCurrency(of: file) }
    for costs in fees.values { reportFee(among: costs) }
    reportReversals()
    findings.sort { ($0.group, $0.code.rawValue) < ($1.group, $1.code.rawValue) }
  }

  func isReported(_ code: DiagnosticCode, _ subject: String) -> Bool {
    reported.contains("\(code.rawValue) \(subject)")
  }

  mutating func report(
    _ code: DiagnosticCode, _ group: Int, about subject: String, beside other: Int? = nil,
    _ message: String, help: String
  ) {
    guard reported.insert("\(code.rawValue) \(subject)").inserted else { return }
    findings.append(Finding(code: code, group: group, other: other, message: message, help: help))
  }
}

// MARK: Cash

extension UnlikelyRows {
  private mutating func takeCash(_ group: LedgerGroup, _ number: Int?, isFunded: Bool) {
    for leg in group.cashLegs where leg.currency?.isNational == true {
      var own = cash[leg.account] ?? Cash()
      if own.isLeftOut { continue }
      let isIn = leg.direction == .in
      own.amount = (try? own.amount.adding(isIn ? leg.amount : -leg.amount)) ?? own.amount
      own.currency = leg.currency
      if leg.type == .deposit, isIn, !isFunded { own.hasDeposit = true }
      if own.amount >= .zero {
        if let below = own.below, below.day.days(until: group.day) > Self.patience {
          reportBelow(leg.account)
          own.isLeftOut = true
        }
        own.below = nil
      } else if own.below == nil {
        own.below = (group.day, number, own.amount)
      }
      cash[leg.account] = own
      changed.insert(leg.account)
    }
  }

  /// Looks at the accounts that changed on a day. Only its end counts.
  private mutating func endDay() {
    guard let day else { return }
    for account in changed.sorted() {
      guard let own = cash[account], let below = own.below else { continue }
      // The file does not have what was there before.
      if !own.hasDeposit { cash[account]?.isLeftOut = true }
      if below.day == day { cash[account]?.below?.amount = own.amount }
      if below.day.days(until: day) > Self.patience { reportBelow(account) }
    }
    changed = []
  }

  private mutating func reportBelow(_ account: String) {
    guard let own = cash[account], let below = own.below, !own.isLeftOut else { return }
    cash[account]?.isLeftOut = true
    guard let group = below.group, let unit = own.currency?.minorUnits,
      below.amount.magnitude >= ExactDecimal(short: 1, places: unit)
    else { return }
    report(
      .cashBelowZero, group, about: account,
      "the cash of \(account) is \(below.amount.normalized()) at the end of \(below.day), although "
        + "the file has its deposits",
      help: "A deposit may be missing, or an amount may be too large, here or before. If the "
        + "account has credit, nothing is wrong.")
  }
}

// MARK: Currencies

extension UnlikelyRows {
  private mutating func noteCurrencies(_ group: LedgerGroup, _ number: Int, _ file: Int) {
    // The currency of a price is that of the exchange. Cash shows that of the account.
    let cash = Set(group.cashLegs.compactMap(\.currency))
    // An event that only moves units pays nothing.
    let paid = group.stockLegs.filter { $0.gross != nil || $0.price != nil }
    let own = cash.isEmpty ? Set(paid.compactMap(\.currency)) : cash
    if own.isEmpty { return }
    defer {
      if own.count == 1 {
        for leg in group.stockLegs where leg.type.isTrade { paidIn[leg.symbol] = own.first }
      }
    }
    counts[file, default: 0] += 1
    for currency in own {
      var use = currencies[file]?[currency] ?? CurrencyUse()
      use.count += 1
      if use.count == 1 {
        use.first = number
        // A trade may be the only one abroad, and its dividends are paid in its currency.
        let isAbroad = !group.stockLegs.allSatisfy { leg in
          paidIn[leg.symbol].map { $0 != currency } ?? false
        }
        use.isUnlikely = own.count == 1 && !isAbroad && group.type != .fxExchange
      }
      currencies[file, default: [:]][currency] = use
    }
  }

  /// Reports a currency that one row of a file has, if all others have another one.
  private mutating func reportSingleCurrency(of file: Int) {
    guard let count = counts[file], count >= Self.leastGroups, let uses = currencies[file],
      uses.count == 2, let one = uses.first(where: { $0.value.count == 1 }),
      let other = uses.first(where: { $0.key != one.key }), other.value.count == count - 1,
      one.value.isUnlikely, let number = one.value.first
    else { return }
    report(
      .singleCurrency, number, about: "\(file)",
      "the cash of this row is in \(one.key), and that of all others in \(other.key)",
      help: "Look whether its currency is right.")
  }
}
