// The messages of booking. Those about the lots that a leg chooses are in
// Booker+ChoiceMessages.swift.
extension Booker {
  static let exactHelp =
    "Folio keeps 36 digits; look for a number with too many zeros or places."

  func tooLarge(_ id: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .bookingArithmetic, "group \"\(id)\" makes an amount that can't be kept exactly",
      help: Self.exactHelp, at: position)
  }

  func balanceTooLarge(_ account: CashAccount) -> Diagnostic {
    Diagnostic(
      .bookingArithmetic,
      "the balance of cash account \"\(tables.text(account.id))\" can't be kept exactly",
      help: Self.exactHelp, at: account.position)
  }

  func tooManyFaults(_ limit: Int, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .tooManyRecords, "booking stops at this group: \(limit) faults are listed",
      help: "Mend the first ones and check again; so many have a common cause.", at: position)
  }

  func tookTooLong() -> Diagnostic {
    Diagnostic(
      .tookTooLong, "booking stops here: the time for this ledger is over",
      help: "Allow more time, or split the ledger.", at: .none)
  }

  func soldMoreThanHeld(_ leg: StockLeg, _ held: ExactDecimal) -> Diagnostic {
    let verb =
      switch leg.type {
      case .sell: "are sold"
      case .writeOff: "are written off"
      case .exercise: "are exercised"
      case .expiry: "expire"
      case .gift: "are given as a gift"
      case .unitFee: "are paid as a fee"
      case .deemedDisposition: "count as disposed of"
      case .buy, .shortSell, .cover, .dividend, .split, .stockDividend, .returnOfCapital,
        .costAdjustment, .spinOff, .merger, .symbolChange, .transferOut, .transferIn, .assignment:
        "leave"
      }
    let owned = held.isZero ? "none are held" : "only \(held.normalized()) are held"
    return Diagnostic(
      .soldMoreThanHeld,
      "\(units(of: leg)) \(verb) on \(leg.tradeDay), but \(owned)\(account(of: leg))",
      help: heldElsewhere(leg)
        ?? (leg.type == .sell
          ? "Correct the quantity, add the missing purchase, or use short_sell to sell units that "
            + "are owed."
          : "Correct the quantity, or add the missing purchase."),
      at: leg.position, field: ["quantity"])
  }

  /// The help for units that other accounts hold; nil if none do.
  private func heldElsewhere(_ leg: StockLeg) -> String? {
    let held = positions.all(leg.instrument, isShort: false).flatMap { position in
      positions[position].accounts.all.filter { $0 != leg.account && $0 != .missing }.map {
        (name: tables.securitiesAccount($0), units: positions[position].units(in: $0))
      }
    }
    let others = held.filter(\.units.isPositive).sorted { $0.name < $1.name }
    if others.isEmpty { return nil }
    let list = others.prefix(3).map { other in
      "\(other.units.normalized()) "
        + (other.name.isEmpty ? "without an account" : "in \(other.name)")
    }
    return "Other units are held: \(list.joined(separator: ", "))"
      + (others.count > 3 ? ", and in \(others.count - 3) more accounts" : "")
      + ". Correct the account or the quantity, or add the transfer between the accounts."
  }

  func lotScopeNotSet(_ leg: StockLeg, _ other: SecuritiesAccountIndex) -> Diagnostic {
    let name = tables.securitiesAccount(other)
    return Diagnostic(
      .lotScopeNotSet,
      "\(units(of: leg)) of \(leg.tradeDay) come from lots of their own account. Across accounts, "
        + "lots \(name.isEmpty ? "without an account" : "of \(name)") would come first, and the "
        + "settings do not say which applies",
      help: "Set \"lot_scope\" to \"account\" to match lots by account, or to \"portfolio\" to "
        + "match them across all accounts, as earlier versions of Folio did.",
      at: leg.position)
  }

  func coveredMoreThanShort(_ leg: StockLeg, _ owed: ExactDecimal) -> Diagnostic {
    let open = owed.isZero ? "none are" : "only \(owed.normalized()) are"
    let verb =
      leg.type == .assignment ? "are assigned" : leg.type == .expiry ? "expire" : "are covered"
    return Diagnostic(
      .coveredMoreThanShort,
      "\(units(of: leg)) \(verb) on \(leg.tradeDay), but \(open) sold short\(account(of: leg))",
      help: leg.type.isTrade
        ? "Correct the quantity, or use buy for what goes beyond the short position."
        : "Correct the quantity, or add the missing short_sell.",
      at: leg.position, field: ["quantity"])
  }

  func oppositePosition(_ lot: Lot, _ opposite: ExactDecimal) -> Diagnostic {
    let symbol = tables.symbol(lot.instrument)
    let quantity = opposite.normalized()
    return Diagnostic(
      .oppositePosition,
      lot.isShort
        ? "\(symbol) is sold short while \(quantity) are held"
        : "\(symbol) comes in while \(quantity) are sold short",
      help: lot.isShort
        ? "Sell what is held with sell; sell short only what goes beyond it."
        : "Cover the short position with cover; buy only what goes beyond it.",
      at: context.position, field: ["trade_type"])
  }

  func nothingHeld(_ leg: StockLeg) -> Diagnostic {
    let isOwed = leg.type == .writeOff && !positionsAffected(by: leg, isShort: true).isEmpty
    return Diagnostic(
      .nothingHeld,
      "\(leg.type.rawValue) of \(tables.symbol(leg.instrument)) on \(leg.tradeDay), but none are "
        + "held\(account(of: leg))",
      help: isOwed
        ? "The units are sold short. Use expiry for an option that expired, or cover at the price "
          + "0 for units that became worthless."
        : "Correct the date or the symbol, or add the missing purchase.",
      at: leg.position)
  }

  func giftWithoutValue(_ leg: StockLeg) -> Diagnostic {
    Diagnostic(
      .missingColumn,
      "the gift of \(tables.symbol(leg.instrument)) on \(leg.tradeDay) is a disposal at market "
        + "value under these tax rules, and \"gross_amount\" is missing",
      help: "Add gross_amount: what the units were worth on the day.", at: leg.position)
  }

  func noFraction(_ leg: StockLeg) -> Diagnostic {
    Diagnostic(
      .fractionNotHeld,
      "cash in lieu is paid, but the event leaves no fraction of \(tables.symbol(leg.instrument))",
      help: "Correct the ratio, or remove cash_in_lieu and its cash leg.",
      at: leg.position, field: ["cash_in_lieu"])
  }

  func mixedCurrencies(
    of instrument: InstrumentIndex, _ from: CurrencyIndex, _ to: CurrencyIndex, on day: Day
  ) -> Diagnostic {
    Diagnostic(
      .mixedCurrencies,
      "\(tables.symbol(instrument)) was bought in \(rows.currencies[from]) and this leg is in "
        + "\(rows.currencies[to]), with no rate between the two by \(day)",
      help: "Add a row to fx_rates for the two currencies, or an fx_rate to the leg of each of "
        + "them.",
      at: context.position, field: ["currency"])
  }

  func noPrice(_ leg: StockLeg) -> Diagnostic {
    let (symbol, isMerger) = (tables.symbol(leg.instrument), leg.type == .merger)
    return Diagnostic(
      .noPriceOfMerger,
      isMerger
        ? "the cash of the merger of \(symbol) is booked as a return of capital: what the new "
          + "units are worth is not known"
        : "the money paid back on \(symbol) only lowers the cost: what the units are worth after "
          + "it is not known",
      help: isMerger
        ? "Add price_per_share, the value of one new unit on that day; the tax rules share the "
          + "cost, or tax the gain, by it."
        : "Add price_per_share, the value of one unit on that day after the payment; unless the "
          + "payment is small, the tax rules share the cost by it.",
      at: leg.position, field: ["gross_amount"])
  }

  func methodOfTaxRules(_ ignored: String) -> Diagnostic {
    Diagnostic(
      .methodOfTaxRules,
      "the tax rules \"\((options.taxRules ?? .none).rawValue)\" have a method of their own; "
        + "\(ignored) is not used",
      help: "Leave it out, or ask for the tax rules none or us.", at: .none)
  }

  func shelteredAccount(
    _ name: String, _ word: String, at position: SourcePosition
  ) -> Diagnostic {
    let rules = (options.taxRules ?? .none).rawValue
    return Diagnostic(
      .shelteredAccount,
      "the account \"\(name)\" looks sheltered from tax (\(word)), but the tax rules \"\(rules)\" "
        + "treat its units and gains as taxable, together with those of all other accounts",
      help: "Say what it is in the settings: \"tax_capacities\": [{\"account\": \"\(name)\", "
        + "\"capacity\": \"sheltered\"}], or \"taxable\".", at: position)
  }

  func capacityOfUnknownAccount(_ name: String) -> Diagnostic {
    Diagnostic(
      .unknownMethodSymbol,
      "tax_capacities names the account \(name), and no stock leg is in an account of that name",
      help: "Correct the name if it is mistyped; otherwise it does no harm.",
      at: tables.settings.position, field: ["tax_capacities"])
  }

  func transferToOtherHolder(
    _ leg: StockLeg, from account: SecuritiesAccountIndex
  ) -> Diagnostic {
    func name(_ account: SecuritiesAccountIndex) -> String {
      let name = account == 0 ? "no account" : tables.securitiesAccount(account)
      return "\(name) (\(holders.capacity(of: account).rawValue))"
    }
    return Diagnostic(
      .transferToOtherHolder,
      "\(units(of: leg)) move on \(leg.tradeDay) from \(name(account)) to "
        + "\(name(leg.account)), which the tax rules treat as a disposal",
      help: "Write a sale at the market value and a purchase. For units given to the spouse, write "
        + "a gift with the recipient spouse, and a transfer_in with their cost.",
      at: leg.position)
  }

  func pendingPastSettlement(_ group: PendingGroup, _ asOf: Day) -> Diagnostic {
    Diagnostic(
      .pendingPastSettlement,
      "group \"\(group.id)\" should have settled on \(group.day), and is still "
        + "pending on \(asOf)",
      help: "Set its status to settled, or to void if it never will.",
      at: group.position, field: ["status"])
  }

  func noRate(
    _ currency: CurrencyIndex, to base: Currency, _ use: RateFinder.MissingRate
  ) -> Diagnostic {
    let others = use.count - 1
    return Diagnostic(
      .noRate,
      "there is no rate from \(rows.currencies[currency]) to \(base) on or before \(use.day)"
        + (others > 0 ? " (and for \(others) more leg\(others == 1 ? "" : "s"))" : ""),
      help: "Amounts in \(base) are left empty for it. Add a row to fx_rates, or an fx_rate to "
        + "the leg.",
      at: use.first)
  }

  func units(of leg: StockLeg) -> String {
    "\(leg.quantity.normalized()) \(tables.symbol(leg.instrument))"
  }

  private func account(of leg: StockLeg) -> String {
    let account = tables.securitiesAccount(leg.account)
    return account.isEmpty ? "" : " (account \(account))"
  }
}
