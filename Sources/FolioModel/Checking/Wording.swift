import FolioDiagnostics
import FolioNumbers

// Every sentence that checking can say, in one place.
extension Diagnostic {
  /// Stands behind the faults that are listed.
  package static func unlistedFaults(_ count: Int) -> Diagnostic {
    Diagnostic(
      .tooManyRecords,
      count == 1 ? "1 more fault is not listed" : "\(count) more faults are not listed",
      help: "Mend those that are, and look again.", at: .none)
  }

  static func unknownGroup(_ id: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .unknownGroup, "this leg belongs to group \"\(id)\", and there is no such group",
      help: "Correct the group_id, or add the group's row to transaction_groups.",
      at: position, field: ["group_id"])
  }

  static func duplicateInstrument(
    _ column: String, _ name: String, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .duplicateID, "the \(column) \"\(name)\" stands in stocks_master twice",
      help: "Keep one row for each symbol and each id.", at: position, field: [.key(column)])
  }

  static func duplicateID(
    _ kind: String, _ id: String, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .duplicateID, "the id \"\(id)\" is used by two \(kind)s",
      help: "Give this one an id of its own, or remove it if it was entered twice.",
      at: position, field: ["id"])
  }

  static func unknownStockID(_ id: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .unknownInstrument, "no stock has the id \"\(id)\", and the row gives no symbol",
      help: "Correct the stock_id, add the stock to stocks_master, or name the symbol.",
      at: position, field: ["stock_id"])
  }

  static func contradictoryInstrument(
    symbol: String, stockID: String, itsSymbol: String, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .contradictoryInstrument,
      "the symbol is \(symbol), but the stock_id \"\(stockID)\" is that of \(itsSymbol)",
      help: "Correct one of the two; either is enough.", at: position, field: ["stock_id"])
  }

  static func unknownAccount(
    _ id: String, known: [String], of count: Int, at position: SourcePosition
  ) -> Diagnostic {
    let more = count > known.count ? " and \(count - known.count) more" : ""
    let list = known.joined(separator: ", ") + more
    let accounts = known.isEmpty ? "The ledger has no cash accounts." : "There are: \(list)."
    return Diagnostic(
      .unknownAccount, "there is no cash account with the id \"\(id)\"",
      help: "Correct the id, or add the account to portfolio_cash_accounts. \(accounts)",
      at: position, field: ["cash_account_id"])
  }

  static func accountCurrency(
    account: String, holds: Currency, leg: Currency, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .accountCurrency, "the account \"\(account)\" holds \(holds), and this leg is in \(leg)",
      help: "Use an account in \(leg), or write the amount in \(holds).",
      at: position, field: ["currency"])
  }

  static func unknownCurrency(symbol: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .unknownCurrency, "nothing says which currency this row of \(symbol) is in",
      help: "Give the row a currency, or give one to \(symbol) in stocks_master.", at: position)
  }

  static func tooLargeToBeExact(
    at position: SourcePosition, field: [FieldStep] = []
  ) -> Diagnostic {
    Diagnostic(
      .arithmetic, "these numbers are too large or too long to be worked out exactly",
      help: "Folio keeps 36 digits; look for a number with too many zeros or places.",
      at: position, field: field)
  }

  static func grossDiffers(
    product: ExactDecimal, gross: ExactDecimal, factor: ExactDecimal?, currency: String,
    at position: SourcePosition
  ) -> Diagnostic {
    let times = factor.map { " × \($0.normalized())" } ?? ""
    let value = product.normalized().padded(toPlaces: gross.places)
    return Diagnostic(
      .grossDiffers,
      "quantity × price\(times) is \(value) \(currency), "
        + "but gross_amount says \(gross) \(currency)",
      help: "The gross amount counts. Correct whichever of the three is mistyped.",
      at: position, field: ["gross_amount"])
  }

  static func rateOnBaseCurrency(
    _ rate: ExactDecimal, currency: String, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .rateOnBaseCurrency,
      "the leg is in the base currency \(currency), yet its fx_rate is \(rate)",
      help: "1 counts. Leave fx_rate out, or correct the leg's currency.",
      at: position, field: ["fx_rate"])
  }

  static func settlesBeforeTrade(
    _ settlement: Day, trade: Day, at position: SourcePosition, column: String = "settlement_date"
  ) -> Diagnostic {
    Diagnostic(
      .settlesBeforeTrade, "it settles on \(settlement), before its trade on \(trade)",
      help: "Correct one of the two dates.", at: position, field: [.key(column)])
  }

  static func settledAndPending(
    _ id: String, _ day: Day, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .settledAndPending,
      "group \"\(id)\" settled on \(day) by its settled_at, and is pending by its status",
      help:
        "The status counts: nothing of it has settled. Set it to settled, or remove settled_at.",
      at: position, field: ["settled_at"])
  }

  static func contradictoryRate(
    _ from: String, _ to: String, _ day: Day, _ earlier: ExactDecimal, _ later: ExactDecimal,
    at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .contradictoryRate,
      "one \(from) is both \(earlier) and \(later) \(to) on \(day)",
      help: "The later row counts. Remove the one that is wrong.", at: position, field: ["rate"])
  }

  static func unbalanced(
    _ kind: Imbalance, _ id: String, _ residuals: [GroupBalance.Residual], group: GroupRecord,
    in tables: LedgerTables
  ) -> Diagnostic {
    let wording = BalanceWording(group, tables)
    let amounts = residuals.map(wording.amount).joined(separator: " and ")
    switch kind {
    case .transfer:
      return Diagnostic(
        .unbalancedGroup, "the two sides of transfer \"\(id)\" differ by \(amounts)",
        help: "Make the legs equal: \(wording.legs).", at: group.position)
    case .group:
      return Diagnostic(
        .unbalancedGroup, "group \"\(id)\" is out of balance by \(amounts)",
        help: wording.explanation(of: residuals), at: group.position)
    }
  }

  static func unequalTransfer(
    _ id: String, _ symbol: String, _ out: ExactDecimal, _ into: ExactDecimal,
    at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .unbalancedGroup,
      "transfer \"\(id)\" takes \(out.normalized()) \(symbol) out of one account, and brings "
        + "\(into.normalized()) into another",
      help: "Make the two quantities equal; what leaves for good belongs in a group of its own.",
      at: position)
  }

  static func rateDiffersFromQuotient(
    _ rate: ExactDecimal, quotient: ExactDecimal, currency: String, base: String,
    at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .rateDiffersFromQuotient,
      "fx_rate makes one \(currency) \(rate) \(base), and the cash that was paid makes it "
        + "\(quotient.normalized())",
      help: "The leg's fx_rate counts. Correct it, or the amounts, if one is mistyped.",
      at: position, field: ["fx_rate"])
  }

  static func emptyGroup(_ id: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .emptyGroup, "group \"\(id)\" has no legs and moves nothing",
      help: "Add its legs, or remove it.", at: position)
  }

  static func typeContradictsLegs(
    _ id: String, _ type: GroupType, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .typeContradictsLegs, "group \"\(id)\" is called \(type.rawValue), but its legs are not one",
      help: "The legs count. Correct the group_type if it matters to you.",
      at: position, field: ["group_type"])
  }

  static func unknownMethodSymbol(
    _ symbol: String, entry: Int, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .unknownMethodSymbol,
      "cost_basis_method names \(symbol), and the ledger has no instrument of that symbol",
      help: "Correct the symbol if it is mistyped; otherwise it does no harm.",
      at: position, field: ["cost_basis_method", .index(entry)])
  }

  static func repeatedMethod(
    _ symbol: String?, _ from: Day?, entry: Int, earlier: Int, at position: SourcePosition
  ) -> Diagnostic {
    let whose = symbol ?? "all instruments"
    let since = from.map { "from \($0)" } ?? "from the beginning"
    return Diagnostic(
      .contradictorySettings,
      "cost_basis_method gives a method for \(whose) \(since) twice, in entries \(earlier + 1) and "
        + "\(entry + 1)",
      help: "Keep one of the two, or give them different days.",
      at: position, field: ["cost_basis_method", .index(entry)])
  }

  static func tooManyMethods(
    _ symbol: String?, _ limit: Int, entry: Int, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .tooManyRecords,
      "cost_basis_method changes the method for \(symbol ?? "all instruments") on more than "
        + "\(limit) days",
      help: "Keep the days on which it really changes; a leg names single lots with \"lots\".",
      at: position, field: ["cost_basis_method", .index(entry)])
  }

  static func noMasterRow(
    _ symbol: String, at position: SourcePosition, _ column: String
  ) -> Diagnostic {
    Diagnostic(
      .noMasterRow, "\(symbol) has no row in stocks_master",
      help: "Add it, or check without --strict.", at: position, field: [.key(column)])
  }

  static func unknownKey(
    _ key: String, table: LedgerTable, at position: SourcePosition
  ) -> Diagnostic {
    let place = table == .document ? "the document" : table.rawValue
    return Diagnostic(
      .unknownKey, "\"\(key)\" is no column of \(place) that Folio knows",
      help: "It is kept and not used. Correct its spelling if it was meant to count.",
      at: position, field: [.name(key)])
  }
}

