/// Vertical bars side by side, upwards and downwards from zero.
struct BarChart {
  struct Bar {
    var label: String
    /// The length; `nil` if it is unknown.
    var value: Double?
    /// The exact value as people see it.
    var text: String
  }

  var bars: [Bar]
  var unit = AxisUnit.percent

  /// Draws the chart; `nil` if there are no bars.
  func drawing(width: Double, height: Double) -> Drawing? {
    if bars.isEmpty { return nil }
    var drawing = Drawing(width: width, height: height)
    let known = bars.compactMap(\.value)
    let ticks = AxisTicks(
      covering: min(known.min() ?? 0, 0), max(known.max() ?? 0, 0), atMost: 5)
    let frame = ChartFrame(ticks, unit, in: drawing, top: 20)
    frame.drawAxis(in: &drawing)
    let room = frame.width / Double(bars.count)
    let thickness = min(room * 0.7, 56)
    var above: [(center: Double, text: String)] = []
    var heights: [Double] = []
    for (index, bar) in bars.enumerated() {
      let center = frame.left + room * (Double(index) + 0.5)
      above.append((center, bar.text))
      guard let value = bar.value else {
        drawing.rectangle(
          center - thickness / 2, frame.top, thickness, frame.bottom - frame.top, "gap",
          title: "\(bar.label): unknown")
        heights.append(frame.bottom - 6)
        continue
      }
      let (zero, end) = (frame.y(0), frame.y(value))
      drawing.rectangle(
        center - thickness / 2, zero, thickness, end - zero, value < 0 ? "down" : "up",
        title: "\(bar.label): \(bar.text)")
      heights.append(value < 0 ? end + 14 : end - 6)
    }
    // Values are written only if all have room, because a reader would miss single ones.
    let shown = LabelPlacement.shown(above, within: 0...drawing.width, gap: 2)
    if shown.count == above.count {
      for (label, height) in zip(above, heights) {
        drawing.text(label.center, min(height, frame.bottom - 2), label.text, "m value")
      }
    }
    frame.drawLabels(zip(above, bars).map { ($0.center, $1.label) }, in: &drawing)
    return drawing
  }
}
