/// How a generated document is laid out; the rows are the same in each.
enum WorkLayout: Sendable, CaseIterable {
  /// Keys in the order of the ledger format, one group a line.
  case canonical
  /// Keys of every row in an order of chance, one group a line.
  case shuffled
  /// Keys in order, one a line, indented by two.
  case pretty
}

/// Writes rows as JSON bytes.
struct WorkWriter: Sendable {
  private(set) var bytes: [UInt8] = []
  private let layout: WorkLayout
  private var order: SplitMix

  init(_ layout: WorkLayout, seed: UInt64) {
    self.layout = layout
    order = SplitMix(seed: seed)
  }

  /// Removes all bytes, and keeps the capacity.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Returns the bytes written.
  consuming func finish() -> [UInt8] { bytes }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// A row as an object; `depth` is the indent of its closing brace.
  mutating func append(_ row: WorkRow, depth: Int) {
    append("{")
    appendMembers(of: row, depth: depth + 1)
    appendBreak(depth, orBlank: false)
    append("}")
  }

  /// The members of a row without its braces.
  mutating func appendMembers(of row: WorkRow, depth: Int) {
    let members = layout == .shuffled ? shuffle(row) : row
    for (index, member) in members.enumerated() {
      if index > 0 { append(",") }
      appendBreak(depth, orBlank: index > 0)
      append("\"")
      append(member.key)
      append("\": ")
      append(member.value, depth: depth)
    }
  }

  /// A new line where the layout has one here, otherwise a blank where one is wanted.
  mutating func appendBreak(_ depth: Int, orBlank: Bool) {
    if layout == .pretty {
      append("\n")
      for _ in 0..<depth { append("  ") }
    } else if orBlank {
      append(" ")
    }
  }

  private mutating func shuffle(_ row: WorkRow) -> WorkRow {
    var members = row
    for last in members.indices.dropFirst().reversed() {
      members.swapAt(last, order.next(in: 0..<last + 1))
    }
    return members
  }

  private mutating func append(_ value: WorkValue, depth: Int) {
    switch value {
    case .null: append("null")
    case .row(let row): append(row, depth: depth)
    case .rows(let rows): append(rows, depth: depth)
    case .word, .id, .number, .day, .afternoon:
      append("\"")
      appendText(of: value)
      append("\"")
    }
  }

  private mutating func append(_ rows: [WorkRow], depth: Int) {
    append("[")
    for (index, row) in rows.enumerated() {
      if index > 0 { append(",") }
      appendBreak(depth + 1, orBlank: index > 0)
      append(row, depth: depth + 1)
    }
    appendBreak(depth, orBlank: false)
    append("]")
  }

  private mutating func appendText(of value: WorkValue) {
    switch value {
    case .word(let word): append(word)
    case .id(let id): append(id)
    case .number(let coefficient, let places):
      ExactDecimal.of(coefficient, places: places).normalized().write(into: &bytes)
    case .day(let day): day.write(into: &bytes)
    case .afternoon(let day):
      day.write(into: &bytes)
      append("T14:30:00Z")
    case .null, .row, .rows: break
    }
  }

  private mutating func append(_ id: WorkID) {
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { append("-") }
      let word = index < 16 ? id.high : id.low
      let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - (index & 15) * 4)) & 15
      bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
    }
  }
}
