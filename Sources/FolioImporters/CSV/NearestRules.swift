/// The rules whose columns a CSV file has for the most part, for the message that none fits.
struct NearestRules {
  /// The name of the rules.
  let name: String
  /// The names of the columns that the file must have, and has not.
  let missing: [String]

  /// The bytes of a file in which headers are looked for.
  private static let searched = 1 << 14

  /// Finds the table of which the file has the most columns, and more than two thirds, or that has
  /// so many of the columns of the file. It has to have two thirds of the columns that are needed.
  init?(_ source: ImportSource) {
    let start = Array(source.bytes.prefix(Self.searched))
    var best: (found: Int, name: String, missing: [String])?
    let tables = RuleSet.builtIn.flatMap { rules in
      rules.tables.filter { $0.section == nil && $0.isSkipped == nil }
        .map { (name: rules.name, header: $0.header, columns: Self.columns(of: $0)) }
    }
    for separator in CSVRows.separators {
      var rows = CSVRows(start, separator: separator)
      while rows.next() {
        if rows.fields.count < 3 { continue }
        let names = Set(
          rows.fields.map {
            RuleTable.normalized(String(decoding: rows.content($0), as: UTF8.self))
          }
        )
        for table in tables {
          let missing = Self.missing(in: names, table.columns)
          let needed = table.header.compactMap { missing[$0] }
          let found = table.columns.count - missing.count
          let most = min(table.columns.count, names.count) * 2 < found * 3
          let isNear = !needed.isEmpty && needed.count * 3 <= table.header.count
          if isNear, most, found > best?.found ?? 3 {
            best = (found, table.name, needed)
          }
        }
      }
    }
    guard let best else { return nil }
    (name, missing) = (best.name, best.missing)
  }

  /// The first names of the columns that are not there, by slot.
  private static func missing(in names: Set<String>, _ columns: [Int: [String]]) -> [Int: String] {
    columns.compactMapValues { texts in texts.contains(where: names.contains) ? nil : texts[0] }
  }

  /// The names of the columns that have some.
  private static func columns(of table: RuleTable) -> [Int: [String]] {
    let texts = Dictionary(grouping: table.columns, by: \.slot).mapValues { columns in
      columns.flatMap(\.names).compactMap { name in
        if case .text(let text) = name { text } else { nil }
      }
    }
    return texts.filter { !$0.value.isEmpty }
  }

  /// A sentence for the help of a message.
  var sentence: String {
    let columns = missing.map { "\"\($0)\"" }.joined(separator: ", ")
    return "It is like a file for the rules \(name), but has no column \(columns). "
  }
}
