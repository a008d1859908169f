/// Reads the CSV files of one program by its rules.
struct CSVImport {
  private(set) var rules: RuleSet
  let source: ImportSource
  /// The currency of rows for which neither the file nor the rules name one.
  var currency: Currency?

  /// The bytes in which the first header has to be.
  private static let searched = 1 << 16

  /// The separator with which a header of a table is found; nil if there is none.
  func separator() -> UInt8? {
    let start = Array(source.bytes.prefix(Self.searched))
    func separator(_ isWanted: (RuleTable) -> Bool) -> UInt8? {
      CSVRows.separators.first { separator in
        var rows = CSVRows(start, separator: separator)
        var isFirst = true
        while rows.next() {
          if let found = header(rows), isWanted(found.table) { return true }
          if isFirst, let found = headless(rows), isWanted(found.table) { return true }
          isFirst = false
        }
        return false
      }
    }
    return separator { $0.isSkipped == nil } ?? separator { $0.isSkipped != nil }
  }

  /// The table of which a row is the header.
  private func header(_ rows: CSVRows, _ facts: [Int: String] = [:]) -> BoundTable? {
    guard let first = rows.fields.first, rows.fields.count > 2, rows.fields.count < 200 else {
      return nil
    }
    // A number or a date begins no header.
    if !first.isEmpty, (0x2B...0x39).contains(rows.bytes[first.start]) { return nil }
    if !hasHeaderNames(rows) { return nil }
    return header(rows.fields.map(rows.content), facts)
  }

  /// Whether two fields are names of columns, so that a closer look is worth the time.
  private func hasHeaderNames(_ rows: CSVRows) -> Bool {
    var count = 0
    for field in rows.fields where !field.isEmpty {
      let first = rows.bytes[field.start]
      let small = first &- 0x41 < 26 ? first | 0x20 : first
      guard rules.mayBeHeader(length: field.end - field.start, first: small) else { continue }
      let text = rows.bytes[field.start..<field.end].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
      if rules.headerNames.contains(text) {
        count += 1
        if count == 2 { return true }
      }
    }
    return false
  }

  private func header(
    _ contents: [ArraySlice<UInt8>], _ facts: [Int: String]
  ) -> BoundTable? {
    for table in rules.tables where !table.header.isEmpty {
      var offset = 0
      if let section = table.section {
        guard contents.count > 3, contents[0].elementsEqual(section.utf8),
          contents[1].elementsEqual("Header".utf8)
        else { continue }
        offset = 2
      }
      let bound = BoundTable.bound(
        table, rules.slots, header: contents, offset: offset, facts: facts, currency: currency)
      if let bound { return bound }
    }
    return nil
  }

  /// The table without a header of which this is the first row.
  private func headless(_ rows: CSVRows, _ facts: [Int: String] = [:]) -> BoundTable? {
    for table in rules.tables where table.header.isEmpty && table.width == rows.fields.count {
      var row = TableRow(
        BoundTable(headless: table, rules.slots), rows, ImportRow(index: 0))
      if row.meets(table.firstRow) {
        return BoundTable(headless: table, rules.slots, facts: facts, currency: currency)
      }
    }
    return nil
  }

  // MARK: Reading

