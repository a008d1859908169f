// Builders of corporate actions, gifts and other events of units.
extension GroupEntry {
  /// A split: new units for old ones, such as 4 for 1.
  /// - Parameter cashInLieu: Cash for a fraction of a unit.
  public static func split(
    _ symbol: String, _ new: Number, for old: Number, cashInLieu: Number? = nil, on day: Day,
    cash: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    let ratio = Ratio(new: try new.exactDecimal(), old: try old.exactDecimal())
    var entry = try GroupEntry(.split(symbol, ratio), on: day, cash: cash, id: id)
    entry.cashInLieu = try cashInLieu?.exactDecimal()
    return entry
  }

  /// Units that come as a dividend.
  /// - Parameter value: Their value, if it is taxed as income.
  public static func stockDividend(
    _ symbol: String, _ quantity: Number, value: Number? = nil, on day: Day,
    securities: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .stock(.stockDividend, symbol), quantity: quantity, gross: value, on: day,
      securities: securities, id: id)
  }

  /// Capital that is paid back, which lowers the cost.
  public static func returnOfCapital(
    _ symbol: String, _ amount: Number, on day: Day, cash: String? = nil,
    securities: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .stock(.returnOfCapital, symbol), gross: amount, on: day, cash: cash, securities: securities,
      id: id)
  }

  /// An amount that raises or lowers the cost of the units, while no money moves.
  public static func costAdjustment(
    _ symbol: String, _ direction: CostDirection, by amount: Number, on day: Day,
    securities: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    var entry = try GroupEntry(
      .stock(.costAdjustment, symbol), gross: amount, on: day, securities: securities, id: id)
    entry.costDirection = direction
    return entry
  }

  /// A part of a company that becomes units of another instrument.
  /// - Parameters:
  ///   - new: The units of the new instrument for each `old` unit.
  ///   - fraction: The share of the cost that moves to them, from 0 to 1.
  public static func spinOff(
    _ symbol: String, _ newSymbol: String, _ new: Number, for old: Number,
    basisFraction fraction: Number, cashInLieu: Number? = nil, on day: Day, cash: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    var entry = try GroupEntry(.stock(.spinOff, symbol), on: day, cash: cash, id: id)
    entry.newSymbol = newSymbol
    entry.ratio = Ratio(new: try new.exactDecimal(), old: try old.exactDecimal())
    entry.basisFraction = try fraction.exactDecimal()
    entry.cashInLieu = try cashInLieu?.exactDecimal()
    return entry
  }

  /// Units of an instrument that become units of another one.
  /// - Parameter amount: Cash that is paid besides.
  public static func merger(
    _ symbol: String, into newSymbol: String, _ new: Number, for old: Number,
    andCash amount: Number? = nil, on day: Day, cash: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    var entry = try GroupEntry(
      .stock(.merger, symbol), gross: amount, on: day, cash: cash, id: id)
    entry.newSymbol = newSymbol
    entry.ratio = Ratio(new: try new.exactDecimal(), old: try old.exactDecimal())
    return entry
  }

  /// All units of an instrument, bought out for cash.
  public static func merger(
    _ symbol: String, forCash amount: Number, on day: Day, cash: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(.stock(.merger, symbol), gross: amount, on: day, cash: cash, id: id)
  }

  /// A new symbol of an instrument.
  public static func symbolChange(
    _ symbol: String, to newSymbol: String, on day: Day, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    var entry = try GroupEntry(.stock(.symbolChange, symbol), on: day, id: id)
    entry.newSymbol = newSymbol
    return entry
  }

  /// Units that are given away.
  /// - Parameter value: What they are worth on the day.
  public static func gift(
    _ symbol: String, _ quantity: Number, value: Number? = nil, to recipient: GiftRecipient? = nil,
    on day: Day, securities: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    var entry = try GroupEntry(
      .stock(.gift, symbol), quantity: quantity, gross: value, on: day, securities: securities,
      id: id)
    entry.recipient = recipient
    return entry
  }

  /// Units that are worth nothing any more; by default all of them.
  public static func writeOff(
    _ symbol: String, _ quantity: Number? = nil, on day: Day, securities: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .stock(.writeOff, symbol), quantity: quantity, on: day, securities: securities, id: id)
  }

  /// Units that pay a fee.
  /// - Parameter value: What they are worth on the day.
  public static func unitFee(
    _ symbol: String, _ quantity: Number, value: Number? = nil, on day: Day,
    securities: String? = nil, id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .stock(.unitFee, symbol), quantity: quantity, gross: value, on: day, securities: securities,
      id: id)
  }

  /// Units that count as sold and bought again at a price, while nothing moves.
  public static func deemedDisposition(
    _ symbol: String, at price: Number, on day: Day, securities: String? = nil,
    id: String = GroupEntry.newID()
  ) throws(NumberFault) -> GroupEntry {
    try GroupEntry(
      .stock(.deemedDisposition, symbol), at: price, on: day, securities: securities, id: id)
  }
}
