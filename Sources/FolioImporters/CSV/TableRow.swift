import Folio

/// The values of a row by name.
struct TableRow {
  let bound: BoundTable
  /// The contents of the fields.
  var contents: [[UInt8]]
  let fields: [CSVRows.Field]
  let row: ImportRow
  /// Its bytes in the file.
  let place: Range<Int>
  private(set) var rule: RowRule?
  /// What holes of patterns took, and the column it comes from.
  private var captured: [Int: (text: [UInt8], column: Int)] = [:]
  var captures: [Int: (text: [UInt8], column: Int)] { captured }

  init(_ bound: BoundTable, _ rows: CSVRows, _ row: ImportRow) {
    self.bound = bound
    self.row = row
    fields = rows.fields
    place = rows.row
    contents = rows.fields.map(rows.content)
    if bound.table.empties.isEmpty { return }
    for place in contents.indices where bound.table.empties.contains(contents[place]) {
      contents[place] = []
    }
  }

  /// Finds the first rule that fits.
  mutating func findRule() {
    for rule in bound.table.rules where fits(rule) {
      self.rule = rule
      return
    }
    captured = [:]
    rule = nil
  }

  private mutating func fits(_ rule: RowRule) -> Bool { meets(rule.conditions) }

  /// Whether all conditions hold. The holes of their patterns give values.
  mutating func meets(_ conditions: [(slot: Int, test: RowRule.Test)]) -> Bool {
    captured = [:]
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
    case .not(let inner): return !holds(inner, slot)
    case .patterns(let patterns):
      let text = raw(slot) ?? []
      for pattern in patterns {
        guard let captures = pattern.match(text, types: bound.slots) else { continue }
        let column = bound.column(slot)
        for capture in captures {
          captured[capture.slot] = (Array(text[capture.range]), column)
        }
        return true
      }
      return false
    }
  }

  /// The sign does not depend on the decimal mark.
  private func hasSign(_ test: RowRule.Test, _ slot: Int) -> Bool {
    let number = NumberText(raw(slot) ?? [])
    let isZero = number.isEmpty || !number.digits.contains { (0x31...0x39).contains($0) }
    switch test {
    case .negative: return !isZero && number.isNegative
    case .positive: return !isZero && !number.isNegative
    case .zero: return isZero
    case .empty, .present, .word, .not, .patterns: return false
    }
  }

  // MARK: Values

  /// The text of a column, or of a hole; nil if it is empty.
  func raw(_ slot: Int) -> [UInt8]? {
    if let (text, _) = captured[slot] { return text }
    let column = bound.column(slot)
    if column >= 0, column < contents.count, !contents[column].isEmpty { return contents[column] }
    return bound.constants[slot].map { Array($0.utf8) }
  }

  private func value(_ slot: Int) -> RuleValue? {
    rule?.values[slot] ?? bound.table.values[slot]
  }

  /// The text of a value; nil if it is empty.
  func bytes(_ slot: Int) -> [UInt8]? {
    if let constant = rule?.constants[slot] { return constant.isEmpty ? nil : Array(constant.utf8) }
    switch value(slot) {
    case .slot(let other), .each(let other), .held(let other): return raw(other)
    case .constant(let text): return Array(text.utf8)
    case .first(let values):
      for case .slot(let other) in values { if let text = raw(other) { return text } }
      return nil
    case .sum(let slots): return slots.first.flatMap { raw($0) }
    case nil: return raw(slot)
    }
  }

  func text(_ known: RuleSlots.Known) -> String? {
    bytes(known.rawValue).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The column from which a value comes, for messages and the decimal mark.
  private func source(_ slot: Int) -> Int {
    if let (_, column) = captured[slot] { return column }
    switch value(slot) {
    case .slot(let other), .each(let other), .held(let other): return source(raw: other)
    case .first(let values):
      for case .slot(let other) in values where raw(other) != nil { return source(raw: other) }
      return -1
    case .sum(let slots): return slots.first.map { source(raw: $0) } ?? -1
    case .constant: return -1
    case nil: return bound.column(slot)
    }
  }

  private func source(raw slot: Int) -> Int { captured[slot]?.column ?? bound.column(slot) }

  /// A number; nil if there is none.
  func number(
    _ known: RuleSlots.Known, _ form: TableForm
  ) throws(RowError) -> ExactDecimal? {
    let slot = known.rawValue
    return try number(bytes(slot), from: source(slot), slot, form)
  }

  private func number(
    _ bytes: [UInt8]?, from column: Int, _ slot: Int, _ form: TableForm
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
    _ bytes: [UInt8], _ column: Int
  ) throws(RowError) -> ExactDecimal? {
    let number = NumberText(bytes)
    if number.isEmpty { return nil }
    let values = Set(number.marks.compactMap { number.value($0) })
    if values.count == 1 { return values.first }
    let readings = values.sorted().map(\.description).joined(separator: " or ")
    throw RowError(
      values.isEmpty ? .unreadableValue : .ambiguousValue,
      "\"\(shown(bytes))\" " + (values.isEmpty ? "is no number" : "can be \(readings)"),
      help: "Correct the row, or write the decimal mark in a rule file.", column: column)
  }

  /// Digits with at most a sign and a point, which need no cleaning.
  private static func plain(_ bytes: [UInt8], _ mark: DecimalMark) -> ExactDecimal? {
    guard mark == .point, let first = bytes.first, first == 0x2D || first &- 0x30 < 10 else {
      return nil
    }
    for byte in bytes.dropFirst() where byte &- 0x30 >= 10 && byte != 0x2E { return nil }
    return try? bytes.withSpan(ExactDecimal.parse)
  }

  func shown(_ bytes: [UInt8]) -> String {
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
    if let unit = Currency.unit(String(decoding: bytes, as: UTF8.self)) { return unit }
    throw RowError(
      .unreadableValue, "\"\(shown(bytes))\" is no currency",
      help: "Correct it, or set the currency in the rule.", column: source(place))
  }

  /// An amount with its currency; nil if there is none.
  func money(
    _ known: RuleSlots.Known, _ form: TableForm
  ) throws(RowError) -> RowMoney? {
    guard let amount = try number(known, form) else { return nil }
    if case .each(let other) = value(known.rawValue) { return try total(amount, other, form) }
    if case .held(let other) = value(known.rawValue) { return try money(amount, other) }
    if known == .amount, let unit = try accountUnit(form) { return try money(amount, unit) }
    return try money(amount, known.rawValue)
  }

  /// Whether an amount is for each unit that is held.
  func isForEachHeld(_ known: RuleSlots.Known) -> Bool {
    if case .held = value(known.rawValue) { true } else { false }
  }

  /// An amount for each unit, times the units of the row; nil without units.
  private func total(
    _ each: ExactDecimal, _ slot: Int, _ form: TableForm
  ) throws(RowError) -> RowMoney? {
    guard let units = try number(.quantity, form), units != .zero else { return nil }
    var money = try money(each, slot)
    do throws(ArithmeticFault) {
      money.amount = try money.amount.multiplied(by: units.magnitude)
    } catch {
      throw .tooManyDigits
    }
    return money
  }

  /// The currency of the account, if the amount of the row is in it because its rate is not 1.
  private func accountUnit(_ form: TableForm) throws(RowError) -> Currency.Unit? {
    guard bound.table.amounts.rate == .account, let rate = try number(.rate, form),
      rate != .one, rate != .zero, bytes(RuleSlots.Known.amountCurrency.rawValue) == nil
    else { return nil }
    let own = try unit(RuleSlots.Known.currency.rawValue)?.currency
    let others = form.accountCurrencies.filter { $0 != own }
    if others.count == 1, let unit = Currency.unit(others[0].code) { return unit }
    throw RowError(
      .ambiguousValue,
      "the amount is in the currency of the account, because its rate is \(rate), and "
        + (others.isEmpty
          ? "no row with the rate 1 names that currency"
          : "rows with the rate 1 name several: "
            + others.map(\.code).sorted().joined(separator: ", ")),
      help: "Write it in a rule file: \"set\": {\"amount_currency\": \"EUR\"}.",
      column: source(RuleSlots.Known.rate.rawValue))
  }

  private func money(_ amount: ExactDecimal, _ slot: Int) throws(RowError) -> RowMoney {
    guard let unit = try unit(slot) else {
      throw RowError(
        .contradictoryRow, "the row has an amount, but no currency",
        help: "Set it in the rule: \"set\": {\"currency\": \"EUR\"}.")
    }
    return try money(amount, unit)
  }

  private func money(_ amount: ExactDecimal, _ unit: Currency.Unit) throws(RowError) -> RowMoney {
    do throws(ArithmeticFault) {
      return RowMoney(try unit.major(amount), unit.currency)
    } catch {
      throw .tooManyDigits
    }
  }

  /// Amounts that are added up, each with its currency. Costs are above zero.
  func costs(
    _ known: RuleSlots.Known, _ form: TableForm
  ) throws(RowError) -> [RowMoney] {
    var slots = [known.rawValue]
    if case .sum(let several) = value(known.rawValue) { slots = several }
    var found: [RowMoney] = []
    for slot in slots {
      let isOwn = slot == known.rawValue
      let text = isOwn ? bytes(slot) : raw(slot)
      let column = isOwn ? source(slot) : source(raw: slot)
      guard let amount = try number(text, from: column, slot, form), amount != .zero else {
        continue
      }
      var money = try money(amount, slot)
      let meaning = bound.table.amounts
      if meaning.areCostsNegative { money.amount = -money.amount }
      if meaning.areCostsUnsigned, money.amount < .zero { money.amount = -money.amount }
      found.append(money)
    }
    return found
  }

  /// The point in time of the row.
  func time(_ form: TableForm) throws(RowError) -> Timestamp {
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
    _ bytes: [UInt8], _ slot: Int, _ form: TableForm
  ) throws(RowError) -> Timestamp {
    if let order = form.order, let time = form.dates.read(bytes, order) { return time }
    throw RowError(
      .unreadableValue,
      "\"\(shown(bytes))\" is no day, or is written in another order than the "
        + "other days of the file", help: "Correct the day.", column: source(slot))
  }

  /// The name of the account at the broker.
  func account() -> String? {
    guard let template = bound.table.account else { return nil }
    var (name, rest) = ("", Substring(template))
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      name += rest[..<open]
      let hole = rest[rest.index(after: open)..<close]
      if let slot = bound.slots.existing(String(hole)), let bytes = bytes(slot) {
        name += String(decoding: bytes, as: UTF8.self)
      }
      rest = rest[rest.index(after: close)...]
    }
    name += rest
    // A hole at the end may be empty.
    while name.last == "-" || name.last == " " { name.removeLast() }
    return name.isEmpty ? nil : name
  }
}

/// An amount of a row, in a currency and not in hundredths of it.
struct RowMoney: Sendable {
  var amount: ExactDecimal
  var currency: Currency

  init(_ amount: ExactDecimal, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }
}
