extension PortfolioPage {
  /// The value and the money put in over time.
  var valueSection: Section {
    let chart = valueChart
    let figure = Figure(
      "value-chart", title: "Value and money put in\(suffixInBrackets)",
      description: "\(head.footer). The table below has all values."
    ) { width in
      chart.drawing(width: width, height: Figure.isNarrow(width) ? 220 : 300)
    }
    let step = reports.step.rawValue
    return Section("value", "Value and money put in") {
      if figure != nil { Self.meaningOfChart }
      element(of: figure, on: reports.series)
      if figure != nil, chart.points.contains(where: { $0.value == nil }) {
        explanation(of: "A part is unknown")
      }
      Markup.folded("Table: value by \(step)") {
        table(
          reports.series,
          "from to start_value net_contributions end_value twr twr_cumulative below_high".words,
          label: "Value by \(step)", flags: "--by \(step)")
      }
    }
  }

  private static let meaningOfChart: Markup = """
    <p>The area is the value at the end of each period. The dashed line is the money put in so \
    far: the value at the start and deposits, less withdrawals. The distance between them is \
    the profit. A hatched part is unknown, because a price or a rate is missing.</p>

    """

  var suffixInBrackets: String {
    if request.isRedacted { return " (share of the value at the end)" }
    return head.base.map { " (\($0.code))" } ?? ""
  }

  private var valueChart: LineChart {
    let series = reports.series
    var points: [LineChart.Point] = []
    var steps: [LineChart.Point] = []
    var sum: Double? = 0
    for index in 0..<series.rowCount {
      guard let from = series.cell(index, "from").day, let to = series.cell(index, "to").day else {
        continue
      }
      let start = series.cell(index, "start_value").drawn
      if index == 0 {
        sum = start
        // Nothing was there before: a line from zero would show a rise that was none.
        if from != to, series.cell(index, "start_value").exact?.isZero != true {
          points.append(.init(day: from, value: start))
          steps.append(.init(day: from, value: start))
        }
      }
      let added = series.cell(index, "net_contributions").drawn
      sum = sum.flatMap { sum in added.map { sum + $0 } }
      points.append(.init(day: to, value: series.cell(index, "end_value").drawn))
      steps.append(.init(day: to, value: sum))
    }
    return LineChart(
      points: points, steps: steps, unit: unit, names: (area: "Value", steps: "Put in", line: ""))
  }
}
