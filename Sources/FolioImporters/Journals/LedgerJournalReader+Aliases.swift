import Folio

// Other names of accounts.
extension LedgerJournalReader {
  /// The name with prefixes and aliases.
  mutating func full(_ name: String) throws(JournalFault) -> String {
    let name = context.prefixes.last.map { "\($0):\(name)" } ?? name
    try name.checkAccountParts()
    return try context.aliases.resolved(name, &aliasWork)
  }

  mutating func readAlias(_ text: String) throws(JournalFault) {
    if text.hasPrefix("/") { return try readPatternAlias(text) }
    let parts = text.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
    guard parts.count == 2 else {
      throw JournalFault("the alias has no new name", help: "Write alias OLD = NEW.")
    }
    context.aliases.add(parts[0], parts[1])
  }

  /// An alias with an expression between slashes.
  private mutating func readPatternAlias(_ text: String) throws(JournalFault) {
    let expression = text.dropFirst().prefix { $0 != "/" }
    let rest = String(text[expression.endIndex...].dropFirst()).trimmed
    guard rest.hasPrefix("="), let pattern = AccountPattern(String(expression)) else {
      throw JournalFault(
        "the regular expression /\(expression.prefix(80))/ is not one that Folio reads",
        help: "Write alias /EXPRESSION/ = NEW, with an extended expression of POSIX, or one alias "
          + "for each account, as alias OLD = NEW.")
    }
    let replacement = String(rest.dropFirst()).trimmed
    if let group = pattern.missingGroup(in: replacement) {
      throw JournalFault(
        "the alias names group \\\(group.prefix(10)), but /\(expression.prefix(80))/ has "
          + "\(pattern.groups == 1 ? "1 group" : "\(pattern.groups) groups") in parentheses",
        help: "Name one of the groups, counted from 1, or \\0 for the whole match.")
    }
    context.aliases.add(pattern, replacement)
  }
}
