/// What a row does: legs, before rows are joined to groups.
struct RowEffect: Sendable {
  /// A cost that is a group of its own.
  struct Apart: Sendable {
    enum Kind: String, Sendable {
      case tax, fee
      /// A tax that was withheld from a dividend, and not from the gain of a sale.
      case withheld
    }

    var kind: Kind
    var cost: RowMoney
    /// The instrument that it is about.
    var symbol: String
  }

  var kind: RowKind
  var part: RowPart?
  var row: ImportRow
  var time: Timestamp
  /// Whether nothing says in which time zone its day counts.
  var hasOpenDay = false
  var account = ""
  var nativeID: String?
  /// Whether it is a trade without an order, in a table that has the orders of trades.
  var lacksOrder = false
  /// How the group of the row is recognized; nil: by its content.
  var identity: ImportedGroup.Identity?
  var note: String?
  var stockLegs: [LedgerGroup.StockLeg] = []
  var cashLegs: [LedgerGroup.CashLeg] = []
  /// The costs of a part, to be moved into the leg of its trade.
  var costs: [RowMoney] = []
  /// The units that a row of a corporate action adds or takes, and the instrument.
  var units: UnitChange?
  /// The instrument of a payout.
  var paidFor: String?
  /// Whether units that are removed have a price, so that another row has to have their cash.
  var arePaid = false
  /// Whether its amounts are for each unit that is held then.
  var isForEachHeld = false
  /// Costs beside the group of the row.
  var apart: [Apart] = []
  /// Whether its sign says that it takes back what its words say.
  var takesBack = false
  var gain: RowMoney?
  /// The names of its cash account and of the other one.
  var cashAccounts: [String] = []
  /// The rate that the row of an exchange gives.
  var rate: ExactDecimal?
  /// The value of the units without the costs that are paid back with the trade.
  var grossBeforeRebate: ExactDecimal?
  /// The ticker of the shares of an option.
  var underlying: String?
  /// Whether the rule says that the file does not tell sales from short sales.
  var maySellShort = false
  /// The row of the option that was exercised for the trade, or assigned.
  var exercised: ImportRow?
  /// The units that a split takes, whose ratio follows from the units that are held.
  var unitsTaken: ExactDecimal?
  /// The units that an event adds: the instrument and their number.
  var addedUnits: (key: String, quantity: ExactDecimal)?
  /// The question for the cost of units that came in.
  var question: ImportQuestion?
  /// The row that takes the trade back.
  var cancelledBy: ImportRow?
  var groupType: GroupType?
  /// The values of the fields by which the row is joined to others; nil if it is not.
  var joinKey: String?
  /// Whether its join adds parts to one row, such as a tax to its dividend. Two dividends stay
  /// apart.
  var joinHasOneMainRow = false
  /// The name of the part or the kind, as joins name it.
  var joinName: String { part?.rawValue ?? kind.rawValue }
}

/// Makes the effects of the rows of a file.
struct RowBooker {
  /// The table that is being read, and how its values are written.
  var bound = BoundTable(headless: RuleTable(), RuleSlots())
  var form = TableForm(dates: DateDecision([]))
  var draft: ImportDraft
  /// The rows with figures of the file, which are compared in the end.
  var figures: [FileFigure] = []
  /// The instruments that rows of the file trade, or that the ledger has. Set only if rows exchange
  /// units.
  var tradedKeys: Set<String> = []
  /// The rows of the current part that the next total counts.
  var counted: RowsBeforeTotal?
  /// The commissions of trades, by account and currency, as the rows have them.
  var tradeFees: [String: [Currency: ExactDecimal]] = [:]
  /// Whether trades are left out, so that the sum of their commissions is not known.
  var hasTradesLeftOut = false
  /// What is left of them at the end of each part of tables that have totals.
  var notCounted: [RowsBeforeTotal] = []
  /// The currency of fees, by that of trades.
  var costCurrencies: [Currency: Currency] = [:]
  /// The multipliers that lists of the file give.
  var multipliers = ListedMultipliers()
  /// The account of the last trade. Its closed lots follow it, and may name none.
  var lastAccount: String?
  /// The rates that rows have given, by day and currency.
  var ratedDays: [RatedDay: ExactDecimal] = [:]
  /// The factors of the prices of instruments, by the amounts of their trades.
  var priceFactors: [String: ExactDecimal] = [:]
  /// What a unit costs at its price, by instrument, if the price has no currency.
  var ratesOfPrices: [String: ExactDecimal] = [:]
  /// What a unit of a currency or a coin was worth last.
  var ratesOfValues: [String: (rate: ExactDecimal, day: Day)] = [:]
  /// The days whose rows state cash that is compared with that of all of them.
  var daysOfCash: [DayOfCash] = []
  /// The names of the columns of the file that were reported, because no rule reads them.
  var reportedColumns: Set<String> = []
  /// The accounts of which the tax capacity is decided.
  var capacitiesSeen: Set<String> = []
  /// The columns of the current row that were read.
  let reads = ReadColumns()
  /// The ids of the cash accounts that were noted.
  private var cashAccounts: [CashAccountName: String] = [:]

