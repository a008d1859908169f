import Folio

extension PortfolioPage {
  /// Where the profit came from.
  var profitSection: Section {
    var section = Section("profit", "Where the profit came from")
    let profit = reports.profit
    let parts = Self.profitParts.filter { part in
      profit.total(part.key) == .null || profit.total(part.key).exact?.isZero == false
    }
    let chart = WaterfallChart(
      parts: parts.map { part in
        let cell = profit.total(part.key)
        return .init(label: part.label, value: cell.drawn, text: text(cell))
      },
      sum: .init(
        label: "Profit", value: profit.total("profit").drawn, text: text(profit.total("profit"))),
      unit: unit)
    let figure = Figure(
      "profit-chart", title: "From each source to the profit\(suffixInBrackets)",
      description: "A bar for each source, which begins where the one before ends."
    ) { chart.drawing(width: $0) }
    if let figure, profit.rowCount > 0 { section.markup.add(figure.element) }
    section.markup.add(bridge)
    let label = "Profit and loss by instrument and cash"
    section.markup.add("h3", text: "By instrument")
    section.markup.add(
      table(
        TableView(
          report: profit,
          keys: [
            "symbol", "name", "currency", "start_value", "net_contributions", "end_value", "profit",
          ], label: label)))
    section.markup.add("h3", text: "By instrument and source")
    section.markup.add(
      table(
        TableView(
          report: profit,
          keys: ["symbol", "currency"] + Self.profitParts.map(\.key) + ["profit"],
          label: "\(label), by source")))
    section.markup.add("h3", text: "Realized and unrealized")
    section.markup.add(
      table(
        TableView(
          report: profit,
          keys: [
            "symbol", "currency", "realized_gain", "realized_price_effect", "realized_fx_effect",
            "unrealized_gain", "unrealized_price_effect", "unrealized_fx_effect",
          ], label: "Realized and unrealized gains by instrument")))
    return section.ended()
  }

  /// The parts of the profit, with the key and the label of each.
  static let profitParts: [(key: String, label: String)] = [
    ("price_effect", "Prices"), ("fx_effect", "Currencies"),
    ("fx_effect_cash", "Currencies of cash"), ("dividends", "Dividends"), ("interest", "Interest"),
    ("fees", "Fees"), ("taxes", "Taxes"), ("other", "Other"),
  ]

  /// The table from the start value to the end value. Its last row is zero.
  private var bridge: Markup {
    let total = reports.profit.total
    let rows: [(key: String, label: String, sign: String)] =
      [("start_value", "Value at the start", ""), ("net_contributions", "Money put in", "+ ")]
      + Self.profitParts.map { ($0.key, $0.label, "+ ") }
    var markup = Markup()
    markup.add("<div class=\"wide\" role=\"region\" tabindex=\"0\" ")
    markup.add("aria-label=\"From the value at the start to the value at the end\">\n<table>\n")
    markup.add("<thead><tr><th scope=\"col\">From the start to the end</th>")
    markup.add("<th scope=\"col\" class=\"n\">Amount</th></tr></thead>\n<tbody>\n")
    func add(_ label: String, _ key: String, _ cell: Report.Cell) {
      let id = Definitions.id("pnl", key)
      let isNegative = cell.exact?.isNegative == true
      markup.add("<tr><th scope=\"row\">")
      markup.add(id.map { "<a href=\"#\($0)\">\(label)</a>" } ?? label)
      markup.add("</th><td class=\"n\(isNegative ? " neg" : "")\">")
      markup.add(number(cell))
      markup.add("</td></tr>\n")
    }
    for row in rows { add(row.sign + row.label, row.key, total(row.key)) }
    markup.add("</tbody>\n<tfoot>\n")
    add("= Value at the end", "end_value", total("end_value"))
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
