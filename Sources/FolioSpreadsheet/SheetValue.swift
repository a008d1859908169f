/// A value as a spreadsheet keeps it.
enum SheetValue {
  case text(String)
  case number(ExactDecimal)
  /// The days since 30 December 1899.
  case day(Int)
}

extension Report.Cell {
  /// The value in a sheet; nil for an empty cell.
  var sheetValue: SheetValue? {
    switch self {
    case .text(let text): return .text(text)
    case .day(let day):
      // Spreadsheets disagree about days before March 1900, so these are texts.
      let serial = Int(day.daysSince1970) + 25_569
      return serial > 60 ? .day(serial) : .text("\(day)")
    case .number(let number, _), .money(let number, _): return .number(number)
    case .integer(let count): return .number(ExactDecimal(count))
    case .null: return nil
    }
  }
}

extension ExactDecimal {
  /// The digits that a spreadsheet keeps of a number.
  private static let mostDigits = 15

  private var digitCount: Int {
    "\(normalized().coefficient.magnitude)".count
  }

  /// Whether a spreadsheet keeps all digits.
  var fitsSheet: Bool { digitCount <= Self.mostDigits }

  /// The digits for a spreadsheet: all, or the first 15, rounded half-even.
  var sheetDigits: String {
    let short = normalized()
    let surplus = digitCount - Self.mostDigits
    if surplus <= 0 || surplus > short.places { return short.description }
    return short.rounded(toPlaces: short.places - surplus, .halfEven).normalized().description
  }
}
