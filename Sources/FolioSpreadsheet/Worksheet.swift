/// Writes a report as a sheet: a header, the rows, the totals as formulas, and below them the
/// caption, warnings and notes.
struct Worksheet {
  /// The most rows that a sheet can have.
  static let mostRows = 1_048_576

  /// A column of the sheet: one of the report, or the exact digits beside it.
  private struct Place {
    var column: Int
    var isExact = false
    var heading: String
    var width: Int
  }

  private let report: Report
  private var places: [Place] = []
  /// The sum of each column of the report; nil if it has other values than numbers.
  private var sums: [ExactDecimal?]
  private var bytes: [UInt8] = []
  private var row = 0

  /// The sheet as XML.
  static func xml(_ report: Report, _ styles: inout WorkbookStyles) -> [UInt8] {
    var sheet = Worksheet(report.withStandaloneHeadings)
    sheet.measure()
    sheet.write(&styles)
    return sheet.bytes
  }

  private init(_ report: Report) {
    self.report = report
    sums = report.columns.map { _ in .zero }
  }

  // MARK: - Measuring

  /// Finds the widths, the sums, and the columns with more digits than a spreadsheet keeps.
  private mutating func measure() {
    var widths = report.columns.map { $0.heading.count }
    var exactWidths = report.columns.map { _ in 0 }
    for index in 0..<report.rowCount {
      for (column, cell) in report.row(index).enumerated() where column < widths.count {
        widths[column] = max(widths[column], Self.width(of: cell))
        switch cell.sheetValue {
        case .number(let number):
          sums[column] = sums[column].flatMap { try? $0.adding(number) }
          if !number.fitsSheet {
            exactWidths[column] = max(exactWidths[column], number.description.count)
          }
        case .text, .day: sums[column] = nil
        case nil: break
        }
      }
    }
    for total in report.totals {
      guard let column = report.columns.firstIndex(where: { $0.key == total.key }) else { continue }
      widths[column] = max(widths[column], Self.width(of: total.visible))
    }
    for (index, column) in report.columns.enumerated() {
      places.append(Place(column: index, heading: column.heading, width: widths[index]))
      if exactWidths[index] > 0 {
        let heading = "\(column.heading), exact"
        places.append(
          Place(column: index, isExact: true, heading: heading, width: exactWidths[index]))
      }
    }
    distinguishHeadings()
  }

  /// Two columns with one heading get their keys.
  private mutating func distinguishHeadings() {
    let counts = Dictionary(places.map { ($0.heading, 1) }, uniquingKeysWith: +)
    for index in places.indices where counts[places[index].heading] ?? 0 > 1 {
      places[index].heading += " (\(report.columns[places[index].column].key))"
    }
  }

  /// The number of characters that a cell needs, with separators and the code of a currency.
  private static func width(of cell: Report.Cell) -> Int {
    switch cell {
    case .text(let text): text.split(separator: "\n").map(\.count).max() ?? 0
    case .day: 10
    case .money(let amount, let currency):
      amount.rounded(toPlaces: currency.minorUnits + 2, .halfEven).description.count * 5 / 4
        + currency.code.count + 2
    case .number(let number, _): min(number.normalized().description.count + 1, 18)
    case .integer(let count): "\(count)".count + 1
    case .null: 0
    }
  }

  // MARK: - Writing

  private mutating func write(_ styles: inout WorkbookStyles) {
    append(XMLText.start)
    append("<worksheet xmlns=\"\(XMLText.main)\"><sheetViews><sheetView workbookViewId=\"0\">")
    append("<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>")
    append("</sheetView></sheetViews><cols>")
    for (index, place) in places.enumerated() {
      let width = min(max(place.width + 2, 6), 60)
      let number = index + 1
      append("<col min=\"\(number)\" max=\"\(number)\" width=\"\(width)\" customWidth=\"1\"/>")
    }
    append("</cols><sheetData>")
    writeRow(places.map { (.text($0.heading), .heading) }, &styles)
    for index in 0..<report.rowCount {
      let cells = report.row(index)
      writeRow(
        places.map { place in
          let cell = place.column < cells.count ? cells[place.column] : .null
          return place.isExact
            ? (.exactText(of: cell), CellStyle())
            : (.cell(cell), CellStyle(cell, in: report.columns[place.column]))
        }, &styles)
    }
    writeTotals(&styles)
    append("</sheetData>")
    if report.rowCount > 0, let last = places.indices.last {
      append("<autoFilter ref=\"A1:\(Self.name(last))\(report.rowCount + 1)\"/>")
    }
    append("</worksheet>")
  }

