extension Report {
  /// The report with all texts escaped for a terminal.
  var forTerminal: Report {
    var report = self
    report.title = title.shown
    for index in columns.indices { report.columns[index].heading = columns[index].heading.shown }
    report.totals = totals.map(\.shown)
    report.warnings = warnings.map { Warning(code: $0.code, message: $0.message.shown) }
    report.missing = missing.map(\.shown)
    report.notes = notes.map(\.shown)
    report.passages = passages.map(\.shown)
    report.row = { [row] in row($0).map(\.shown) }
    return report
  }
}

extension Report.Cell {
  fileprivate var shown: Self {
    if case .text(let text) = self { .text(text.shown) } else { self }
  }
}

extension Report.Total {
  fileprivate var shown: Self {
    var total = self
    (total.heading, total.value) = (heading?.shown, value.shown)
    return total
  }
}

extension Report.Missing {
  fileprivate var shown: Self {
    guard case .price(let symbol) = subject else { return self }
    return Self(subject: .price(of: symbol.shown), day: day)
  }
}

extension Report.Passage {
  fileprivate var shown: Self {
    let steps = steps.map { step in
      Step(lead: step.lead.shown, paragraphs: step.paragraphs.map(\.shown))
    }
    return Self(heading: heading.shown, steps: steps, closing: closing.map(\.shown))
  }
}

extension String {
  /// The text without control characters. Characters that join others into one, such as in emoji,
  /// are kept.
  fileprivate var shown: String { Array(utf8).shown }
}
