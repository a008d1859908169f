import Folio

/// The rules whose columns a CSV file has for the most part, for the message that none fits.
struct NearestRules {
  /// The name of the rules.
  let name: String
  /// The names of the columns that the file has not.
  let missing: [String]

  /// The bytes of a file in which headers are looked for.
  private static let searched = 1 << 14

  /// Finds the table of which the file has the most columns; nil if it has none for the most part.
  init?(_ source: ImportSource) {
    let start = Array(source.bytes.prefix(Self.searched))
    var best: (found: Int, name: String, missing: [String])?
    for separator in CSVRows.separators {
      var rows = CSVRows(start, separator: separator)
      while rows.next() {
        if rows.fields.count < 3 { continue }
        let names = Set(
          rows.fields.map {
            RuleTable.normalized(String(decoding: rows.content($0), as: UTF8.self))
          }
        )
        for rules in RuleSet.builtIn {
          for table in rules.tables where table.header.count > 2 && table.isSkipped == nil {
            let missing = Self.missing(in: names, table)
            let found = table.header.count - missing.count
            if missing.count * 2 <= found, !missing.isEmpty, found > best?.found ?? 1 {
              best = (found, rules.name, missing)
            }
          }
        }
      }
    }
    guard let best else { return nil }
    (name, missing) = (best.name, best.missing)
  }

  /// The first names of the columns of a header that are not there.
  private static func missing(in names: Set<String>, _ table: RuleTable) -> [String] {
    table.header.compactMap { slot in
      let texts = table.columns.filter { $0.slot == slot }.flatMap(\.names).compactMap { name in
        if case .text(let text) = name { text } else { nil }
      }
      return texts.contains { names.contains($0) } ? nil : texts.first
    }
  }

  /// A sentence for the help of a message.
  var sentence: String {
    let columns = missing.map { "\"\($0)\"" }.joined(separator: ", ")
    return "It is like a file for the rules \(name), but has no column \(columns). "
  }
}
