extension PortfolioPage {
  /// The distance from the highest level over time, and the deepest falls.
  @MarkupBuilder
  func falls(_ years: Report) -> Markup {
    let chart = LineChart(points: fallPoints, unit: .percent)
    let figure = Figure(
      "falls-chart", title: "Below the highest level so far, at the end of each period",
      description: "Zero is a new high. The table of values by \(reports.step.rawValue) has the "
        + "figures."
    ) { chart.drawing(width: $0, height: 180) }
    element(of: figure, on: reports.series)
    table(
      years, "from to max_drawdown drawdown_from drawdown_to volatility".words,
      label: "Largest fall by year, and of the whole period", flags: "--by year")
    Markup.heading("Deepest falls")
    table(
      reports.drawdowns, "rank from to recovered depth days_to_low days_to_recovery days".words,
      label: "Deepest falls, and when they recovered")
  }

  /// The distances from the highest level. Where a value is unknown there is none.
  private var fallPoints: [LineChart.Point] {
    (0..<reports.series.rowCount).compactMap { index in
      reports.series.cell(index, "to").day.map {
        LineChart.Point(day: $0, value: reports.series.cell(index, "below_high").drawn)
      }
    }
  }
}
