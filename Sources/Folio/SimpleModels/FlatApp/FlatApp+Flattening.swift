extension FlatApp {
  /// A transaction group converted to the flat model, and the parts that the model cannot express.
  public struct Flattened: Sendable, Hashable {
    /// The capital movement, if the group only moves cash.
    public var capital: Capital?
    /// One transaction for each stock leg that the model can express.
    public var transactions: [Transaction] = []
    /// The parts of the group that the model cannot express.
    public var unsupported: [UnsupportedPart] = []
  }

  /// Converts a transaction group to the flat model.
  /// - Parameters:
  ///   - group: A group of a checked ledger.
  ///   - currency: The currency of capital movements. A group of cash in another currency is
  ///     unsupported.
  ///   - tickers: The currency of each ticker, by code.
  public static func flatten(
    _ group: LedgerGroup, currency: Currency?, tickers: [String: Currency]
  ) -> Flattened {
    var flat = Flattened()
    if let reason = reasonToSkip(group) {
      flat.unsupported = [UnsupportedPart(.group, of: group.id, reason)]
    } else if group.stockLegs.isEmpty {
      flatten(cash: group, currency, into: &flat)
    } else {
      flatten(trades: group, tickers, into: &flat)
    }
    return flat
  }

  /// Returns the reason to leave out a whole group, or `nil` to convert it. A group without effect
  /// on the books must not affect the flat model either.
  private static func reasonToSkip(_ group: LedgerGroup) -> String? {
    if group.isDeleted { return "all of it, a deleted group" }
    if group.status == .void { return "all of it, a void group" }
    let hasLegs = !group.stockLegs.isEmpty || !group.cashLegs.isEmpty
    return hasLegs ? nil : "all of it, a group without legs"
  }

  private static func flatten(
    cash group: LedgerGroup, _ currency: Currency?, into flat: inout Flattened
  ) {
    let kind = "all of it, a group of type \(group.type?.rawValue ?? "that is not given")"
    guard group.cashLegs.count == 1, let leg = group.cashLegs.first, let type = capitalType(group),
      let currency, leg.currency == currency
    else {
      flat.unsupported = [
        UnsupportedPart(.group, of: group.id, "\(kind) with \(words(group.cashLegs))")
      ]
      return
    }
    let capital = Capital(id: group.id, type, leg.amount, group.occurredAt, note: group.notes)
    flat.capital = capital
    flat.unsupported = group.parts(missingIn: capital.expanded(in: currency))
  }

  private static func words(_ legs: [LedgerGroup.CashLeg]) -> String {
    let texts = legs.map {
      "\($0.type.rawValue) \($0.direction.rawValue) \($0.amount)"
        + ($0.currency.map { " \($0)" } ?? "")
    }
    return texts.isEmpty ? "no cash" : texts.joined(separator: ", ")
  }

  private static func capitalType(_ group: LedgerGroup) -> CapitalType? {
    guard let leg = group.cashLegs.first else { return nil }
    let opens = group.type == .openingBalance
    return switch leg.type {
    case .deposit: leg.direction == .in ? (opens ? .initialDeposit : .deposit) : nil
    case .withdrawal: leg.direction == .out && !opens ? .withdrawal : nil
    case .interest: leg.direction == .in ? .interest : nil
    case .principal, .fee, .tax, .dividend, .fx, .transfer, .other: nil
    }
  }

  private static func flatten(
    trades group: LedgerGroup, _ tickers: [String: Currency], into flat: inout Flattened
  ) {
    var expanded = LedgerGroup(
      id: group.id, type: group.type, occurredAt: group.occurredAt, notes: group.notes)
    var converted = group
    converted.stockLegs = []
    for (number, leg) in group.stockLegs.enumerated() {
      guard let (transaction, simple) = transaction(of: leg, number, in: group, tickers) else {
        let words = "the leg \(leg.type.rawValue) of \(leg.symbol)"
        flat.unsupported.append(UnsupportedPart(.group, of: group.id, words))
        continue
      }
      flat.transactions.append(transaction)
      expanded.type = group.stockLegs.count == 1 ? simple.type : group.type
      expanded.stockLegs += simple.stockLegs
      expanded.cashLegs += simple.cashLegs
      converted.stockLegs.append(leg)
    }
    if flat.transactions.isEmpty && converted.cashLegs.isEmpty { return }
    flat.unsupported += converted.parts(missingIn: expanded)
    if flat.transactions.count > 1 {
      flat.unsupported.append(
        UnsupportedPart(
          .grouping, of: group.id, "that \(flat.transactions.count) legs are one group"))
    }
  }

  private static func transaction(
    of leg: LedgerGroup.StockLeg, _ number: Int, in group: LedgerGroup,
    _ tickers: [String: Currency]
  ) -> (Transaction, LedgerGroup)? {
    guard let type = TransactionType.allCases.first(where: { $0.tradeType == leg.type }),
      let currency = leg.currency, tickers[leg.symbol] == currency,
      type != .dividend || leg.gross?.isPositive == true
    else { return nil }
    let quantity = leg.quantity.flatMap { $0.isPositive ? $0 : nil } ?? .one
    // A given price is kept as written. A computed one has no trailing zeros.
    let quotient = try? leg.gross?.divided(by: quantity, places: 15, rounding: .halfEven)
    guard let price = leg.price ?? quotient?.normalized() else { return nil }
    let id = group.stockLegs.count == 1 ? group.id : NameBasedID.of("leg \(number)", in: group.id)
    let transaction = Transaction(
      id: id, type, leg.symbol, quantity: quantity, price: price, group.occurredAt,
      note: group.notes)
    guard let expanded = try? transaction.expanded(in: currency) else { return nil }
    return (transaction, expanded)
  }
}

