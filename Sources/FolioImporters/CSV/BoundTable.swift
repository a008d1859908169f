import Folio

/// A table of a file: the rules, and the columns that its header has.
struct BoundTable: Sendable {
  let table: RuleTable
  let slots: RuleSlots
  /// The column of each slot; -1 if there is none.
  private(set) var columns: [Int]
  /// The values of all rows, by slot.
  private(set) var constants: [Int: String]

  /// Binds a table to a row, if that is its header.
  init?(_ table: RuleTable, _ slots: RuleSlots, header: [[UInt8]], offset: Int) {
    if let width = table.width, header.count - offset != width { return nil }
    self.table = table
    self.slots = slots
    constants = table.constants
    columns = Array(repeating: -1, count: slots.names.count)
    let names = header.map { RuleTable.normalized(String(decoding: $0, as: UTF8.self)) }
    var named: Set<Int> = []
    for column in table.columns where columns[column.slot] < 0 {
      for name in column.names {
        guard let place = find(name, names, header, offset) else { continue }
        columns[column.slot] = place
        if case .number = name { break }
        named.insert(column.slot)
        break
      }
    }
    guard table.header.allSatisfy(named.contains) else { return nil }
  }

  /// Binds a table without a header: its columns have numbers.
  init(headless table: RuleTable, _ slots: RuleSlots) {
    self.table = table
    self.slots = slots
    constants = table.constants
    columns = Array(repeating: -1, count: slots.names.count)
    for column in table.columns {
      if case .number(let number)? = column.names.first { columns[column.slot] = number }
    }
  }

  private mutating func find(
    _ name: RuleColumn.Name, _ names: [String], _ header: [[UInt8]], _ offset: Int
  ) -> Int? {
    switch name {
    case .text(let wanted): return names[offset...].firstIndex(of: wanted)
    case .number(let number):
      return number + offset < names.count ? number + offset : nil
    case .pattern(let pattern):
      for place in offset..<header.count {
        guard let captures = pattern.match(header[place], types: slots) else { continue }
        for capture in captures {
          constants[capture.slot] = String(
            decoding: header[place][capture.range], as: UTF8.self)
        }
        return place
      }
      return nil
    }
  }

  /// Adds values of all rows.
  mutating func add(_ values: [Int: String]) {
    for (slot, text) in values { constants[slot] = text }
  }

  /// The column of a slot; -1 if there is none.
  func column(_ slot: Int) -> Int { columns[slot] }

  /// The columns with numbers.
  var numberColumns: [Int] {
    columns.indices.filter { columns[$0] >= 0 && slots.kinds[$0] == .number }.map { columns[$0] }
  }
}

/// How the values of a table are written, decided over the whole file.
struct TableForm: Sendable {
  /// The decimal mark of each column.
  var marks: [Int: DecimalMark] = [:]
  var fallback: DecimalMark?
  var order: DateOrder?
  var dates: DateDecision
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

  init(_ code: DiagnosticCode, _ message: String, help: String, column: Int? = nil) {
    (self.code, self.message, self.help, self.column) = (code, message, help, column)
  }

  static let tooManyDigits = RowError(
    .arithmetic, "an amount of this row needs more than 36 digits",
    help: "Look for a number with too many zeros.")
}
