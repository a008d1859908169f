/// A look of cells: a number format and a weight.
struct CellStyle: Hashable {
  /// The number format. Empty for numbers as they are and for texts.
  var format = ""
  var weight = Weight.plain

  enum Weight: Hashable {
    case plain, heading
    /// Bold, with a line above.
    case total
  }

  static let heading = CellStyle(weight: .heading)

  /// The same look in a row of totals.
  var ofTotal: CellStyle { CellStyle(format: format, weight: .total) }

  /// The look of a cell in a column.
  init(_ cell: Report.Cell, in column: Report.Column) {
    switch cell {
    case .day: format = "yyyy\\-mm\\-dd"
    case .money(_, let currency):
      let surplus = (column.displayPlaces ?? 6) - currency.minorUnits
      format = Self.format(of: currency, extra: column.kind == .rate ? max(0, surplus) : 0)
    case .number where column.kind == .percent: format = "0.00%"
    case .number, .integer, .text, .null: format = ""
    }
  }

  init(format: String = "", weight: Weight = .plain) {
    (self.format, self.weight) = (format, weight)
  }

  /// The minor units of the currency and its code, such as `#,##0.00\ "USD"`, and red below zero.
  private static func format(of currency: Currency, extra: Int) -> String {
    let places = currency.minorUnits
    var digits = "#,##0"
    if places + extra > 0 {
      digits += "." + String(repeating: "0", count: places) + String(repeating: "#", count: extra)
    }
    let whole = "\(digits)\\ \"\(currency.code)\""
    return "\(whole);[Red]\\-\(whole)"
  }
}

/// The styles of a workbook, each with a number.
struct WorkbookStyles {
  private var numbers: [CellStyle: Int] = [CellStyle(): 0]
  private var all = [CellStyle()]

  /// The number of a style.
  mutating func number(of style: CellStyle) -> Int {
    if let known = numbers[style] { return known }
    numbers[style] = all.count
    all.append(style)
    return all.count - 1
  }

  /// The part of the workbook with all styles.
  func xml() -> String {
    let formats = Array(Set(all.map(\.format)).subtracting([""])).sorted()
    let ids = Dictionary(uniqueKeysWithValues: formats.enumerated().map { ($1, 164 + $0) })
    var text = XMLText.start
    text += "<styleSheet xmlns=\"\(XMLText.main)\">"
    if !formats.isEmpty {
      text += "<numFmts count=\"\(formats.count)\">"
      for format in formats {
        text += "<numFmt numFmtId=\"\(ids[format] ?? 0)\" "
        text += "formatCode=\"\(XMLText.escaped(format))\"/>"
      }
      text += "</numFmts>"
    }
    let font = "<sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/>"
    text += "<fonts count=\"2\"><font>\(font)</font><font><b/>\(font)</font></fonts>"
    text += "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
    text += "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
    let sides = "<left/><right/><top/><bottom/><diagonal/>"
    text += "<borders count=\"2\"><border>\(sides)</border><border><left/><right/>"
    text += "<top style=\"thin\"/><bottom/><diagonal/></border></borders>"
    text += "<cellStyleXfs count=\"1\">"
    text += "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/>"
    text += "</cellStyleXfs><cellXfs count=\"\(all.count)\">"
    for style in all {
      let isBold = style.weight != .plain
      text += "<xf numFmtId=\"\(ids[style.format] ?? 0)\" fontId=\"\(isBold ? 1 : 0)\" "
      text += "fillId=\"0\" borderId=\"\(style.weight == .total ? 1 : 0)\" xfId=\"0\" "
      text += "applyNumberFormat=\"1\" applyFont=\"1\" applyBorder=\"1\"/>"
    }
    text += "</cellXfs><cellStyles count=\"1\">"
    text += "<cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/>"
    return text + "</cellStyles></styleSheet>"
  }
}
