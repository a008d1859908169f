import ExactNumbers

/// A cell as the table shows it: its text, and how wide it is on each side of the decimal point.
struct TableField {
  var text: String
  /// The columns of the screen that the text takes.
  var width: Int
  /// The columns from the decimal point on, which line up with those of the other rows; `nil` for
  /// what is no number.
  var fraction: Int?
  var isNegative = false

  init(words: String) {
    text = words.forOneLine
    width = TextWidth.of(text)
  }

  /// A number in plain digits, perhaps with a percent sign at its end.
  private init(digits: [UInt8], isNegative: Bool) {
    let grouped = TableField.withSeparators(digits)
    text = String(decoding: grouped, as: UTF8.self)
    width = grouped.count
    let whole = grouped.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }
    fraction = grouped.count - (whole ?? grouped.count)
    self.isNegative = isNegative
  }

  init(_ cell: Report.Cell, in column: Report.Column) {
    switch cell {
    case .text(let text): self.init(words: text)
    case .day(let day): self.init(words: day.description)
    case .null: self.init(words: "-")
    case .number, .money, .integer:
      let digits = TableField.digits(of: cell, in: column)
      // What is rounded to nothing is not drawn as negative.
      let isZero = digits.allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
      self.init(digits: digits, isNegative: cell.isNegative && !isZero)
    }
  }

  /// The text of a number before its thousands are separated.
  private static func digits(of cell: Report.Cell, in column: Report.Column) -> [UInt8] {
    var digits: [UInt8] = []
    switch cell {
    case .number(let value, let places) where column.kind != .percent:
      number(value, places: places ?? 0, in: column).write(into: &digits)
    case .money(let amount, let currency):
      money(amount, currency, in: column).write(into: &digits)
    default: CellText.appendForPage(cell, in: column, to: &digits)
    }
    return digits
  }

  private static func number(
    _ value: ExactDecimal, places: Int, in column: Report.Column
  ) -> ExactDecimal {
    let rounded = column.displayPlaces.map { value.rounded(toPlaces: $0, .halfEven) } ?? value
    return rounded.normalized().padded(toPlaces: places)
  }

  private static func money(
    _ amount: ExactDecimal, _ currency: Currency, in column: Report.Column
  ) -> ExactDecimal {
    let minorUnits = currency.minorUnits
    guard column.kind == .rate else {
      let places = column.displayPlaces ?? minorUnits
      return amount.rounded(toPlaces: places, .halfEven).padded(toPlaces: places)
    }
    guard let places = column.displayPlaces else { return amount.shown(in: currency) }
    return amount.rounded(toPlaces: max(places, minorUnits), .halfEven).shown(in: currency)
  }

  /// A comma between each three digits before the point.
  private static func withSeparators(_ digits: [UInt8]) -> [UInt8] {
    let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let start = digits.firstIndex(where: isDigit) ?? 0
    let end = digits[start...].firstIndex { !isDigit($0) } ?? digits.count
    if end - start <= 3 { return digits }
    var grouped = Array(digits[..<start])
    for index in start..<end {
      if index > start, (end - index) % 3 == 0 { grouped.append(UInt8(ascii: ",")) }
      grouped.append(digits[index])
    }
    return grouped + digits[end...]
  }
}
