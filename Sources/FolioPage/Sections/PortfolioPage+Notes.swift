extension PortfolioPage {
  /// Warnings, checks and assumptions.
  var notesSection: Section {
    Section("notes", "Warnings and assumptions") {
      Markup.heading("Warnings")
      if warnings.main.isEmpty { "<p>There are no warnings.</p>\n" }
      grouped(warnings.main)
      if !warnings.ofSteps.isEmpty {
        Markup.folded("\(warnings.ofSteps.count) more about single periods") {
          Self.list(warnings.ofSteps)
        }
      }
      if !missing.isEmpty { "<h3 id=\"missing\">What is missing</h3>\n" }
      for note in missing { Markup.warning(note) }
      "<h3 id=\"checks\">Checks</h3>\n<ul class=\"notes\">\n"
      for check in head.checks { "<li>\(mark(check.result)) \(check.words.sentence).</li>\n" }
      "</ul>\n"
      Markup.heading("Assumptions")
      "<ul class=\"notes\">\n"
      for note in assumptions { "<li>\(note)</li>\n" }
      "</ul>\n"
      importedFiles
    }
  }

  /// The files from which groups were imported.
  @MarkupBuilder private var importedFiles: Markup {
    if !head.imported.isEmpty {
      Markup.heading("Imported files")
      "<ul class=\"notes\">\n"
      for file in head.imported {
        """
        <li>\(file.groupCount) \(file.groupCount == 1 ? "group" : "groups") from \
        \(name: file.name), SHA-256 <code>\(file.sha256)</code></li>

        """
      }
      "</ul>\n"
    }
  }

  @MarkupBuilder
  private static func list(_ warnings: [Report.Warning]) -> Markup {
    if !warnings.isEmpty {
      "<ul class=\"notes\">\n"
      for warning in warnings {
        let code = warning.code.rawValue
        "<li class=\"warning\">\(warning.message.sentence) <code>\(code)</code></li>\n"
      }
      "</ul>\n"
    }
  }

  /// The first three warnings of each kind, and the others folded.
  @MarkupBuilder
  private func grouped(_ warnings: [Report.Warning]) -> Markup {
    let examples = WarningExamples(of: warnings, by: { ($0.code, $0.message) })
    Self.list(examples.listed)
    if !examples.others.isEmpty {
      Markup.folded("\(examples.others.count) more of the same kinds") {
        Self.list(examples.others)
      }
    }
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
    Section("definitions", "Definitions") {
      "<dl>\n"
      for definition in Definitions.all {
        "<dt id=\"\(definition.id)\">\(definition.term)</dt>\n<dd>\(definition.text)</dd>\n"
      }
      "</dl>\n"
    }
  }
}

extension String {
  /// The text with its first letter capitalized.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() }
}
