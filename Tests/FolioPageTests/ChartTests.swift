import Folio
import Testing

@testable import FolioPage

/// Drawings of values that are hard to draw.
struct ChartTests {
  private func svg(_ drawing: Drawing?) -> String {
    guard let drawing else { return "" }
    let element = drawing.element(id: "c", "chart", title: "T <", description: "D")
    return String(decoding: element.bytes, as: UTF8.self)
  }

  /// The numbers of the attributes lie in the drawing, with a little room for strokes.
  private func expectInside(_ drawing: Drawing?, _ label: String) throws {
    let drawing = try #require(drawing)
    let text = svg(drawing)
    for (name, limit) in [("x", drawing.width), ("y", drawing.height), ("y1", drawing.height)] {
      for part in text.split(separator: " \(name)=\"").dropFirst() {
        let number = try #require(Double(part.prefix { $0 != "\"" }))
        #expect(number >= -1 && number <= limit + 1, "\(label): \(name)=\(number)")
      }
    }
    #expect(!text.contains("nan") && !text.contains("inf"), "\(label)")
  }

  private func days(_ count: Int, step: Int = 1) throws -> [Day] {
    let first = try Day("2004-01-01")
    return (0..<count).compactMap { first.adding(days: $0 * step) }
  }

  @Test(arguments: [340.0, 880.0])
  func `a line has gaps, negative values, one point, one day and twenty years`(
    width: Double
  ) throws {
    let series: [(String, [Double?])] = [
      ("gap", [1, nil, nil, 4, 5]), ("single", [nil, 3, nil]), ("one day", [3]),
      ("negative", [-5, -1, 2]), ("zero", [0, 0]), ("huge", [1e20, -1e20]),
      ("long", (0..<240).map { Double($0 * $0 % 97) }),
    ]
    for (label, values) in series {
      let points = zip(try days(values.count, step: 30), values).map {
        LineChart.Point(day: $0, value: $1)
      }
      let chart = LineChart(
        points: points, steps: points, names: (area: "Value", steps: "Put in", line: ""))
      try expectInside(chart.drawing(width: width, height: 220), label)
    }
  }

  @Test func `a gap is hatched and a point alone is a dot`() throws {
    let points = zip(try days(5), [1, nil, 3, nil, 5]).map { LineChart.Point(day: $0, value: $1) }
    let text = svg(LineChart(points: points).drawing(width: 340, height: 220))
    #expect(text.split(separator: "class=\"gap\"").count == 3)
    #expect(text.split(separator: "class=\"dot\"").count == 4)
    #expect(text.contains("<title id=\"c-t\">T &lt;</title>"))
    #expect(text.contains("role=\"img\" aria-labelledby=\"c-t c-d\""))
  }

  @Test func `a point alone has a mark in each series`() throws {
    let points = [LineChart.Point(day: try Day("2024-01-01"), value: 3)]
    let names = (area: "Value", steps: "Put in", line: "Index")
    let chart = LineChart(points: points, steps: points, line: points, names: names)
    let text = svg(chart.drawing(width: 340, height: 220))
    #expect(text.split(separator: "class=\"dot\"").count == 2)
    #expect(text.split(separator: "class=\"ring\"").count == 3)
  }

  @Test func `nothing is drawn without a value`() throws {
    let unknown = LineChart.Point(day: try Day("2024-01-01"), value: nil)
    #expect(LineChart(points: [unknown]).drawing(width: 340, height: 220) == nil)
    #expect(LineChart(points: []).drawing(width: 340, height: 220) == nil)
    #expect(BarChart(bars: []).drawing(width: 340, height: 220) == nil)
    let part = WaterfallChart.Part(label: "Prices", value: nil, text: "unknown")
    #expect(WaterfallChart(parts: [part], sum: part).drawing(width: 340) == nil)
  }

  @Test func `steps go right, then up`() throws {
    let points = zip(try days(3), [1, 3, 3]).map { LineChart.Point(day: $0, value: $1) }
    let chart = LineChart(points: points, steps: points, names: (area: "A", steps: "S", line: ""))
    let text = svg(chart.drawing(width: 340, height: 220))
    let path = try #require(text.split(separator: "class=\"steps\" d=\"").last)
    let places = path.prefix { $0 != "\"" }.dropFirst().split(separator: "L")
      .map { $0.split(separator: " ").compactMap { Double($0) } }
    #expect(places.count == 4)
    #expect(places[0][1] == places[1][1] && places[1][0] == places[2][0])
  }

  @Test(arguments: [340.0, 880.0])
  func `bars are up, down, unknown and many`(width: Double) throws {
    let values: [Double?] = [0.1, -0.2, nil, 0]
    let bars = values.map { BarChart.Bar(label: "2024", value: $0, text: "12.34%") }
    let drawing = BarChart(bars: bars).drawing(width: width, height: 220)
    try expectInside(drawing, "few")
    let text = svg(drawing)
    for style in ["up", "down", "gap"] { #expect(text.contains("class=\"\(style)\"")) }
    #expect(text.contains("<title>2024: unknown</title>"))
    let many = (0..<40).map { BarChart.Bar(label: "\(1985 + $0)", value: 0.1, text: "10.00%") }
    let crowded = BarChart(bars: many).drawing(width: width, height: 220)
    try expectInside(crowded, "many")
    // The values of so many bars have no room, and a part of them would mislead.
    #expect(!svg(crowded).contains("class=\"m value\""))
  }

  @Test(arguments: [340.0, 880.0])
  func `a waterfall leads to its sum`(width: Double) throws {
    let parts: [WaterfallChart.Part] = [
      .init(label: "Prices", value: 100, text: "100.00"),
      .init(label: "Fees", value: -150, text: "-150.00"),
      .init(label: "Other", value: nil, text: "unknown"),
    ]
    let chart = WaterfallChart(
      parts: parts, sum: .init(label: "Profit", value: -50, text: "-50.00"))
    let drawing = chart.drawing(width: width)
    try expectInside(drawing, "waterfall")
    let text = svg(drawing)
    #expect(text.contains("class=\"whole\"") && text.contains("<title>Fees: -150.00</title>"))
    let bars = text.split(separator: "<rect class=\"")
    #expect(bars.count == 5)
  }

  @Test func `numbers of drawings are short`() {
    #expect(DrawnNumber.coordinate(12.04) == "12")
    #expect(DrawnNumber.coordinate(-0.25) == "-0.3")
    #expect(DrawnNumber.coordinate(.nan) == "0")
    #expect(DrawnNumber.text(1_234_567.891, places: 2) == "1,234,567.89")
    #expect(DrawnNumber.text(-0.004, places: 2) == "0.00")
  }
}
