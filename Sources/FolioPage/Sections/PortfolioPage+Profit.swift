extension PortfolioPage {
  /// Where the profit came from.
  var profitSection: Section {
    let profit = reports.profit
    let parts = profitParts.filter { part in
      profit.total(part.key) == .null || profit.total(part.key).exact?.isZero == false
    }
    let sum = profit.total("profit")
    var steps = parts.map { part in
      let total = totalOf(part.key, in: profit)
      return WaterfallChart.Part(
        label: part.label, value: total?.visible.drawn, text: shown(total))
    }
    // The known bars alone lead to no sum.
    if sum == .null { steps.append(.init(label: "Unknown", value: nil, text: "unknown")) }
    let chart = WaterfallChart(
      parts: steps,
      sum: .init(label: "Profit", value: sum.drawn, text: sum == .null ? "unknown" : text(sum)),
      unit: unit)
    let figure = Figure(
      "profit-chart", title: "From each source to the profit\(suffixInBrackets)",
      description: "A bar for each source, which begins where the one before ends."
    ) { profit.rowCount == 0 ? nil : chart.drawing(width: $0) }
    let kinds = [Self.valueKeys, Self.sourceKeys, Self.gainKeys]
    return Section("profit", "Where the profit came from") {
      element(of: figure, on: profit)
      bridge
      command("pnl", "--per total")
      if sum == .null { explanation(of: Self.profitIsUnknown) }
      Markup.heading("By instrument")
      profitTable(profit, "symbol name currency", kinds[0], "by instrument", "")
      Markup.heading("By instrument and source")
      profitTable(profit, "symbol currency", kinds[1], "by instrument and source", "")
      Markup.heading("Realized and unrealized in the period")
      profitTable(profit, "symbol currency", kinds[2], "realized and unrealized", "")
      gainBridge
      Markup.folded("Table: profit by account") {
        for keys in kinds {
          profitTable(
            reports.profitByAccount, "account name", keys, "by account", "--per account")
        }
      }
      Markup.folded("Table: profit by currency") {
        for keys in kinds {
          profitTable(reports.profitByCurrency, "currency", keys, "by currency", "--per currency")
        }
      }
    }
  }

  private static let valueKeys = "start_value net_contributions end_value profit".words
  private static let sourceKeys = partKeys + ["profit"]
  private static let gainKeys = ["period_realized", "period_unrealized"].flatMap {
    [$0, "\($0)_price_effect", "\($0)_fx_effect"]
  }

  /// A table of some figures of profit and loss. All of them at once would be too wide for paper.
  private func profitTable(
    _ report: Report, _ labels: String, _ keys: [String], _ name: String, _ flags: String
  ) -> Markup {
    table(report, labels.words + keys, label: "Profit and loss, \(name)", flags: flags)
  }

  /// A total as people see it. A mark marks a known part.
  private func shown(_ total: Report.Total?) -> String {
    guard let total, total.visible != .null else { return "unknown" }
    return text(total.visible) + (total.isPartial ? Self.partialMark : "")
  }

  private static let profitIsUnknown =
    "An amount with * is only the part that is known. The profit is unknown"

  /// The mark of the known part of an amount.
  private static let partialMark = "*"

  /// The keys of the parts of the profit.
  private static let partKeys =
    "price_effect fx_effect fx_effect_cash dividends interest fees taxes other".words

  /// The parts of the profit, with the heading of each.
  private var profitParts: [(key: String, label: String)] {
    reports.profit.columns.filter { Self.partKeys.contains($0.key) }.map { ($0.key, $0.heading) }
  }

  /// The table from the start value to the end value. Its last row is zero.
  private var bridge: Markup {
    let profit = reports.profit
    var rows: [BridgeRow] =
      [("Value at the start", "start_value", totalOf("start_value", in: profit))]
      + [("+ Money put in", "net_contributions", totalOf("net_contributions", in: profit))]
      + profitParts.map { ("+ " + $0.label, $0.key, totalOf($0.key, in: profit)) }
    if profit.total("profit") == .null { rows.append(("+ Unknown", "", nil)) }
    let end = totalOf("end_value", in: profit)
    let whole = end.map { Report.Total("end_value", $0.value) }
    var sums: [BridgeRow] = [("= Value at the end", "end_value", whole)]
    if let known = end?.known {
      let part = Report.Total("end_value", known)
      sums.append(("Known part of the value at the end", "end_value", part))
    }
    let difference = head.checks.first?.result == .unknown ? "unknown" : differenceText
    return bridge(
      "From the start to the end", "From the value at the start to the value at the end", rows,
      sums, difference)
  }

  /// The table from the gains from cost to the gains in the period.
  private var gainBridge: Markup {
    let profit = reports.profit
    let parts = [
      ("Realized from cost", "realized_from_cost"),
      ("+ Unrealized from cost, at the end", "unrealized_from_cost_at_end"),
      ("− Unrealized from cost, before the period", "unrealized_from_cost_at_start"),
      ("+ Fees and taxes of trades, separate in the period", "trade_charges"),
      ("+ Units in kind at market value, and rates in groups", "in_kind_effect"),
    ]
    let difference = profit.total("gain_difference")
    return bridge(
      "Gains from cost and in the period", "From the gains from cost to the gains in the period",
      parts.map { ($0, $1, totalOf($1, in: profit)) },
      [
        (
          "= Realized and unrealized in the period", "period_gain",
          totalOf("period_gain", in: profit)
        )
      ],
      request.isRedacted ? nil : difference == .null ? "unknown" : text(difference))
  }

  /// A row of a table that leads from one figure to another.
  private typealias BridgeRow = (label: String, key: String, total: Report.Total?)

  /// A table that leads from one figure to another.
  /// - Parameter difference: what the parts lack of the sum, as text; none if it is nil.
  private func bridge(
    _ heading: String, _ label: String, _ rows: [BridgeRow], _ sums: [BridgeRow],
    _ difference: String?
  ) -> Markup {
    Markup.wide(label) {
      """
      <thead><tr><th scope="col">\(heading)</th>\
      <th scope="col" class="n">Amount</th></tr></thead>
      <tbody>

      """
      for row in rows { bridgeRow(row) }
      "</tbody>\n<tfoot>\n"
      for row in sums { bridgeRow(row) }
      if let difference {
        """
        <tr><th scope="row"><a href="#checks">Difference</a></th>\
        <td class="n">\(difference)</td></tr>

        """
      }
      "</tfoot>\n"
    }
  }

  private func bridgeRow(_ row: BridgeRow) -> Markup {
    let (id, cell) = (Definitions.id("pnl", row.key), row.total?.visible ?? .null)
    let label: Markup = id.map { "<a href=\"#\($0)\">\(row.label)</a>" } ?? "\(row.label)"
    let mark = row.total?.isPartial == true ? Self.partialMark : ""
    return """
      <tr><th scope="row">\(label)</th><td class="n\(Self.sign(cell))">\
      \(numberOrUnknown(cell))\(mark)</td></tr>

      """
  }

  /// The style of a number below zero.
  static func sign(_ cell: Report.Cell) -> String { cell.exact?.isNegative == true ? " neg" : "" }

  /// The difference of the parts and the whole, as the report gives it.
  private var differenceText: String {
    if request.isRedacted { return head.checks.first?.result == .equal ? "0.00%" : "not zero" }
    return text(reports.profit.total("difference"))
  }
}
