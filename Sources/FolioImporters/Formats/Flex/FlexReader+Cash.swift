// Cash transactions.
extension FlexReader {
  /// A payment.
  struct Payment {
    var row: FlexRow
    var account: String
    var time: Timestamp
    /// What it is; a deposit may be a withdrawal, too.
    var type: CashLegType
    /// Whether it is a dividend that pays capital back.
    var returnsCapital = false
    var amount: ExactDecimal
    var currency: Currency
    /// What the payments of one dividend have in common: the account, the instrument, the currency
    /// and the event; nil if there is no instrument.
    var event: String?
    /// Whether it is tax on a dividend, and not on interest.
    var isTaxOnDividend = false
  }

  /// The types of Interactive Brokers.
  private static let types: [String: CashLegType] = [
    "Deposits & Withdrawals": .deposit, "Deposits/Withdrawals": .deposit, "Deposits": .deposit,
    "Withdrawals": .deposit, "Dividends": .dividend, "Payment In Lieu Of Dividends": .dividend,
    "Payment in Lieu of Dividends": .dividend, "Withholding Tax": .tax,
    "871(m) Withholding": .tax, "Broker Interest Paid": .interest,
    "Broker Interest Received": .interest, "Bond Interest Paid": .interest,
    "Bond Interest Received": .interest, "Bond Interest": .interest, "Other Fees": .fee,
    "Management Fees": .fee, "Advisor Fees": .fee, "Commission Adjustments": .fee,
    "Broker Fees": .fee, "Fees": .fee, "Client Fees": .fee, "Market Data Fees": .fee,
    "Other Income": .other, "Price Adjustments": .other,
  ]

  /// Books the cash of a statement.
  mutating func bookCash(_ statement: Int) {
    let rows = statements[statement].cash
    let hasDetails = rows.contains { !$0.isSummary }
    var payments: [Payment] = []
    for row in rows {
      if hasDetails, row.isSummary {
        draft.skip(row.row, "a payment that is booked from another level of detail")
        continue
      }
      attempt(row) { (reader) throws(FieldFault) in
        if let payment = try reader.payment(row, statement) { payments.append(payment) }
      }
    }
    let settled = SettledDividends(payments)
    for (number, payment) in payments.enumerated() where !settled.joined.contains(number) {
      attempt(payment.row) { (reader) throws(FieldFault) in
        if payment.returnsCapital, !settled.takenBack.contains(number) {
          reader.returnsOfCapital.append((payment, statement))
          return
        }
        let isApart = payment.isTaxOnDividend && !settled.counted.contains(number)
        try reader.book(payment, settled.taxes[number], payments, statement, isApart: isApart)
      }
    }
  }

  private mutating func payment(
    _ row: FlexRow, _ statement: Int
  ) throws(FieldFault) -> Payment? {
    let type = try row.text("type")
    guard let kind = row.name == "SalesTax" ? .tax : Self.types[type] else {
      draft.unknown(
        "CashTransaction \(type)", row.row,
        remedy: "Leave these rows out with --skip-unknown, and enter them by hand; or report the "
          + "type.")
      return nil
    }
    let unit = try row.unit()
    let amount = try unit.inCurrency(
      try row.required(row.name == "SalesTax" ? "salesTax" : "amount"))
    if amount.isZero {
      draft.skip(row.row, "an amount of zero")
      return nil
    }
    var time = try time(row, "dateTime", "settleDate", "reportDate", "date")
    let day = time.day
    let reported = try dates.day(row, "reportDate") ?? day
    // The cash moves on the day on which it settles and is reported. Corrections have the time of
    // what they correct, and their cash moves when they are reported.
    let isSettled = try dates.day(row, "settleDate") == reported
    if let late = day.adding(days: 7), reported > late || isSettled && reported != day {
      time = Timestamp(reported)
    }
    noteRate(row, unit.currency, time.day, statement)
    let account = try row.account(else: statements[statement].account)
    let namesDividend = try Self.namesDividend(row, type)
    let returnsCapital = try Self.returnsCapital(row)
    return Payment(
      row: row, account: account, time: time, type: returnsCapital ? .other : kind,
      returnsCapital: returnsCapital, amount: amount, currency: unit.currency,
      event: try event(of: row, account, unit.currency, on: day),
      isTaxOnDividend: kind == .tax && namesDividend)
  }

  private static func namesDividend(_ row: FlexRow, _ type: String) throws(FieldFault) -> Bool {
    if type.hasPrefix("871(m)") { return true }
    return try row.text("description", "taxableDescription").lowercased().contains("dividend")
  }

  private static func returnsCapital(_ row: FlexRow) throws(FieldFault) -> Bool {
    guard try row.text("type") == "Dividends" else { return false }
    return try row.text("description").lowercased().contains("(return of capital)")
  }

  /// The event of a payment: the id of the action, or else its day with the text. The day of the
  /// report is no part of it, since corrections are reported later.
  private func event(
    of row: FlexRow, _ account: String, _ currency: Currency, on day: Day
  ) throws(FieldFault) -> String? {
    guard let facts = try? instruments.facts(row) else { return nil }
    let action = try row.text("actionID")
    let text = Self.perShare(try row.text("description", "taxableDescription"))
    return [account, facts.key, currency.code, action.isEmpty ? "\(day) \(text)" : action]
      .joined(separator: "|")
  }

