import Folio

// Corporate actions. What an action does follows from its rows: which instruments lose units, which
// get some, and whether there is cash. The type decides only where rows alone do not.
extension FlexReader {
  /// Books the corporate actions of a statement.
  mutating func bookActions(_ statement: Int) {
    var order: [String] = []
    var events: [String: [FlexAction]] = [:]
    for row in statements[statement].actions {
      attempt(row) { (reader) throws(FieldFault) in
        guard let action = try reader.action(row, statement) else { return }
        if events[action.event] == nil { order.append(action.event) }
        events[action.event, default: []].append(action)
      }
    }
    for event in order {
      let rows = withoutCancelled(events[event] ?? [])
      guard let first = rows.first else { continue }
      do throws(FieldFault) {
        try book(rows, statement)
      } catch {
        draft.report(error, row: first.row.row)
        for other in rows.dropFirst() { draft.noteRead(other.row.row) }
      }
    }
  }

  private mutating func action(
    _ row: FlexRow, _ statement: Int
  ) throws(FieldFault) -> FlexAction? {
    if Self.isSummaryAction(row) {
      draft.skip(row.row, "a summary, an accrual or a position")
      return nil
    }
    let unit = try row.unit()
    let text = try row.text("actionDescription", "description")
    let time = try time(row, "dateTime", "reportDate")
    let id = try row.text("actionID")
    let account = try row.account(else: statements[statement].account)
    let key = id.isEmpty ? "\(time.day) \(FlexAction.event(of: text))" : id
    return FlexAction(
      row: row, type: try row.text("type"), text: text, account: account, time: time,
      facts: try instruments.facts(row), currency: unit.currency,
      quantity: .given(try row.number("quantity")),
      proceeds: try unit.inCurrency(.given(try row.number("proceeds"))),
      event: "\(account) \(key)")
  }

  private static func isSummaryAction(_ row: FlexRow) -> Bool {
    (try? row.text("levelOfDetail"))?.uppercased() == "SUMMARY"
  }

  /// Leaves out rows that a later row takes back.
  private mutating func withoutCancelled(_ rows: [FlexAction]) -> [FlexAction] {
    var rest = rows
    while let cancel = rest.firstIndex(where: { ((try? $0.row.codes()) ?? []).contains("Ca") }) {
      let taken = rest.remove(at: cancel)
      let reason = "a corporate action that was cancelled, or its cancellation"
      draft.skip(taken.row.row, reason)
      let other = rest.firstIndex {
        $0.facts.key == taken.facts.key && $0.quantity == -taken.quantity
          && $0.proceeds == -taken.proceeds
      }
      if let other { draft.skip(rest.remove(at: other).row.row, reason) }
    }
    return rest
  }

  // MARK: Shapes

  private mutating func book(_ rows: [FlexAction], _ statement: Int) throws(FieldFault) {
    let out = rows.filter { $0.quantity.isNegative }
    let into = rows.filter { $0.quantity.isPositive }
    let isDelisted = rows.allSatisfy { $0.type == "DW" }
    if rows.count == 1, ["FS", "RS"].contains(rows[0].type), let ratio = rows[0].ratio {
      var leg = leg(.split, rows[0])
      leg.ratio = ratio
      var imported = group(rows[0], [leg])
      if !rows[0].quantity.isZero { imported.unitChange = (leg.symbol, rows[0].quantity) }
      add(imported, of: statement)
    } else if into.isEmpty, out.isEmpty {
      for row in rows { try bookPayment(row, statement) }
    } else if into.isEmpty {
      for row in out {
        if row.proceeds.isPositive || !isDelisted {
          try bookRedemption(row, statement)
        } else {
          var leg = leg(.writeOff, row)
          leg.quantity = row.quantity.magnitude
          add(group(row, [leg]), of: statement)
        }
      }
    } else if out.count == 1, into.count == 1 {
      try bookReplacement(out[0], into[0], statement)
    } else if out.isEmpty {
      for row in into { try bookAddition(row, statement) }
    } else {
      for row in rows {
        draft.unknown(
          "CorporateAction \(row.type) with \(rows.count) rows", row.row.row,
          remedy: "Leave the rows out with --skip-unknown, and enter the action by hand.")
      }
    }
  }

  private func group(_ action: FlexAction, _ legs: [LedgerGroup.StockLeg]) -> ImportedGroup {
    var imported = ImportedGroup(
      LedgerGroup(id: "", occurredAt: action.time, notes: action.text, stockLegs: legs),
      account: accountName(action.account), rows: [action.row.row])
    if let id = try? action.row.id("transactionID") { imported.identity = .native(id) }
    return imported
  }

  private mutating func leg(_ type: TradeType, _ action: FlexAction) -> LedgerGroup.StockLeg {
    var leg = LedgerGroup.StockLeg(type, symbol: draft.instrument(action.facts))
    leg.currency = action.currency
    leg.account = accountName(action.account)
    return leg
  }

