// The messages about options.
extension Booker {
  func wrongSide(_ leg: StockLeg, _ open: ExactDecimal) -> Diagnostic {
    let isHeld = leg.type == .assignment
    return Diagnostic(
      .wrongSideOfOption,
      "\(units(of: leg)) \(isHeld ? "are assigned" : "are exercised") on \(leg.tradeDay), but "
        + "the \(open.normalized()) that are open are \(isHeld ? "held" : "sold short")",
      help: isHeld
        ? "Use exercise for options that are held, and assignment for options sold short."
        : "Use assignment for options sold short, and exercise for options that are held.",
      at: leg.position, field: ["trade_type"])
  }

  /// Under the rules of the United Kingdom, units that are bought and sold on one day never enter
  /// the pool.
  func soldOnTheDay(_ leg: StockLeg) -> Diagnostic {
    Diagnostic(
      .soldMoreThanHeld,
      "\(units(of: leg)) are exercised on \(leg.tradeDay), but the sales of that day take units "
        + "that were bought on it, and the pool has fewer",
      help: "Date the exercise after the trades of the day.",
      at: leg.position, field: ["quantity"])
  }

  func bothSidesOpen(_ leg: StockLeg) -> Diagnostic {
    let places = [false, true].flatMap { isShort in
      positionsAffected(by: leg, isShort: isShort).map { position in
        let account = tables.securitiesAccount(positions[position].account)
        return "\(positions[position].quantity.normalized()) \(isShort ? "sold short" : "held")"
          + (account.isEmpty ? " without an account" : " in \(account)")
      }
    }
    return Diagnostic(
      .ambiguousExpiry,
      "\(tables.symbol(leg.instrument)) expires on \(leg.tradeDay), and both sides are open: "
        + places.joined(separator: ", "),
      help: "Write an expiry for each account, and give each its account.",
      at: leg.position)
  }

  func premiumBeyondCost(
    _ leg: StockLeg, _ premium: ExactDecimal, _ cost: ExactDecimal, _ currency: Currency
  ) -> Diagnostic {
    Diagnostic(
      .premiumBeyondCost,
      "the premium received for the options, \(premium.normalized()) \(currency), is more than the "
        + "\(cost.normalized()) \(currency) that \(units(of: leg)) cost",
      help: "A cost is never below zero. Correct the quantity or the multiplier of the options, or "
        + "the amounts of the trades.",
      at: leg.position)
  }

  func premiumInOtherCurrency(
    _ leg: StockLeg, _ currency: CurrencyIndex, _ trade: StockLeg
  ) -> Diagnostic {
    Diagnostic(
      .mixedCurrencies,
      "the premium of \(tables.symbol(leg.instrument)) is in \(rows.currencies[currency]) and the "
        + "\(trade.type.rawValue) of \(tables.symbol(trade.instrument)) in "
        + "\(rows.currencies[trade.currency]), with no rate between the two by \(leg.tradeDay)",
      help: "Add a row to fx_rates for the two currencies, or an fx_rate to the leg of each of "
        + "them.",
      at: leg.position, field: ["currency"])
  }
}
