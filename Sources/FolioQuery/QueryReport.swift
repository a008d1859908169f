/// Turns the rows of a statement into a report.
enum QueryReport {
  /// - Parameter areTexts: Whether each column is one of texts in a table.
  static func report(
    _ names: [String], _ rows: consuming [[Report.Cell]], areTexts: [Bool]
  ) -> Report {
    var columns: [Report.Column] = []
    for (index, key) in unique(names).enumerated() {
      let kind = kind(of: names[index], rows.lazy.map { $0[index] }, isText: areTexts[index])
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
  /// or if all are numbers and one has decimals: ids without a point stay texts. Texts of a table
  /// that a number would write in another way stay as they are, such as the ids 1.1 and 1.10.
  private static func kind(
    of name: String, _ cells: some Sequence<Report.Cell>, isText: Bool
  ) -> Report.Column.Kind {
    let isNamed = name.hasSuffix("_exact") || name.hasPrefix("exact_") || name.hasPrefix("decimal_")
    var (hasText, hasDecimals, hasNumber, areNumbers, areDays) = (false, false, false, true, true)
    for cell in cells {
      switch cell {
      case .null: continue
      case .text(let text):
        hasText = true
        hasDecimals = hasDecimals || text.utf8.contains(UInt8(ascii: "."))
        areNumbers = areNumbers && isNumber(text, asWritten: isText && !isNamed)
        areDays = areDays && text.utf8.count == 10 && (try? Day(text)) != nil
      case .number, .money, .integer:
        (hasNumber, areDays) = (true, false)
      case .day: areNumbers = false
      }
    }
    if !hasText && !hasNumber { return .text }
    if hasText && areDays { return .day }
    if !areNumbers { return .text }
    return hasText && !hasNumber && !hasDecimals && !isNamed ? .text : .quantity
  }

  /// Whether a text is a plain decimal, without an exponent.
  /// - Parameter asWritten: Whether the number has to be written as the text is.
  private static func isNumber(_ text: String, asWritten: Bool) -> Bool {
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    guard isPlain, let number = try? ExactDecimal(text) else { return false }
    return !asWritten || number.normalized().description == text
  }

  private static func typed(_ cell: Report.Cell, _ kind: Report.Column.Kind) -> Report.Cell {
    guard case .text(let text) = cell else { return cell }
    if kind == .day { return .day(orNull: try? Day(text)) }
    guard let number = try? ExactDecimal(text) else { return cell }
    return .number(number, places: number.places)
  }
}
