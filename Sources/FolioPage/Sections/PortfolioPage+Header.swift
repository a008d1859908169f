extension PortfolioPage {
  /// The head of the page: what it is about, under which rules, and whether it reconciles.
  @MarkupBuilder
  func header(before sections: [Section]) -> Markup {
    "<header>\n<h1 dir=\"auto\">\(title)</h1>\n<p>\(period)</p>\n<ul class=\"facts\">\n"
    for (name, value) in facts { "<li>\(name) <b>\(value)</b></li>\n" }
    "</ul>\n"
    if request.isRedacted {
      """
      <p>This page has percentages alone. Where a figure is an amount, it is shown as a \
      share of the value at the end.</p>

      """
    }
    state
    "<nav aria-label=\"Sections\">\n<ul>\n"
    for section in sections { "<li><a href=\"#\(section.id)\">\(section.title)</a></li>\n" }
    "</ul>\n</nav>\n"
    if !request.isRedacted {
      """
      <div class="tools"><label><input type="checkbox" id="exact"> \
      Show exact values</label></div>

      """
    }
    "<p id=\"live\" class=\"skip\" role=\"status\" aria-live=\"polite\"></p>\n</header>\n"
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
  @MarkupBuilder private var state: Markup {
    let unequal = head.checks.count { $0.result == .unequal }
    let unknown = head.checks.count { $0.result == .unknown }
    let (all, count) = (head.checks.count, warnings.main.count)
    "<div class=\"state\(unequal + unknown > 0 ? " open" : "")\"><p>"
    if unequal > 0 {
      "✗ Not everything reconciles: \(unequal) of \(all) checks fail"
    } else if unknown > 0 {
      "! Not everything can be checked, because \(shortReasonOfUnknown)"
    } else {
      "✓ Everything reconciles: \(all) checks, each with a difference of 0"
    }
    ". <a href=\"#checks\">See the checks</a>"
    if count > 0 { " and <a href=\"#notes\">\(count) warning\(count == 1 ? "" : "s")</a>" }
    ".</p></div>\n"
  }

  /// The end of the page.
  @MarkupBuilder var footer: Markup {
    """
    <footer>
    <p>Made by folio \(FolioVersion.current) from the ledger alone. \
    This file loads nothing and sends nothing.</p>

    """
    for (name, hash) in head.fingerprints {
      "<p>SHA-256 of \(name: name): <code>\(hash)</code></p>\n"
    }
    "</footer>\n"
  }
}
