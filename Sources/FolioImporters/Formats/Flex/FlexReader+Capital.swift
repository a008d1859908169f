import Folio

// Dividends that pay capital back.
extension FlexReader {
  /// Books the returns of capital of all statements, when all units are known.
  mutating func bookReturnsOfCapital() {
    for (payment, statement) in returnsOfCapital {
      attempt(payment.row) { (reader) throws(FieldFault) in
        try reader.book(returnOfCapital: payment, statement)
      }
    }
  }

  private mutating func book(
    returnOfCapital payment: Payment, _ statement: Int
  ) throws(FieldFault) {
    var imported = try group(payment)
    let account = cashAccount(payment.account, payment.currency)
    guard let symbol = try symbol(of: payment) else { throw payment.row.missing("symbol") }
    let isIn = payment.amount.isPositive
    var cash = LedgerGroup.CashLeg(
      .principal, isIn ? .in : .out, payment.amount.magnitude, account: account,
      currency: payment.currency)
    let units = units(of: symbol, at: payment.time)
    if isIn, units == .none, !(try isInLedger(payment)) {
      // The cost of units that were bought before the file can only be lowered if it is known.
      let question = draft.openingQuestion(
        try instruments.facts(payment.row), in: imported.account)
      guard draft.ask(question, about: payment.row.row) != nil else { return }
    }
    if isIn, units != .soldOut {
      var leg = LedgerGroup.StockLeg(.returnOfCapital, symbol: symbol)
      leg.gross = payment.amount
      leg.currency = payment.currency
      leg.account = accountName(payment.account)
      imported.group.stockLegs = [leg]
    } else {
      // Without units there is no cost that it could lower.
      cash.type = .other
      cash.symbol = symbol
      if !isIn { reportTakenBack(payment) }
    }
    imported.group.cashLegs = [cash]
    add(imported, of: statement)
  }

  private mutating func reportTakenBack(_ payment: Payment) {
    draft.report(
      .unsupportedPart,
      "the payment that this return of capital takes back is not in the file, so the cost of the "
        + "units is not raised",
      help: "Import a Flex query over a period that has the first payment, too.",
      row: payment.row.row)
  }

  private func isInLedger(_ payment: Payment) throws(FieldFault) -> Bool {
    let facts = try instruments.facts(payment.row)
    return draft.options.knownInstruments.contains {
      ($0.symbol == facts.ticker || (!facts.isin.isEmpty && $0.isin == facts.isin))
        && draft.options.tradedSymbols.contains($0.symbol)
    }
  }

  /// What the file shows of the units of an instrument.
  private enum Units {
    case none, held, soldOut
  }

  private func units(of symbol: String, at time: Timestamp) -> Units {
    var (held, hasSale, hasUnits) = (ExactDecimal.zero, false, false)
    for imported in draft.groups.map(\.imported)
    where imported.group.occurredAt <= time && imported.group.status != .void {
      for leg in imported.group.stockLegs where leg.symbol == symbol || leg.newSymbol == symbol {
        switch leg.type {
        // They change no sign.
        case .dividend, .split, .returnOfCapital, .costAdjustment, .deemedDisposition: continue
        case .buy, .transferIn, .cover, .stockDividend:
          guard let sum = try? ExactDecimal.sum(ofGiven: held, leg.quantity) else { return .held }
          held = sum
        case .sell, .transferOut, .shortSell, .gift, .unitFee:
          guard let sum = try? held.subtracting(.given(leg.quantity)) else { return .held }
          held = sum
          hasSale = true
        case .spinOff, .merger, .symbolChange, .writeOff, .exercise, .assignment, .expiry:
          return .held
        }
        hasUnits = true
      }
    }
    if hasSale, held == .zero { return .soldOut }
    return hasUnits ? .held : .none
  }
}
