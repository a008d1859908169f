import Folio

extension PortfolioPage {
  /// The distance from the highest level over time, and the deepest falls.
  func falls(_ years: Report) -> Markup {
    var markup = Markup()
    let chart = LineChart(points: fallPoints, unit: .percent)
    let figure = Figure(
      "falls-chart", title: "Below the highest level so far, at the end of each period",
      description: "Zero is a new high. The line is drawn from time-weighted returns."
    ) { chart.drawing(width: $0, height: 180) }
    if let figure {
      markup.add(figure.element)
      if reports.series.cells("twr").contains(.null) {
        markup.add(
          "p", " class=\"more\"",
          text: "After a period whose return is unknown, the line begins again at zero. The tables "
            + "count the days within such a period whose values are known.")
      }
    }
    markup.add(
      table(
        TableView(
          report: years,
          keys: ["from", "to", "max_drawdown", "drawdown_from", "drawdown_to", "volatility"],
          label: "Largest fall by year, and of the whole period", flags: "--by year")))
    markup.add("h3", text: "Deepest falls")
    markup.add(
      table(
        TableView(
          report: reports.drawdowns,
          keys: [
            "rank", "from", "to", "recovered", "depth", "days_to_low", "days_to_recovery", "days",
          ],
          label: "Deepest falls, and when they recovered")))
    return markup
  }

  /// The distance from the highest level, from the returns of the series. After an unknown return
  /// it begins again.
  private var fallPoints: [LineChart.Point] {
    var (level, peak) = (1.0, 1.0)
    var points: [LineChart.Point] = []
    for index in 0..<reports.series.rowCount {
      guard let day = reports.series.cell(index, "to").day else { continue }
      guard let value = reports.series.cell(index, "twr").drawn else {
        (level, peak) = (1, 1)
        points.append(.init(day: day, value: nil))
        continue
      }
      level *= 1 + value
      peak = max(peak, level)
      points.append(.init(day: day, value: peak > 0 ? level / peak - 1 : nil))
    }
    return points
  }
}
