import Folio

// Cash transactions.
extension FlexReader {
  /// A payment.
  struct Payment {
    var row: FlexRow
    var account: String
    var time: Timestamp
    /// The day on which the broker reported it.
    var reported: Day
    var kind: Kind
    var amount: ExactDecimal
    var currency: Currency
    /// What the payments of one dividend have in common.
    var event: String
  }

  /// The kinds of payments.
  enum Kind {
    case transfer, dividend, tax, interest, fee, other

    /// The kind of a type of Interactive Brokers.
    init?(_ type: String) {
      switch type {
      case "Deposits & Withdrawals", "Deposits/Withdrawals", "Deposits", "Withdrawals":
        self = .transfer
      case "Dividends", "Payment In Lieu Of Dividends", "Payment in Lieu of Dividends":
        self = .dividend
      case "Withholding Tax", "871(m) Withholding": self = .tax
      case "Broker Interest Paid", "Broker Interest Received", "Bond Interest Paid",
        "Bond Interest Received", "Bond Interest":
        self = .interest
      case "Other Fees", "Management Fees", "Advisor Fees", "Commission Adjustments", "Broker Fees",
        "Fees", "Client Fees", "Market Data Fees":
        self = .fee
      case "Other Income", "Price Adjustments": self = .other
      default: return nil
      }
    }

    var legType: CashLegType {
      switch self {
      case .transfer: .deposit
      case .dividend: .dividend
      case .tax: .tax
      case .interest: .interest
      case .fee: .fee
      case .other: .other
      }
    }
  }

  /// Books the cash of a statement.
  mutating func bookCash(_ statement: Int) {
    let rows = statements[statement].cash
    let hasDetails = rows.contains { !Self.isSummary($0) }
    var payments: [Payment] = []
    for row in rows {
      if hasDetails, Self.isSummary(row) {
        draft.skip(row.row, "a payment that is booked from another level of detail")
        continue
      }
      attempt(row) { (reader) throws(FieldFault) in
        if let payment = try reader.payment(row, statement) { payments.append(payment) }
      }
    }
    let taxes = taxesOfDividends(payments)
    let joined = Set(taxes.values.joined())
    for (number, payment) in payments.enumerated() where !joined.contains(number) {
      let withheld = (taxes[number] ?? []).map { payments[$0] }
      attempt(payment.row) { (reader) throws(FieldFault) in
        try reader.book(payment, withheld, statement)
      }
    }
  }

  private static func isSummary(_ row: FlexRow) -> Bool {
    (try? row.text("levelOfDetail"))?.uppercased() == "SUMMARY"
  }

  private mutating func payment(
    _ row: FlexRow, _ statement: Int
  ) throws(FieldFault) -> Payment? {
    let type = try row.text("type")
    guard let kind = row.name == "SalesTax" ? .tax : Kind(type) else {
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
    let reported = try dates.day(row, "reportDate") ?? time.day
    // Corrections have the time of what they correct. Their cash moves when they are reported.
    if let late = time.day.adding(days: 7), reported > late { time = Timestamp(reported) }
    let action = try row.text("actionID")
    let text = try row.text("description", "taxableDescription")
    let event = action.isEmpty ? Self.perShare(text) : action
    noteRate(row, unit.currency, time.day, statement)
    return Payment(
      row: row, account: try row.account(else: statements[statement].account), time: time,
      reported: reported, kind: kind, amount: amount, currency: unit.currency, event: event)
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

  // MARK: Dividends

  /// The rows of withheld tax that belong to a dividend: of the same instrument, event and day.
  private func taxesOfDividends(_ payments: [Payment]) -> [Int: [Int]] {
    var places: [String: [Int]] = [:]
    for (number, payment) in payments.enumerated()
    where payment.kind == .dividend && payment.amount.isPositive {
      if let key = eventKey(payment) { places[key, default: []].append(number) }
    }
    var taxes: [Int: [Int]] = [:]
    for (number, payment) in payments.enumerated() where payment.kind == .tax {
      // With two dividends of one event it is not clear which one was taxed.
      guard let key = eventKey(payment), let found = places[key], found.count == 1 else { continue }
      taxes[found[0], default: []].append(number)
    }
    return taxes.filter { dividend, rows in
      let sum = rows.reduce(ExactDecimal.zero) { (try? $0.adding(payments[$1].amount)) ?? $0 }
      return sum.isNegative && -sum < payments[dividend].amount
    }
  }

  private func eventKey(_ payment: Payment) -> String? {
    guard let facts = try? instruments.facts(payment.row) else { return nil }
    return [
      payment.account, facts.key, payment.currency.code, "\(payment.time.day)",
      "\(payment.reported)", payment.event,
    ].joined(separator: "|")
  }

  // MARK: Booking

  private mutating func book(
    _ payment: Payment, _ withheld: [Payment], _ statement: Int
  ) throws(FieldFault) {
    let text = try payment.row.text("description", "taxableDescription")
    var imported = ImportedGroup(
      LedgerGroup(id: "", occurredAt: payment.time, notes: text.isEmpty ? nil : text),
      account: draft.accountName(payment.account),
      rows: [payment.row.row] + withheld.map(\.row.row))
    if let id = try payment.row.id("transactionID") { imported.identity = .native(id) }
    let type = try payment.row.text("type")
    if type.hasPrefix("Payment") { imported.kept.append(("type", type)) }
    let account = cashAccount(payment.account, payment.currency)
    let symbol: String? =
      try payment.row.text("symbol", "conid").isEmpty
      ? nil : draft.instrument(try instruments.facts(payment.row))
    if payment.kind == .dividend, payment.amount.isPositive, let symbol {
      try dividend(payment, withheld, symbol, account, &imported)
    } else {
      let isIn = payment.amount.isPositive
      var leg = LedgerGroup.CashLeg(
        payment.kind.legType, isIn ? .in : .out, payment.amount.magnitude, account: account,
        currency: payment.currency)
      if payment.kind == .transfer {
        leg.type = isIn ? .deposit : .withdrawal
      } else {
        leg.symbol = symbol
      }
      imported.group.cashLegs = [leg]
    }
    add(imported, of: statement)
  }

  private func dividend(
    _ payment: Payment, _ withheld: [Payment], _ symbol: String, _ account: String,
    _ imported: inout ImportedGroup
  ) throws(FieldFault) {
    var tax = ExactDecimal.zero
    for row in withheld { tax = try tax.minus(row.amount) }
    var leg = LedgerGroup.StockLeg(.dividend, symbol: symbol)
    leg.gross = payment.amount
    leg.currency = payment.currency
    if tax.isPositive { leg.taxes = tax }
    imported.group.stockLegs = [leg]
    imported.group.cashLegs = [
      .init(.dividend, .in, payment.amount, account: account, currency: payment.currency)
    ]
    for row in withheld {
      let direction: Direction = row.amount.isNegative ? .out : .in
      imported.group.cashLegs.append(
        .init(
          .tax, direction, row.amount.magnitude, account: account, currency: payment.currency))
    }
    imported.cashRows = [payment.row.row] + withheld.map(\.row.row)
  }
}
