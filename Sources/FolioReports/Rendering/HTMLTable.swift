/// The HTML table of a report, or of some of its columns. A page with one report and the page with
/// all of them use it, so that both have the same cells.
///
/// The first column has the headings of the rows if it has texts or days. A rounded number is in a
/// `data` element with its exact value, which a pointer, a click and the switch of the page show.
package struct HTMLTable {
  private let report: Report
  private let shown: [Int]
  /// The id of the element that explains a column, by the key of the column.
  private let explanation: (String) -> String?
  /// Whether an amount was rounded so far.
  package private(set) var hasRounded = false

  /// Creates a table.
  /// - Parameters:
  ///   - shown: the indices of the columns.
  ///   - explanation: the id of the element that explains a column, by the key of the column.
  package init(
    of report: Report, columns shown: [Int], explainedBy explanation: @escaping (String) -> String?
  ) {
    self.report = report
    self.shown = shown
    self.explanation = explanation
  }

  /// Appends the headings of the columns.
  package func appendHead(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "<thead>\n<tr>".utf8)
    for column in shown.map({ report.columns[$0] }) {
      let alignment = column.kind.isLeftAligned ? "" : " class=\"n\""
      bytes.append(contentsOf: "<th scope=\"col\"\(alignment)>".utf8)
      let id = explanation(column.key)
      if let id { bytes.append(contentsOf: "<a href=\"#\(id)\">".utf8) }
      HTMLText.appendEscaped(column.heading, to: &bytes)
      bytes.append(contentsOf: (id == nil ? "</th>" : "</a></th>").utf8)
    }
    bytes.append(contentsOf: "</tr>\n</thead>\n".utf8)
  }

  /// Appends a row of the report.
  package mutating func appendRow(_ index: Int, to bytes: inout [UInt8]) {
    let cells = report.row(index)
    bytes.append(contentsOf: "<tr>".utf8)
    for (place, column) in shown.enumerated() {
      append(cells.cell(column), at: place, to: &bytes)
    }
    bytes.append(contentsOf: "</tr>\n".utf8)
  }

  /// Appends the totals under their columns, if there are any.
  package mutating func appendTotals(to bytes: inout [UInt8]) {
    guard let totals = report.totalsRow(for: shown) else { return }
    bytes.append(contentsOf: "<tfoot>\n<tr>".utf8)
    for (place, total) in totals.enumerated() {
      append(total.cell, at: place, mark: total.isPartial ? "*" : "", to: &bytes)
    }
    bytes.append(contentsOf: "</tr>\n</tfoot>\n".utf8)
  }

  private mutating func append(
    _ cell: Report.Cell, at place: Int, mark: String = "", to bytes: inout [UInt8]
  ) {
    let column = report.columns[shown[place]]
    let isHeading = place == 0 && column.kind.isLeftAligned
    bytes.append(contentsOf: (isHeading ? "<th scope=\"row\"" : "<td").utf8)
    let end = isHeading ? "</th>" : "</td>"
    if case .text(let text) = cell {
      let words = column.kind.words(text)
      if HTMLText.needsDirection(words) { bytes.append(contentsOf: " dir=\"auto\"".utf8) }
      bytes.append(UInt8(ascii: ">"))
      HTMLText.appendEscaped(words, to: &bytes)
    } else {
      let number = HTMLNumber(cell, in: column)
      hasRounded = hasRounded || number.hasRoundedAmount
      bytes.append(contentsOf: "\(number.attribute)>".utf8)
      number.append(to: &bytes)
    }
    bytes.append(contentsOf: "\(mark)\(end)".utf8)
  }
}

/// A number or a day of a cell as HTML.
package struct HTMLNumber {
  private let field: TableField
  private let kind: Report.Column.Kind
  private let exact: String?

  /// Formats a cell of a column.
  package init(_ cell: Report.Cell, in column: Report.Column) {
    field = TableField(cell, in: column)
    kind = column.kind
    exact = field.isRounded || column.isRounded(cell) ? cell.exactText : nil
  }

  /// Whether this is an amount, and the shown one differs from the exact one.
  var hasRoundedAmount: Bool { field.hasRounded }

  /// Whether the shown number is below zero.
  package var isNegative: Bool { field.isNegative }

  /// The attribute of the element that contains the number, with a space before it.
  package var attribute: String {
    switch (kind, field.isNegative) {
    case (.day, _): " class=\"d\""
    case (.text, _), (.keyword, _): ""
    case (_, false): " class=\"n\""
    case (_, true): " class=\"n neg\""
    }
  }

  /// The number as people see it.
  package var text: String { field.text }

  /// Appends the number, in an element with its exact value if it is rounded.
  package func append(to bytes: inout [UInt8]) {
    guard let exact else { return field.append(to: &bytes) }
    bytes.append(
      contentsOf: "<data value=\"\(exact)\" title=\"\(exact)\" tabindex=\"-1\">".utf8)
    field.append(to: &bytes)
    bytes.append(contentsOf: "</data>".utf8)
  }
}

extension Report.Column {
  /// Whether people see a percentage that differs from the ratio.
  fileprivate func isRounded(_ cell: Report.Cell) -> Bool {
    guard kind == .percent, case .number(let ratio, _) = cell else { return false }
    return ratio.rounded(toPlaces: (displayPlaces ?? 2) + 2, .halfEven) != ratio
  }
}

extension Report.Cell {
  /// The exact value, as programs get it.
  package var exactText: String {
    var bytes: [UInt8] = []
    CellText.append(self, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
