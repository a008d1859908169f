extension PortfolioPage {
  /// The head of the page: what it is about, under which rules, and whether it reconciles.
  func header(before sections: [Section]) -> Markup {
    var markup = Markup()
    markup.add("<header>\n")
    markup.add("h1", " dir=\"auto\"", text: title)
    markup.add("<p>\(period)</p>\n<ul class=\"facts\">\n")
    for (name, value) in facts {
      markup.add("<li>\(name) <b>")
      markup.add(text: value)
      markup.add("</b></li>\n")
    }
    markup.add("</ul>\n")
    if request.isRedacted {
      markup.add(
        "<p>This page has percentages alone. Where a figure is an amount, it is shown as a ")
      markup.add("share of the value at the end.</p>\n")
    }
    markup.add(state)
    markup.add("<nav aria-label=\"Sections\">\n<ul>\n")
    for section in sections {
      markup.add("<li><a href=\"#\(section.id)\">\(section.title)</a></li>\n")
    }
    markup.add("</ul>\n</nav>\n")
    if !request.isRedacted {
      markup.add("<div class=\"tools\"><label><input type=\"checkbox\" id=\"exact\"> ")
      markup.add("Show exact values</label></div>\n")
    }
    markup.add(
      "<p id=\"live\" class=\"skip\" role=\"status\" aria-live=\"polite\"></p>\n</header>\n")
    return markup
  }

  private var period: String {
    guard let to = head.to else { return "The ledger has no entries." }
    guard let from = head.from else { return "As of \(to)" }
    return "\(from) to \(to)"
  }

  private var facts: [(name: String, value: String)] {
    let options = reports.options
    var facts: [(String, String)] = []
    if let base = head.base { facts.append(("Currency", base.code)) }
    if let method = options.method { facts.append(("Lots", method.rawValue)) }
    facts.append(("Tax rules", (options.taxRules ?? TaxRules.none).rawValue))
    if options.dateBasis == .settlement { facts.append(("Dates of", "settlement")) }
    if options.excludesPending { facts.append(("Pending groups", "left out")) }
    facts.append(("Made by", "folio \(FolioVersion.current)"))
    return facts
  }

  /// Whether the figures reconcile.
  private var state: Markup {
    var markup = Markup()
    let unequal = head.checks.filter { $0.result == .unequal }
    let unknown = head.checks.filter { $0.result == .unknown }
    let count = warnings.main.count
    let isOpen = !unequal.isEmpty || !unknown.isEmpty
    markup.add("<div class=\"state\(isOpen ? " open" : "")\"><p>")
    if !unequal.isEmpty {
      markup.add(
        "✗ Not everything reconciles: \(unequal.count) of \(head.checks.count) checks fail")
    } else if !unknown.isEmpty {
      markup.add("! Not everything can be checked, because \(shortReasonOfUnknown)")
    } else {
      markup.add(
        "✓ Everything reconciles: \(head.checks.count) checks, each with a difference of 0")
    }
    markup.add(". <a href=\"#checks\">See the checks</a>")
    if count > 0 {
      markup.add(" and <a href=\"#notes\">\(count) warning\(count == 1 ? "" : "s")</a>")
    }
    markup.add(".</p></div>\n")
    return markup
  }

  /// The end of the page.
  var footer: Markup {
    var markup = Markup()
    markup.add("<footer>\n<p>Made by folio \(FolioVersion.current) ")
    markup.add("from the ledger alone. This file loads nothing and sends nothing.</p>\n")
    for (name, hash) in head.fingerprints {
      markup.add("<p>SHA-256 of ")
      markup.add(name: name)
      markup.add(": <code>\(hash)</code></p>\n")
    }
    markup.add("</footer>\n")
    return markup
  }
}
