extension Report {
  /// The caption above the rows: `Realized gains, 2024-01-01 to 2024-12-31, in USD`.
  package var caption: String {
    var parts = [title]
    switch (from, to) {
    case (let from?, let to?): parts.append("\(from) to \(to)")
    case (let from?, nil): parts.append("from \(from)")
    case (nil, let to?): parts.append("to \(to)")
    case (nil, nil): break
    }
    if let asOf, asOf != to { parts.append("as of \(asOf)") }
    if dateBasis == .settlement { parts.append("by settlement date") }
    if let baseCurrency { parts.append("in \(baseCurrency)") }
    if let condition { parts.append("only rows where \(condition)") }
    return parts.joined(separator: ", ")
  }

  /// The indices of the columns in the table.
  var tableColumns: [Int] { columns.indices.filter { columns[$0].isInTable } }

  /// A cell in the row of totals, and whether it has the mark of a partial total.
  typealias TotalCell = (cell: Cell, isPartial: Bool)

  /// Returns the row of totals, with one cell for each shown column. `nil` if there are no totals.
  func totalsRow(for shown: [Int]) -> [TotalCell]? {
    var cells = shown.map { index -> TotalCell in
      let total = totals.first { $0.key == columns[index].key && isNamed($0, among: shown) }
      return (total?.visible ?? .text(""), total?.isPartial ?? false)
    }
    let isEmpty = isItsOwnTotal || cells.allSatisfy { $0.cell == .text("") }
    if isEmpty { return nil }
    if let first = shown.first, columns[first].kind.isLeftAligned, cells[0].cell == .text("") {
      cells[0].cell = .text("Total")
    }
    return cells
  }

  /// The key of the column with the currency of a row, and of the total that names the currency of
  /// totals.
  static let currencyKey = "currency"

  /// Whether the currency of a total is clear in the row of totals: the caption names the base
  /// currency, and the column of currencies any other.
  private func isNamed(_ total: Total, among shown: [Int]) -> Bool {
    guard case .money(_, let currency) = total.visible, currency != baseCurrency else {
      return true
    }
    return shown.contains { columns[$0].key == Self.currencyKey }
  }

  /// Returns the totals that are not in the row of totals. Their lines name their currency. The
  /// total of a hidden column uses the heading and kind of that column.
  package func otherTotals(besides shown: [Int]) -> [Total] {
    let keys = Set(shown.map { columns[$0].key })
    return totals.filter {
      $0.isInTable && $0.key != Self.currencyKey
        && !(keys.contains($0.key) && isNamed($0, among: shown))
    }.map { other in
      var total = other
      if let column = columns.first(where: { $0.key == total.key }) {
        (total.heading, total.kind) = (total.heading ?? column.heading, column.kind)
      }
      return total
    }
  }
}

extension Report.Total {
  /// The label before the value: the heading, or the key in words.
  package var label: String {
    if let heading { return heading }
    let words = key.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// A column for the value by itself, so that it is formatted according to its kind.
  package var column: Report.Column { Report.Column(key, label, kind) }

  /// The currency of an amount and the mark of a partial total, as a suffix.
  var unit: String {
    guard case .money(_, let currency) = visible else { return "" }
    return isPartial ? "* \(currency)" : " \(currency)"
  }

  /// The total as a line of text, rounded as in a table: `Net worth: 1,234.50 USD`.
  var tableLine: String { "\(label): \(TableField(visible, in: column).text)\(unit)" }

  /// Whether the amount of `tableLine` is rounded.
  var isRounded: Bool { TableField(visible, in: column).hasRounded }
}

extension Report.Warning {
  /// The message and the code.
  var line: String { "\(message) [\(code.rawValue)]" }
}