  private struct CashAccountName: Hashable {
    var account: String
    var currency: Currency
  }

  init(_ draft: ImportDraft) { self.draft = draft }

  /// The effect of a row; nil if the row has ended in another way.
  mutating func effect(_ row: TableRow) throws(RowError) -> RowEffect? {
    guard let rule = row.rule else { return nil }
    var effect = RowEffect(
      kind: rule.kind, part: rule.part, row: row.row, time: try row.time(form))
    effect.hasOpenDay = row.hasOpenDay(effect.time, form)
    effect.account = draft.accountName(row.account())
    if let id = row.text(.id) {
      // An order may be filled on several days.
      let hasOrderIDs = bound.table.hasOrderIDs
      let own = hasOrderIDs ? "\(id)@\(effect.time.day)" : id
      effect.nativeID = own
      effect.identity = hasOrderIDs ? .shared(own) : .native(own)
    } else {
      effect.lacksOrder = bound.table.hasOrderIDs && [.buy, .sell].contains(rule.kind)
    }
    effect.note = row.text(.note)
    effect.cashAccounts = [row.text(.cashAccount), row.text(.otherCashAccount)].compactMap { $0 }
    effect.gain = try row.money(.gain, form)
    try checkTotal(row)
    try compareProducts(row, on: effect.time.day)
    findJoin(of: row, &effect)
    noteCapacity(row, effect.account)
    if bound.table.hasLotsByAccount { draft.set { $0.lotScope = .account } }
    effect.maySellShort = rule.maySellShort
    switch rule.kind {
    case .buy, .sell, .cover, .shortSell, .trade, .cancel: try trade(row, &effect)
    case .dividend: try dividend(row, &effect)
    case .reward: try reward(row, &effect)
    case .reinvest: try reinvestment(row, &effect)
    case .returnOfCapital, .cashMerger: try payment(row, &effect)
    case .costAdjustment: try costAdjustment(row, &effect)
    case .stockDividend, .split, .transferOut, .gift, .unitFee, .writeOff, .expiry, .exercise,
      .assignment, .symbolChange:
      try event(row, &effect)
      effect.underlying = row.text(.underlying)
    case .transferIn, .openingBalance:
      guard try received(row, &effect) else { return nil }
    case .spinOff: guard try spinOff(row, &effect) else { return nil }
    case .units, .unitsOut: try unitChange(row, &effect)
    case .swap: guard try swap(row, &effect) else { return nil }
    case .exchange: try exchange(row, &effect)
    case .interest, .fee, .tax, .deposit, .withdrawal, .cash, .other, .reversal,
      .refund:
      guard try cash(row, &effect) else { return nil }
    case .part: try part(row, &effect)
    case .skip, .refused, .note, .position, .total, .instrument, .openingCash, .closingCash,
      .openingCashInBase, .closingCashInBase, .tradeFees, .closedLot:
      return nil
    }
    try addFeeInUnits(row, &effect)
    try addRateOfRow(row, effect)
    try compareStatedFigures(row, effect)
    return effect
  }

  /// Adds the units with which a fee was paid.
  private mutating func addFeeInUnits(
    _ row: TableRow, _ effect: inout RowEffect
  ) throws(RowError) {
    guard let quantity = try row.number(.feeQuantity, form), quantity != .zero,
      let symbol = row.text(.feeSymbol)
    else { return }
    var facts = ImportInstrument(ticker: symbol)
    facts.kind = row.text(.type)?.lowercased() ?? ""
    var leg = LedgerGroup.StockLeg(.unitFee, symbol: draft.instrument(facts))
    (leg.quantity, leg.account) = (quantity.magnitude, effect.account)
    effect.stockLegs.append(leg)
  }

  /// Finds the first join of which a row has all fields.
  private func findJoin(of row: TableRow, _ effect: inout RowEffect) {
    for join in bound.table.joins {
      if !join.parts.isEmpty, !join.parts.contains(effect.joinName) { continue }
      guard let key = key(of: join, row) else { continue }
      effect.joinKey = key
      effect.joinHasOneMainRow = join.hasOneMainRow
      return
    }
  }

  /// The values of the fields of a join; nil if one is missing. Rows of several tables are joined
  /// if the joins are alike.
  private func key(of join: RuleJoin, _ row: TableRow) -> String? {
    var key = join.parts.sorted().joined(separator: " ")
    for slot in join.fields {
      guard let bytes = row.bytes(slot) else { return nil }
      key += "\u{1F}\(bound.slots.names[slot])=" + String(decoding: bytes, as: UTF8.self)
    }
    return key
  }

  // MARK: What rows have in common

