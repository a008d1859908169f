import FolioNumbers
import Testing

@testable import FolioPage

struct AxisTests {
  @Test(arguments: [
    (0.0, 105_379.78, ["0", "25k", "50k", "75k", "100k", "125k"]),
    (0, 7_500, ["0", "2,000", "4,000", "6,000", "8,000"]),
    (0, 9_500, ["0", "2k", "4k", "6k", "8k", "10k"]),
    (-1_357, 4_479.75, ["-2,000", "0", "2,000", "4,000", "6,000"]),
    (0, 0.7, ["0", "0.2", "0.4", "0.6", "0.8"]),
    (0, 12_345_678, ["0", "2.5M", "5M", "7.5M", "10M", "12.5M"]),
    (0, 3e11, ["0", "100bn", "200bn", "300bn"]),
    (-90, -10, ["-100", "-80", "-60", "-40", "-20", "0"]),
  ])
  func `ticks are round and cover the values`(low: Double, high: Double, labels: [String]) {
    let ticks = AxisTicks(covering: low, high)
    #expect(ticks.labels(.amount) == labels)
    #expect(ticks.low <= low && ticks.high >= high)
  }

  @Test func `percentages have the places that they need`() {
    #expect(AxisTicks(covering: -0.0549, 0).labels(.percent) == ["-6%", "-4%", "-2%", "0%"])
    #expect(
      AxisTicks(covering: 0, 0.0012).labels(.percent)
        == ["0.000%", "0.025%", "0.050%", "0.075%", "0.100%", "0.125%"])
  }

  @Test func `equal values, extremes and numbers that are none give an axis`() {
    #expect(AxisTicks(covering: 0, 0).values.count > 1)
    #expect(AxisTicks(covering: 5, 5).low < 5)
    #expect(AxisTicks(covering: 1e30, -1e30).values.count <= 7)
    #expect(AxisTicks(covering: 1e-11, 0).values.count <= 7)
    #expect(AxisTicks(covering: .nan, .infinity).values.count > 1)
  }

  @Test func `random ranges have few ticks in order`() {
    var seed: UInt64 = 7
    func next() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(seed >> 40) / Double(1 << 24) - 0.5)
        * (0..<Int(seed >> 33 & 15)).reduce(1.0) { power, _ in power * 10 }
    }
    for _ in 0..<2_000 {
      let (first, second) = (next(), next())
      let ticks = AxisTicks(covering: first, second)
      #expect(ticks.low <= min(first, second) && ticks.high >= max(first, second))
      #expect((2...7).contains(ticks.values.count), "\(first) \(second) \(ticks.values)")
      let labels = ticks.labels(.amount)
      #expect(Set(labels).count == labels.count, "\(first) \(second) \(labels)")
    }
  }
}

struct TimeAxisTests {
  private func ticks(_ from: String, _ to: String, room: Double = 700) throws -> [String] {
    TimeAxis(try Day(from)...Day(to), room: room).ticks.map(\.label)
  }

  @Test func `ticks are days, Mondays, months, quarters and years`() throws {
    #expect(try ticks("2024-03-01", "2024-03-05").count == 5)
    #expect(try ticks("2024-03-01", "2024-03-01") == ["1 Mar 2024"])
    #expect(try ticks("2024-03-01", "2024-04-20").first == "4 Mar 2024")
    #expect(
      try ticks("2023-11-10", "2024-06-30") == ["Dec", "2024", "Feb", "Mar", "Apr", "May", "Jun"])
    #expect(
      try ticks("2022-02-01", "2024-01-31")
        == ["Apr", "Jul", "Oct", "2023", "Apr", "Jul", "Oct", "2024"])
    #expect(
      try ticks("2020-01-02", "2025-01-03", room: 400) == ["2021", "2022", "2023", "2024", "2025"])
    #expect(
      try ticks("2004-05-06", "2025-01-03", room: 300) == ["2005", "2010", "2015", "2020", "2025"])
    #expect(try ticks("0001-01-01", "9999-12-31").count > 1)
  }

  @Test func `a period between two ticks has its first day`() throws {
    #expect(try ticks("2024-02-02", "2024-02-20", room: 60) == ["2 Feb 2024"])
  }

  @Test func `the days of a period lie between 0 and 1`() throws {
    let axis = TimeAxis(try Day("2024-01-01")...Day("2024-12-31"), room: 700)
    #expect(axis.place(of: try Day("2024-01-01")) == 0)
    #expect(axis.place(of: try Day("2024-12-31")) == 1)
    let single = TimeAxis(try Day("2024-01-01")...Day("2024-01-01"), room: 700)
    #expect(single.place(of: try Day("2024-01-01")) == 0.5)
  }
}

struct LabelPlacementTests {
  @Test func `labels that collide or leave the drawing are left out`() {
    let labels = (0..<10).map { (center: Double($0) * 20, text: "2024") }
    let shown = LabelPlacement.shown(labels, within: 0...200)
    #expect(shown == [1, 3, 5, 7, 9])
    #expect(LabelPlacement.shown([(50, "a long label of a bar")], within: 0...100).isEmpty)
  }

  @Test func `labels above each other move apart and stay inside`() {
    #expect(LabelPlacement.spread([50, 52], distance: 15, within: 0...200) == [50, 65])
    #expect(LabelPlacement.spread([198, 199], distance: 15, within: 0...200) == [185, 200])
    #expect(LabelPlacement.spread([10, 100], distance: 15, within: 0...200) == [10, 100])
  }

  @Test func `wide and bold letters need more room`() {
    #expect(LabelPlacement.width(of: "MMM") > LabelPlacement.width(of: "lll"))
    #expect(
      LabelPlacement.width(of: "Value", isBold: true) > LabelPlacement.width(of: "Value"))
  }

  @Test func `a text that is too long is cut`() {
    #expect(LabelPlacement.shortened("Prices", to: 100) == "Prices")
    let long = String(repeating: "x", count: 200)
    let short = LabelPlacement.shortened(long, to: 100)
    #expect(short.hasSuffix("…") && LabelPlacement.width(of: short) <= 100)
  }
}
