// Income and expenses of a leg that do not change a lot.
extension ExplanationBuilder {
  /// Describes a leg that changed no lot.
  func plainText(_ leg: StockLeg, _ group: GroupIndex) -> [String] {
    switch leg.type {
    case .dividend: return dividendText(leg, group)
    case .split:
      guard let ratio = tables.detail(of: leg)?.ratio else { return [] }
      return ["Split, \(units(ratio.new)) for \(units(ratio.old)), while nothing is held."]
    case .returnOfCapital, .costAdjustment, .stockDividend, .spinOff, .merger, .symbolChange,
      .writeOff, .exercise, .assignment, .expiry, .gift, .deemedDisposition, .unitFee:
      let text = descriptions.text(of: leg)
      return ["\(text.prefix(1).uppercased())\(text.dropFirst()). It changes no lot."]
    // Trades change lots, and a transfer that changes none stays in its account.
    case .buy, .sell, .shortSell, .cover, .transferIn, .transferOut: return []
    }
  }

  /// `Dividend: 100.00 - tax withheld 15.00 - fees 2.00 = 83.00 USD.`
  private func dividendText(_ leg: StockLeg, _ group: GroupIndex) -> [String] {
    let parts = [("tax withheld", leg.taxes), ("fees", leg.fees)].filter { !$0.1.isZero }
    let less = parts.map { " - \($0.0) \(amount($0.1, leg.currency))" }.joined()
    let net = try? leg.gross.subtracting(leg.taxes).subtracting(leg.fees)
    let sum =
      net.flatMap { net in
        parts.isEmpty
          ? nil : "\(amount(leg.gross, leg.currency))\(less) = \(money(net, leg.currency))"
      } ?? money(leg.gross, leg.currency)
    return ["Dividend: \(sum)."] + inBaseText(leg.gross, leg, group, .dividend)
  }

  /// Describes accrued interest, and charges that are not part of cost or proceeds.
  func besideText(_ leg: StockLeg, _ group: GroupIndex) -> [String] {
    accruedText(leg, group) + chargeText(leg)
  }

  private func accruedText(_ leg: StockLeg, _ group: GroupIndex) -> [String] {
    guard leg.type.isTrade, let interest = tables.detail(of: leg)?.accruedInterest,
      !interest.isZero
    else { return [] }
    let isPaid = leg.type.isPurchase
    let verb = isPaid ? "paid beside it, and is income below zero" : "received beside it"
    let income = isPaid ? -interest : interest
    return ["Interest that had accrued was \(verb): \(money(income, leg.currency))."]
      + inBaseText(income, leg, group, .accruedInterest)
  }

  private func chargeText(_ leg: StockLeg) -> [String] {
    if leg.type.isTrade || leg.type == .dividend { return [] }
    if leg.type == .merger, tables.detail(of: leg)?.newInstrument ?? .missing == .missing {
      return []
    }
    let parts = charges(leg, money)
    let isCapitalized = booked.options.feeTreatment != .expense
    if leg.type == .gift, !parts.isEmpty, isCapitalized {
      let isForSpouse = tables.detail(of: leg)?.recipient == .spouse
      if isForSpouse, booked.regime?.spouseTakesCosts == true {
        return [
          "They are part of what the units cost the spouse: \(parts.joined(separator: ", "))."
        ]
      }
      if !isForSpouse, booked.regime?.giftIsDisposal == true { return [] }
    }
    if leg.type.givesPremium, !parts.isEmpty, isCapitalized {
      return ["They go into the trade, with the premium: \(parts.joined(separator: ", "))."]
    }
    return parts.isEmpty ? [] : ["Expenses of their own: \(parts.joined(separator: ", "))."]
  }

  /// Describes income in the base currency, at the rate of its leg.
  private func inBaseText(
    _ gross: ExactDecimal, _ leg: StockLeg, _ group: GroupIndex, _ kind: IncomeKind
  ) -> [String] {
    guard hasOtherBase(leg.currency), let base else { return [] }
    let item = booked.income.first {
      $0.group == group && $0.instrument == leg.instrument && $0.kind == kind && $0.gross == gross
    }
    return [inBaseText(gross, leg.currency, base, item?.rate)]
  }

  /// Describes a payment in the base currency, at the rate of its day.
  func inBaseText(
    _ paid: ExactDecimal, _ currency: CurrencyIndex, in group: GroupIndex
  ) -> [String] {
    guard hasOtherBase(currency), let base, let day = booked.countingDay(of: group) else {
      return []
    }
    let rate = booked.ledger.rateBook.rate(from: tables.currencies[currency], to: base, on: day)
    return [inBaseText(paid, currency, base, rate)]
  }

  private func inBaseText(
    _ paid: ExactDecimal, _ currency: CurrencyIndex, _ base: Currency, _ rate: ExchangeRate?
  ) -> String {
    guard let rate, let inBase = try? rate.convert(paid) else {
      return "In \(base) it is not known: there is no rate."
    }
    return "In \(base): \(amount(paid, currency)) × \(words(rate)) = \(money(inBase, base))."
  }
}
