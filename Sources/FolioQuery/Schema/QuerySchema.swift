/// The tables and views of `folio query` and of exported databases.
///
/// This list is the only definition: the statements that create the tables, the rows, and the
/// tables in `Specs/query.md` come from it.
public enum QuerySchema {
  /// The version of the schema, which `PRAGMA user_version` of an exported database returns. A
  /// version that only adds tables and columns keeps the number.
  public static let version = 1

  /// The application id of an exported database: the letters FolQ. The store of `FolioSQLite`
  /// tells databases by it from those that an export must not overwrite.
  static let applicationID = 0x466F_6C51

  /// All tables.
  public static let tables: [QueryTable] = [
    .ledger, .instruments, .accounts, .groups, .legs, .postings, .lots, .disposals, .income,
    .holdings, .positions, .cash, .periods, .prices, .rates,
  ]

  /// All views.
  public static let views: [QueryView] = [
    .trades, .cashMovements, .gainsByYear, .incomeByYear, .accountBalances, .latestPrices,
  ]

  /// The names of all tables and views.
  static let names = tables.map(\.name) + views.map(\.name)

  /// The description of all tables and views in Markdown.
  public static var documentation: String {
    let tables = tables.map { table in
      "### `\(table.name)`\n\n\(sentence(table.meaning))\n\n" + Self.table(of: table.columns)
    }
    let views = views.map { view in
      "### View `\(view.name)`\n\n\(sentence(view.meaning))\n\n" + Self.table(of: view.columns)
    }
    return (tables + views).joined(separator: "\n")
  }

  private static func table(of columns: [QueryColumn]) -> String {
    columns.reduce(into: "| column | kind | meaning |\n|---|---|---|\n") { text, column in
      text += "| `\(column.name)` | \(column.kind.rawValue) | \(column.meaning) |\n"
    }
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}
