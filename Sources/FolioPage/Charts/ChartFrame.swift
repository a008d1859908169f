/// The area of a chart between its axes, with a vertical axis of round values.
struct ChartFrame {
  let ticks: AxisTicks
  let unit: AxisUnit
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double

  /// Creates a frame in a drawing, with room for the labels of the axes.
  init(
    _ ticks: AxisTicks, _ unit: AxisUnit, in drawing: Drawing, end: Double = 8, top: Double = 12
  ) {
    (self.ticks, self.unit, self.top) = (ticks, unit, top)
    left = (ticks.labels(unit).map { LabelPlacement.width(of: $0) }.max() ?? 0) + 8
    right = drawing.width - end
    bottom = drawing.height - 24
  }

  var width: Double { right - left }

  /// Returns the vertical place of a value.
  func y(_ value: Double) -> Double {
    let share = (value - ticks.low) / (ticks.high - ticks.low)
    return bottom - min(max(share, 0), 1) * (bottom - top)
  }

  /// Returns the horizontal place of a share from 0 to 1.
  func x(_ share: Double) -> Double { left + share * width }

  /// Draws the lines and labels of the vertical axis.
  func drawAxis(in drawing: inout Drawing) {
    for (value, label) in zip(ticks.values, ticks.labels(unit)) {
      drawing.line(left, y(value), right, y(value), value == 0 ? "zero" : "grid")
      drawing.text(left - 6, y(value) + 4, label, "e")
    }
  }

  /// Draws labels below the frame, each that has room.
  func drawLabels(_ labels: [(center: Double, text: String)], in drawing: inout Drawing) {
    let shown = LabelPlacement.shown(labels, within: 0...drawing.width)
    for index in shown {
      drawing.text(labels[index].center, bottom + 17, labels[index].text, "m")
    }
  }
}
