/// The values of a row by name, in the bytes of its file.
struct TableRow {
  /// What a hole of a pattern took, and the column it comes from.
  private struct Captured {
    var slot: Int
    var text: ArraySlice<UInt8>
    var column: Int
  }

  let bound: BoundTable
  let row: ImportRow
  /// Its bytes in the file.
  let place: Range<Int>
  private let bytes: [UInt8]
  /// The fields of it and of other rows, and the places of its own ones.
  private let fields: [CSVRows.Field]
  private let own: Range<Int>
  /// The contents of fields that continue in the next row.
  private let wrapped: [Int: [UInt8]]
  private(set) var met: BoundRule?
  private var captured: [Captured] = []
  /// Notes which columns are read; nil if nobody asks.
  private let reads: ReadColumns?

  /// The row that was read last.
  init(_ bound: BoundTable, _ rows: CSVRows, _ row: ImportRow) {
    self.bound = bound
    self.row = row
    place = rows.row
    bytes = rows.bytes
    fields = rows.fields
    own = rows.fields.indices
    wrapped = [:]
    reads = nil
  }

  /// A row of a part of a file, with the rule that was found for it before.
  init(_ part: TablePart, _ number: Int, noting reads: ReadColumns? = nil) {
    let record = part.records[number]
    bound = part.bound
    row = record.row
    place = record.place
    bytes = part.bytes
    fields = part.fields
    own = record.fields
    wrapped = part.wrapped[number] ?? [:]
    self.reads = reads
    // What the conditions of the rule look at is not booked by that.
    defer { reads?.begin(own.count) }
    guard let rule = record.rule else { return }
    met = bound.rules[rule]
    // The holes of its patterns take the same texts again.
    if bound.rules[rule].hasHoles { _ = meets(bound.rules[rule].rule.conditions) }
  }

  /// The rule that fits.
  var rule: RowRule? { met?.rule }

  /// The number of fields.
  var count: Int { own.count }

  /// The place of a field in the file; nil if the row has no such column.
  func field(_ column: Int) -> CSVRows.Field? {
    column >= 0 && column < own.count ? fields[own.lowerBound + column] : nil
  }

  /// The content of a field; empty if the row has no such column, or a word for no value.
  func content(_ column: Int) -> ArraySlice<UInt8> {
    if !wrapped.isEmpty, let text = wrapped[column] { return text[...] }
    guard let field = field(column) else { return [] }
    let content = CSVRows.content(field, of: bytes)
    if bound.table.empties.isEmpty { return content }
    return bound.table.empties.contains { content.elementsEqual($0) } ? [] : content
  }

  /// Finds the first rule that fits.
  /// - Returns: Its number.
  mutating func findRule() -> Int? {
    for (number, rule) in bound.rules.enumerated() where meets(rule.rule.conditions) {
      met = rule
      return number
    }
    captured = []
    met = nil
    return nil
  }

  /// Whether all conditions hold. The holes of their patterns give values.
  mutating func meets(_ conditions: [(slot: Int, test: RowRule.Test)]) -> Bool {
    captured = []
    for (slot, test) in conditions where !holds(test, slot) { return false }
    return true
  }

  private mutating func holds(_ test: RowRule.Test, _ slot: Int) -> Bool {
    switch test {
    case .empty: return raw(slot) == nil
    case .present: return raw(slot) != nil
    case .negative, .positive, .zero: return hasSign(test, slot)
    case .word(let word):
      let text = String(decoding: raw(slot) ?? [], as: UTF8.self).lowercased()
      return text.split { $0 == ";" || $0 == "," || $0 == " " }.contains { $0 == word }
    case .currency: return raw(slot).map { isCurrency($0) } ?? false
    case .coin: return raw(slot).map { !isCurrency($0) } ?? false
    case .same(let other): return raw(slot) == raw(other)
    case .not(let inner): return !holds(inner, slot)
    case .patterns(let patterns):
      let text = raw(slot) ?? []
      for pattern in patterns {
        guard let captures = pattern.match(text, types: bound.slots) else { continue }
        let column = bound.column(slot)
        for capture in captures {
          let part = text.dropFirst(capture.range.lowerBound).prefix(capture.range.count)
          captured.removeAll { $0.slot == capture.slot }
          captured.append(Captured(slot: capture.slot, text: part, column: column))
        }
        return true
      }
      return false
    }
  }

  private func isCurrency(_ text: ArraySlice<UInt8>) -> Bool {
    bound.slots.unit(String(decoding: text, as: UTF8.self)) != nil
  }

  /// The sign does not depend on the decimal mark.
  private func hasSign(_ test: RowRule.Test, _ slot: Int) -> Bool {
    let number = NumberText(raw(slot) ?? [])
    let isZero = number.isEmpty || !number.digits.contains { (0x31...0x39).contains($0) }
    switch test {
    case .negative: return !isZero && number.isNegative
    case .positive: return !isZero && !number.isNegative
    case .zero: return isZero
    case .empty, .present, .word, .currency, .coin, .same, .not, .patterns: return false
    }
  }

