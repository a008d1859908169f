import Folio

/// Turns the rows of a statement into a report.
enum QueryReport {
  static func report(_ names: [String], _ rows: [[Report.Cell]]) -> Report {
    var columns: [Report.Column] = []
    var rows = rows
    for (index, key) in unique(names).enumerated() {
      let kind = kind(of: names[index], rows.lazy.map { $0[index] })
      if kind == .quantity || kind == .day {
        for row in rows.indices { rows[row][index] = typed(rows[row][index], kind) }
      }
      columns.append(Report.Column(key, key, kind, priority: Report.Column.essential))
    }
    return Report(name: "query", title: "Query", columns: columns, rows: rows)
  }

  /// The names of columns, with a number after those that come again, so that JSON keeps all.
  private static func unique(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      var (key, number) = (name, 1)
      while !taken.insert(key).inserted {
        number += 1
        key = "\(name)_\(number)"
      }
      return key
    }
  }

  /// The kind of a column, by its values. A column of texts is one of numbers if its name says so,
  /// or if all are numbers and one has decimals: ids without a point stay texts.
  private static func kind(
    of name: String, _ cells: some Sequence<Report.Cell>
  ) -> Report.Column.Kind {
    var (hasText, hasDecimals, hasNumber, areNumbers, areDays) = (false, false, false, true, true)
    for cell in cells {
      switch cell {
      case .null: continue
      case .text(let text):
        hasText = true
        hasDecimals = hasDecimals || text.utf8.contains(UInt8(ascii: "."))
        areNumbers = areNumbers && isNumber(text)
        areDays = areDays && text.utf8.count == 10 && (try? Day(text)) != nil
      case .number, .money, .integer:
        (hasNumber, areDays) = (true, false)
      case .day: areNumbers = false
      }
    }
    if !hasText && !hasNumber { return .text }
    if hasText && areDays { return .day }
    if !areNumbers { return .text }
    let isNamed = name.hasSuffix("_exact") || name.hasPrefix("exact_") || name.hasPrefix("decimal_")
    return hasText && !hasNumber && !hasDecimals && !isNamed ? .text : .quantity
  }

  /// Whether a text is a plain decimal, without an exponent.
  private static func isNumber(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    return isPlain && (try? ExactDecimal(text)) != nil
  }

  private static func typed(_ cell: Report.Cell, _ kind: Report.Column.Kind) -> Report.Cell {
    guard case .text(let text) = cell else { return cell }
    if kind == .day { return .day(orNull: try? Day(text)) }
    guard let number = try? ExactDecimal(text) else { return cell }
    return .number(number, places: number.places)
  }
}
