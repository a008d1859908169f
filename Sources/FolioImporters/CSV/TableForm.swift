extension TableForm {
  /// Decides how the numbers and days of a table are written, over all rows.
  /// - Returns: nil if it is open; the reason is reported.
  static func decided(_ part: TablePart, _ draft: inout ImportDraft) -> TableForm? {
    let bound = part.bound
    var form = TableForm(dates: DateDecision(bound.table.dates))
    (form.fallback, form.timeZone) = (bound.table.mark, draft.options.timeZone)
    if let (slot, values) = bound.table.preferred {
      let found = Set(part.records.indices.compactMap { TableRow(part, $0).raw(slot) })
      form.preferred = values.first { found.contains(Array($0.utf8)[...]) }
    }
    let counted = part.records.indices.filter { number in
      guard let rule = part.records[number].rule, !bound.rules[rule].rule.kind.isFigure else {
        return false
      }
      guard let wanted = form.preferred, let slot = bound.table.preferred?.slot else { return true }
      return TableRow(part, number).raw(slot)?.elementsEqual(wanted.utf8) ?? false
    }
    let start = counted.first.map { draft.position(of: part.records[$0].row).offset } ?? 0
    guard form.decideDates(part, counted, start, &draft) else { return nil }
    if let mark = bound.table.mark {
      form.changeMarks(part, counted, declared: mark)
    } else if !bound.table.isMixed, !form.decideMarks(part, counted, start, &draft) {
      return nil
    }
    if bound.table.amounts.rate == .account { form.noteAccountCurrencies(part, counted) }
    return form
  }

  /// Notes in which currencies rows with the rate 1 are.
  private mutating func noteAccountCurrencies(_ part: TablePart, _ counted: [Int]) {
    for number in counted {
      let row = TableRow(part, number)
      guard let rate = (try? row.number(.rate, self)) ?? nil, rate == .one,
        let unit = (try? row.unit(RuleSlots.Known.currency.rawValue)) ?? nil,
        !accountCurrencies.contains(unit.currency)
      else { continue }
      accountCurrencies.append(unit.currency)
    }
  }

  /// The first day of the rows, if there are several and none is written in a known way.
  private func foreignDay(_ part: TablePart, _ counted: [Int]) -> String? {
    var first: String?
    var count = 0
    for number in counted {
      let row = TableRow(part, number)
      guard let bytes = row.bytes(RuleSlots.Known.date.rawValue) else { continue }
      if dates.orders.contains(where: { dates.read(bytes, $0) != nil }) { return nil }
      first = first ?? row.shown(bytes)
      count += 1
    }
    return count > 1 ? first : nil
  }

  private mutating func decideDates(
    _ part: TablePart, _ counted: [Int], _ start: Int, _ draft: inout ImportDraft
  ) -> Bool {
    if let text = foreignDay(part, counted) {
      draft.report(
        .unreadableValue,
        "no day of this table is written as it should be; the first is \"\(text)\"",
        help: "Export the file again, and do not open it in a spreadsheet, which writes days in "
          + "its own way. If the program writes them so, add that to \"date\" of a rule file.",
        at: start)
      return false
    }
    let slots = [RuleSlots.Known.date.rawValue, RuleSlots.Known.settles.rawValue]
    // A report of positions has figures alone.
    for number in counted.isEmpty ? Array(part.records.indices) : counted
    where dates.orders.count > 1 {
      let row = TableRow(part, number)
      for slot in slots { if let bytes = row.bytes(slot) { dates.see(bytes) } }
    }
    order = dates.order
    if order == nil, let text = dates.open {
      let readings = dates.orders.compactMap { dates.read(Array(text.utf8), $0)?.day.description }
      draft.report(
        .ambiguousValue,
        "the day \"\(text)\" can be \(readings.joined(separator: " or ")), and no row decides it",
        help: "Import a file with a day after the 12th, or write the order in a rule file.",
        at: start)
      return false
    }
    return true
  }

  /// The number of rows that show whether another program has changed the decimal mark.
  private static let sampled = 64

  /// Decides the decimal marks of a table whose program always writes the same one. A spreadsheet
  /// may have saved the file with the mark of its own language: then all numbers have that. It
  /// leaves numbers in texts as they are, so that each column of texts is decided on its own.
  private mutating func changeMarks(_ part: TablePart, _ counted: [Int], declared: DecimalMark) {
    fallback = declared
    let other = declared == .point ? DecimalMark.comma : .point
    // Most files are as the program wrote them, which few rows show.
    let start = Self.writtenMarks(part, counted.prefix(Self.sampled))
    let isChanged = start.contains { $0.value.only[declared] == nil && $0.value.only[other] != nil }
    if !isChanged { return }
    let written = Self.writtenMarks(part, counted)
    for (column, marks) in written
    where marks.only[declared] == nil && marks.only[other] != nil {
      if let column { self.marks[column] = other } else { fallback = other }
    }
    // Columns of numbers that do not show their mark have that of the texts.
    if written[nil]?.only.isEmpty ?? true, written.values.allSatisfy({ $0.only[declared] == nil }) {
      fallback = other
    }
    if fallback == declared { return }
    let texts = counted.flatMap { TableRow(part, $0).capturedNumbers.map(\.column) }
    for column in Set(texts).subtracting(part.bound.numberColumns) where self.marks[column] == nil {
      self.marks[column] = declared
    }
  }

  /// The marks of numbers of some rows, by the column of the text in which they are; nil: those of
  /// columns of numbers.
  private static func writtenMarks(
    _ part: TablePart, _ rows: some Sequence<Int>
  ) -> [Int?: MarkDecision] {
    var marks: [Int?: MarkDecision] = [:]
    for number in rows {
      let row = TableRow(part, number)
      for column in part.bound.numberColumns where column < row.count {
        marks[nil, default: MarkDecision()].see(row.content(column))
      }
      for (text, column) in row.capturedNumbers {
        let key = part.bound.numberColumns.contains(column) ? nil : column
        marks[key, default: MarkDecision()].see(text)
      }
    }
    return marks
  }

  private mutating func decideMarks(
    _ part: TablePart, _ counted: [Int], _ start: Int, _ draft: inout ImportDraft
  ) -> Bool {
    var columns: [Int: MarkDecision] = [:]
    let own = part.bound.numberColumns
    for number in counted {
      let row = TableRow(part, number)
      for column in own where column < row.count {
        columns[column, default: MarkDecision()].see(row.content(column))
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
        report(decision, at: start, &draft)
        return false
      }
    }
    fallback = .point
    return true
  }

  private func report(
    _ decision: MarkDecision, at place: Int, _ draft: inout ImportDraft
  ) {
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
