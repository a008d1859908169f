// An option that is exercised or assigned leaves its premium to the trade of its group, so there is
// exactly one trade, in another instrument (Specs/decisions/options.md).
extension LedgerChecker {
  mutating func checkExercises(in index: GroupIndex, _ rows: LedgerRows) {
    let group = rows.groups[Int(index)]
    let options = group.stockLegs.map { rows.stockLegs[$0] }.filter(\.type.givesPremium)
    guard let option = options.first else { return }
    let trades = group.stockLegs.map { rows.stockLegs[$0] }.filter(\.type.isTrade)
    guard let trade = trades.first, !options.contains(where: { $0.instrument == trade.instrument })
    else {
      fault(exerciseWithoutTrade(option, trades.first))
      return exclude(index)
    }
    if trades.count > 1 {
      fault(severalTrades(option, trades))
      return exclude(index)
    }
    for option in options { warnIfUnexpected(option, trade) }
    warnOfUnits(options, trade)
  }

  /// Warns if the `kind` of the option says call or put, and the trade is that of the other.
  private mutating func warnIfUnexpected(_ option: StockLeg, _ trade: StockLeg) {
    let row = tables.instruments[Int(option.instrument)]
    let isCall = (option.type == .exercise) == trade.type.isPurchase
    if row.isCalled("call") != row.isCalled("put"), row.isCalled("call") != isCall {
      warn(unexpectedOption(option, trade, isCall: isCall))
    }
  }

  /// Warns if the contracts stand for other units than those that are traded. Without a multiplier
  /// nothing is known about that.
  private mutating func warnOfUnits(_ options: [StockLeg], _ trade: StockLeg) {
    var units = ExactDecimal.zero
    for option in options {
      guard let size = tables.instruments[Int(option.instrument)].multiplier,
        let part = try? option.quantity.multiplied(by: size), (try? units.add(part)) != nil
      else { return }
    }
    if units != trade.quantity { warn(unexpectedUnits(trade, units)) }
  }

  // MARK: Messages

  private func exerciseWithoutTrade(_ leg: StockLeg, _ own: StockLeg?) -> Diagnostic {
    let symbol = tables.symbol(leg.instrument)
    let isShort = leg.type == .assignment
    let what = own == nil ? "no leg trades" : "the leg \(own?.type.rawValue ?? "") does not trade"
    return Diagnostic(
      .exerciseWithoutTrade,
      "\(leg.quantity.normalized()) \(symbol) are \(isShort ? "assigned" : "exercised"), and "
        + "\(what) what the option is for",
      help: isShort
        ? "Add the sell of a call or the buy of a put to the group. An option that is settled in "
          + "cash ends with cover, and one that expired with expiry."
        : "Add the buy of a call or the sell of a put to the group. An option that is settled in "
          + "cash ends with sell, and one that expired with expiry.",
      at: leg.position, field: ["trade_type"])
  }

  private func severalTrades(_ leg: StockLeg, _ trades: [StockLeg]) -> Diagnostic {
    let words = trades.map {
      "\($0.type.rawValue) \($0.quantity.normalized()) \(tables.symbol($0.instrument))"
    }
    return Diagnostic(
      .severalTradesOfExercise,
      "the group of this \(leg.type.rawValue) has \(trades.count) trades "
        + "(\(words.joined(separator: ", "))), and the premium of \(tables.symbol(leg.instrument)) "
        + "goes into one",
      help: "Put the other trades into groups of their own.",
      at: leg.position, field: ["trade_type"])
  }

  private func unexpectedOption(
    _ leg: StockLeg, _ trade: StockLeg, isCall: Bool
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedOption,
      "\(tables.symbol(leg.instrument)) is a \(isCall ? "put" : "call") by its kind, but "
        + "\(leg.type.rawValue) with \(trade.type.rawValue) is for a "
        + (isCall ? "call" : "put"),
      help: "The legs count. Correct the trade_type of one of them, or the kind of the instrument.",
      at: leg.position, field: ["trade_type"])
  }

  private func unexpectedUnits(_ trade: StockLeg, _ units: ExactDecimal) -> Diagnostic {
    Diagnostic(
      .unexpectedUnits,
      "the options of the group are for \(units.normalized()) units, but "
        + "\(trade.quantity.normalized()) \(tables.symbol(trade.instrument)) are traded",
      help: "The legs count. Correct a quantity, or the multiplier of the option, if one is "
        + "mistyped.",
      at: trade.position, field: ["quantity"])
  }
}
