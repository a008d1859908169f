/// A chart of values over time: an area, and steps or a line to compare it with.
struct LineChart {
  /// A value at the end of a day; `nil` if it is unknown.
  struct Point {
    var day: Day
    var value: Double?
  }

  /// The values of the area, in the order of their days.
  var points: [Point]
  /// The values of the steps, each from its day on.
  var steps: [Point] = []
  /// The values of the line, in the order of their days.
  var line: [Point] = []
  var unit = AxisUnit.amount
  /// The words at the right ends of the area, of the steps and of the line.
  var names = (area: "", steps: "", line: "")

  /// Draws the chart; `nil` if no value is known.
  func drawing(width: Double, height: Double) -> Drawing? {
    let known = (points + steps + line).compactMap(\.value)
    guard let low = known.min(), let high = known.max(), let first = points.first?.day,
      let last = points.last?.day
    else { return nil }
    var drawing = Drawing(width: width, height: height)
    let ticks = AxisTicks(covering: min(low, 0), max(high, 0), atMost: height > 200 ? 6 : 4)
    let longest = namedEnds.map { LabelPlacement.width(of: $0.name, isBold: true) }.max()
    let nameRoom = (longest ?? 0) + 10
    let frame = ChartFrame(ticks, unit, in: drawing, end: nameRoom)
    let axis = TimeAxis(first...last, room: frame.width)
    drawGaps(frame, axis, in: &drawing)
    frame.drawAxis(in: &drawing)
    drawArea(frame, axis, in: &drawing)
    drawSteps(frame, axis, in: &drawing)
    drawLine(frame, axis, in: &drawing)
    drawNames(frame, in: &drawing)
    frame.drawLabels(
      axis.ticks.map { (frame.x(axis.place(of: $0.day)), $0.label) }, in: &drawing)
    return drawing
  }

  /// The names to write, each with the last known value beside it.
  private var namedEnds: [(name: String, value: Double, style: String)] {
    let all = [
      (names.area, points, "of-area"), (names.steps, steps, "of-steps"),
      (names.line, line, "of-line"),
    ]
    return all.compactMap { name, points, style in
      guard !name.isEmpty, let value = points.last(where: { $0.value != nil })?.value else {
        return nil
      }
      return (name, value, style)
    }
  }

  /// Shows where a value is unknown.
  private func drawGaps(_ frame: ChartFrame, _ axis: TimeAxis, in drawing: inout Drawing) {
    var index = 0
    while index < points.count {
      guard points[index].value == nil else {
        index += 1
        continue
      }
      let start = max(index - 1, 0)
      while index < points.count, points[index].value == nil { index += 1 }
      let end = min(index, points.count - 1)
      let left = frame.x(axis.place(of: points[start].day))
      let right = frame.x(axis.place(of: points[end].day))
      drawing.rectangle(
        left, frame.top, max(right - left, 2), frame.bottom - frame.top, "gap",
        title: "Unknown: a price or a rate is missing")
    }
  }

  private func drawArea(_ frame: ChartFrame, _ axis: TimeAxis, in drawing: inout Drawing) {
    for run in points.split(whereSeparator: { $0.value == nil }) {
      let line = run.map { point in
        (x: frame.x(axis.place(of: point.day)), y: frame.y(point.value ?? 0))
      }
      guard let first = line.first, let last = line.last else { continue }
      if run.count == 1 {
        drawing.circle(first.x, first.y, 3.5, "dot")
        continue
      }
      let base = frame.y(0)
      drawing.path([(first.x, base)] + line + [(last.x, base)], isClosed: true, "area")
      drawing.path(line, "line")
    }
  }

  private func drawSteps(_ frame: ChartFrame, _ axis: TimeAxis, in drawing: inout Drawing) {
    for run in steps.split(whereSeparator: { $0.value == nil }) {
      var line: [(x: Double, y: Double)] = []
      for point in run {
        let place = (x: frame.x(axis.place(of: point.day)), y: frame.y(point.value ?? 0))
        if let before = line.last, before.y != place.y { line.append((place.x, before.y)) }
        line.append(place)
      }
      draw(line, "steps", in: &drawing)
    }
  }

  /// Draws a line, or a ring for a point by itself. A ring is also seen around a dot.
  private func draw(_ line: [(x: Double, y: Double)], _ style: String, in drawing: inout Drawing) {
    if line.count == 1 { return drawing.circle(line[0].x, line[0].y, 6, "ring") }
    drawing.path(line, style)
  }

  private func drawLine(_ frame: ChartFrame, _ axis: TimeAxis, in drawing: inout Drawing) {
    for run in line.split(whereSeparator: { $0.value == nil }) {
      draw(
        run.map { (x: frame.x(axis.place(of: $0.day)), y: frame.y($0.value ?? 0)) }, "compared",
        in: &drawing)
    }
  }

  /// Names what is drawn at the right ends, apart from each other.
  private func drawNames(_ frame: ChartFrame, in drawing: inout Drawing) {
    let ends = namedEnds
    let places = LabelPlacement.spread(
      ends.map { frame.y($0.value) }, distance: 15, within: frame.top...frame.bottom)
    for (end, place) in zip(ends, places) {
      drawing.text(frame.right + 6, place + 4, end.name, end.style)
    }
  }
}
