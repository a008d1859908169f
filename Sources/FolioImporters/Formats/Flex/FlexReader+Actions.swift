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
    if row.isSummary {
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
          let leg = leg(.writeOff, row, row.quantity.magnitude)
          add(group(row, [leg]), of: statement)
        }
      }
    } else if out.count == 1, into.count == 1 {
      try bookReplacement(out[0], into[0], statement)
    } else if out.isEmpty {
      for row in into { try bookAddition(row, statement) }
    } else {
      for row in rows { reportUnknown(row, "with \(rows.count) rows", "rows") }
    }
  }

  private mutating func reportUnknown(
    _ action: FlexAction, _ what: String, _ rows: String = "row"
  ) {
    draft.unknown(
      "CorporateAction \(action.type) \(what)", action.row.row,
      remedy: "Leave the \(rows) out with --skip-unknown, and enter the action by hand.")
  }

  private func group(_ action: FlexAction, _ legs: [LedgerGroup.StockLeg]) -> ImportedGroup {
    var imported = ImportedGroup(
      at: action.time, accountName(action.account), [action.row.row],
      id: try? action.row.id("transactionID"), notes: action.text)
    imported.group.stockLegs = legs
    return imported
  }

  private mutating func leg(
    _ type: TradeType, _ action: FlexAction, _ units: ExactDecimal? = nil
  ) -> LedgerGroup.StockLeg {
    var leg = LedgerGroup.StockLeg(
      type, draft.instrument(action.facts), units, in: accountName(action.account))
    leg.currency = action.currency
    return leg
  }

  private mutating func cash(_ action: FlexAction, _ type: CashLegType) -> LedgerGroup.CashLeg {
    var leg = LedgerGroup.CashLeg(
      type, moving: action.proceeds, cashAccount(action.account, action.currency),
      action.currency)
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
      return reportUnknown(action, "that takes units for nothing")
    }
    var leg = leg(.merger, action, action.quantity.magnitude)
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
      return reportUnknown(action, "that gives units")
    }
    // The number of units is exact, also where the ratio leaves a fraction.
    let leg = leg(.stockDividend, action, action.quantity)
    add(group(action, [leg]), of: statement)
  }

  /// A spin-off. The file has the new units, and not what part of the cost goes to them.
  private mutating func bookSpinOff(_ action: FlexAction, _ statement: Int) throws(FieldFault) {
    let parent =
      instruments.named(action.firstSymbol)
      ?? action.firstISIN.map { ImportInstrument(isin: $0, ticker: action.firstSymbol) }
    guard let parent, parent.key != action.facts.key, let ratio = action.ratio else {
      return reportUnknown(action, "without the old instrument or the ratio")
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

/// A row of a corporate action of a Flex query.
struct FlexAction {
  var row: FlexRow
  var type: String
  var text: String
  var account: String
  var time: Timestamp
  var facts: ImportInstrument
  var currency: Currency
  /// The change of units.
  var quantity: ExactDecimal
  var proceeds: ExactDecimal
  /// What the rows of one action have in common.
  var event: String

  /// New units for old ones, as the description has them: `SPLIT 4 FOR 1`, `SPINOFF  1 FOR 5`.
  var ratio: Ratio? {
    let words = text.split { $0 == " " || $0 == "(" || $0 == ")" }
    for place in words.indices.dropFirst().dropLast() where words[place].uppercased() == "FOR" {
      guard let new = try? ExactDecimal(words[place - 1]),
        let old = try? ExactDecimal(words[place + 1]), new.isPositive, old.isPositive
      else { continue }
      return Ratio(new: new, old: old)
    }
    return nil
  }

  /// The ISIN at the beginning of the description, which is that of the old instrument.
  var firstISIN: String? {
    guard let open = text.firstIndex(of: "("), let close = text.firstIndex(of: ")"), open < close
    else { return nil }
    let isin = text[text.index(after: open)..<close]
    return isin.utf8.count == 12 ? String(isin) : nil
  }

  /// The symbol at the beginning of the description, which is that of the old instrument.
  var firstSymbol: String { String(text.prefix { $0 != "(" && $0 != " " }) }

  /// Whether the description is about the row's own instrument.
  var isOwn: Bool {
    if let firstISIN, !facts.isin.isEmpty { return firstISIN == facts.isin }
    return firstSymbol == facts.ticker
  }

  /// The description without the instrument at its end: `XYZ(US…) SPLIT 4 FOR 1 (XYZ, …)`.
  static func event(of text: String) -> String {
    guard text.hasSuffix(")") else { return text }
    let bytes = Array(text.utf8)
    for place in bytes.indices.dropLast().reversed() where bytes[place] == 0x20 {
      if bytes[place + 1] == 0x28 { return String(decoding: bytes[..<place], as: UTF8.self) }
    }
    return text
  }
}
