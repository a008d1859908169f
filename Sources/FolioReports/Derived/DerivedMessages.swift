// Messages about derived rows that differ from the computed positions.
extension Diagnostic {
  static func storedDiffers(
    _ row: StoredPosition, _ key: String, _ stored: String, _ computed: String
  ) -> Diagnostic {
    Diagnostic(
      .storedDiffers, "\(key) of \(row.name) is stored as \(stored), and computed as \(computed)",
      help: "Store the computed value, or correct the transactions that it comes from.",
      at: row.row.position, field: [.key(key)])
  }

  static func storedTooLittle(
    _ position: PositionValue, _ day: Day?, _ tables: LedgerTables, at row: DerivedRow
  ) -> Diagnostic {
    let units = "\(position.quantity.normalized()) \(tables.symbol(position.instrument))"
    let currency = tables.currency(position.currency).map { " for \($0)" } ?? ""
    return Diagnostic(
      .storedTooLittle,
      "\(row.table.rawValue) has no row of \(units)\(currency)\(on(day)), which the ledger holds",
      help: "Store a row for it. This is the first row of the same day.", at: row.position)
  }

  static func storedTooMuch(
    _ row: StoredPosition, isHeld: Bool, _ day: Day?
  ) -> Diagnostic {
    Diagnostic(
      .storedTooMuch,
      isHeld
        ? "\(row.name) has one row too many\(on(day))"
        : "a row of \(row.name) is stored\(on(day)), and the ledger holds none",
      help: "Remove the row, or add the transactions that are missing.", at: row.row.position)
  }

  static func storedWithoutInstrument(_ row: DerivedRow) -> Diagnostic {
    Diagnostic(
      .storedUnreadable, "the row names neither a symbol nor a stock_id",
      help: "Add one of them; the row can't be compared without.", at: row.position)
  }

  static func unreadable(_ column: DerivedRow.Column, _ row: DerivedRow) -> Diagnostic {
    Diagnostic(
      .storedUnreadable, "\(column.key) can't be read: \"\(column.text)\"",
      help: "Write a number like \"1802.50\", a day like \"2024-12-31\", a currency like \"USD\".",
      at: row.position, field: [.key(column.key)])
  }

  private static func on(_ day: Day?) -> String { day.map { " on \($0)" } ?? "" }
}
