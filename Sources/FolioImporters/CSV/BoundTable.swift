/// A table of a file: the rules, and the columns that its header has. Everything that rows look up
/// by the number of a slot is found once.
final class BoundTable: Sendable {
  let table: RuleTable
  let slots: RuleSlots
  /// The rules of the table, each with the places of its values.
  let rules: [BoundRule]
  /// The parts of the name of the account; nil if the rules give none.
  let account: [AccountPart]?
  /// The column of each slot; -1 if there is none.
  private let columns: [Int]
  /// The value of each slot that all rows have in common.
  private let constants: [ArraySlice<UInt8>?]
  /// The places of the values of rows that no rule fits.
  private let places: [BoundRule.Place]

  /// For each rule, the columns with amounts that its rows have to read, and their slots.
  let amountColumns: [[(column: Int, slot: Int)]]
  /// Whether the name of the column of the date says that its times are in UTC.
  let isInUTC: Bool
  /// The currency that the rules assume, because neither the file nor the user names one.
  let assumedCurrency: String?
  /// The number of fields of the header, and that up to its last name.
  let headerCount: Int
  let namedCount: Int

  /// A part of the name of an account.
  enum AccountPart: Sendable {
    case text(String)
    case slot(Int)
  }

  /// Binds a table to a row, if that is its header.
  /// - Parameters:
  ///   - facts: The values of the whole file.
  ///   - currency: The currency of rows for which nothing else names one.
  static func bound(
    _ table: RuleTable, _ slots: RuleSlots, header: [ArraySlice<UInt8>], offset: Int,
    facts: [Int: String], currency: Currency? = nil
  ) -> BoundTable? {
    if let width = table.width, header.count - offset != width { return nil }
    var binding = HeaderBinding(slots, header: header, offset: offset)
    guard binding.bind(table) else { return nil }
    return BoundTable(
      table, slots, binding.columns, binding.values.merging(facts) { $1 }, currency,
      unread: binding.unread, isInUTC: binding.isInUTC, headerCount: header.count,
      namedCount: binding.namedCount)
  }

  /// Binds a table without a header: its columns have numbers.
  convenience init(
    headless table: RuleTable, _ slots: RuleSlots, facts: [Int: String] = [:],
    currency: Currency? = nil
  ) {
    var columns = Array(repeating: -1, count: slots.names.count)
    for column in table.columns {
      if case .number(let number)? = column.names.first { columns[column.slot] = number }
    }
    let count = table.width ?? 0
    self.init(table, slots, columns, facts, currency, headerCount: count, namedCount: count)
  }

  private init(
    _ table: RuleTable, _ slots: RuleSlots, _ columns: [Int], _ values: [Int: String],
    _ currency: Currency?, unread: [Int: String] = [:], isInUTC: Bool = false, headerCount: Int,
    namedCount: Int
  ) {
    self.table = table
    (self.headerCount, self.namedCount) = (headerCount, namedCount)
    (self.unread, self.isInUTC) = (unread, isInUTC)
    (unreadStates, unreadCurrencies) = (Self.states(unread), Self.currencies(unread))
    self.slots = slots
    self.columns = columns
    amountColumns = Self.amountColumns(table, columns, slots)
    var values = table.constants.merging(values) { $1 }
    let unit = RuleSlots.Known.currency.rawValue
    if values[unit] == nil { values[unit] = currency?.code }
    assumedCurrency =
      values[unit] == nil && columns[unit] < 0 ? table.assumedCurrency : nil
    if let assumed = assumedCurrency { values[unit] = assumed }
    constants = slots.names.indices.map { slot in values[slot].map { Array($0.utf8)[...] } }
    rules = table.rules.map { BoundRule($0, of: table, slots) }
    places = BoundRule.places(RowRule(), table, slots)
    account = table.account.map { Self.parts(of: $0, slots) }
    let numbers = Self.numberSlots(table, slots)
    numberColumns = columns.indices.filter { columns[$0] >= 0 && numbers.contains($0) }
      .map { columns[$0] }
    areNumbers = slots.names.indices.map { numbers.contains($0) }
  }

