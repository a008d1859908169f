/// The columns that a table shows, and their widths. The layout is computed before the first line
/// is printed.
///
/// If the terminal is too narrow, spare columns are removed. Then the widest texts are truncated,
/// but not below `narrowestText`. If that is not enough, columns are removed in order of priority.
/// Numbers are never truncated, so a table whose essential columns do not fit is wider than the
/// terminal.
struct TableLayout {
  /// The space that a column needs.
  struct Extent {
    var column: Report.Column
    /// The number format, and whether the column is left-aligned.
    let style: Report.Column.Style
    let isLeftAligned: Bool
    var heading: Int
    /// The width of the widest cell that is not aligned at the decimal point.
    var words = 0
    /// The maximum widths before the decimal point, and from the decimal point on.
    var whole = 0
    var fraction = 0
    /// The assigned width of the column.
    var width = 0

    init(_ column: Report.Column) {
      self.column = column
      style = column.style
      isLeftAligned = column.kind.isLeftAligned
      heading = TextWidth.of(column.heading.forOneLine)
    }

    var natural: Int { max(heading, words, whole + fraction) }

    func width(textsUpTo limit: Int) -> Int {
      column.kind == .text ? min(natural, limit) : natural
    }

    mutating func include(_ field: TableField) {
      guard !isLeftAligned, let places = field.fraction else {
        words = max(words, field.width)
        return
      }
      whole = max(whole, field.width - places)
      fraction = max(fraction, places)
    }
  }

  /// The indices of the shown columns.
  var shown: [Int]
  /// The space of each shown column.
  var extents: [Extent]
  /// The headings of the columns that did not fit.
  var hidden: [String] = []

  /// The number of spaces between columns.
  static let gap = 2
  /// The minimum width to which text columns are truncated.
  static let narrowestText = 8

  /// The width of a full line.
  var lineWidth: Int { lineWidth(\.width) }

  /// Measures all rows, then fits the columns to the width, if there is one.
  init(of report: Report, width: Int?) {
    shown = report.tableColumns
    extents = shown.map { Extent(report.columns[$0]) }
    var field = TableField()
    for row in 0..<report.rowCount { include(report.row(row), of: shown, &field) }
    if let totals = report.totalsRow(for: shown) { include(totals, of: totals.indices, &field) }
    for index in extents.indices { extents[index].width = extents[index].natural }
    if let width { fit(to: width) }
  }

  private mutating func include(
    _ cells: [Report.Cell], of columns: some Sequence<Int>, _ field: inout TableField
  ) {
    for (index, column) in columns.enumerated() {
      field.set(cells.cell(column), extents[index].style)
      extents[index].include(field)
    }
  }

  private mutating func fit(to width: Int) {
    while lineWidth > width, let index = leastNeeded(),
      extents[index].column.priority <= Report.Column.spare
    {
      hide(index)
    }
    while !shrinkTexts(to: width), let index = leastNeeded() { hide(index) }
  }

  private mutating func hide(_ index: Int) {
    hidden.append(extents[index].column.heading)
    extents.remove(at: index)
    shown.remove(at: index)
    for index in extents.indices { extents[index].width = extents[index].natural }
  }

  /// Truncates the widest texts until a line fits. Returns `false` if it does not fit even then.
  private mutating func shrinkTexts(to width: Int) -> Bool {
    var low = Self.narrowestText
    var high = max(extents.map(\.natural).max() ?? 0, low)
    guard lineWidth({ $0.width(textsUpTo: low) }) <= width else { return false }
    while low < high {
      let middle = low + (high - low + 1) / 2
      let fits = lineWidth { $0.width(textsUpTo: middle) } <= width
      if fits { low = middle } else { high = middle - 1 }
    }
    for index in extents.indices { extents[index].width = extents[index].width(textsUpTo: low) }
    var spare = width - lineWidth
    for index in extents.indices where spare > 0 && extents[index].width < extents[index].natural {
      extents[index].width += 1
      spare -= 1
    }
    return true
  }

  private func lineWidth(_ width: (Extent) -> Int) -> Int {
    extents.reduce(Self.gap * max(extents.count - 1, 0)) { $0 + width($1) }
  }

  /// Returns the column with the lowest priority. Of equal ones, the rightmost.
  private func leastNeeded() -> Int? {
    guard extents.count > 1 else { return nil }
    let candidates = extents.indices.filter {
      extents[$0].column.priority < Report.Column.essential
    }
    return candidates.min {
      (extents[$0].column.priority, -$0) < (extents[$1].column.priority, -$1)
    }
  }
}

extension [Report.Cell] {
  /// Returns the cell of a column. Missing cells at the end of a row count as `.null`.
  func cell(_ column: Int) -> Report.Cell { column < count ? self[column] : .null }
}