  func read(_ draft: inout ImportDraft) {
    guard let separator = separator() else {
      return draft.report(
        .unknownImportFile, "no table of \(rules.title) is in this file", help: missingColumns())
    }
    ScaleNote.report(in: source.bytes, separator: separator, &draft)
    draft.splitNotes += SplitNote.all(in: source.bytes, separator: separator, file: draft.file)
    let options = draft.options
    var reader = self
    reader.currency = options.currency
    if let code = options.currency?.code { reader.rules.slots.declaredCurrencies.insert(code) }
    var booker = RowBooker(draft)
    // The booker has the only copy, which so changes in its place.
    draft = ImportDraft(options)
    var effects: [RowEffect] = []
    var read: [ReadPart] = []
    let parts = reader.parts(separator, &booker.draft)
    booker.multipliers = ListedMultipliers(parts)
    booker.reportMultipliers()
    for part in parts where part.bound.table.isSkipped == nil {
      if let part = booker.take(part, &effects) { read.append(part) }
    }
    booker.leaveOutRepeated(&effects)
    booker.settleMoves(&effects)
    booker.completeAmounts(&effects)
    booker.joinTradesWithoutOrders(&effects)
    booker.joinPayouts(&effects)
    booker.takeBackTrades(&effects)
    booker.joinExercises(&effects)
    if effects.contains(where: { $0.units != nil }) {
      booker.tradedKeys = Set(effects.lazy.flatMap(\.stockLegs).map(\.symbol))
        .union(options.knownInstruments.lazy.map { "isin:\($0.isin)" })
    }
    let sets = JoinedRows(effects)
    for first in sets.firsts { booker.add(sets.set(from: first).map { effects[$0] }) }
    for part in read { booker.claimBalances(part) }
    booker.claimFigures()
    booker.notePeriod(parts, Set(effects.map(\.account)))
    booker.warnOfMissingTotals()
    booker.compareDaysOfCash()
    draft = booker.draft
    draft.reportOpenDays()
  }

  /// The columns that the nearest table has and the file has not.
  private func missingColumns() -> String {
    let names = rules.tables.filter { $0.isSkipped == nil }.prefix(3).map { table in
      let columns = table.header.map { slot in
        let column = table.columns.first { $0.slot == slot }
        if case .text(let name)? = column?.names.first { return name }
        return rules.slots.names[slot]
      }
      return columns.joined(separator: ", ")
    }
    return "A table has the columns \(names.joined(separator: "; or ")). "
      + (isBuiltIn
        ? "'folio rules show \(rules.name)' lists their other names."
        : "The rule file lists their other names.")
  }

  /// Whether the rules are those in the program, and not a file.
  private var isBuiltIn: Bool {
    RuleSet.builtIn.contains { $0.name == rules.name && $0.bytes == rules.bytes }
  }

  /// All rows by table. Rows before the first header, and after the end of a table, belong to none.
  func parts(_ separator: UInt8, _ draft: inout ImportDraft) -> [TablePart] {
    var rows = CSVRows(source.bytes, separator: separator)
    var parts: [TablePart] = []
    var current: Int?
    /// The tables of headers that came before.
    var known: [ArraySlice<UInt8>: BoundTable] = [:]
    let facts = facts(separator)
    var isFirst = true
    var hasOutside = false
    while rows.next() {
      if isFirst, let bound = headless(rows, facts) {
        current = 0
        parts.append(TablePart(bound, of: source.bytes))
      }
      isFirst = false
      if let bound = known[source.bytes[rows.row]] ?? header(rows, facts) {
        // The same table may begin again, with other columns.
        known[source.bytes[rows.row]] = bound
        if parts.last?.records.isEmpty == true { parts.removeLast() }
        current = parts.count
        parts.append(TablePart(bound, of: source.bytes))
        continue
      }
      guard let place = current else {
        if !hasOutside { hasOutside = reportOutside(rows, &draft) }
        continue
      }
      if hasFaultyQuotes(rows, parts[place].bound, &draft) { break }
      if parts[place].bound.table.section != nil {
        if let own = sectionPart(rows, parts) {
          append(rows, to: &parts[own], &draft)
        } else {
          passOver(rows, &draft)
        }
      } else if !isFooter(rows, of: parts[place].bound.table, &current) {
        append(rows, to: &parts[place], &draft)
      }
    }
    return parts
  }

