/// Draws charts with block and Braille characters, each in a few lines.
struct ChartText {
  private let width: Int
  private let options: RenderingOptions

  init(_ options: RenderingOptions) {
    width = min(max(options.width ?? 80, 40), 120)
    self.options = options
  }

  /// Returns the lines of a chart. Empty if there is nothing to draw.
  func lines(of chart: Report.Chart) -> [String] {
    switch chart {
    case .bars(let title, let bars): bars.isEmpty ? [] : [title.forOneLine] + lines(of: bars)
    case .line(let title, let values, let from, let to, let scale):
      lines(title, values, from, to, scale)
    }
  }

  /// Draws bars in steps of one eighth of a character. The longest bar fills the space beside the
  /// labels.
  private func lines(of bars: [Report.Chart.Bar]) -> [String] {
    let shown = bars.prefix(24)
    let labels = shown.map { $0.label.forOneLine.shortened(to: 16, ellipsis: "…") }
    let room = labels.map(TextWidth.of).max() ?? 0
    let longest = shown.map { $0.share.magnitude }.max() ?? 0
    let cells = Double(width - room - 12)
    var lines: [String] = []
    for (label, bar) in zip(labels, shown) {
      let length = longest > 0 ? bar.share.magnitude / longest * cells : 0
      let percent = "\((bar.share * 1_000).rounded() / 10)%"
      let blanks = String(repeating: " ", count: room - TextWidth.of(label))
      let drawn = Self.bar(eighths: Int((length * 8).rounded()))
      let shown = bar.share < 0 ? options.red(drawn) : drawn
      lines.append("  \(label)\(blanks)  \(shown) \(percent)")
    }
    if bars.count > shown.count { lines.append("  and \(bars.count - shown.count) more") }
    return lines
  }

  private static func bar(eighths: Int) -> String {
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  /// Draws a line in Braille characters, which have two columns and four rows of dots.
  private func lines(
    _ title: String, _ values: [Double?], _ from: String, _ to: String, _ scale: Report.Chart.Scale
  ) -> [String] {
    let known = values.compactMap { $0 }.filter(\.isFinite)
    guard let low = known.min(), let high = known.max(), known.count > 1 else { return [] }
    let beside = max(TextWidth.of(scale.low), TextWidth.of(scale.high))
    let columns = max(20, min(width - 6 - beside, 72)) * 2
    let rows = Self.height * 4
    var points = [UInt32](repeating: 0, count: columns / 2 * Self.height)
    for column in 0..<columns {
      let place = Double(column) / Double(columns - 1) * Double(values.count - 1)
      guard let value = values[Int(place.rounded())], value.isFinite else { continue }
      let level = high > low ? (value - low) / (high - low) : 0.5
      let row = rows - 1 - Int((level * Double(rows - 1)).rounded())
      points[row / 4 * (columns / 2) + column / 2] |= Self.dot(row % 4, column % 2)
    }
    var lines = [title.forOneLine]
    for row in 0..<Self.height {
      let cells = points[row * (columns / 2)..<(row + 1) * (columns / 2)]
      let amount = row == 0 ? scale.high : row == Self.height - 1 ? scale.low : ""
      lines.append(
        "  " + String(String.UnicodeScalarView(cells.compactMap { Unicode.Scalar(0x2800 + $0) }))
          + (amount.isEmpty ? "" : "  \(amount)"))
    }
    let blanks = max(1, columns / 2 - TextWidth.of(from) - TextWidth.of(to))
    return lines + ["  \(from)\(String(repeating: " ", count: blanks))\(to)"]
  }

  /// The height of a line chart in lines of text.
  private static let height = 6

  /// Returns the bit of a dot in its character (Unicode block "Braille Patterns").
  private static func dot(_ row: Int, _ column: Int) -> UInt32 {
    let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    return bits[row][column]
  }
}