  /// The parts of a template of the name of an account.
  static func parts(of template: String, _ slots: RuleSlots) -> [AccountPart] {
    var (parts, rest) = ([AccountPart](), Substring(template))
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      parts.append(.text(String(rest[..<open])))
      let hole = rest[rest.index(after: open)..<close]
      if let slot = slots.existing(String(hole)) { parts.append(.slot(slot)) }
      rest = rest[rest.index(after: close)...]
    }
    return parts + [.text(String(rest))]
  }

  /// The column of a slot; -1 if there is none.
  func column(_ slot: Int) -> Int { columns[slot] }

  /// The value of a slot in all rows.
  func constant(_ slot: Int) -> ArraySlice<UInt8>? { constants[slot] }

  /// Where a row finds the value of a slot.
  func place(_ slot: Int, _ rule: BoundRule?) -> BoundRule.Place {
    rule?.places[slot] ?? places[slot]
  }

  /// The columns with numbers.
  let numberColumns: [Int]
  /// For each slot, whether its values are numbers.
  private let areNumbers: [Bool]

  /// Whether the values of a slot are numbers.
  func isNumber(_ slot: Int) -> Bool { areNumbers.indices.contains(slot) && areNumbers[slot] }

  /// The names of the columns that the rules do not mention.
  let unread: [Int: String]
  /// Those of them that say whether a transaction took place.
  let unreadStates: [(column: Int, name: String)]
  /// Those of them that have currencies.
  let unreadCurrencies: [(column: Int, name: String)]

  /// The slots of numbers, and those of which the rules make numbers.
  private static func numberSlots(_ table: RuleTable, _ slots: RuleSlots) -> Set<Int> {
    let numbers = slots.names.indices.filter { slots.kinds[$0] == .number }
    let values = [table.values] + table.rules.map(\.values)
    let sources = values.flatMap { values in
      numbers.compactMap { values[$0] }.flatMap(\.slots)
    }
    let stated = (table.stated + table.rules.flatMap(\.stated)).flatMap(\.slots)
    return Set(numbers + sources + stated)
  }
}

/// A rule of a table, with the place of each value of its rows.
final class BoundRule: Sendable {
  /// Where a row finds a value.
  enum Place: Sendable {
    /// The same in all rows; nil if it is empty.
    case constant(ArraySlice<UInt8>?)
    /// The value of a slot, from a hole or a column.
    case slot(Int)
    /// The number of a slot with the other sign.
    case minus(Int)
    /// The value of a slot, which is for each unit of the row.
    case each(Int)
    /// The value of a slot, which is for each unit that is held.
    case held(Int)
    /// The first of several places that has a value.
    indirect case first([Place])
  }

  let rule: RowRule
  /// The place of each slot.
  let places: [Place]
  /// Whether holes of its patterns give values.
  let hasHoles: Bool

  init(_ rule: RowRule, of table: RuleTable, _ slots: RuleSlots) {
    self.rule = rule
    places = Self.places(rule, table, slots)
    hasHoles = rule.conditions.contains { condition in
      if case .patterns(let patterns) = condition.test {
        patterns.contains { !$0.holes.isEmpty }
      } else {
        false
      }
    }
  }

  static func places(_ rule: RowRule, _ table: RuleTable, _ slots: RuleSlots) -> [Place] {
    slots.names.indices.map { slot in
      if let constant = rule.constants[slot] {
        return .constant(constant.isEmpty ? nil : Array(constant.utf8)[...])
      }
      return (rule.values[slot] ?? table.values[slot]).map(place) ?? .slot(slot)
    }
  }

  private static func place(of value: RuleValue) -> Place {
    switch value {
    case .slot(let other): .slot(other)
    case .minus(let other): .minus(other)
    case .each(let other): .each(other)
    case .held(let other): .held(other)
    case .constant(let text): .constant(Array(text.utf8)[...])
    case .first(let values): .first(values.map(place))
    case .sum(let slots): slots.first.map { .slot($0) } ?? .constant(nil)
    }
  }
}

/// Finds the columns of a table in a header.
private struct HeaderBinding {
  let slots: RuleSlots
  let header: [ArraySlice<UInt8>]
  let names: [String]
  let offset: Int
  /// The column of each slot; -1 if there is none.
  var columns: [Int]
  /// What holes in the names of columns took.
  var values: [Int: String] = [:]

  init(_ slots: RuleSlots, header: [ArraySlice<UInt8>], offset: Int) {
    self.slots = slots
    self.header = header
    self.offset = offset
    names = header.map { RuleTable.normalized(String(decoding: $0, as: UTF8.self)) }
    columns = Array(repeating: -1, count: slots.names.count)
  }

