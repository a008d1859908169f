/// The columns that a table shows, and their widths. The layout is computed before the first line
/// is printed.
///
/// If the terminal is too narrow, spare columns are removed. Then headings and texts are broken
/// into lines between words, the widest first. If that is not enough, columns are removed in order
/// of priority. Words are broken only if the essential columns do not fit. Numbers and dates are
/// never broken, so a table whose essential numbers do not fit is wider than the terminal.
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

    /// The width without a limit of the line. One long text must not pad all rows.
    var natural: Int {
      let widest = max(heading, cells)
      return column.kind.isBreakable ? min(widest, 1000) : widest
    }
    /// The width of the widest word, and of the widest part of a word. A number is one word.
    var narrow = (word: 0, part: 0)

    /// The width of the widest cell.
    var cells: Int { max(words, whole + fraction) }
    /// The minimum width of the column, even with broken words.
    var unbreakable: Int { column.kind.isBreakable ? min(natural, 8) : narrow.part }

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

  /// The indent of the further lines of a text. Those in the first column are indented, so that
  /// they cannot imitate a row or a line of the program.
  static func indent(of index: Int) -> Int { index == 0 ? 2 : 0 }

  /// The width of a full line.
  var lineWidth: Int { lineWidth(\.width) }

  /// Measures all rows, then fits the columns to the width, if there is one.
  init(of report: Report, width: Int?) {
    shown = report.tableColumns
    extents = shown.map { Extent(report.columns[$0]) }
    var field = TableField()
    for row in 0..<report.rowCount { include(report.row(row), of: shown, &field) }
    for (index, total) in (report.totalsRow(for: shown) ?? []).enumerated() {
      field.set(total.cell, extents[index].style, isPartial: total.isPartial)
      extents[index].include(field)
    }
    for index in extents.indices { extents[index].width = extents[index].natural }
    if let width, lineWidth > width { fit(report, to: width) }
  }

  private mutating func include(
    _ cells: [Report.Cell], of columns: some Sequence<Int>, _ field: inout TableField
  ) {
    for (index, column) in columns.enumerated() {
      field.set(cells.cell(column), extents[index].style)
      extents[index].include(field)
    }
  }

  private mutating func fit(_ report: Report, to width: Int) {
    while lineWidth > width, let index = leastNeeded(),
      extents[index].column.priority <= Report.Column.spare
    {
      hide(index)
    }
    if lineWidth <= width { return }
    measureWords(of: report)
    while !shrink(to: width, { $0.narrow.word }) {
      guard let index = leastNeeded() else {
        if !shrink(to: width, { $0.narrow.part }) { _ = shrink(to: width) { $0.unbreakable } }
        return
      }
      hide(index)
    }
  }

  private mutating func hide(_ index: Int) {
    hidden.append(extents[index].column.heading)
    extents.remove(at: index)
    shown.remove(at: index)
    for index in extents.indices { extents[index].width = extents[index].natural }
  }

  /// Measures the words of headings and texts.
  private mutating func measureWords(of report: Report) {
    for index in extents.indices {
      let heading = extents[index].column.heading.forOneLine
      // The first column may have the word "Total".
      let label = index == 0 ? 5 : 0
      let numbers = extents[index].column.kind.isBreakable ? label : extents[index].cells
      extents[index].narrow = (
        max(numbers, TextWrap.longestWord(of: heading)),
        max(numbers, TextWrap.longestPart(of: heading))
      )
    }
    let texts = shown.indices.filter { extents[$0].column.kind.isBreakable }
    for row in 0..<report.rowCount where !texts.isEmpty {
      let cells = report.row(row)
      for index in texts {
        guard case .text(let text) = cells.cell(shown[index]) else { continue }
        let words = extents[index].column.kind.words(text).forOneLine
        let narrow = extents[index].narrow
        extents[index].narrow = (
          max(narrow.word, TextWrap.longestWord(of: words)),
          max(narrow.part, TextWrap.longestPart(of: words))
        )
      }
    }
  }

  /// Breaks headings and the widest texts until a line fits. Returns `false` if it does not fit
  /// even if all columns are as narrow as `floor`.
  private mutating func shrink(to width: Int, _ floor: (Extent) -> Int) -> Bool {
    func limited(_ index: Int, _ limit: Int) -> Int {
      let extent = extents[index]
      let least = floor(extent) + Self.indent(of: index)
      return min(extent.natural, extent.column.kind.isBreakable ? max(limit, least) : least)
    }
    for index in extents.indices { extents[index].width = limited(index, 0) }
    guard lineWidth <= width else { return false }
    var (low, high) = (0, extents.map(\.natural).max() ?? 0)
    while low < high {
      let middle = low + (high - low + 1) / 2
      let gaps = Self.gap * (extents.count - 1)
      let fits = extents.indices.reduce(gaps) { $0 + limited($1, middle) } <= width
      if fits { low = middle } else { high = middle - 1 }
    }
    for index in extents.indices { extents[index].width = limited(index, low) }
    var spare = width - lineWidth
    for index in extents.indices.reversed() {
      let more = min(spare, extents[index].natural - extents[index].width)
      extents[index].width += more
      spare -= more
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
  package func cell(_ column: Int) -> Report.Cell { column < count ? self[column] : .null }
}
