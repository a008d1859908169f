extension Report {
  /// Returns the index of a column by its key; `nil` if the report has none.
  func column(_ key: String) -> Int? { columns.firstIndex { $0.key == key } }

  /// Returns a cell of a row by the key of its column; null if there is no such row or column.
  func cell(_ row: Int, _ key: String) -> Cell {
    guard row >= 0, row < rowCount else { return .null }
    return column(key).map { self.row(row).cell($0) } ?? .null
  }

  /// Returns the cells of a column.
  func cells(_ key: String) -> [Cell] {
    guard let column = column(key) else { return [] }
    return (0..<rowCount).map { row($0).cell(column) }
  }

  /// Returns the value of a total by its key.
  func total(_ key: String) -> Cell { totals.first { $0.key == key }?.value ?? .null }

  /// Returns the report with only some rows.
  func rows(_ chosen: [Int]) -> Report {
    var report = self
    report.rowCount = chosen.count
    report.row = { [row] in row(chosen[$0]) }
    return report
  }

  /// Returns the indices of the rows for which an amount of one of the columns is not zero.
  func rowsWithAmount(in keys: [String]) -> [Int] {
    let columns = keys.compactMap(column)
    return (0..<rowCount).filter { index in
      let cells = row(index)
      return columns.contains { cells.cell($0).exact?.isZero == false }
    }
  }
}

extension Report.Cell {
  /// The exact number; `nil` if the cell has none.
  var exact: ExactDecimal? {
    switch self {
    case .number(let value, _), .money(let value, _): value
    case .integer(let count): ExactDecimal(count)
    case .text, .day, .null: nil
    }
  }

  /// The number for drawing, never for printing.
  var drawn: Double? { exact.flatMap { $0.share(of: .one) } }

  var day: Day? { if case .day(let day) = self { day } else { nil } }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The sum of two cells of one kind; null if one of them is unknown or the sum has too many
  /// digits.
  func adding(_ other: Report.Cell) -> Report.Cell {
    guard let left = exact, let right = other.exact, let sum = try? left.adding(right) else {
      return .null
    }
    if case .money(_, let currency) = self { return .money(sum, currency) }
    return .number(sum)
  }
}

extension Sequence<Report.Cell> {
  /// The sum of cells of one kind; `nil` if there are none.
  func sum() -> Report.Cell? {
    var sum: Report.Cell?
    for cell in self { sum = sum.map { $0.adding(cell) } ?? cell }
    return sum
  }
}