  /// Reports a quotation mark that may have swallowed rows. What follows cannot be relied upon.
  private func hasFaultyQuotes(
    _ rows: CSVRows, _ bound: BoundTable, _ draft: inout ImportDraft
  ) -> Bool {
    let message: String
    var offset = rows.row.lowerBound
    let separators = rows.bytes[rows.row].count { $0 == rows.separator }
    if let fault = rows.quoteFault, separators + 1 >= bound.namedCount || rows.isBroken {
      offset = fault.offset
      message =
        switch fault {
        case .textAfterEnd: "text follows the quotation mark that ends this value"
        case .noEnd: "no quotation mark ends this value"
        }
    } else if rows.isBroken, let field = rows.fieldWithRows(of: bound.headerCount) {
      offset = field.start
      message = "this quoted value goes on over lines that look like rows"
    } else {
      return false
    }
    draft.report(
      .brokenQuotes, message,
      help: "A quotation mark inside a value is written twice. Correct the file.", at: offset)
    return true
  }

  /// The values of the whole file that stand in rows of their own, such as its currency.
  private func facts(_ separator: UInt8) -> [Int: String] {
    let patterns = rules.tables.flatMap(\.facts)
    if patterns.isEmpty { return [:] }
    var found: [Int: String] = [:]
    var rows = CSVRows(Array(source.bytes.prefix(Self.searched)), separator: separator)
    while rows.next() {
      for row in patterns where row.count <= rows.fields.count {
        var values: [Int: String] = [:]
        let fits = row.enumerated().allSatisfy { place, pattern in
          let text = rows.content(rows.fields[place])
          guard let captures = pattern.match(text, types: rules.slots) else { return false }
          for capture in captures {
            let part = text.dropFirst(capture.range.lowerBound).prefix(capture.range.count)
            values[capture.slot] = String(decoding: part, as: UTF8.self)
          }
          return true
        }
        if fits { found.merge(values) { first, _ in first } }
      }
    }
    return found
  }

  /// In files with sections, the part to which a row belongs; nil for totals and other sections.
  private func sectionPart(_ rows: CSVRows, _ parts: [TablePart]) -> Int? {
    guard rows.fields.count > 2 else { return nil }
    let section = rows.content(rows.fields[0])
    let isSubtotal = rows.content(rows.fields[1]).elementsEqual(BoundTable.subtotal.utf8)
    guard isSubtotal || rows.content(rows.fields[1]).elementsEqual("Data".utf8) else { return nil }
    return parts.lastIndex { part in
      section.elementsEqual((part.bound.table.section ?? "").utf8)
        && (!isSubtotal || part.bound.table.preferred != nil)
    }
  }

  /// Counts a row of a section for which there are no rules. Totals and notes are no rows. Rows of
  /// a section that is not known may be transactions.
  private func passOver(_ rows: CSVRows, _ draft: inout ImportDraft) {
    guard rows.fields.count > 2 else { return }
    let mark = String(decoding: rows.content(rows.fields[1]), as: UTF8.self)
    if ["Header", "SubTotal", "Total", "Notes", ""].contains(mark) { return }
    let section = section(rows)
    let row = draft.row(at: rows.row.lowerBound, length: rows.row.count)
    if mark != "Data" {
      return draft.report(
        .fieldCount, "the second field of the row is neither Data nor Header",
        help: "A value may be missing. Correct the row, or download the file again.", row: row)
    }
    if rules.plainSections.contains(section.lowercased()) {
      return draft.skip(row, "a row of the section \(section)")
    }
    if rows.content(rows.fields[2]).starts(with: "Total".utf8) {
      return draft.skip(row, "a total")
    }
    draft.unknown(
      "section \(section)", row,
      remedy: "Its rows may be transactions. Create the report in English if it is not. Otherwise "
        + "add a table with \"section\": \"\(section)\", or leave the rows out with "
        + "--skip-unknown.")
  }

  private func section(_ rows: CSVRows) -> String {
    String(decoding: rows.content(rows.fields[0]).prefix(60), as: UTF8.self)
      .filter { !$0.isNewline }
  }

