/// A transaction of a file of Portfolio Performance, of a cash account or a securities account.
struct PortfolioTransaction {
  /// What a transaction does. Both kinds of accounts have purchases, sales and transfers.
  enum Kind: String, CaseIterable {
    case deposit = "DEPOSIT", removal = "REMOVAL", interest = "INTEREST"
    case interestCharge = "INTEREST_CHARGE", dividend = "DIVIDENDS", fees = "FEES"
    case feesRefund = "FEES_REFUND", taxes = "TAXES", taxRefund = "TAX_REFUND", buy = "BUY"
    case sell = "SELL", transferIn = "TRANSFER_IN", transferOut = "TRANSFER_OUT"
    case deliveryIn = "DELIVERY_INBOUND", deliveryOut = "DELIVERY_OUTBOUND"

    /// Whether it is one half of a transaction of two accounts.
    var needsPartner: Bool {
      switch self {
      case .buy, .sell, .transferIn, .transferOut: true
      case .deposit, .removal, .interest, .interestCharge, .dividend, .fees, .feesRefund, .taxes,
        .taxRefund, .deliveryIn, .deliveryOut:
        false
      }
    }

    /// Whether fees and taxes are part of the amount, as in a purchase, and not taken from it.
    var isDebit: Bool {
      switch self {
      case .removal, .interestCharge, .fees, .taxes, .buy, .transferOut, .deliveryIn: true
      case .deposit, .interest, .dividend, .feesRefund, .taxRefund, .sell, .transferIn,
        .deliveryOut:
        false
      }
    }
  }

  /// The value in another currency.
  struct Foreign {
    var gross: ExactDecimal
    var currency: Currency
  }

  var element: Int
  var row: ImportRow
  /// The element of its account.
  var account: Int
  var isOfSecurities: Bool
  var kind: Kind
  var time: Timestamp
  /// What moves on the cash account.
  var amount: ExactDecimal
  var currency: Currency
  var shares: ExactDecimal
  /// The element of the security.
  var security: Int?
  var fees = ExactDecimal.zero
  var taxes = ExactDecimal.zero
  /// The value before fees and taxes.
  var gross = ExactDecimal.zero
  /// The value before fees and taxes in the currency of the security, if that is another one.
  var foreign: Foreign?
  var uuid: String
  var notes: String
  /// What is wrong with the value in another currency, which then is left out.
  var doubt: String?
  /// What a group has no place for.
  var kept: [(key: String, value: String)] = []
}

extension PortfolioFile {
  /// Reads a transaction.
  mutating func transaction(
    _ element: Int, of account: Int, isOfSecurities: Bool, _ row: ImportRow
  ) throws(FieldFault) -> PortfolioTransaction {
    let type = try text(element, "type")
    guard let kind = PortfolioTransaction.Kind(rawValue: type) else {
      throw FieldFault(
        .unknownKind, type,
        help: "Leave these transactions out with --skip-unknown, or report the kind.",
        at: tree.child(element, "type").map(tree.place))
    }
    var unit = try currency(of: element)
    if try text(element, "currencyCode").isEmpty, !isOfSecurities {
      unit = try currency(of: account)
    }
    var read = PortfolioTransaction(
      element: element, row: row, account: account, isOfSecurities: isOfSecurities, kind: kind,
      time: try time(element),
      amount: try unit.inCurrency(.given(try number(element, "amount", places: amountPlaces))),
      currency: unit.currency,
      shares: .given(try number(element, "shares", places: sharePlaces)?.normalized()),
      security: try object(element, "security"), uuid: try text(element, "uuid"),
      notes: try text(element, "note"))
    if read.amount.isNegative || read.shares.isNegative {
      throw FieldFault(
        .contradictoryRow, "a transaction has an amount or a number of units below zero",
        help: "Choose the opposite kind of transaction in Portfolio Performance.")
    }
    for (key, name) in [("source", "source"), ("ex_date", "exDate")] {
      let value = try text(element, name)
      if !value.isEmpty { read.kept.append((key, value)) }
    }
    // Old versions have these elements instead of units.
    read.fees = try unit.inCurrency(.given(try number(element, "fees", places: amountPlaces)))
    read.taxes = try unit.inCurrency(.given(try number(element, "taxes", places: amountPlaces)))
    try readUnits(into: &read, unit)
    return read
  }

