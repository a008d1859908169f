// Rows that meet no rule.
extension RowBooker {
  /// Reports a row that meets no rule. Rows whose texts differ in amounts, days and names only are
  /// of one kind.
  mutating func reportUnknown(_ row: TableRow) {
    let text = row.text(.text).map { Self.pattern(of: $0, hiding: row.names) }
    let kind = row.text(.kind) ?? text ?? ""
    let fields: [(name: String, slot: RuleSlots.Known)] = [("kind", .kind), ("text", .text)]
    let field =
      fields.first { row.text($0.slot) != nil }
      ?? fields.first { bound.column($0.slot.rawValue) >= 0 }
    let condition = field.map { "\"\($0.name)\": \"\(kind)\"" } ?? "\"...\": \"...\""
    if kind.isEmpty, row.unmetConditions == nil, let word = row.firstWord {
      return draft.unknown(
        row.shown(word), because: "the row does not say what it is", row.row,
        remedy: "If it is a total or a note, leave it out with --skip-unknown. Otherwise add a "
          + "rule for it.")
    }
    draft.unknown(
      row.shown(kind.utf8), because: row.unmetConditions, row.row,
      remedy: "Add a rule: {\"if\": {\(condition)}, \"is\": \"...\"}. Or leave such rows out with "
        + "--skip-unknown.")
  }

  /// Reports a row that a rule refuses.
  mutating func reportRefused(_ row: TableRow, _ reason: String) {
    var kind = [row.text(.kind), row.text(.class)].compactMap { $0 }.joined(separator: " of ")
    if kind.isEmpty, let word = row.firstWord { kind = row.shown(word) }
    draft.unknown(
      kind, because: reason, row.row,
      remedy: "Leave them out with --skip-unknown, or book them with a rule file.", isRefused: true)
  }

  /// A pattern that fits a text with any numbers and names; the text if nothing else is left.
  static func pattern(of text: String, hiding names: [String]) -> String {
    var pattern = text
    for name in names { pattern = pattern.replacing(name, with: "*") }
    let words = pattern.split(separator: " ").map { word in
      word.contains { $0.isNumber || "*{}[]?".contains($0) } ? "*" : word
    }
    let kept = words.indices.filter { $0 == 0 || words[$0] != "*" || words[$0 - 1] != "*" }
    return kept.contains { words[$0] != "*" }
      ? kept.map { words[$0] }.joined(separator: " ") : text
  }
}

extension TableRow {
  /// The first field with a content, if that is a word. Numbers and days differ from row to row.
  fileprivate var firstWord: ArraySlice<UInt8>? {
    let first = (0..<count).lazy.map { content($0) }.first { !$0.isEmpty }
    return first.flatMap { text in text.contains { $0 &- 0x30 < 10 } ? nil : text }
  }

  /// The names of the instrument, and the id of the row.
  fileprivate var names: [String] {
    [.name, .isin, .symbol, .otherID, .id].compactMap { (slot: RuleSlots.Known) in text(slot) }
      .filter { $0.count > 1 }.sorted { $0.count > $1.count }
  }

  /// Why no rule for rows of this kind fits, in words; nil if there are no such rules.
  fileprivate var unmetConditions: String? {
    var unmet: [[String]] = []
    for rule in bound.table.rules {
      let failed = rule.conditions.filter { !fits($0) }
      let named = rule.conditions.filter { $0.slot == RuleSlots.Known.kind.rawValue }
      // A rule is for this kind if it names it, or if it names none and only a sign is another one.
      let isForKind =
        named.isEmpty
        ? failed.count == 1 && rule.conditions.count > 1 && failed.allSatisfy(hasOtherSign)
        : named.allSatisfy(fits)
      if isForKind { unmet.append(failed.map { "\(columnName($0.slot)) \($0.test.failure)" }) }
    }
    let fewest = unmet.map(\.count).min()
    var reasons: [String] = []
    for reason in unmet where reason.count == fewest && !reason.isEmpty {
      let text = reason.joined(separator: " and ")
      if !reasons.contains(text) { reasons.append(text) }
    }
    return reasons.isEmpty
      ? nil : reasons.prefix(Self.mostReasons).joined(separator: ", or ")
  }

  /// The number of rules of which a message says why they do not fit.
  private static let mostReasons = 3

  private func hasOtherSign(_ condition: (slot: Int, test: RowRule.Test)) -> Bool {
    switch condition.test {
    case .negative: fits((condition.slot, .positive))
    case .positive: fits((condition.slot, .negative))
    case .zero, .empty, .present, .patterns, .word, .currency, .coin, .same, .not: false
    }
  }

  private func fits(_ condition: (slot: Int, test: RowRule.Test)) -> Bool {
    var row = self
    return row.meets([condition])
  }

  /// The name of a column as rules have it.
  private func columnName(_ slot: Int) -> String {
    let column = bound.table.columns.first { $0.slot == slot }
    if case .text(let name)? = column?.names.first { return "\"\(name)\"" }
    return "\"\(bound.slots.names[slot])\""
  }
}

extension RowRule.Test {
  /// Whether it asks for a number below zero.
  var isNegative: Bool { if case .negative = self { true } else { false } }

  /// What is said of a value that does not pass.
  fileprivate var failure: String {
    switch self {
    case .negative: "is not below zero"
    case .positive: "is not above zero"
    case .zero: "is not zero"
    case .empty: "is not empty"
    case .present: "is empty"
    case .word(let word): "does not have the word \(word)"
    case .currency: "is not the code of a currency"
    case .coin: "is the code of a currency"
    case .same: "differs from another column"
    case .patterns: "has another text"
    case .not(.negative): "is below zero"
    case .not(.positive): "is above zero"
    case .not(.zero): "is zero"
    case .not(.empty): "is empty"
    case .not(.present): "is not empty"
    case .not(.word(let word)): "has the word \(word)"
    case .not(.currency): "is the code of a currency"
    case .not(.coin): "is not the code of a coin"
    case .not(.same): "is the same as another column"
    case .not(.patterns), .not(.not): "has another text"
    }
  }
}