  // MARK: Values

  /// The text of a column, or of a hole; nil if it is empty.
  func raw(_ slot: Int) -> ArraySlice<UInt8>? {
    if !captured.isEmpty, let hole = captured.first(where: { $0.slot == slot }) {
      reads?.note(hole.column)
      return hole.text
    }
    reads?.note(bound.column(slot))
    let text = content(bound.column(slot))
    return text.isEmpty ? bound.constant(slot) : text
  }

  /// The text of a value; nil if it is empty.
  func bytes(_ slot: Int) -> ArraySlice<UInt8>? { bytes(bound.place(slot, met)) }

  private func bytes(_ place: BoundRule.Place) -> ArraySlice<UInt8>? {
    switch place {
    case .constant(let text): return text
    case .slot(let other), .each(let other), .held(let other): return raw(other)
    case .minus(let other):
      // A word for no value has no sign.
      return raw(other).map { NumberText($0).isEmpty ? $0 : ArraySlice([0x2D] + $0) }
    case .first(let places):
      for other in places { if let text = bytes(other) { return text } }
      return nil
    }
  }

  /// The texts that holes for numbers took, and their columns.
  var capturedNumbers: [(text: ArraySlice<UInt8>, column: Int)] {
    captured.filter { bound.isNumber($0.slot) }.map { ($0.text, $0.column) }
  }