  /// Reads fees, taxes, and the value in another currency.
  private mutating func readUnits(
    into read: inout PortfolioTransaction, _ unit: Currency.Unit
  ) throws(FieldFault) {
    var given: (part: Int, amount: ExactDecimal, foreign: PortfolioTransaction.Foreign?)?
    if let list = try object(read.element, "units") {
      for element in tree.children(list, "unit") {
        let part = try target(element)
        let amount = try unit.inCurrency(try money(part, "amount", unit))
        switch try attribute(part, "type") {
        case "FEE": read.fees = try read.fees.plus(amount)
        case "TAX": read.taxes = try read.taxes.plus(amount)
        case "GROSS_VALUE": given = (part, amount, try foreign(part))
        case let type:
          throw FieldFault(
            .unknownKind, "unit \(type)",
            help: "Look what it is in Portfolio Performance, and report it.",
            at: tree.elements[part].range)
        }
      }
    }
    let costs = try read.fees.plus(read.taxes)
    read.gross = try read.kind.isDebit ? read.amount.minus(costs) : read.amount.plus(costs)
    if read.gross.isNegative {
      throw FieldFault(
        .contradictoryRow, "fees and taxes of \(costs) exceed the amount of \(read.amount)",
        help: "Correct the transaction in Portfolio Performance.")
    }
    guard let given, let foreign = given.foreign else { return }
    read.doubt = try doubt(given.part, given.amount, foreign, read.currency)
    if try given.amount.minus(read.gross).magnitude > .hundredth {
      read.doubt =
        "the value before costs is \(given.amount) here, but the amount gives \(read.gross)"
    }
    // Portfolio Performance computes the value again.
    if read.doubt != nil { return }
    if foreign.currency == read.currency { return }
    read.kept.append(("gross", "\(foreign.gross) \(foreign.currency.code)"))
    // Portfolio Performance computes the value again if the file has another one.
    if given.amount == read.gross { read.foreign = foreign }
  }

  private mutating func foreign(
    _ part: Int
  ) throws(FieldFault) -> PortfolioTransaction.Foreign? {
    guard let value = try object(part, "forex") else { return nil }
    let unit = try currency(try attribute(value, "currency"), at: value)
    let amount = try positive(value)
    return .init(gross: try unit.inCurrency(amount), currency: unit.currency)
  }

  /// The amount of a unit, which has to be in the currency of its transaction.
  private mutating func money(
    _ part: Int, _ name: String, _ unit: Currency.Unit
  ) throws(FieldFault) -> ExactDecimal {
    guard let value = try object(part, name) else { return .zero }
    guard try currency(try attribute(value, "currency"), at: value) == unit else {
      throw FieldFault(
        .contradictoryRow, "a fee, tax or value is in another currency than its transaction",
        help: "Correct the transaction in Portfolio Performance.", at: tree.elements[value].range)
    }
    return try positive(value)
  }

  /// The amount of a part, which has no sign.
  private func positive(_ value: Int) throws(FieldFault) -> ExactDecimal {
    let amount = try number(value, attribute: "amount", places: amountPlaces)
    if !amount.isNegative { return amount }
    throw FieldFault(
      .contradictoryRow, "a fee, tax or value is below zero",
      help: "Correct the transaction in Portfolio Performance.", at: tree.elements[value].range)
  }

  /// What is wrong with a value in another currency: its exchange rate makes another amount of it.
  private mutating func doubt(
    _ part: Int, _ amount: ExactDecimal, _ foreign: PortfolioTransaction.Foreign,
    _ currency: Currency
  ) throws(FieldFault) -> String? {
    guard let given = try? ExactDecimal(try text(part, "exchangeRate")) else { return nil }
    // Pence and pounds are one currency here.
    let isHundredth = foreign.currency == currency && [.hundredth, .hundred].contains(given)
    let rate = isHundredth ? .one : given
    guard let value = try? foreign.gross.multiplied(by: rate),
      let difference = try? value.subtracting(amount).magnitude,
      let tolerance = try? amount.multiplied(by: .hundredth),
      difference > max(tolerance, .hundredth)
    else { return nil }
    return
      "\(foreign.gross) \(foreign.currency) at the rate \(rate) are not \(amount) \(currency)"
  }

  /// Elements with numbers that are read, or that are no amounts.
  private static let knownElements: Set = [
    "uuid", "date", "exDate", "currencyCode", "amount", "security", "shares", "note", "source",
    "updatedAt", "type", "units", "fees", "taxes", "crossEntry", "attributes",
  ]

  /// The other numbers of a transaction.
  func unreadNumbers(of element: Int) -> [(text: String, name: String, range: Range<Int>)] {
    tree.children(element).compactMap { child in
      guard !Self.knownElements.contains(tree.name(child)), let text = try? tree.text(child),
        let number = try? ExactDecimal(text), number != .zero
      else { return nil }
      return (text, tree.name(child), tree.place(child))
    }
  }
}

extension ExactDecimal {
  fileprivate static let hundredth = ExactDecimal(short: 1, places: 2)
  fileprivate static let hundred = ExactDecimal(short: 100, places: 0)
}
