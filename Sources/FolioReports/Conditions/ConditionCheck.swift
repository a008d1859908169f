/// Checks a condition against the columns of a report, and turns it into a function of a row.
struct ConditionCheck {
  /// Whether a row meets the condition. Nil is neither true nor false.
  typealias Test = @Sendable ([Report.Cell]) -> Bool?
  private typealias Read = @Sendable ([Report.Cell]) -> ConditionValue?

  private let report: Report
  private let letters: [Character]
  private let places: [String: Int]

  static func test(
    _ condition: RowCondition, on report: Report
  ) throws(ConditionFault) -> Test {
    try ConditionCheck(report, condition.letters).test(condition.root)
  }

  private init(_ report: Report, _ letters: [Character]) {
    self.report = report
    self.letters = letters
    places = Dictionary(report.columns.enumerated().map { ($1.key, $0) }) { first, _ in first }
  }

  private func test(_ node: ConditionNode) throws(ConditionFault) -> Test {
    switch node {
    case .comparison(let first, let comparison, let second, let place):
      return try self.comparison(first, comparison, second, place)
    case .like(let operand, let pattern, let place):
      let parts = Array(try text(pattern, after: "like").lowercased())
      return try search(operand, "like", place) { Self.matches($0, parts) }
    case .contains(let operand, let part, let place):
      let wanted = Array(try text(part, after: "contains").lowercased().utf8)
      return try search(operand, "contains", place) { Self.contains(Array($0.utf8), wanted) }
    case .isNull(let operand):
      let read = try read(operand).read
      return { read($0) == nil }
    case .not(let node):
      let test = try test(node)
      return { cells in test(cells).map { !$0 } }
    case .and(let nodes): return Self.all(try tests(nodes), until: false)
    case .or(let nodes): return Self.all(try tests(nodes), until: true)
    }
  }

  private func tests(_ nodes: [ConditionNode]) throws(ConditionFault) -> [Test] {
    var tests: [Test] = []
    for node in nodes { tests.append(try test(node)) }
    return tests
  }

  /// `and` ends with false, and `or` with true. Otherwise one that is unknown decides.
  private static func all(_ tests: [Test], until last: Bool) -> Test {
    { cells in
      var isKnown = true
      for test in tests {
        let result = test(cells)
        if result == last { return last }
        if result == nil { isKnown = false }
      }
      return isKnown ? !last : nil
    }
  }

  private func comparison(
    _ first: ConditionNode.Operand, _ comparison: ConditionNode.Comparison,
    _ second: ConditionNode.Operand, _ place: Range<Int>
  ) throws(ConditionFault) -> Test {
    let (one, two) = (try read(first), try read(second))
    let left = try aligned(one, first, with: two, second)
    let right = try aligned(two, second, with: one, first)
    return { cells in
      guard let left = left(cells), let right = right(cells), let order = left.order(right) else {
        return nil
      }
      return comparison.holds(order)
    }
  }

  /// The value of an operand, as the kind of the other one: a text such as '2024-12-31' is a day
  /// beside a column of days.
  private func aligned(
    _ own: (kind: ConditionValue.Kind, read: Read), _ operand: ConditionNode.Operand,
    with other: (kind: ConditionValue.Kind, read: Read), _ otherOperand: ConditionNode.Operand
  ) throws(ConditionFault) -> Read {
    if own.kind == other.kind { return own.read }
    // One of the two operands has to fit the other one, a value rather than a column.
    guard case .value(let value) = operand.content else {
      if case .value = otherOperand.content { return own.read }
      throw ConditionFault(
        "a column of \(own.kind.words) is compared with one of \(other.kind.words)",
        "Compare columns of one kind.", at: operand.place, in: letters)
    }
    if other.kind == .day, case .text(let text) = value, let day = try? Day(text) {
      return { _ in .day(day) }
    }
    throw ConditionFault(
      "a \(other.kind.words(ofOne: true)) is compared with a \(own.kind.words(ofOne: true))",
      "Compare it with a \(other.kind.words(ofOne: true)) such as \(other.kind.example).",
      at: operand.place, in: letters)
  }

  private func search(
    _ operand: ConditionNode.Operand, _ word: String, _ place: Range<Int>,
    _ finds: @escaping @Sendable (String) -> Bool
  ) throws(ConditionFault) -> Test {
    let (kind, read) = try read(operand)
    if kind == .number {
      throw ConditionFault(
        "'\(word)' searches texts, but this is a number", "Compare it with =, < or >.",
        at: operand.place, in: letters)
    }
    return { cells in read(cells)?.searched.map(finds) }
  }

  private func text(
    _ operand: ConditionNode.Operand, after word: String
  ) throws(ConditionFault) -> String {
    if case .value(.text(let text)) = operand.content { return text }
    throw ConditionFault(
      "'\(word)' needs a text", "Write it in single quotes: \(word) 'AAPL'.", at: operand.place,
      in: letters)
  }

  private func read(
    _ operand: ConditionNode.Operand
  ) throws(ConditionFault) -> (kind: ConditionValue.Kind, read: Read) {
    switch operand.content {
    case .value(let value): return (value.kind, { _ in value })
    case .column(let name, let isQuoted):
      guard let index = places[name] else { throw unknown(name, isQuoted, operand.place) }
      let kind = report.columns[index].kind.conditionKind
      return (kind, { ConditionValue($0.cell(index)) })
    }
  }

  private func unknown(_ name: String, _ isQuoted: Bool, _ place: Range<Int>) -> ConditionFault {
    let keys = report.columns.map(\.key)
    let hint = Suggestions.question(for: name, among: keys).map { "\($0) " } ?? ""
    let quotes = isQuoted ? "Texts are in single quotes, and columns in double quotes. " : ""
    return ConditionFault(
      "'\(report.name)' has no column '\(name)'",
      "\(hint)\(quotes)Its columns are \(keys.joined(separator: ", ")).", at: place, in: letters)
  }
}

extension ConditionCheck {
  /// Whether a text matches a pattern, in which `%` is any text and `_` any character.
  static func matches(_ text: String, _ pattern: [Character]) -> Bool {
    let letters = Array(text)
    var (index, place) = (0, 0)
    var retry: (index: Int, place: Int)?
    while index < letters.count {
      if place < pattern.count, pattern[place] == "%" {
        retry = (index, place)
        place += 1
      } else if place < pattern.count, pattern[place] == "_" || pattern[place] == letters[index] {
        (index, place) = (index + 1, place + 1)
      } else if let last = retry {
        // The last `%` takes one character more.
        retry = (last.index + 1, last.place)
        (index, place) = (last.index + 1, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "%" }
  }

  /// Whether a text has a part, both as UTF-8.
  static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    return (0...text.count - part.count).contains { start in
      text[start] == first && text[start..<start + part.count].elementsEqual(part)
    }
  }
}

extension ConditionValue.Kind {
  fileprivate var words: String { words(ofOne: false) }

  fileprivate func words(ofOne isOne: Bool) -> String {
    switch self {
    case .text: isOne ? "text" : "texts"
    case .number: isOne ? "number" : "numbers"
    case .day: isOne ? "day" : "days"
    }
  }
}
