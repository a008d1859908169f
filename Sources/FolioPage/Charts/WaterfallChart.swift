/// Bars that lead from zero to a sum, one below the other, so that labels have room.
struct WaterfallChart {
  struct Part {
    var label: String
    /// The length; `nil` if it is unknown.
    var value: Double?
    /// The exact value as people see it.
    var text: String
  }

  var parts: [Part]
  var sum: Part
  var unit = AxisUnit.amount

  private static let rowHeight = 28.0

  /// Draws the chart; `nil` if no value is known.
  func drawing(width: Double) -> Drawing? {
    if parts.allSatisfy({ $0.value == nil }) && sum.value == nil { return nil }
    let rows = parts + [sum]
    var drawing = Drawing(width: width, height: Double(rows.count) * Self.rowHeight + 30)
    var levels: [Double] = [0]
    for part in parts { levels.append((levels.last ?? 0) + (part.value ?? 0)) }
    let all = levels + [sum.value ?? 0]
    guard let low = all.min(), let high = all.max() else { return nil }
    let ticks = AxisTicks(covering: low, high, atMost: width > 500 ? 6 : 3)
    func room(for text: KeyPath<Part, String>) -> Double {
      let widths = parts.map { LabelPlacement.width(of: $0[keyPath: text]) }
      return max(widths.max() ?? 0, LabelPlacement.width(of: sum[keyPath: text], isBold: true))
    }
    let labelRoom = min(room(for: \.label), width * 0.3)
    let textRoom = room(for: \.text) + 8
    let (left, right) = (labelRoom + 10, width - textRoom - 4)
    func x(_ value: Double) -> Double {
      left + (value - ticks.low) / (ticks.high - ticks.low) * (right - left)
    }
    let bottom = Double(rows.count) * Self.rowHeight
    for value in ticks.values {
      drawing.line(x(value), 0, x(value), bottom, value == 0 ? "zero" : "grid")
    }
    for (index, row) in rows.enumerated() {
      let top = Double(index) * Self.rowHeight
      let isSum = index == parts.count
      let start = isSum ? 0 : levels[index]
      drawing.text(
        labelRoom + 2, top + 18,
        LabelPlacement.shortened(row.label, to: labelRoom, isBold: isSum),
        isSum ? "e strong" : "e")
      drawing.text(width - 2, top + 18, row.text, isSum ? "e strong" : "e value")
      guard let value = row.value else {
        drawing.rectangle(x(ticks.low), top + 6, right - left, 16, "gap", title: "Unknown")
        continue
      }
      let length = x(start + value) - x(start)
      let style = isSum ? "whole" : value < 0 ? "down" : "up"
      // A bar that is too short to see has a width of one.
      let seen = value == 0 || length.magnitude >= 1 ? length : length < 0 ? -1 : 1
      drawing.rectangle(x(start), top + 6, seen, 16, style, title: "\(row.label): \(row.text)")
      if index + 1 < parts.count {
        let end = x(start + value)
        drawing.line(end, top + 22, end, top + Self.rowHeight + 6, "link")
      }
    }
    let labels = zip(ticks.values, ticks.labels(unit)).map { (center: x($0), text: $1) }
    for index in LabelPlacement.shown(labels, within: 0...width) {
      drawing.text(labels[index].center, bottom + 18, labels[index].text, "m")
    }
    return drawing
  }
}
