// Creates the diagnostics about groups.
extension LedgerChecker {
  func settledAndPending(_ group: GroupRecord, _ day: Day) -> Diagnostic {
    Diagnostic(
      .settledAndPending,
      "group \"\(tables.text(group.id))\" settled on \(day) by its settled_at, and is pending by "
        + "its status",
      help:
        "The status counts: nothing of it has settled. Set it to settled, or remove settled_at.",
      at: group.position, field: ["settled_at"])
  }

  func emptyGroup(_ group: GroupRecord) -> Diagnostic {
    Diagnostic(
      .emptyGroup, "group \"\(tables.text(group.id))\" has no legs and moves nothing",
      help: "Add its legs, or remove it.", at: group.position)
  }

  func typeContradictsLegs(_ group: GroupRecord, _ type: GroupType) -> Diagnostic {
    Diagnostic(
      .typeContradictsLegs,
      "group \"\(tables.text(group.id))\" is called \(type.rawValue), but its legs are not one",
      help: "The legs count. Correct the group_type if it matters to you.",
      at: group.position, field: ["group_type"])
  }

  func rateDiffersFromQuotient(
    _ leg: StockLeg, own: ExactDecimal, paid: ExactDecimal
  ) -> Diagnostic {
    let base = tables.settings.baseCurrency?.code ?? ""
    let quotient: String
    do throws(ArithmeticFault) {
      quotient = "\(try paid.divided(by: own, places: 6, rounding: .halfEven).normalized())"
    } catch {
      quotient = "a number of more than 36 digits"
    }
    return Diagnostic(
      .rateDiffersFromQuotient,
      "fx_rate makes one \(currencyCode(leg.currency)) \(leg.fxRate) \(base), and the cash that "
        + "was paid makes it \(quotient)",
      help: "The leg's fx_rate counts. Correct it, or the amounts, if one is mistyped.",
      at: leg.position, field: ["fx_rate"])
  }

  func unequalTransfer(
    _ group: GroupRecord, _ instrument: InstrumentIndex, _ out: ExactDecimal, _ into: ExactDecimal
  ) -> Diagnostic {
    Diagnostic(
      .unbalancedGroup,
      "transfer \"\(tables.text(group.id))\" takes \(out.normalized()) "
        + "\(tables.symbol(instrument)) out of one account, and brings \(into.normalized()) into "
        + "another",
      help: "Make the two quantities equal; what leaves for good belongs in a group of its own.",
      at: group.position)
  }

  func unbalanced(_ group: GroupRecord, _ residuals: [GroupBalance.Residual]) -> Diagnostic {
    let id = tables.text(group.id)
    let amounts = residuals.map { money($0.amount.magnitude, $0.currency) }
      .joined(separator: " and ")
    let types = Set(group.cashLegs.map { tables.cashLegs[$0].type })
    if group.stockLegCount == 0, types == [.transfer] {
      return Diagnostic(
        .unbalancedGroup, "the two sides of transfer \"\(id)\" differ by \(amounts)",
        help: "Make the legs equal: \(cashLegs(of: group)).", at: group.position)
    }
    let reason =
      if group.stockLegCount > 0 {
        residuals.compactMap { try? sides(of: group, $0) }.joined(separator: " ")
      } else if types.contains(.fx) {
        "An exchange is one leg out and one in, in two currencies."
      } else if types.contains(.principal) {
        "A principal leg pays for a stock leg: there is none."
      } else {
        "A transfer has equal legs out and in."
      }
    let advice = group.cashLegCount == 0 ? "Add them." : "The legs: \(cashLegs(of: group))."
    return Diagnostic(
      .unbalancedGroup, "group \"\(id)\" is out of balance by \(amounts)",
      help: "\(reason) \(advice)", at: group.position)
  }

  /// Lists the first eight cash legs.
  private func cashLegs(of group: GroupRecord) -> String {
    let shown = group.cashLegs.prefix(8).map { index in
      let leg = tables.cashLegs[index]
      let id = leg.id.isNone ? "" : tables.text(leg.id) + " "
      return "\(id)\(leg.type.rawValue) \(leg.direction.rawValue) "
        + money(leg.amount, leg.currency)
    }
    return shown.joined(separator: ", ") + (group.cashLegCount > 8 ? ", …" : "")
  }

  /// Describes the cash that the stock legs require, and the cash that the cash legs provide, in
  /// the currency of a residual.
  private func sides(
    of group: GroupRecord, _ residual: GroupBalance.Residual
  ) throws(ArithmeticFault) -> String {
    var required = ExactDecimal.zero
    for index in group.stockLegs where tables.stockLegs[index].currency == residual.currency {
      let leg = tables.stockLegs[index]
      try required.add(leg.requiredCash(tables.detail(of: leg)))
    }
    let found = try residual.amount.adding(required)
    let requirement = "The stock legs require \(flow(required, residual.currency))"
    if group.cashLegCount == 0 { return "\(requirement), but there are no cash legs." }
    return "\(requirement), but the cash legs have \(flow(found, residual.currency))."
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