  /// Reports a row outside of all tables that looks like one of a table.
  /// - Returns: Whether one report is enough.
  private func reportOutside(_ rows: CSVRows, _ draft: inout ImportDraft) -> Bool {
    guard rows.fields.count > 2 else { return false }
    if rules.tables.contains(where: { $0.section != nil }) {
      // Rules that list no sections do not know which ones have no transactions.
      let isRow = rows.content(rows.fields[1]).elementsEqual("Data".utf8)
      if isRow, !rules.plainSections.isEmpty,
        !rules.plainSections.contains(section(rows).lowercased())
      {
        passOver(rows, &draft)
      }
      return false
    }
    let contents = rows.fields.map(rows.content)
    guard contents.prefix(2).contains(where: Self.isDay),
      contents.contains(where: { Self.isAmount($0) && !Self.isDay($0) })
    else { return false }
    draft.report(
      draft.options.isStrict ? .unknownKind : .skippedUnknown,
      "this row has a day and an amount, but is in none of the tables, so it is not read",
      help: "The header of its table may be missing or have other names. Download the file again, "
        + "or add the table to a rule file.", at: rows.row.lowerBound, length: rows.row.count)
    return true
  }

  /// Whether a row is no row of the table, such as a total or prose after it.
  private func isFooter(_ rows: CSVRows, of table: RuleTable, _ current: inout Int?) -> Bool {
    if rows.fields.allSatisfy(\.isEmpty) { return true }
    if rows.fields.count < 3, table.width.map({ $0 > 2 }) ?? true { return !isCutOff(rows) }
    if table.footers.isEmpty { return false }
    let first = rows.content(rows.fields[0])
    let isFooter = table.footers.contains { $0.match(first, types: rules.slots) != nil }
    if isFooter { current = nil }
    return isFooter
  }

  /// Whether a short row has a date or a time, as rows of the table do: it may be cut off.
  private func isCutOff(_ rows: CSVRows) -> Bool {
    rows.fields.contains { Self.isStamp(rows.content($0)) }
  }

  private static func isDay(_ text: ArraySlice<UInt8>) -> Bool {
    isStamp(text) && text.count { $0 == 0x2D || $0 == 0x2E || $0 == 0x2F } > 1
  }

  private static func isAmount(_ text: ArraySlice<UInt8>) -> Bool {
    let number = NumberText(text)
    return (number.value(.point) ?? number.value(.comma)) != nil
      && text.contains { [0x2C, 0x2D, 0x2E].contains($0) }
  }

  private static func isStamp(_ text: ArraySlice<UInt8>) -> Bool {
    let isStamp = text.allSatisfy { byte in
      (0x2D...0x3A).contains(byte) || byte == 0x20 || byte == 0x54 || byte == 0x5A
    }
    return text.count >= 8 && isStamp && text.first.map { (0x30...0x39).contains($0) } == true
  }

  private func append(_ rows: CSVRows, to part: inout TablePart, _ draft: inout ImportDraft) {
    if let reason = part.bound.table.isSkipped {
      return draft.skip(draft.row(at: rows.row.lowerBound, length: rows.row.count), reason)
    }
    if isContinued(rows, &part) { return }
    if rows.fields.count < 3, part.bound.table.width.map({ $0 > 2 }) ?? true {
      let fault = RowError(
        count: rows.fields.count, of: part.bound.headerCount,
        isAtEnd: rows.row.upperBound == source.bytes.count)
      return draft.report(
        fault.code, fault.message, help: fault.help,
        row: draft.row(at: rows.row.lowerBound, length: rows.row.count))
    }
    part.append(rows, draft.row(at: rows.row.lowerBound, length: rows.row.count))
  }

  /// Whether a row only has the end of a long value of the row before.
  private func isContinued(_ rows: CSVRows, _ part: inout TablePart) -> Bool {
    guard let slot = part.bound.table.wrapped else { return false }
    let column = part.bound.column(slot)
    guard column >= 0, column < rows.fields.count else { return false }
    let isAlone = rows.fields.indices.allSatisfy { rows.fields[$0].isEmpty == ($0 != column) }
    return isAlone && part.extendLast(column, with: rows.content(rows.fields[column]))
  }
}
