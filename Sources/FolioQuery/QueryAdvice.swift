/// Remedies for messages of SQLite.
enum QueryAdvice {
  /// The message as a sentence, with a remedy.
  static func text(for message: String, _ mentioned: Set<String>) -> String {
    if let name = name(after: "no such table: ", in: message) {
      let hint = Suggestions.question(for: name, among: QuerySchema.names).map { " \($0)" } ?? ""
      return "there is no table \(name).\(hint) The tables are "
        + "\(QuerySchema.names.joined(separator: ", "))."
    }
    if let name = name(after: "no such column: ", in: message) {
      let tables = QuerySchema.tables.filter { mentioned.isEmpty || mentioned.contains($0.name) }
      let columns = tables.flatMap { $0.columns.flatMap(\.sqlNames) }
      let plain = name.split(separator: ".").last.map(String.init) ?? name
      let hint = Suggestions.question(for: plain, among: columns)
      return "there is no column \(name). "
        + (hint ?? "'SELECT sql FROM sqlite_schema' shows the columns.")
    }
    if let name = name(after: "no such function: ", in: message) {
      let names = ExactNames.all
      let hint = Suggestions.question(for: name, among: names)
      return "there is no function \(name). \(hint ?? "Specs/query.md lists them.")"
    }
    let problem = message.hasSuffix(".") ? String(message.dropLast()) : message
    return "\(problem). Correct the statement; Specs/query.md has examples."
  }

  private static func name(after start: String, in message: String) -> String? {
    message.hasPrefix(start) ? String(message.dropFirst(start.count)) : nil
  }
}