  func text(_ known: RuleSlots.Known) -> String? {
    bytes(known.rawValue).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The column from which a value comes, for messages and the decimal mark.
  func source(_ slot: Int) -> Int { source(bound.place(slot, met)) }

  private func source(_ place: BoundRule.Place) -> Int {
    switch place {
    case .constant: return -1
    case .slot(let other), .minus(let other), .each(let other), .held(let other):
      return source(raw: other)
    case .first(let places):
      for other in places where bytes(other) != nil { return source(other) }
      return -1
    }
  }

  func source(raw slot: Int) -> Int {
    captured.first { $0.slot == slot }?.column ?? bound.column(slot)
  }

  /// A number; nil if there is none.
  func number(
    _ known: RuleSlots.Known, _ form: TableForm
  ) throws(RowError) -> ExactDecimal? {
    let slot = known.rawValue
    return try number(bytes(slot), from: source(slot), slot, form)
  }

  func number(
    _ bytes: ArraySlice<UInt8>?, from column: Int, _ slot: Int, _ form: TableForm
  ) throws(RowError) -> ExactDecimal? {
    guard let bytes else { return nil }
    if bound.table.isMixed, column >= 0 { return try clearNumber(bytes, column) }
    guard let mark = column < 0 ? .point : form.mark(column) else { return nil }
    if let plain = Self.plain(bytes, mark) { return plain }
    let number = NumberText(bytes)
    if number.isEmpty { return nil }
    if let value = number.value(mark) { return value }
    throw RowError(
      .unreadableValue,
      "\"\(shown(bytes))\" is no number for \(bound.slots.names[slot])",
      help: "Numbers of this column have \(mark == .point ? "a point" : "a comma") before the "
        + "decimals.", column: column)
  }

  /// A number that only one decimal mark explains.
  private func clearNumber(
    _ bytes: ArraySlice<UInt8>, _ column: Int
  ) throws(RowError) -> ExactDecimal? {
    let number = NumberText(bytes)
    if number.isEmpty { return nil }
    let values = Set(number.marks.compactMap { number.value($0) })
    if values.count == 1 { return values.first }
    if let mark = ownMark(of: column), let value = number.value(mark) { return value }
    let readings = values.sorted().map(\.description).joined(separator: " or ")
    throw RowError(
      values.isEmpty ? .unreadableValue : .ambiguousValue,
      "\"\(shown(bytes))\" " + (values.isEmpty ? "is no number" : "can be \(readings)"),
      help: "Correct the row, or write the decimal mark in a rule file.", column: column)
  }

  /// The decimal mark of the other numbers of a text, or else of the row; nil if they have none, or
  /// both.
  private func ownMark(of column: Int) -> DecimalMark? {
    var text = MarkDecision()
    for (number, own) in capturedNumbers where own == column { text.see(number) }
    if text.only.count == 1 { return text.only.keys.first }
    var whole = MarkDecision()
    for column in bound.numberColumns where column < count { whole.see(content(column)) }
    return whole.only.count == 1 ? whole.only.keys.first : nil
  }

  /// Digits with at most a sign and a point, which need no cleaning.
  private static func plain(_ bytes: ArraySlice<UInt8>, _ mark: DecimalMark) -> ExactDecimal? {
    guard mark == .point, let first = bytes.first, first == 0x2D || first &- 0x30 < 10 else {
      return nil
    }
    for byte in bytes.dropFirst() where byte &- 0x30 >= 10 && byte != 0x2E { return nil }
    return try? bytes.withSpan(ExactDecimal.parse)
  }

  func shown(_ bytes: some Collection<UInt8>) -> String {
    DiagnosticPrinter.printable(String(String(decoding: bytes, as: UTF8.self).prefix(40)))
  }

  /// The currency of an amount: that of its own column, or that of the row.
  func unit(_ slot: Int) throws(RowError) -> Currency.Unit? {
    let own = bound.slots.currencies[slot]
    var place = own
    var bytes = own >= 0 ? self.bytes(own) : nil
    if bytes == nil {
      place = RuleSlots.Known.currency.rawValue
      bytes = self.bytes(place)
    }
    guard let bytes else { return nil }
    if let unit = bound.slots.unit(String(decoding: bytes, as: UTF8.self)) { return unit }
    throw RowError(
      .unreadableValue, "\"\(shown(bytes))\" is no currency",
      help: "Correct it, or set the currency in the rule. If units of it count as cash, list its "
        + "code under \"currencies\" of a rule file.", column: source(place))
  }

  /// The point in time of the row, on the clocks of the time zone in which its day counts.
  func time(_ form: TableForm) throws(RowError) -> Timestamp {
    let time = try writtenTime(form)
    if !hasZone(time) { return time }
    guard let day = try localDay(form, beside: time.day) else {
      return form.timeZone?.local(time) ?? time
    }
    return day == time.day ? time : time.shifted(to: day) ?? time
  }

  /// The day that a file has beside a time in UTC. Its column may have another order than that of
  /// the time: the one that gives a day beside it.
  private func localDay(_ form: TableForm, beside other: Day) throws(RowError) -> Day? {
    let slot = RuleSlots.Known.localDay.rawValue
    guard let bytes = bytes(slot) else { return nil }
    for order in DateOrder.allCases where order != form.order {
      if let day = form.dates.read(bytes, order)?.day, abs(day.days(until: other)) < 2 {
        return day
      }
    }
    return try day(bytes, slot, form).day
  }

  /// Whether a time is in UTC, and nothing says in which time zone its day counts.
  func hasOpenDay(_ time: Timestamp, _ form: TableForm) -> Bool {
    form.timeZone == nil && time.form != .offset && hasZone(time)
      && bytes(RuleSlots.Known.localDay.rawValue) == nil
  }

  /// Whether the text of a time, or the name of its column, says in which zone it is.
  private func hasZone(_ time: Timestamp) -> Bool {
    if time.form == .offset { return true }
    if time.form == .dateOnly { return false }
    let text = bytes(RuleSlots.Known.date.rawValue) ?? []
    return bound.isInUTC || text.last.map { $0 | 0x20 == 0x7A } ?? false
      || text.suffix(3).elementsEqual("UTC".utf8)
  }

  private func writtenTime(_ form: TableForm) throws(RowError) -> Timestamp {
    let slot = RuleSlots.Known.date.rawValue
    guard let bytes = bytes(slot) else {
      throw RowError(
        .unreadableValue, "the row has no date", help: "Look whether the file was changed.",
        column: bound.column(slot) < 0 ? nil : bound.column(slot))
    }
    let date = try day(bytes, slot, form)
    guard let clock = self.bytes(RuleSlots.Known.time.rawValue) else { return date }
    for format in bound.table.times {
      guard let time = format.read(Array("2000-01-01_".utf8) + clock) else { continue }
      let second = time.secondOfDay
      let whole = try? Timestamp(
        day: date.day, hour: second / 3600, minute: second / 60 % 60, second: second % 60,
        nanosecond: Int(time.nanoseconds))
      return whole ?? date
    }
    throw RowError(
      .unreadableValue, "\"\(shown(clock))\" is no time", help: "Write it like 14:30:00.",
      column: source(RuleSlots.Known.time.rawValue))
  }

  /// The day on which it settles; nil if the row has none.
  func settles(_ form: TableForm) throws(RowError) -> Day? {
    let slot = RuleSlots.Known.settles.rawValue
    guard let bytes = bytes(slot) else { return nil }
    return try day(bytes, slot, form).day
  }

  private func day(
    _ bytes: ArraySlice<UInt8>, _ slot: Int, _ form: TableForm
  ) throws(RowError) -> Timestamp {
    if let order = form.order, let time = form.dates.read(bytes, order) { return time }
    throw RowError(
      .unreadableValue,
      "\"\(shown(bytes))\" is no day, or is written in another order than the "
        + "other days of the file",
      help: "Correct the day. If a spreadsheet has rewritten it, export the file again.",
      column: source(slot))
  }

  /// The name of the account at the broker.
  func account() -> String? {
    guard let parts = bound.account else { return nil }
    var name = ""
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .slot(let slot):
        if let bytes = bytes(slot) { name += String(decoding: bytes, as: UTF8.self) }
      }
    }
    // A hole at the end may be empty.
    while name.last == "-" || name.last == " " { name.removeLast() }
    return name.isEmpty ? nil : name
  }

  /// Whether the row, the file or the rules say to which account the row belongs.
  var namesAccount: Bool {
    guard let parts = bound.account else { return true }
    let slots = parts.compactMap { part in
      if case .slot(let slot) = part { slot } else { nil }
    }
    return slots.isEmpty || slots.contains { bytes($0) != nil }
  }
}
