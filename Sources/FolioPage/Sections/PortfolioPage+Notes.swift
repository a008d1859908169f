extension PortfolioPage {
  /// Warnings, checks and assumptions.
  var notesSection: Section {
    var section = Section("notes", "Warnings and assumptions")
    section.markup.add("h3", text: "Warnings")
    if warnings.main.isEmpty { section.markup.add("<p>There are no warnings.</p>\n") }
    section.markup.add(grouped(warnings.main))
    let steps = warnings.ofSteps
    if !steps.isEmpty {
      section.markup.add(folded("\(steps.count) more about single periods", Self.list(steps)))
    }
    if !missing.isEmpty { section.markup.add("h3", " id=\"missing\"", text: "What is missing") }
    for note in missing { section.markup.add("p", " class=\"warning\"", text: note) }
    section.markup.add("h3", " id=\"checks\"", text: "Checks")
    section.markup.add("<ul class=\"notes\">\n")
    for check in head.checks {
      section.markup.add("<li>\(mark(check.result)) ")
      section.markup.add(text: check.words.sentence + ".")
      section.markup.add("</li>\n")
    }
    section.markup.add("</ul>\n")
    section.markup.add("h3", text: "Assumptions")
    section.markup.add("<ul class=\"notes\">\n")
    for note in assumptions { section.markup.add("li", text: note) }
    section.markup.add("</ul>\n")
    section.markup.add(importedFiles)
    return section.ended()
  }

  /// The files from which groups were imported.
  private var importedFiles: Markup {
    var markup = Markup()
    if head.imported.isEmpty { return markup }
    markup.add("h3", text: "Imported files")
    markup.add("<ul class=\"notes\">\n")
    for file in head.imported {
      markup.add("<li>\(file.groupCount) \(file.groupCount == 1 ? "group" : "groups") from ")
      markup.add(name: file.name)
      markup.add(", SHA-256 <code>\(file.sha256)</code></li>\n")
    }
    markup.add("</ul>\n")
    return markup
  }

  private static func list(_ warnings: [Report.Warning]) -> Markup {
    var markup = Markup()
    if warnings.isEmpty { return markup }
    markup.add("<ul class=\"notes\">\n")
    for warning in warnings {
      markup.add("<li class=\"warning\">")
      markup.add(text: warning.message.sentence)
      markup.add(" <code>\(warning.code.rawValue)</code></li>\n")
    }
    markup.add("</ul>\n")
    return markup
  }

  /// The first three warnings of each kind, and the others folded.
  private func grouped(_ warnings: [Report.Warning]) -> Markup {
    let examples = WarningExamples(of: warnings, by: { ($0.code, $0.message) })
    var markup = Self.list(examples.listed)
    let count = examples.others.count
    if count > 0 {
      markup.add(folded("\(count) more of the same kinds", Self.list(examples.others)))
    }
    return markup
  }

  private func mark(_ result: PageHead.Check.Result) -> String {
    switch result {
    case .equal: "✓ The difference is 0:"
    case .unequal: "✗ These differ:"
    case .unknown: "! Unknown, because \(shortReasonOfUnknown):"
    }
  }

  /// What the totals lack.
  private var missing: [String] {
    var seen: Set<String> = []
    return reports.all.compactMap(\.missingNote).filter { seen.insert($0).inserted }
  }

  private var assumptions: [String] {
    let options = reports.options
    var notes = [
      "Amounts are rounded to the minor unit of their currency, half to even. Totals sum the exact "
        + "amounts, so that rounded rows may not add up to a rounded total.",
      "A value uses the last price and the last exchange rate on or before its day.",
    ]
    if let method = options.method {
      let scope = options.lotScope == .account ? "within each account" : "across all accounts"
      notes.append("Sales use lots by the method \(method.rawValue), \(scope).")
    }
    switch options.feeTreatment {
    case .capitalize: notes.append("Fees of trades are part of the cost.")
    case .expense: notes.append("Fees of trades are expenses of their own.")
    case nil: break
    }
    notes.append(
      "Gains in the period count from the market value at its start, all other gains from cost. "
        + "The table of gains from cost and in the period leads from one to the other.")
    notes += reports.performance.conventions.map { convention in
      let words = convention.key.split(separator: "_").joined(separator: " ")
      let column = reports.performance.columns.first { $0.key == convention.key }
      return "\(column?.heading ?? words.sentence): \(convention.rule)."
    }
    let others = reports.all.flatMap(\.notes).filter { !$0.hasPrefix("Rates on") }
    var seen: Set<String> = []
    return notes
      + others.filter { note in
        // The conventions and the checks say these.
        !note.hasPrefix("Rates per year") && !note.hasPrefix("End value −")
          && seen.insert(note).inserted
      }
  }

  /// The meanings of all figures.
  var definitionsSection: Section {
    var section = Section("definitions", "Definitions")
    section.markup.add("<dl>\n")
    for definition in Definitions.all {
      section.markup.add("dt", " id=\"\(definition.id)\"", text: definition.term)
      section.markup.add("dd", text: definition.text)
    }
    section.markup.add("</dl>\n")
    return section.ended()
  }
}

extension String {
  /// The text with its first letter capitalized.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() }
}
