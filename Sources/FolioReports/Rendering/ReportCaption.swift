extension Report {
  /// The caption above the rows: `Realized gains, 2024-01-01 to 2024-12-31, in USD`.
  var caption: String {
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
    return parts.joined(separator: ", ")
  }

  /// The indices of the columns in the table.
  var tableColumns: [Int] { columns.indices.filter { columns[$0].isInTable } }

  /// Returns the row of totals, with one cell for each shown column. `nil` if there are no totals.
  func totalsRow(for shown: [Int]) -> [Cell]? {
    var cells = shown.map { index in
      totals.first { $0.key == columns[index].key }?.value ?? .text("")
    }
    let isEmpty = isItsOwnTotal || cells.allSatisfy { $0 == .text("") }
    if isEmpty { return nil }
    if let first = shown.first, columns[first].kind.isLeftAligned, cells[0] == .text("") {
      cells[0] = .text("Total")
    }
    return cells
  }

  /// Returns the totals that are not under a shown column. The total of a hidden column uses the
  /// heading and kind of that column.
  func otherTotals(besides shown: [Int]) -> [Total] {
    let keys = Set(shown.map { columns[$0].key })
    return totals.filter { !keys.contains($0.key) }.map { total in
      guard let column = columns.first(where: { $0.key == total.key }) else { return total }
      return Total(
        total.key, total.value, heading: total.heading ?? column.heading, kind: column.kind)
    }
  }
}

extension Report.Total {
  /// The label before the value: the heading, or the key in words.
  var label: String {
    if let heading { return heading }
    let words = key.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// A column for the value by itself, so that it is formatted according to its kind.
  var column: Report.Column { Report.Column(key, label, kind) }

  /// The currency of an amount, as a suffix. Empty for other values.
  var unit: String {
    if case .money(_, let currency) = value { " \(currency)" } else { "" }
  }

  /// The total as a line of text: `Net worth: 1234.5 USD`.
  var pageLine: String {
    var bytes: [UInt8] = []
    CellText.appendForPage(value, column.style, to: &bytes)
    return "\(label): \(String(decoding: bytes, as: UTF8.self))\(unit)"
  }
}

extension Report.Warning {
  /// The warning as a line of text.
  var line: String { "Warning: \(message) [\(code.rawValue)]" }
}