  /// Finds all columns.
  /// - Returns: Whether those are there that the header must have.
  mutating func bind(_ table: RuleTable) -> Bool {
    var named: Set<Int> = []
    for column in table.columns where columns[column.slot] < 0 {
      for name in column.names {
        guard let place = find(name) else { continue }
        columns[column.slot] = place
        if case .number = name { break }
        named.insert(column.slot)
        break
      }
    }
    return table.header.allSatisfy(named.contains)
  }

  /// The names of the columns that no slot has.
  var unread: [Int: String] {
    let read = Set(columns)
    var unread: [Int: String] = [:]
    for place in offset..<header.count where !read.contains(place) && !names[place].isEmpty {
      unread[place] = String(decoding: header[place], as: UTF8.self)
    }
    return unread
  }

  /// Whether the column of the date says that its times are in UTC: `Time (UTC)`.
  var isInUTC: Bool {
    let place = columns[RuleSlots.Known.date.rawValue]
    return place >= 0 && names[place].split { !$0.isLetter }.contains("utc")
  }

  /// The number of fields up to the last one with a name.
  var namedCount: Int { (names.lastIndex { !$0.isEmpty } ?? -1) + 1 }

  private mutating func find(_ name: RuleColumn.Name) -> Int? {
    switch name {
    case .text(let wanted): return names[offset...].firstIndex(of: wanted)
    case .number(let number):
      return number + offset < names.count ? number + offset : nil
    case .pattern(let pattern):
      for place in offset..<header.count {
        guard let captures = pattern.match(header[place], types: slots) else { continue }
        for capture in captures {
          values[capture.slot] = String(
            decoding: header[place].dropFirst(capture.range.lowerBound)
              .prefix(capture.range.count), as: UTF8.self)
        }
        return place
      }
      return nil
    }
  }
}

/// How the values of a table are written, decided over the whole file.
struct TableForm: Sendable {
  /// The decimal mark of each column.
  var marks: [Int: DecimalMark] = [:]
  var fallback: DecimalMark?
  var order: DateOrder?
  var dates: DateDecision
  /// The time zone that the user names.
  var timeZone: ImportTimeZone?
  /// The value of the preferred rows that the file has.
  var preferred: String?
  /// The currencies of the rows whose rate is 1, which are those of the account.
  var accountCurrencies: [Currency] = []

  /// The mark of a column; nil if it is open.
  func mark(_ column: Int) -> DecimalMark? { marks[column] ?? fallback }
}

/// Why a row cannot be read.
struct RowError: Error {
  var code: DiagnosticCode
  var message: String
  var help: String
  /// The column with the value.
  var column: Int?
  /// The row, if it is not the first one of those that are joined.
  var row: ImportRow?
  /// Whether it is the fault of all rows of the table that need the value.
  var isOfTable = false

  init(_ code: DiagnosticCode, _ message: String, help: String, column: Int? = nil) {
    (self.code, self.message, self.help, self.column) = (code, message, help, column)
  }

  /// The fault of a row that has not the fields of its header.
  init(count: Int, of wanted: Int, isAtEnd: Bool) {
    self.init(
      .fieldCount,
      "the row has \(count) field\(count == 1 ? "" : "s"), and the header has \(wanted)",
      help: count > wanted
        ? "A comma inside a value may lack quotation marks. Correct the row."
        : isAtEnd
          ? "The file may be cut off. Download it again."
          : "A value may be missing. Correct the row, or download the file again.")
  }

  /// The fault of a row whose values do not fit together, or its rule.
  static func contradictory(_ message: String) -> Self {
    Self(.contradictoryRow, message, help: "Correct the row, or the rule.")
  }

  static let tooManyDigits = RowError(
    .arithmetic, "an amount of this row needs more than 36 digits",
    help: "Look for a number with too many zeros.")
}

extension BoundTable {
  /// The word in the second field of a row of a section that adds up the rows before it.
  static let subtotal = "SubTotal"

  /// Whether a row adds up the rows before it.
  func isSubtotal(_ row: TableRow) -> Bool {
    table.section != nil && table.preferred != nil
      && row.content(1).elementsEqual(Self.subtotal.utf8)
  }
}
