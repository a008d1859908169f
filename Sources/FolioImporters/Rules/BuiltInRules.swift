/// The rule files in the program. `folio rules show NAME` prints them.
enum BuiltInRules {
  /// Each name with its file, in the order in which they are tried.
  static let files: [(name: String, text: String)] = [
    ("trading212", trading212), ("degiro", degiro), ("schwab", schwab), ("fidelity", fidelity),
    ("ibkr-statement", ibkrStatement), ("ibkr-transactions", ibkrTransactions),
    ("coinbase", coinbase), ("trade-republic", tradeRepublic), ("etoro", etoro),
    ("revolut-crypto", revolutCrypto), ("vanguard", vanguard),
    ("vanguard-uk", vanguardUk), ("portfolio-performance", portfolioPerformance),
    // Files of Wealthfolio have all columns of Sidekick, and one more.
    ("wealthfolio", wealthfolio), ("ghostfolio-sidekick", ghostfolioSidekick),
    ("cgt-calc-raw", cgtCalcRaw), ("acb", acb), ("freetrade", freetrade), ("scalable", scalable),
    ("trade-republic-summary", tradeRepublicSummary), ("bitvavo", bitvavo), ("relai", relai),
    ("investengine", investengine), ("saxo", saxo), ("nexo", nexo), ("nibc", nibc),
    ("bunq", bunq), ("centraal-beheer", centraalBeheer), ("bux", bux),
    ("cointracking", cointracking), ("directa", directa), ("finpension", finpension),
    ("sharesight", sharesight), ("morgan-stanley", morganStanley), ("parqet", parqet),
    ("koinly", koinly), ("revolut", revolut), ("avanza", avanza), ("xtb", xtb),
    ("delta", delta), ("swissquote", swissquote), ("ghostfolio-csv", ghostfolioCsv),
  ]
}

extension RuleSet {
  /// The names of the rule files in this module.
  public static var builtInNames: [String] { BuiltInRules.files.map(\.name) }

  /// The rule files in this module, in the order in which they are tried. A test reads each.
  public static let builtIn: [RuleSet] = BuiltInRules.files.compactMap { name, text in
    try? RuleSet(reading: Array("\(text)\n".utf8), name: "\(name).json")
  }
}

extension Importer {
  /// A format that rules describe.
  public init(_ rules: RuleSet) {
    self.init(
      name: rules.name, meaning: rules.title,
      recognize: { source in
        CSVImport(rules: rules, source: source).separator() == nil ? .none : .certain
      },
      read: { source, draft in CSVImport(rules: rules, source: source).read(&draft) })
  }
}
