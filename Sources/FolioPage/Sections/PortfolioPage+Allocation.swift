extension PortfolioPage {
  /// A part of the portfolio and its value.
  struct Share {
    var label: String
    /// What the label stands for, such as the id of an account; shown as its title.
    var title = ""
    /// Null if it is unknown.
    var value: Report.Cell
  }

  /// What the portfolio consists of.
  var allocationSection: Section {
    var section = Section("allocation", "Allocation")
    section.markup.add("<p>The value at the end, divided in four ways. Liabilities are negative. ")
    let isKnown = reports.profit.total("end_value") != .null
    section.markup.add(isKnown ? "Each table sums to the whole value.</p>\n" : "</p>\n")
    if !isKnown {
      section.markup.add(explanation(of: "The whole value and all shares are unknown"))
    }
    section.markup.add("<div class=\"tables\">\n")
    let tables: [(title: String, parts: [Share], flags: String)] = [
      ("By instrument", instruments, ""), ("By class", classes, ""),
      ("By currency", currencies, "--per currency"), ("By account", accounts, "--per account"),
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

  /// Parts of unknown value come last.
  private static func sorted(_ parts: [Share]) -> [Share] {
    parts.enumerated().sorted { left, right in
      switch (left.element.value.exact, right.element.value.exact) {
      case (let first?, let second?) where first != second: first > second
      case (_?, nil): true
      case (nil, _?): false
      default: left.offset < right.offset
      }
    }.map(\.element)
  }

  /// The ten largest instruments and balances, and the sum of the others.
  private var instruments: [Share] {
    let all = shares(of: reports.profit, label: Self.instrumentLabel)
    if all.count <= 12 { return all }
    let known = all.filter { $0.value != .null }
    let others = Array(known.dropFirst(10))
    let unknown = Array(all.dropFirst(known.count))
    return known.prefix(10) + Self.joined(others, "\(others.count) others")
      + Self.joined(unknown, "\(unknown.count) of unknown value")
  }

  /// Parts as one, unless there are few.
  private static func joined(_ parts: [Share], _ label: String) -> [Share] {
    parts.count < 3 ? parts : [Share(label: label, value: parts.map(\.value).sum() ?? .null)]
  }

  private var classes: [Share] {
    grouped { text in
      guard let symbol = text("symbol") else { return "cash" }
      let kind = reports.kinds[symbol] ?? ""
      return kind.isEmpty ? "not stated" : kind
    }
  }

  private var currencies: [Share] { grouped { $0("currency") ?? "–" } }

  /// The instruments and balances, summed by a label. If the value of some is unknown, these are a
  /// part of their own.
  private func grouped(by label: ((String) -> String?) -> String) -> [Share] {
    let groups = Dictionary(grouping: shares(of: reports.profit, label: label), by: \.label)
    // The order of a dictionary differs from run to run.
    return Self.sorted(
      groups.keys.sorted().flatMap { label -> [Share] in
        let parts = groups[label] ?? []
        let known = parts.map(\.value).filter { $0 != .null }
        guard known.count < parts.count, let sum = known.sum() else {
          return [Share(label: label, value: parts.map(\.value).sum() ?? .null)]
        }
        return [
          Share(label: label, value: sum), Share(label: "\(label), the rest", value: .null),
        ]
      })
  }

  /// The accounts by their names, with their ids as titles.
  private var accounts: [Share] {
    let report = reports.profitByAccount
    let parts = (0..<report.rowCount).map { index -> Share in
      let id = report.cell(index, "account").text ?? ""
      let kind = report.cell(index, "name").text?.lowercased()
      let name = id.isEmpty ? "Without an account" : reports.accountNames[id] ?? id
      return Share(
        label: kind.map { "\(name) (\($0))" } ?? name, title: name == id ? "" : id,
        value: report.cell(index, "end_value"))
    }
    return Self.sorted(parts.filter { $0.value.exact?.isZero != true })
  }

  private func allocation(_ title: String, _ parts: [Share]) -> Markup {
    var markup = Markup()
    if parts.isEmpty {
      markup.add("p", " class=\"more\"", text: reports.profit.wordsWithoutRows)
      return markup
    }
    let known = parts.map(\.value).filter { $0 != .null }.sum() ?? .null
    let sum = parts.contains { $0.value == .null } ? .null : known
    let drawn = parts.map { $0.value.drawn ?? 0 }
    let scale = (low: min(drawn.min() ?? 0, 0), high: max(drawn.max() ?? 0, 0))
    markup.add("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"\(title)\">\n")
    markup.add("<table>\n<thead><tr><th scope=\"col\">\(title.dropFirst(3).capitalizedFirst)</th>")
    if !request.isRedacted {
      markup.add("<th scope=\"col\" class=\"n\"><a href=\"#d-end_value\">Value</a></th>")
    }
    markup.add("<th scope=\"col\" class=\"n\"><a href=\"#d-share\">")
    markup.add("Share of total</a></th>")
    markup.add("<td class=\"b\"></td></tr></thead>\n<tbody>\n")
    for (part, length) in zip(parts, drawn) {
      markup.add("<tr><th scope=\"row\" dir=\"auto\"")
      if !part.title.isEmpty {
        markup.add(" title=\"")
        markup.add(text: part.title)
        markup.add("\"")
      }
      markup.add(">")
      markup.add(text: part.label)
      markup.add("</th>")
      addShare(of: part.value, sum, to: &markup)
      let bar = part.value == .null ? "" : Self.bar(length, scale)
      markup.add("<td class=\"b\">\(bar)</td></tr>\n")
    }
    markup.add("</tbody>\n<tfoot>")
    if sum == .null, known != .null { addTotal("Known rows", known, sum, to: &markup) }
    addTotal("Total", sum, sum, to: &markup)
    markup.add("</tfoot>\n</table>\n</div>\n")
    return markup
  }

  private func addTotal(
    _ label: String, _ value: Report.Cell, _ sum: Report.Cell, to markup: inout Markup
  ) {
    markup.add("<tr><th scope=\"row\">\(label)</th>")
    addShare(of: value, sum, to: &markup)
    markup.add("<td></td></tr>\n")
  }

  private func addShare(of value: Report.Cell, _ sum: Report.Cell, to markup: inout Markup) {
    let sign = value.exact?.isNegative == true ? " neg" : ""
    if !request.isRedacted {
      markup.add("<td class=\"n\(sign)\">")
      markup.add(numberOrUnknown(value))
      markup.add("</td>")
    }
    let share = ExactDecimal.ratio(value.exact, of: sum.exact).map { Report.Cell.number($0) }
    let shown = request.isRedacted ? value : share ?? .null
    markup.add("<td class=\"n\(sign)\">")
    markup.add(numberOrUnknown(shown, .percent))
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
