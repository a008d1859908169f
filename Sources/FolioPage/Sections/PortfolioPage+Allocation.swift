import Folio

extension PortfolioPage {
  /// A part of the portfolio and its value.
  struct Share {
    var label: String
    var value: Report.Cell
  }

  /// What the portfolio consists of.
  var allocationSection: Section {
    var section = Section("allocation", "Allocation")
    section.markup.add(
      "<p>The value at the end, divided in four ways. Each table sums to the whole ")
    section.markup.add("value. Liabilities are negative.</p>\n<div class=\"tables\">\n")
    let tables: [(title: String, parts: [Share], flags: String)] = [
      ("By instrument", instruments, ""), ("By class", classes, ""),
      (
        "By currency", shares(of: reports.profitByCurrency) { $0("currency") ?? "–" },
        "--per currency"
      ),
      (
        "By account", shares(of: reports.profitByAccount, label: Self.accountLabel), "--per account"
      ),
    ]
    for (title, parts, flags) in tables {
      section.markup.add("<div>\n")
      section.markup.add("h3", text: title)
      section.markup.add(allocation(title, parts))
      section.markup.add(command("pnl", flags))
      section.markup.add("</div>\n")
    }
    section.markup.add("</div>\n")
    return section.ended()
  }

  private static func accountLabel(_ text: (String) -> String?) -> String {
    let account = text("account").flatMap { $0.isEmpty ? nil : $0 } ?? "Without an account"
    return text("name").map { "\(account) (\($0.lowercased()))" } ?? account
  }

  private static func instrumentLabel(_ text: (String) -> String?) -> String {
    text("symbol") ?? "Cash \(text("currency") ?? "")"
  }

  /// The parts with a value, largest first.
  private func shares(
    of report: Report, label: ((String) -> String?) -> String
  ) -> [Share] {
    let parts = (0..<report.rowCount).map { index in
      Share(
        label: label { report.cell(index, $0).text }, value: report.cell(index, "end_value"))
    }
    return Self.sorted(parts.filter { $0.value.exact?.isZero != true })
  }

  private static func sorted(_ parts: [Share]) -> [Share] {
    parts.enumerated().sorted { left, right in
      let values = (left.element.value.exact ?? .zero, right.element.value.exact ?? .zero)
      return values.0 == values.1 ? left.offset < right.offset : values.0 > values.1
    }.map(\.element)
  }

  /// The ten largest instruments and balances, and the sum of the others.
  private var instruments: [Share] {
    let all = shares(of: reports.profit, label: Self.instrumentLabel)
    if all.count <= 12 { return all }
    let others = all.dropFirst(10).map(\.value).sum() ?? .null
    return all.prefix(10) + [Share(label: "\(all.count - 10) others", value: others)]
  }

  private var classes: [Share] {
    let parts = shares(of: reports.profit) { text in
      guard let symbol = text("symbol") else { return "cash" }
      let kind = reports.kinds[symbol] ?? ""
      return kind.isEmpty ? "not stated" : kind
    }
    let groups = Dictionary(grouping: parts, by: \.label)
    // The order of a dictionary differs from run to run.
    return Self.sorted(
      groups.keys.sorted().map { label in
        Share(label: label, value: groups[label]?.map(\.value).sum() ?? .null)
      })
  }

  private func allocation(_ title: String, _ parts: [Share]) -> Markup {
    var markup = Markup()
    let sum = parts.map(\.value).sum()
    guard let sum else {
      markup.add("<p class=\"more\">Nothing to show.</p>\n")
      return markup
    }
    let drawn = parts.map { $0.value.drawn ?? 0 }
    let scale = (low: min(drawn.min() ?? 0, 0), high: max(drawn.max() ?? 0, 0))
    markup.add("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"\(title)\">\n")
    markup.add("<table>\n<thead><tr><th scope=\"col\">\(title.dropFirst(3).capitalizedFirst)</th>")
    if !request.isRedacted {
      markup.add("<th scope=\"col\" class=\"n\"><a href=\"#d-end_value\">Value</a></th>")
    }
    markup.add("<th scope=\"col\" class=\"n\"><a href=\"#d-share\">Share</a></th>")
    markup.add("<td class=\"b\"></td></tr></thead>\n<tbody>\n")
    for (part, length) in zip(parts, drawn) {
      markup.add("<tr><th scope=\"row\" dir=\"auto\">")
      markup.add(text: part.label)
      markup.add("</th>")
      addShare(of: part.value, sum, to: &markup)
      markup.add("<td class=\"b\">\(Self.bar(length, scale))</td></tr>\n")
    }
    markup.add("</tbody>\n<tfoot><tr><th scope=\"row\">Total</th>")
    addShare(of: sum, sum, to: &markup)
    markup.add("<td></td></tr></tfoot>\n</table>\n</div>\n")
    return markup
  }

  private func addShare(of value: Report.Cell, _ sum: Report.Cell, to markup: inout Markup) {
    let sign = value.exact?.isNegative == true ? " neg" : ""
    if !request.isRedacted {
      markup.add("<td class=\"n\(sign)\">")
      markup.add(number(value))
      markup.add("</td>")
    }
    let share = ExactDecimal.ratio(value.exact, of: sum.exact).map { Report.Cell.number($0) }
    let shown = request.isRedacted ? value : share ?? .null
    markup.add("<td class=\"n\(sign)\">")
    markup.add(number(shown, .percent))
    markup.add("</td>")
  }

  /// A bar in a cell. Its sizes are percentages, so that it fills the cell at any width.
  private static func bar(_ value: Double, _ scale: (low: Double, high: Double)) -> String {
    let length = scale.high - scale.low
    guard length > 0 else { return "" }
    let zero = -scale.low / length * 100
    let size = value.magnitude / length * 100
    let start = DrawnNumber.coordinate(value < 0 ? zero - size : zero)
    let width = DrawnNumber.coordinate(max(size, 0.4))
    let style = value < 0 ? "down" : "up"
    return "<svg class=\"bar\" aria-hidden=\"true\"><rect class=\"\(style)\" x=\"\(start)%\" "
      + "width=\"\(width)%\" height=\"100%\"/></svg>"
  }
}

extension Substring {
  /// The text with its first letter capitalized.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