/// Puts the imbalance of a group into words: what is called for, what the legs bring.
private struct BalanceWording {
  private let group: GroupRecord
  private let tables: LedgerTables

  init(_ group: GroupRecord, _ tables: LedgerTables) {
    self.group = group
    self.tables = tables
  }

  func amount(_ residual: GroupBalance.Residual) -> String {
    money(residual.amount.magnitude, residual.currency)
  }

  func explanation(of residuals: [GroupBalance.Residual]) -> String {
    if group.stockLegCount == 0 { return "\(reason) The legs: \(legs)." }
    let sides = residuals.map(sides).joined(separator: " ")
    return group.cashLegCount == 0 ? "\(sides) Add them." : "\(sides) The legs: \(legs)."
  }

  /// Why cash legs without a stock leg do not balance by themselves.
  private var reason: String {
    let types = Set(group.cashLegs.map { tables.cashLegs[$0].type })
    if types.contains(.fx) { return "An exchange is one leg out and one in, in two currencies." }
    if types.contains(.principal) { return "A principal leg pays for a stock leg: there is none." }
    return "A transfer has equal legs out and in."
  }

  /// The cash legs, one after the other.
  var legs: String {
    let shown = group.cashLegs.prefix(8).map { index in
      let leg = tables.cashLegs[index]
      let id = leg.id.isNone ? "" : tables.text(leg.id) + " "
      return "\(id)\(leg.type.rawValue) \(leg.direction.rawValue) "
        + money(leg.amount, leg.currency)
    }
    return shown.joined(separator: ", ") + (group.cashLegCount > 8 ? ", …" : "")
  }

  private func sides(_ residual: GroupBalance.Residual) -> String {
    var called = ExactDecimal.zero
    for index in group.stockLegs where tables.stockLegs[index].currency == residual.currency {
      let leg = tables.stockLegs[index]
      let cash = (try? leg.cashCalledFor(tables.detail(of: leg))) ?? .zero
      called = (try? called.adding(cash)) ?? called
    }
    let brought = (try? residual.amount.adding(called)) ?? residual.amount
    let calls = "The stock legs require \(flow(called, residual.currency))"
    if group.cashLegCount == 0 { return "\(calls), but there are no cash legs." }
    return "\(calls), but the cash legs have \(flow(brought, residual.currency))."
  }

  private func flow(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> String {
    if amount.isZero { return "nothing" }
    return "\(money(amount.magnitude, currency)) \(amount.isNegative ? "out" : "in")"
  }

  private func money(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> String {
    guard currency != missingCurrency else { return amount.description }
    let unit = tables.currencies[currency]
    return "\(amount.normalized().padded(toPlaces: unit.minorUnits)) \(unit.code)"
  }
}
