/// The words of a rule file, to make files that meet its rules.
package struct RuleVocabulary: Sendable {
  /// The headers of its tables, with a name for each column.
  package var headers: [[String]] = []
  /// Texts that its patterns may fit, with words in place of holes.
  package var texts: [String] = []

  /// The words of some rules.
  package init(_ rules: RuleSet) {
    for table in rules.tables {
      var names = table.section.map { [$0, "Header"] } ?? []
      for column in table.columns {
        switch column.names.first {
        case .text(let name): names.append(name)
        case .pattern(let pattern): names.append(Self.example(of: pattern.text))
        case .number(let number):
          while names.count <= number { names.append("") }
        case nil: names.append("")
        }
      }
      if let width = table.width {
        names = Array((names + Array(repeating: "", count: width)).prefix(width))
      }
      headers.append(names)
      for rule in table.rules { texts += rule.conditions.flatMap { Self.examples($0.test) } }
    }
  }

  private static func examples(_ test: RowRule.Test) -> [String] {
    switch test {
    case .patterns(let patterns): patterns.map { example(of: $0.text) }
    case .word(let word): [word]
    case .not(let inner): examples(inner)
    case .currency: ["EUR"]
    case .coin: ["BTC"]
    case .negative, .positive, .zero, .empty, .present, .same: []
    }
  }

  /// A text that fits a pattern, if its holes take these words.
  private static func example(of pattern: String) -> String {
    var (text, rest) = ("", Substring(pattern))
    while let character = rest.popFirst() {
      switch character {
      case "*", "[", "]", "?": continue
      case "{":
        let name = rest.prefix { $0 != "}" }
        rest = rest.dropFirst(name.count + 1)
        let isText = ["title", "name", "symbol", "isin"].contains(String(name))
        text += name.hasSuffix("currency") ? "EUR" : isText ? "QUIX" : "12.5"
      default: text.append(character)
      }
    }
    return text
  }
}
