import Folio

extension TableForm {
  /// Decides how the numbers and days of a table are written, over all rows.
  /// - Returns: nil if it is open; the reason is reported.
  static func decided(
    _ bound: BoundTable, _ rows: [TableRow], _ draft: inout ImportDraft
  ) -> TableForm? {
    var form = TableForm(dates: DateDecision(bound.table.dates))
    form.fallback = bound.table.mark
    if let (slot, values) = bound.table.preferred {
      let found = Set(rows.compactMap { $0.raw(slot) })
      form.preferred = values.first { found.contains(Array($0.utf8)) }
    }
    let counted = rows.filter { row in
      guard let rule = row.rule, !rule.kind.isFigure else { return false }
      guard let wanted = form.preferred, let slot = bound.table.preferred?.slot else { return true }
      return row.raw(slot)?.elementsEqual(wanted.utf8) ?? false
    }
    guard form.decideDates(counted, bound, &draft) else { return nil }
    if bound.table.mark == nil, !bound.table.isMixed,
      !form.decideMarks(counted, bound, &draft)
    {
      return nil
    }
    if bound.table.amounts.rate == .account { form.noteAccountCurrencies(counted) }
    return form
  }

  /// Notes in which currencies rows with the rate 1 are.
  private mutating func noteAccountCurrencies(_ rows: [TableRow]) {
    for row in rows {
      guard let rate = (try? row.number(.rate, self)) ?? nil, rate == .one,
        let unit = (try? row.unit(RuleSlots.Known.currency.rawValue)) ?? nil,
        !accountCurrencies.contains(unit.currency)
      else { continue }
      accountCurrencies.append(unit.currency)
    }
  }

  private mutating func decideDates(
    _ rows: [TableRow], _ bound: BoundTable, _ draft: inout ImportDraft
  ) -> Bool {
    let slots = [RuleSlots.Known.date.rawValue, RuleSlots.Known.settles.rawValue]
    for row in rows {
      for slot in slots { if let bytes = row.bytes(slot) { dates.see(bytes) } }
    }
    order = dates.order
    if order == nil, let text = dates.open {
      let readings = dates.orders.compactMap { dates.read(Array(text.utf8), $0)?.day.description }
      draft.report(
        .ambiguousValue,
        "the day \"\(text)\" can be \(readings.joined(separator: " or ")), and no row decides it",
        help: "Import a file with a day after the 12th, or write the order in a rule file.",
        at: rows.first.map { draft.position(of: $0.row).offset } ?? 0)
      return false
    }
    return true
  }

  private mutating func decideMarks(
    _ rows: [TableRow], _ bound: BoundTable, _ draft: inout ImportDraft
  ) -> Bool {
    var columns: [Int: MarkDecision] = [:]
    let own = bound.numberColumns
    for row in rows {
      for column in own where column < row.contents.count {
        columns[column, default: MarkDecision()].see(row.contents[column])
      }
      for (text, column) in row.capturedNumbers {
        columns[column, default: MarkDecision()].see(text)
      }
    }
    var whole = MarkDecision()
    for decision in columns.values { whole.merge(decision) }
    for (column, decision) in columns {
      if let mark = decision.mark {
        marks[column] = mark
      } else if !decision.isContradictory, whole.only.count == 1 {
        marks[column] = whole.only.keys.first
      } else {
        report(decision, rows, &draft)
        return false
      }
    }
    fallback = .point
    return true
  }

  private func report(
    _ decision: MarkDecision, _ rows: [TableRow], _ draft: inout ImportDraft
  ) {
    let place = rows.first.map { draft.position(of: $0.row).offset } ?? 0
    if decision.isContradictory {
      let texts = [decision.only[.point], decision.only[.comma]].compactMap { $0 }
      draft.report(
        .ambiguousValue,
        "one column has numbers with a point and with a comma before the decimals: "
          + texts.map { "\"\($0)\"" }.joined(separator: " and "),
        help: "Correct the file; a spreadsheet may have changed it.", at: place)
      return
    }
    let text = decision.open ?? ""
    let number = NumberText(Array(text.utf8))
    let readings = [DecimalMark.point, .comma].compactMap { number.value($0)?.description }
    draft.report(
      .ambiguousValue,
      "\"\(text)\" can be \(readings.joined(separator: " or ")), and no number of the file decides "
        + "it", help: "Write the decimal mark in a rule file: \"decimal\": \".\".", at: place)
  }
}

extension TableRow {
  /// The texts that holes for numbers took, and their columns.
  var capturedNumbers: [(text: [UInt8], column: Int)] {
    captures.filter { bound.slots.kinds[$0.key] == .number }.map {
      ($0.value.text, $0.value.column)
    }
  }
}