  /// The instrument of a row that pays in a currency, which need not be that of its price.
  mutating func instrument(
    _ row: TableRow, paidIn currency: Currency
  ) throws(RowError) -> String {
    var price: Currency?
    if row.bytes(RuleSlots.Known.priceCurrency.rawValue) != nil {
      price = try row.unit(RuleSlots.Known.price.rawValue)?.currency
    }
    let isKnown = row.text(.isin) != nil || row.text(.otherID) != nil
    return try instrument(row, price ?? (isKnown ? nil : currency), paidIn: currency)
  }

  /// The instrument of a row, traded in a currency.
  mutating func instrument(
    _ row: TableRow, _ currency: Currency?, paidIn: Currency? = nil,
    factor: ExactDecimal? = nil
  ) throws(RowError) -> String {
    var facts = ImportInstrument(currency: currency)
    if bound.table.areSymbolsUnique, row.bytes(RuleSlots.Known.priceCurrency.rawValue) == nil {
      facts.currency = nil
      facts.paidIn = currency
    }
    facts.paidIn = paidIn ?? facts.paidIn
    if let isin = row.bytes(RuleSlots.Known.isin.rawValue) {
      let text = String(decoding: isin, as: UTF8.self)
      if isin.withSpan({ bound.slots.accepts($0, in: RuleSlots.Known.isin.rawValue) }) {
        facts.isin = text
      } else {
        facts.ticker = text
      }
    }
    facts.ticker = row.text(.symbol) ?? facts.ticker
    facts.otherID = row.text(.otherID) ?? ""
    facts.name = row.text(.name) ?? ""
    facts.market = row.text(.market) ?? ""
    facts.kind = row.text(.type)?.lowercased() ?? ""
    facts.multiplier = try multiplier(row)
    facts.priceFactor = try row.number(.priceFactor, form) ?? factor
    // A coin is the same in all currencies.
    if facts.isCoin { (facts.currency, facts.paidIn) = (nil, nil) }
    if facts.isin.isEmpty, facts.ticker.isEmpty, facts.otherID.isEmpty, facts.name.isEmpty {
      throw RowError(
        .contradictoryRow, "the row names no instrument",
        help: "It needs an ISIN, a symbol or a name. Correct the row, or the rule.")
    }
    return draft.instrument(facts)
  }

  /// The id of the cash account in a currency.
  mutating func cashAccount(_ currency: Currency, of account: String) -> String {
    let name = CashAccountName(account: account, currency: currency)
    if let known = cashAccounts[name] { return known }
    let id = draft.account(Self.cashID(currency, of: account), currency)
    cashAccounts[name] = id
    return id
  }

  /// The id of a cash account that nothing may have moved.
  static func cashID(_ currency: Currency, of account: String) -> String {
    "\(account)-\(currency.code.lowercased())"
  }

  /// The ids of the cash accounts in a currency that the rows of the file have.
  func accounts(in currency: Currency) -> [String] {
    cashAccounts.filter { $0.key.currency == currency }.map(\.value)
  }

  /// Whether rows have cash in another currency.
  func hasCash(besides currency: Currency?) -> Bool {
    cashAccounts.keys.contains { $0.currency != currency }
  }

  /// A cash leg of an amount, whose sign is the direction; none for zero.
  mutating func leg(
    _ type: CashLegType, _ money: RowMoney, _ effect: RowEffect
  ) -> LedgerGroup.CashLeg? {
    if money.amount == .zero { return nil }
    let isIn = money.amount > .zero
    return LedgerGroup.CashLeg(
      type, isIn ? .in : .out, isIn ? money.amount : -money.amount,
      account: cashAccount(money.currency, of: effect.account), currency: money.currency)
  }

  mutating func add(_ type: CashLegType, _ money: RowMoney, to effect: inout RowEffect) {
    if let leg = leg(type, money, effect) { effect.cashLegs.append(leg) }
  }

  /// Adds up costs, by currency in the order of their first use.
  func sums(_ costs: [RowMoney]) throws(RowError) -> [RowMoney] {
    var sums: [RowMoney] = []
    for cost in costs {
      if let place = sums.firstIndex(where: { $0.currency == cost.currency }) {
        sums[place].amount = try exactly(try sums[place].amount.adding(cost.amount))
      } else {
        sums.append(cost)
      }
    }
    return sums
  }

  func exactly<Value>(
    _ value: @autoclosure () throws(ArithmeticFault) -> Value
  ) throws(RowError) -> Value {
    do throws(ArithmeticFault) { return try value() } catch { throw .tooManyDigits }
  }

  func exactly<Value>(
    _ compute: () throws(ArithmeticFault) -> Value
  ) throws(RowError) -> Value {
    do throws(ArithmeticFault) { return try compute() } catch { throw .tooManyDigits }
  }

  /// The units of a row, without a sign.
  func quantity(_ row: TableRow) throws(RowError) -> ExactDecimal {
    guard let number = try row.number(.quantity, form), number != .zero else {
      throw row.lacking(
        .quantity, "the row has no number of units", help: "Correct the row, or the rule.")
    }
    return number < .zero ? -number : number
  }
}