  /// The part of a description that a dividend and its tax have in common: before ` - US TAX`, or
  /// before ` (Ordinary Dividend)`.
  private static func perShare(_ text: String) -> String {
    let bytes = Array(text.utf8)
    for place in bytes.indices.dropLast(2) where bytes[place] == 0x20 {
      let (next, third) = (bytes[place + 1], bytes[place + 2])
      if next == 0x28 || (next == 0x2D && third == 0x20) {
        return String(decoding: bytes[..<place], as: UTF8.self)
      }
    }
    return text
  }

  // MARK: Booking

  private mutating func book(
    _ payment: Payment, _ tax: SettledDividends.Tax?, _ payments: [Payment], _ statement: Int,
    isApart: Bool
  ) throws(FieldFault) {
    let withheld = (tax?.rows ?? []).map { payments[$0] }
    var imported = try group(payment)
    imported.rows += withheld.map(\.row.row)
    let type = try payment.row.text("type")
    if type.hasPrefix("Payment") { imported.kept.append(("type", type)) }
    let account = cashAccount(payment.account, payment.currency)
    let symbol = try symbol(of: payment)
    if payment.type == .dividend, payment.amount.isPositive, let symbol {
      try dividend(payment, withheld, tax, symbol, account, &imported)
    } else {
      var leg = LedgerGroup.CashLeg(
        payment.type, moving: payment.amount, account, payment.currency)
      if payment.type == .deposit {
        leg.type = payment.amount.isPositive ? .deposit : .withdrawal
      } else {
        leg.symbol = symbol
      }
      let words = try "\(type) \(payment.row.text("description"))"
      imported.takesBack =
        payment.type == .interest
        && Direction.ofInterest(in: words).map { $0 != leg.direction } ?? false
      // No dividend of the file has this tax, so it changes the income of its own day.
      if isApart, symbol != nil {
        imported.group.type = .dividend
        imported.isPart = true
      }
      imported.group.cashLegs = [leg]
    }
    add(imported, of: statement)
    if let tax, !tax.settledLater.isZero { try bookSettledLater(tax, payment, statement) }
  }

  func group(_ payment: Payment) throws(FieldFault) -> ImportedGroup {
    let text = try payment.row.text("description", "taxableDescription")
    return ImportedGroup(
      at: payment.time, accountName(payment.account), [payment.row.row],
      id: try payment.row.id("transactionID"), notes: text.isEmpty ? nil : text)
  }

  /// The key of the instrument; nil if the row names none.
  mutating func symbol(of payment: Payment) throws(FieldFault) -> String? {
    try payment.row.text("symbol", "conid").isEmpty
      ? nil : draft.instrument(try instruments.facts(payment.row))
  }

  private func dividend(
    _ payment: Payment, _ withheld: [Payment], _ tax: SettledDividends.Tax?, _ symbol: String,
    _ account: String, _ imported: inout ImportedGroup
  ) throws(FieldFault) {
    var leg = LedgerGroup.StockLeg(.dividend, symbol: symbol)
    leg.gross = payment.amount
    leg.currency = payment.currency
    if let tax { leg.taxes = tax.amount }
    imported.group.stockLegs = [leg]
    func pay(_ type: CashLegType, _ amount: ExactDecimal, _ row: ImportRow) {
      imported.group.cashLegs.append(.init(type, moving: amount, account, payment.currency))
      imported.cashRows.append(row)
    }
    pay(.dividend, payment.amount, payment.row.row)
    for row in withheld { pay(.tax, row.amount, row.row.row) }
    if let tax, !tax.settledLater.isZero {
      pay(.tax, -tax.settledLater, withheld.first?.row.row ?? payment.row.row)
    }
  }

  /// The dividend has the tax that it had in the end. What moved on its day was another amount, so
  /// the difference is a payment of that day, which the rows of the correction settle.
  private mutating func bookSettledLater(
    _ tax: SettledDividends.Tax, _ payment: Payment, _ statement: Int
  ) throws(FieldFault) {
    var imported = try group(payment)
    imported.group.notes = "Withheld tax that was corrected later"
    imported.becomePart("corrected")
    var leg = LedgerGroup.CashLeg(
      .tax, moving: tax.settledLater, cashAccount(payment.account, payment.currency),
      payment.currency)
    leg.symbol = try symbol(of: payment)
    imported.group.cashLegs = [leg]
    imported.cashRows = [tax.firstRow ?? payment.row.row]
    imported.belongsTo = draft.groups.count - 1
    add(imported, of: statement)
  }

  // MARK: Dividends that pay capital back

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
      .principal, moving: payment.amount, account, payment.currency)
    let units = units(of: symbol, at: payment.time)
    if isIn, units == .none, !(try isInLedger(payment)) {
      // The cost of units that were bought before the file can only be lowered if it is known.
      let question = draft.openingQuestion(
        try instruments.facts(payment.row), in: imported.account)
      guard draft.ask(question, about: payment.row.row) != nil else { return }
    }
    if isIn, units != .soldOut {
      var leg = LedgerGroup.StockLeg(
        .returnOfCapital, symbol, nil, in: accountName(payment.account))
      (leg.gross, leg.currency) = (payment.amount, payment.currency)
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
