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
    let isKnown = reports.profit.total("end_value") != .null
    let tables: [(title: String, parts: [Share], flags: String)] = [
      ("By instrument", instruments, ""), ("By class", classes, ""),
      ("By currency", currencies, "--per currency"), ("By account", accounts, "--per account"),
    ]
    return Section("allocation", "Allocation") {
      "<p>The value at the end, divided in four ways. Liabilities are negative. "
      isKnown ? "Each table sums to the whole value.</p>\n" : "</p>\n"
      if !isKnown { explanation(of: "The whole value and all shares are unknown") }
      "<div class=\"tables\">\n"
      for (title, parts, flags) in tables {
        "<div>\n<h3>\(title)</h3>\n\(allocation(title, parts))\(command("pnl", flags))</div>\n"
      }
      "</div>\n"
    }
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
    if parts.isEmpty { return .remark(reports.profit.wordsWithoutRows) }
    let known = parts.map(\.value).filter { $0 != .null }.sum() ?? .null
    let sum = parts.contains { $0.value == .null } ? .null : known
    let drawn = parts.map { $0.value.drawn ?? 0 }
    let scale = (low: min(drawn.min() ?? 0, 0), high: max(drawn.max() ?? 0, 0))
    return .wide(title) {
      "<thead><tr><th scope=\"col\">\(title.dropFirst(3).capitalizedFirst)</th>"
      if !request.isRedacted {
        "<th scope=\"col\" class=\"n\"><a href=\"#d-end_value\">Value</a></th>"
      }
      """
      <th scope="col" class="n"><a href="#d-share">Share of total</a></th>\
      <td class="b"></td></tr></thead>
      <tbody>

      """
      for (part, length) in zip(parts, drawn) {
        let title: Markup = part.title.isEmpty ? "" : " title=\"\(part.title)\""
        let bar = part.value == .null ? "" : Self.bar(length, scale)
        "<tr><th scope=\"row\" dir=\"auto\"\(title)>\(part.label)</th>"
        "\(share(of: part.value, sum))<td class=\"b\">\(bar)</td></tr>\n"
      }
      "</tbody>\n<tfoot>"
      if sum == .null, known != .null { total("Known rows", known, sum) }
      total("Total", sum, sum)
      "</tfoot>\n"
    }
  }

  private func total(_ label: String, _ value: Report.Cell, _ sum: Report.Cell) -> Markup {
    "<tr><th scope=\"row\">\(label)</th>\(share(of: value, sum))<td></td></tr>\n"
  }

  @MarkupBuilder
  private func share(of value: Report.Cell, _ sum: Report.Cell) -> Markup {
    let sign = Self.sign(value)
    let share = ExactDecimal.ratio(value.exact, of: sum.exact).map { Report.Cell.number($0) }
    let shown = request.isRedacted ? value : share ?? .null
    if !request.isRedacted { "<td class=\"n\(sign)\">\(numberOrUnknown(value))</td>" }
    "<td class=\"n\(sign)\">\(numberOrUnknown(shown, .percent))</td>"
  }

  /// A bar in a cell. Its sizes are percentages, so that it fills the cell at any width.
  private static func bar(_ value: Double, _ scale: (low: Double, high: Double)) -> Markup {
    let length = scale.high - scale.low
    guard length > 0 else { return "" }
    let zero = -scale.low / length * 100
    let size = value.magnitude / length * 100
    let start = DrawnNumber.coordinate(value < 0 ? zero - size : zero)
    let width = DrawnNumber.coordinate(max(size, 0.4))
    let style = value < 0 ? "down" : "up"
    return """
      <svg class="bar" aria-hidden="true"><rect class="\(style)" x="\(start)%" \
      width="\(width)%" height="100%"/></svg>
      """
  }
}

extension Substring {
  /// The text with its first letter capitalized.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
