// Builders of common transactions. Numbers are integers, texts such as "180.25", or exact
// decimals. The name of a cash account is needed only where several have the currency.
extension GroupEntry {
  /// A number: an integer, a text such as `"180.25"`, or an `ExactDecimal`.
  public typealias Number = any DecimalConvertible

  /// A new random id, a UUID.
  public static func newID() -> String {
    let version: UInt64 = 0x4000
    let high = UInt64.random(in: 0...UInt64.max) & ~0xF000 | version
    let low = UInt64.random(in: 0...UInt64.max) >> 2 | 1 << 63
    return NameTable().text(of: Identifier(high: high, low: low))
  }

  /// An event of an instrument on a day.
  init(
    _ event: Event, quantity: Number? = nil, at price: Number? = nil, gross: Number? = nil,
    fees: Number? = nil, taxes: Number? = nil, on day: Day, cash: String? = nil,
    securities: String? = nil, id: String
  ) throws(NumberFault) {
    self.init(id: id, occurredAt: Timestamp(day), event: event)
    self.quantity = try quantity?.exactDecimal()
    self.price = try price?.exactDecimal()
    self.gross = try gross?.exactDecimal()
    self.fees = try fees?.exactDecimal()
    self.taxes = try taxes?.exactDecimal()
    self.securities = securities
    cashAccount = cash
  }

  // MARK: Trades

  /// A purchase of units at a price.
  /// - Parameters:
  ///   - cash: The id of the cash account that pays.
  ///   - securities: The securities account that gets the units.
  public static func buy(
    _ symbol: String, _ quantity: Number, at price: Number, fees: Number? = nil,
    taxes: Number? = nil, on day: Day, cash: String? = nil, securities: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .buy(symbol), quantity: quantity, at: price, fees: fees, taxes: taxes, on: day, cash: cash,
      securities: securities, id: id)
  }

  /// A sale of units at a price.
  public static func sell(
    _ symbol: String, _ quantity: Number, at price: Number, fees: Number? = nil,
    taxes: Number? = nil, on day: Day, cash: String? = nil, securities: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .sell(symbol), quantity: quantity, at: price, fees: fees, taxes: taxes, on: day, cash: cash,
      securities: securities, id: id)
  }

  /// A sale of borrowed units, which are then owed.
  public static func shortSell(
    _ symbol: String, _ quantity: Number, at price: Number, fees: Number? = nil,
    taxes: Number? = nil, on day: Day, cash: String? = nil, securities: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .stock(.shortSell, symbol), quantity: quantity, at: price, fees: fees, taxes: taxes, on: day,
      cash: cash, securities: securities, id: id)
  }

  /// A purchase of units that are owed.
  public static func cover(
    _ symbol: String, _ quantity: Number, at price: Number, fees: Number? = nil,
    taxes: Number? = nil, on day: Day, cash: String? = nil, securities: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .stock(.cover, symbol), quantity: quantity, at: price, fees: fees, taxes: taxes, on: day,
      cash: cash, securities: securities, id: id)
  }

  // MARK: Options

  /// The exercise of an option, which leads to a trade of the underlying instrument.
  public static func exercise(
    _ option: String, _ contracts: Number, into trade: GroupEntry
  ) throws(NumberFault) -> GroupEntry {
    try trade.ending(option, contracts, by: .exercise)
  }

  /// The assignment of a written option, which leads to a trade of the underlying instrument.
  public static func assignment(
    _ option: String, _ contracts: Number, into trade: GroupEntry
  ) throws(NumberFault) -> GroupEntry {
    try trade.ending(option, contracts, by: .assignment)
  }

  private func ending(
    _ option: String, _ contracts: Number, by type: TradeType
  ) throws(NumberFault) -> GroupEntry {
    var entry = self
    entry.option = EndedOption(
      type: type, symbol: option, quantity: try contracts.exactDecimal())
    return entry
  }

  /// The end of an option that is worth nothing; by default of all contracts.
  public static func expiry(
    _ symbol: String, _ quantity: Number? = nil, on day: Day, securities: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .stock(.expiry, symbol), quantity: quantity, on: day, securities: securities, id: id)
  }

  // MARK: Cash

  /// A dividend before tax, and the tax withheld from it.
  public static func dividend(
    _ symbol: String, _ amount: Number, tax: Number? = nil, on day: Day, cash: String? = nil,
    securities: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .dividend(symbol), gross: amount, taxes: tax, on: day, cash: cash, securities: securities,
      id: id)
  }

  /// Money of the owner that comes in.
  public static func deposit(
    _ amount: Number, on day: Day, cash: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(.cash(.deposit, amount.exactDecimal()), on: day, cash: cash, id: id)
  }

  /// Money that the owner takes out.
  public static func withdrawal(
    _ amount: Number, on day: Day, cash: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(.cash(.withdrawal, amount.exactDecimal()), on: day, cash: cash, id: id)
  }

  /// Interest that is received.
  /// - Parameter symbol: The instrument that pays it, such as a bond.
  public static func interest(
    _ amount: Number, for symbol: String? = nil, on day: Day, cash: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try payment(.interest, amount, for: symbol, on: day, cash: cash, id: id)
  }

  /// A fee that is paid.
  /// - Parameter symbol: The instrument that it is for.
  public static func fee(
    _ amount: Number, for symbol: String? = nil, on day: Day, cash: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try payment(.fee, amount, for: symbol, on: day, cash: cash, id: id)
  }

  /// A tax that is paid.
  /// - Parameter symbol: The instrument that it is for.
  public static func tax(
    _ amount: Number, for symbol: String? = nil, on day: Day, cash: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try payment(.tax, amount, for: symbol, on: day, cash: cash, id: id)
  }

  private static func payment(
    _ event: CashEvent, _ amount: Number, for symbol: String?, on day: Day, cash: String?,
    id: String
  ) throws(NumberFault) -> GroupEntry {
    var entry = try GroupEntry(.cash(event, amount.exactDecimal()), on: day, cash: cash, id: id)
    entry.instrument = symbol
    return entry
  }

  /// Money of one currency, given for money of another.
  /// - Parameters:
  ///   - account: The id of the account that gives; by default the only one in its currency.
  ///   - other: The id of the account that gets; by default the only one in its currency.
  ///   - fees: Fees in the currency that is given.
  public static func exchange(
    _ given: Money, for taken: Money, fees: Number? = nil, on day: Day,
    from account: String? = nil, to other: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    var entry = try GroupEntry(
      .exchange(given, for: taken), fees: fees, on: day, cash: account, id: id)
    entry.otherCashAccount = other
    return entry
  }

  /// Cash that goes from one account to another in the same currency.
  public static func transfer(
    _ amount: Number, from account: String, to other: String, on day: Day,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    var entry = try GroupEntry(
      .cashTransfer(amount.exactDecimal()), on: day, cash: account, id: id)
    entry.otherCashAccount = other
    return entry
  }

  /// Units that go from one securities account to another.
  public static func transfer(
    _ symbol: String, _ quantity: Number, from account: String, to other: String, on day: Day,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    var entry = try GroupEntry(
      .unitTransfer(symbol), quantity: quantity, on: day, securities: account, id: id)
    entry.otherSecurities = other
    return entry
  }
}
