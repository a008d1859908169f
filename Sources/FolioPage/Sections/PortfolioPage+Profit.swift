import Folio

extension PortfolioPage {
  /// Where the profit came from.
  var profitSection: Section {
    var section = Section("profit", "Where the profit came from")
    let profit = reports.profit
    let parts = Self.profitParts.filter { part in
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
    section.markup.add(element(of: figure, on: profit))
    section.markup.add(bridge)
    if sum == .null { section.markup.add(explanation(of: Self.profitIsUnknown)) }
    section.markup.add("h3", text: "By instrument")
    section.markup.add(
      profitTable(profit, ["symbol", "name", "currency"], Self.valueKeys, "by instrument", ""))
    section.markup.add("h3", text: "By instrument and source")
    section.markup.add(
      profitTable(profit, ["symbol", "currency"], Self.sourceKeys, "by instrument and source", ""))
    section.markup.add("h3", text: "Realized and unrealized")
    section.markup.add(
      profitTable(profit, ["symbol", "currency"], Self.gainKeys, "realized and unrealized", ""))
    let others = [
      ("account", reports.profitByAccount, ["account", "name"]),
      ("currency", reports.profitByCurrency, ["currency"]),
    ]
    for (name, report, labels) in others {
      var tables = Markup()
      for keys in [Self.valueKeys, Self.sourceKeys, Self.gainKeys] {
        tables.add(profitTable(report, labels, keys, "by \(name)", "--per \(name)"))
      }
      section.markup.add(folded("Table: profit by \(name)", tables))
    }
    return section.ended()
  }

  private static let valueKeys = ["start_value", "net_contributions", "end_value", "profit"]
  private static let sourceKeys = profitParts.map(\.key) + ["profit"]
  private static let gainKeys = [
    "realized_gain", "realized_price_effect", "realized_fx_effect", "unrealized_gain",
    "unrealized_price_effect", "unrealized_fx_effect",
  ]

  /// A table of some figures of profit and loss. All of them at once would be too wide for paper.
  private func profitTable(
    _ report: Report, _ labels: [String], _ keys: [String], _ name: String, _ flags: String
  ) -> Markup {
    table(
      TableView(
        report: report, keys: labels + keys, label: "Profit and loss, \(name)", flags: flags))
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

  /// The parts of the profit, with the key and the label of each.
  static let profitParts: [(key: String, label: String)] = [
    ("price_effect", "Prices"), ("fx_effect", "Currencies"),
    ("fx_effect_cash", "Currencies of cash"), ("dividends", "Dividends"), ("interest", "Interest"),
    ("fees", "Fees"), ("taxes", "Taxes"), ("other", "Other"),
  ]

  /// The table from the start value to the end value. Its last row is zero.
  private var bridge: Markup {
    let rows: [(key: String, label: String, sign: String)] =
      [("start_value", "Value at the start", ""), ("net_contributions", "Money put in", "+ ")]
      + Self.profitParts.map { ($0.key, $0.label, "+ ") }
    var markup = Markup()
    markup.add("<div class=\"wide\" role=\"region\" tabindex=\"0\" ")
    markup.add("aria-label=\"From the value at the start to the value at the end\">\n<table>\n")
    markup.add("<thead><tr><th scope=\"col\">From the start to the end</th>")
    markup.add("<th scope=\"col\" class=\"n\">Amount</th></tr></thead>\n<tbody>\n")
    func add(_ label: String, _ key: String, _ cell: Report.Cell, _ mark: String = "") {
      let id = Definitions.id("pnl", key)
      let isNegative = cell.exact?.isNegative == true
      markup.add("<tr><th scope=\"row\">")
      markup.add(id.map { "<a href=\"#\($0)\">\(label)</a>" } ?? label)
      markup.add("</th><td class=\"n\(isNegative ? " neg" : "")\">")
      markup.add(numberOrUnknown(cell))
      markup.add("\(mark)</td></tr>\n")
    }
    for row in rows {
      let total = totalOf(row.key, in: reports.profit)
      add(
        row.sign + row.label, row.key, total?.visible ?? .null,
        total?.isPartial == true ? Self.partialMark : "")
    }
    if reports.profit.total("profit") == .null { add("+ Unknown", "", .null) }
    markup.add("</tbody>\n<tfoot>\n")
    let end = totalOf("end_value", in: reports.profit)
    add("= Value at the end", "end_value", end?.value ?? .null)
    if let known = end?.known { add("Known part of the value at the end", "end_value", known) }
    let difference = head.checks.first?.result == .unknown ? "unknown" : differenceText
    markup.add("<tr><th scope=\"row\"><a href=\"#checks\">Difference</a></th>")
    markup.add("<td class=\"n\">\(difference)</td></tr>\n</tfoot>\n</table>\n</div>\n")
    markup.add(command("pnl", "--per total"))
    return markup
  }

  /// The difference of the parts and the whole, as the report gives it.
  private var differenceText: String {
    if request.isRedacted { return head.checks.first?.result == .equal ? "0.00%" : "not zero" }
    return text(reports.profit.total("difference"))
  }
}