extension FlatApp.Document {
  /// Converts a ledger to the flat model, and lists the data that the model cannot express.
  /// - Parameters:
  ///   - booked: The booked ledger. Its holdings are included.
  ///   - currency: The currency of capital movements. `nil` means the base currency of the ledger.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public static func flattened(
    _ booked: BookedLedger, currency: Currency? = nil
  ) throws(ArithmeticFault) -> (document: FlatApp.Document, unsupported: [UnsupportedPart]) {
    let ledger = booked.ledger
    let chosen = currency ?? booked.baseCurrency ?? ledger.soleCashCurrency
    var document = FlatApp.Document(currency: chosen)
    document.dates = ledger.flatDates
    var unsupported: [UnsupportedPart] = []
    for instrument in ledger.tables.instruments {
      let (ticker, missing) = ledger.ticker(of: instrument)
      if let ticker { document.stockTickers.append(ticker) }
      unsupported += missing
    }
    let tickers = document.tickerCurrencies
    for (index, group) in ledger.completeGroups.enumerated() {
      let flat = FlatApp.flatten(group, currency: chosen, tickers: tickers)
      if let capital = flat.capital { document.capitals.append(capital) }
      document.transactions += flat.transactions
      unsupported += flat.unsupported.map { $0.placed(at: ledger.tables.groups[index].position) }
    }
    unsupported +=
      ledger.unsupportedAccounts { $0 == FlatApp.cashAccount(of: $1) } + ledger.unsupportedTables
    document.holdings = try FlatApp.holdings(of: booked)
    return (document, unsupported)
  }
}

extension FlatApp {
  /// Returns the holdings in the flat model, by code. Short positions are left out.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public static func holdings(of booked: BookedLedger) throws(ArithmeticFault) -> [Holding] {
    try booked.holdings().filter { !$0.quantity.isNegative }.map { holding in
      Holding(
        code: holding.symbol, quantity: holding.quantity.normalized(),
        averageCost: holding.averageCost.rounded(toPlaces: averagePlaces, .halfEven).normalized())
    }
  }
}

extension Ledger {
  /// The date style of the document that the ledger was imported from.
  fileprivate var flatDates: FlatApp.DateStyle {
    let kept = tables.kept.first {
      $0.table == .document && tables.texts[$0.key] == FlatApp.datesKey
    }
    let text = kept.flatMap { tables.texts[$0.value] }
    return FlatApp.DateStyle.allCases.first { text == "\"\($0.rawValue)\"" } ?? .text
  }
}
