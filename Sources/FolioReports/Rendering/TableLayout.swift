/// Which columns a table shows and how wide each one is, decided before the first line is printed.
///
/// Where the screen is too narrow, the widest texts are shortened first, never below
/// `narrowestText`; when that is not enough, whole columns go, the least needed one first. Numbers
/// are never cut: a table whose essential columns do not fit is wider than the screen.
struct TableLayout {
  /// The room that one column needs.
  struct Extent {
    var column: Report.Column
    /// How its numbers are written, and whether it stands at the left edge.
    let style: Report.Column.Style
    let isLeftAligned: Bool
    var heading: Int
    /// The widest cell that is not aligned on the point.
    var words = 0
    /// The widest part before the point, and from the point on.
    var whole = 0
    var fraction = 0
    /// The width that is given to the column.
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

  /// The columns of the row that are shown.
  var shown: [Int]
  /// The room of each of them.
  var extents: [Extent]
  /// The headings of the columns that were left out for want of room.
  var hidden: [String] = []

  /// Blanks between two columns.
  static let gap = 2
  /// The narrowest that a column of text is made, unless its texts are shorter.
  static let narrowestText = 8

  /// The columns of the screen that every line has room for.
  var lineWidth: Int {
    extents.reduce(TableLayout.gap * max(extents.count - 1, 0)) { $0 + $1.width }
  }

  /// Measures every row, then fits the columns to the width if there is one.
  init(of report: Report, width: Int?) {
    shown = report.tableColumns
    extents = shown.map { Extent(report.columns[$0]) }
    var field = TableField()
    for row in 0..<report.rowCount { include(report.row(row), &field) }
    if let totals = report.totalsRow(for: shown) { includeTotals(totals, &field) }
    for index in extents.indices { extents[index].width = extents[index].natural }
    if let width { fit(to: width) }
  }

  private mutating func include(_ cells: [Report.Cell], _ field: inout TableField) {
    for index in shown.indices {
      field.set(cells.cell(shown[index]), extents[index].style)
      extents[index].include(field)
    }
  }

  private mutating func includeTotals(_ totals: [Report.Cell], _ field: inout TableField) {
    for index in totals.indices {
      field.set(totals[index], extents[index].style)
      extents[index].include(field)
    }
  }

  private mutating func fit(to width: Int) {
    while !shrinkTexts(to: width), let index = leastNeeded() {
      hidden.append(extents[index].column.heading)
      extents.remove(at: index)
      shown.remove(at: index)
      for index in extents.indices { extents[index].width = extents[index].natural }
    }
  }

  /// Shortens the widest texts until the line fits; false when even the shortest do not.
  private mutating func shrinkTexts(to width: Int) -> Bool {
    var low = TableLayout.narrowestText
    var high = max(extents.map(\.natural).max() ?? 0, low)
    guard lineWidth(textsUpTo: low) <= width else { return false }
    while low < high {
      let middle = low + (high - low + 1) / 2
      if lineWidth(textsUpTo: middle) <= width { low = middle } else { high = middle - 1 }
    }
    for index in extents.indices { extents[index].width = extents[index].width(textsUpTo: low) }
    var spare = width - lineWidth
    for index in extents.indices where spare > 0 && extents[index].width < extents[index].natural {
      extents[index].width += 1
      spare -= 1
    }
    return true
  }

  private func lineWidth(textsUpTo limit: Int) -> Int {
    extents.reduce(TableLayout.gap * max(extents.count - 1, 0)) {
      $0 + $1.width(textsUpTo: limit)
    }
  }

  /// The column of the lowest priority, of equals the one further to the right.
  private func leastNeeded() -> Int? {
    let candidates = extents.indices.filter { index in
      extents[index].column.priority < Report.Column.essential
    }
    guard extents.count > 1 else { return nil }
    return candidates.min { left, right in
      let (first, second) = (extents[left].column.priority, extents[right].column.priority)
      return first == second ? left > right : first < second
    }
  }
}

extension [Report.Cell] {
  /// The cell of a column; a row with fewer cells counts as filled up with `.null`.
  func cell(_ column: Int) -> Report.Cell { column < count ? self[column] : .null }
}