  private mutating func writeTotals(_ styles: inout WorkbookStyles) {
    let keys = Set(report.columns.map(\.key))
    let own = report.totals.filter { keys.contains($0.key) }
    if !own.isEmpty && !report.isItsOwnTotal {
      let cells = places.enumerated().map { index, place -> (Content, CellStyle) in
        let column = report.columns[place.column]
        guard let total = own.first(where: { $0.key == column.key }) else {
          return index == 0 ? (.text("Total"), CellStyle().ofTotal) : (.empty, CellStyle().ofTotal)
        }
        if place.isExact { return (.exactText(of: total.visible), CellStyle().ofTotal) }
        let style = CellStyle(total.visible, in: column).ofTotal
        return (content(of: total, at: index, place.column), style)
      }
      writeRow(cells, &styles)
    }
    row += 1
    for total in report.totals where !keys.contains(total.key) {
      let style = CellStyle(total.visible, in: total.column)
      writeRow([(.text(total.label), CellStyle()), (.cell(total.visible), style)], &styles)
    }
    for line in [report.caption] + report.remarksWithoutMark {
      writeRow([(.text(line), CellStyle())], &styles)
    }
  }

  /// The total of a column: a formula if it is the sum of the column, and otherwise its value.
  private func content(of total: Report.Total, at place: Int, _ column: Int) -> Content {
    guard report.rowCount > 0, case .number(let number) = total.visible.sheetValue,
      let sum = sums[column], sum == number
    else { return .cell(total.visible) }
    let name = Self.name(place)
    return .formula("SUM(\(name)2:\(name)\(report.rowCount + 1))", number)
  }

  // MARK: - Cells

  private enum Content {
    case empty
    case text(String)
    case cell(Report.Cell)
    case formula(String, ExactDecimal)

    /// All digits of a number that a spreadsheet would round.
    static func exactText(of cell: Report.Cell) -> Content {
      guard case .number(let number) = cell.sheetValue, !number.fitsSheet else { return .empty }
      return .text(number.description)
    }
  }

  private mutating func writeRow(
    _ cells: [(content: Content, style: CellStyle)], _ styles: inout WorkbookStyles
  ) {
    row += 1
    append("<row r=\"\(row)\">")
    for (index, cell) in cells.enumerated() {
      let start = "<c r=\"\(Self.name(index))\(row)\" s=\"\(styles.number(of: cell.style))\""
      switch cell.content {
      case .empty: if cell.style.weight == .total { append(start + "/>") }
      case .text(let text): write(text, start)
      case .formula(let formula, let value):
        append("\(start)><f>\(formula)</f><v>\(value.sheetDigits)</v></c>")
      case .cell(let cell):
        switch cell.sheetValue {
        case .number(let number): append("\(start)><v>\(number.sheetDigits)</v></c>")
        case .day(let serial): append("\(start)><v>\(serial)</v></c>")
        case .text(let text): write(text, start)
        case nil: break
        }
      }
    }
    append("</row>")
  }

  private mutating func write(_ text: String, _ start: String) {
    let escaped = XMLText.escaped(XMLText.fitting(text))
    append("\(start) t=\"inlineStr\"><is><t xml:space=\"preserve\">\(escaped)</t></is></c>")
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  /// The name of a column: A to Z, then AA.
  static func name(_ column: Int) -> String {
    var (name, rest) = ("", column + 1)
    while rest > 0 {
      name = String(UnicodeScalar(UInt8(0x41 + (rest - 1) % 26))) + name
      rest = (rest - 1) / 26
    }
    return name
  }
}