  private mutating func cash(_ action: FlexAction, _ type: CashLegType) -> LedgerGroup.CashLeg {
    let account = cashAccount(action.account, action.currency)
    let direction: Direction = action.proceeds.isPositive ? .in : .out
    var leg = LedgerGroup.CashLeg(
      type, direction, action.proceeds.magnitude, account: account, currency: action.currency)
    if type == .dividend { leg.symbol = draft.instrument(action.facts) }
    return leg
  }

  /// Cash without a change of units.
  private mutating func bookPayment(_ action: FlexAction, _ statement: Int) throws(FieldFault) {
    if action.proceeds.isZero {
      return draft.skip(action.row.row, "an action that changes neither units nor cash")
    }
    var imported = group(action, [])
    imported.group.cashLegs = [cash(action, .dividend)]
    add(imported, of: statement)
  }

  /// Units that are paid back: a merger for cash, a bond that matures.
  private mutating func bookRedemption(
    _ action: FlexAction, _ statement: Int
  ) throws(FieldFault) {
    guard action.proceeds.isPositive else {
      return draft.unknown(
        "CorporateAction \(action.type) that takes units for nothing", action.row.row,
        remedy: "Leave the row out with --skip-unknown, and enter the action by hand.")
    }
    var leg = leg(.merger, action)
    leg.quantity = action.quantity.magnitude
    leg.gross = action.proceeds
    var imported = group(action, [leg])
    imported.group.cashLegs = [cash(action, .principal)]
    add(imported, of: statement)
  }

  /// Old units for new ones, of the same or of another instrument.
  private mutating func bookReplacement(
    _ out: FlexAction, _ into: FlexAction, _ statement: Int
  ) throws(FieldFault) {
    let new = draft.instrument(into.facts)
    let old = draft.instrument(out.facts)
    var leg = leg(old == new ? .split : .merger, out)
    leg.ratio = Ratio(new: into.quantity.magnitude, old: out.quantity.magnitude)
    // The ratio of the text is that of all holders. It counts if it gives the same units.
    if let ratio = out.ratio,
      ExactDecimal.compareProducts(
        ratio.new, out.quantity.magnitude, ratio.old, into.quantity.magnitude) == 0
    {
      leg.ratio = ratio
    }
    let proceeds = try out.proceeds.plus(into.proceeds)
    var action = out
    action.proceeds = proceeds
    if old != new {
      leg.newSymbol = new
      leg.quantity = out.quantity.magnitude
    }
    var cashLegs: [LedgerGroup.CashLeg] = []
    if proceeds.isPositive {
      if old == new {
        leg.cashInLieu = proceeds
        // The units that came in lack the fraction that the cash paid for.
        leg.ratio = out.ratio ?? leg.ratio
      } else {
        leg.gross = proceeds
      }
      cashLegs = [cash(action, .principal)]
    }
    var imported = group(action, [leg])
    imported.group.cashLegs = cashLegs
    imported.rows = [out.row.row, into.row.row]
    if old == new, !proceeds.isPositive {
      imported.unitChange = (old, try into.quantity.plus(out.quantity))
    }
    add(imported, of: statement)
  }

  /// Units that come in: a split, a stock dividend, a spin-off, rights.
  private mutating func bookAddition(_ action: FlexAction, _ statement: Int) throws(FieldFault) {
    if !action.isOwn || ["SO", "RI", "SR"].contains(action.type) {
      return try bookSpinOff(action, statement)
    }
    guard ["FS", "RS", "SD", "HI", "HD", "CH", "BI"].contains(action.type) else {
      return draft.unknown(
        "CorporateAction \(action.type) that gives units", action.row.row,
        remedy: "Leave the row out with --skip-unknown, and enter the action by hand.")
    }
    // The number of units is exact, also where the ratio leaves a fraction.
    var leg = leg(.stockDividend, action)
    leg.quantity = action.quantity
    add(group(action, [leg]), of: statement)
  }

  /// A spin-off. The file has the new units, and not what part of the cost goes to them.
  private mutating func bookSpinOff(_ action: FlexAction, _ statement: Int) throws(FieldFault) {
    let parent =
      instruments.named(action.firstSymbol)
      ?? action.firstISIN.map { ImportInstrument(isin: $0, ticker: action.firstSymbol) }
    guard let parent, parent.key != action.facts.key, let ratio = action.ratio else {
      return draft.unknown(
        "CorporateAction \(action.type) without the old instrument or the ratio", action.row.row,
        remedy: "Leave the row out with --skip-unknown, and enter the action by hand.")
    }
    let question = ImportQuestion(
      id: "spin-off \(parent.key) \(action.facts.key) \(action.time.day)",
      text: "Which part of the cost goes to the new units in \"\(action.text)\"?",
      fields: [.basisFraction])
    var leg = leg(.spinOff, action)
    let units = HeldPlace(leg)
    guard let answer = draft.ask(question, about: action.row.row, bringing: units) else { return }
    leg.newSymbol = leg.symbol
    leg.symbol = draft.instrument(parent)
    leg.ratio = ratio
    leg.basisFraction = answer.basisFraction
    var imported = group(action, [leg])
    imported.unitChange = (action.facts.key, action.quantity)
    add(imported, of: statement)
  }
}
