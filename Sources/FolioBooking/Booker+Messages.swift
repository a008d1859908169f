import FolioDiagnostics
import FolioModel
import FolioNumbers

// Every sentence that booking can say, in one place.
extension Diagnostic {
  static func tooLargeToBook(_ id: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .bookingArithmetic, "group \"\(id)\" makes an amount that can't be kept exactly",
      help: "Folio keeps 36 digits; look for a number with too many zeros or places.",
      at: position)
  }

  static func balanceTooLarge(_ account: CashAccount, _ tables: LedgerTables) -> Diagnostic {
    Diagnostic(
      .bookingArithmetic,
      "the balance of cash account \"\(tables.text(account.id))\" can't be kept exactly",
      help: "Folio keeps 36 digits; look for a number with too many zeros or places.",
      at: account.position)
  }

  static func tooManyFaults(_ limit: Int, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .tooManyRecords, "booking stops at this group: \(limit) faults are listed",
      help: "Mend the first ones and check again; so many have a common cause.", at: position)
  }

  static func tooManySpunOff(_ limit: Int, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .tooManyLots, "booking stops at this spin-off: spin-offs make more than \(limit) lots",
      help: "Each one makes a lot of every lot that is held. Look for spin-offs that were entered "
        + "again and again.",
      at: position)
  }

  static func tooManyDivided(_ limit: Int, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .tooManyLots,
      "booking stops at this leg: losses on wash sales divide lots more than \(limit) times",
      help: "Go on from a snapshot: 'folio snapshot' writes the ledger as it is on an earlier day.",
      at: position)
  }

  static func tooManyChanged(_ limit: Int, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .tooManyLots,
      "booking stops at this leg: corporate actions change lots more than \(limit) times",
      help: "Each one changes every lot that is held. Look for events that were entered again and "
        + "again, or go on from a snapshot: 'folio snapshot' writes the ledger as it is on an "
        + "earlier day.",
      at: position)
  }

  static func soldMoreThanHeld(
    _ leg: StockLeg, _ held: ExactDecimal, _ tables: LedgerTables, inAccount: Bool
  ) -> Diagnostic {
    let units = "\(leg.quantity.normalized()) \(tables.symbol(leg.instrument))"
    let verb =
      switch leg.type {
      case .sell: "are sold"
      case .writeOff: "are written off"
      case .gift: "are given as a gift"
      case .unitFee: "are paid as a fee"
      case .buy, .shortSell, .cover, .dividend, .split, .stockDividend, .returnOfCapital, .spinOff,
        .merger, .symbolChange, .transferOut, .transferIn:
        "leave"
      }
    let owned = held.isZero ? "none are held" : "only \(held.normalized()) are held"
    return Diagnostic(
      .soldMoreThanHeld,
      "\(units) \(verb) on \(leg.tradeDay), but \(owned)"
        + (inAccount ? place(leg, tables) : ""),
      help: leg.type == .sell
        ? "Correct the quantity, add the missing purchase, or use short_sell to sell units that "
          + "are owed."
        : "Correct the quantity, or add the missing purchase.",
      at: leg.position, field: ["quantity"])
  }

  static func coveredMoreThanShort(
    _ leg: StockLeg, _ owed: ExactDecimal, _ tables: LedgerTables
  ) -> Diagnostic {
    let symbol = tables.symbol(leg.instrument)
    let open = owed.isZero ? "none are" : "only \(owed.normalized()) are"
    return Diagnostic(
      .coveredMoreThanShort,
      "\(leg.quantity.normalized()) \(symbol) are covered on \(leg.tradeDay), but \(open) sold "
        + "short\(place(leg, tables))",
      help: "Correct the quantity, or use buy for what goes beyond the short position.",
      at: leg.position, field: ["quantity"])
  }

  static func oppositePosition(
    _ instrument: InstrumentIndex, _ units: ExactDecimal, _ isShort: Bool, _ tables: LedgerTables,
    at position: SourcePosition
  ) -> Diagnostic {
    let symbol = tables.symbol(instrument)
    let quantity = units.normalized()
    return Diagnostic(
      .oppositePosition,
      isShort
        ? "\(symbol) is sold short while \(quantity) are held"
        : "\(symbol) comes in while \(quantity) are sold short",
      help: isShort
        ? "Sell what is held with sell; sell short only what goes beyond it."
        : "Cover the short position with cover; buy only what goes beyond it.",
      at: position, field: ["trade_type"])
  }

  /// How a short position ends that nobody has to deliver.
  private static let coverAtZero =
    "The units are sold short. Use cover at the price 0 to end a short position that expired or "
    + "became worthless."

  static func nothingHeld(
    _ leg: StockLeg, _ tables: LedgerTables, isOwed: Bool = false
  ) -> Diagnostic {
    let symbol = tables.symbol(leg.instrument)
    return Diagnostic(
      .nothingHeld,
      "\(leg.type.rawValue) of \(symbol) on \(leg.tradeDay), but none are held"
        + place(leg, tables),
      help: isOwed
        ? coverAtZero : "Correct the date or the symbol, or add the missing purchase.",
      at: leg.position)
  }

  static func giftWithoutValue(_ leg: StockLeg, _ tables: LedgerTables) -> Diagnostic {
    Diagnostic(
      .missingColumn,
      "the gift of \(tables.symbol(leg.instrument)) on \(leg.tradeDay) is a disposal at market "
        + "value under these tax rules, and \"gross_amount\" is missing",
      help: "Add gross_amount: what the units were worth on the day.", at: leg.position)
  }

  static func noFraction(_ leg: StockLeg, _ tables: LedgerTables) -> Diagnostic {
    Diagnostic(
      .fractionNotHeld,
      "cash in lieu is paid, but the event leaves no fraction of \(tables.symbol(leg.instrument))",
      help: "Correct the ratio, or remove cash_in_lieu and its cash leg.",
      at: leg.position, field: ["cash_in_lieu"])
  }

  static func noLotsChosen(
    _ leg: StockLeg, _ candidates: String, _ tables: LedgerTables
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousLots,
      "the method is specific, and this leg does not say which lots of "
        + "\(tables.symbol(leg.instrument)) it takes",
      help: "Add \"lots\" with a group_id or a day acquired for each. Open lots: \(candidates).",
      at: leg.position)
  }

  static func ambiguousLots(
    _ leg: StockLeg, _ choice: LotChoice, _ entry: Int, _ candidates: String,
    _ tables: LedgerTables
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousLots,
      "\(name(choice, tables)) may be more than one lot of \(tables.symbol(leg.instrument))",
      help: "Name the lot by its group_id. It may be: \(candidates).",
      at: leg.position, field: ["lots", .index(entry)])
  }

  static func unmatchedLot(
    _ leg: StockLeg, _ choice: LotChoice, _ entry: Int, _ candidates: String,
    _ tables: LedgerTables
  ) -> Diagnostic {
    Diagnostic(
      .unmatchedLot, "\(name(choice, tables)) is no open lot of \(tables.symbol(leg.instrument))",
      help: "Open lots: \(candidates).", at: leg.position, field: ["lots", .index(entry)])
  }

  static func lotQuantities(
    _ leg: StockLeg, _ sum: ExactDecimal, _ tables: LedgerTables
  ) -> Diagnostic {
    Diagnostic(
      .lotQuantities,
      "the chosen lots add up to \(sum.normalized()), and the leg moves "
        + "\(leg.quantity.normalized()) \(tables.symbol(leg.instrument))",
      help: "Make the quantities of the lots add up to the leg's.",
      at: leg.position, field: ["lots"])
  }

  static func crossingLots(
    _ leg: StockLeg, _ sum: ExactDecimal, _ open: ExactDecimal, _ tables: LedgerTables
  ) -> Diagnostic {
    let units = "\(open.normalized()) \(tables.symbol(leg.instrument))"
    return Diagnostic(
      .lotQuantities,
      "the chosen lots add up to \(sum.normalized()), and the leg ends a position of \(units) "
        + "before it opens another with the rest",
      help: "Choose the lots of those \(open.normalized()); the rest opens a lot of its own.",
      at: leg.position, field: ["lots"])
  }

  static func lotTooSmall(
    _ leg: StockLeg, _ choice: LotChoice, _ entry: Int, _ open: ExactDecimal,
    _ tables: LedgerTables
  ) -> Diagnostic {
    Diagnostic(
      .lotTooSmall,
      "\(name(choice, tables)) has \(open.normalized()) \(tables.symbol(leg.instrument)) left, "
        + "but \(choice.quantity.normalized()) are chosen",
      help: "Choose no more than the lot has left; add an entry for another lot.",
      at: leg.position, field: ["lots", .index(entry), "quantity"])
  }

  static func lotsFromOutsideMissing(_ leg: StockLeg, _ tables: LedgerTables) -> Diagnostic {
    Diagnostic(
      .unmatchedLot,
      "\(leg.quantity.normalized()) \(tables.symbol(leg.instrument)) come in, and nothing says "
        + "when they were acquired and for how much",
      help: "Add the transfer_out leg to the same group, or \"lots\" with acquired, quantity and "
        + "cost_basis.",
      at: leg.position)
  }

  static func mixedCurrencies(
    _ symbol: String, _ from: Currency, _ to: Currency, on day: Day, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .mixedCurrencies,
      "\(symbol) was bought in \(from) and this leg is in \(to), with no rate between the two by "
        + "\(day)",
      help: "Add a row to fx_rates for the two currencies, or an fx_rate to the leg of each of "
        + "them.",
      at: position, field: ["currency"])
  }

  static func noPriceOfMerger(_ leg: StockLeg, _ tables: LedgerTables) -> Diagnostic {
    Diagnostic(
      .noPriceOfMerger,
      "the cash of the merger of \(tables.symbol(leg.instrument)) is booked as a return of "
        + "capital: what the new units are worth is not known",
      help: "Add price_per_share, the value of one new unit on that day; the tax rules share the "
        + "cost, or tax the gain, by it.",
      at: leg.position, field: ["gross_amount"])
  }

  static func noPriceOfDistribution(_ leg: StockLeg, _ tables: LedgerTables) -> Diagnostic {
    Diagnostic(
      .noPriceOfMerger,
      "the money paid back on \(tables.symbol(leg.instrument)) only lowers the cost: what the "
        + "units are worth after it is not known",
      help: "Add price_per_share, the value of one unit on that day after the payment; unless the "
        + "payment is small, the tax rules share the cost by it.",
      at: leg.position, field: ["gross_amount"])
  }

  static func methodOfTaxRules(
    _ rules: TaxRules, _ ignored: String, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .methodOfTaxRules,
      "the tax rules \"\(rules.rawValue)\" have a method of their own; \(ignored) is not used",
      help: "Leave it out, or ask for the tax rules none or us.", at: position)
  }

  static func negativeCash(
    _ leg: CashLeg, _ balance: ExactDecimal, _ tables: LedgerTables
  ) -> Diagnostic {
    let account = tables.text(tables.cashAccounts[Int(leg.account)].id)
    return Diagnostic(
      .negativeCash,
      "this leg takes the account \"\(account)\" to \(balance) "
        + "\(tables.currencies[leg.currency])",
      help: "Is a deposit missing? On margin this is as it should be.",
      at: leg.position, field: ["amount"])
  }

  static func pendingPastSettlement(
    _ record: GroupRecord, _ day: Day, _ asOf: Day, _ tables: LedgerTables
  ) -> Diagnostic {
    Diagnostic(
      .pendingPastSettlement,
      "group \"\(tables.text(record.id))\" should have settled on \(day), and is still pending on "
        + "\(asOf)",
      help: "Set its status to settled, or to void if it never will.",
      at: record.position, field: ["status"])
  }

  static func noRate(
    _ currency: Currency, base: Currency, day: Day, count: Int, at position: SourcePosition
  ) -> Diagnostic {
    let others = count > 1 ? " (and for \(count - 1) more leg\(count == 2 ? "" : "s"))" : ""
    return Diagnostic(
      .noRate, "there is no rate from \(currency) to \(base) on or before \(day)\(others)",
      help: "Amounts in \(base) are left empty for it. Add a row to fx_rates, or an fx_rate to "
        + "the leg.",
      at: position)
  }

  private static func place(_ leg: StockLeg, _ tables: LedgerTables) -> String {
    let account = tables.securitiesAccount(leg.account)
    return account.isEmpty ? "" : " (account \(account))"
  }

  private static func name(_ choice: LotChoice, _ tables: LedgerTables) -> String {
    let day = choice.acquired.map { "the lot acquired on \($0)" } ?? "the lot"
    return choice.groupID.isNone ? day : "\(day) of group \"\(tables.text(choice.groupID))\""
  }
}
