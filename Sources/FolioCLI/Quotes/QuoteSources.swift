/// The sources that a command line knows: those of its files, and those of the program.
struct QuoteSources {
  private let all: [QuoteSource]
  /// The values of `--source`.
  let given: [String]

  init(_ runner: CommandRunner, _ options: Options) throws {
    var read: [QuoteSource] = []
    for name in options.sourceFiles {
      read.append(try QuoteSource(reading: try runner.contents(name), name: name))
    }
    all = read + QuoteSource.builtIn
    given = options.sources
  }

  /// The source with a name that gives prices or rates.
  func named(_ name: String, _ kind: QuoteSource.Kind) throws -> QuoteSource {
    let known = all.filter { $0.kind == kind }
    if let source = known.first(where: { $0.name == name }) { return source }
    let hint = Suggestions.choice(for: name, of: known.map(\.name))
    throw CommandFailure.usage(
      "there is no source of \(kind.rawValue) '\(name)'. \(hint) --source-file names a file with "
        + "another one.")
  }

  /// The source and the ticker of a text such as `yahoo/VWCE.DE`.
  func priceSource(_ text: String) throws -> (source: QuoteSource, ticker: String) {
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw CommandFailure.usage(
        "'\(text)' is not a source with the name of the instrument there. Write SOURCE/TICKER, "
          + "such as yahoo/VWCE.DE. 'folio sources list' lists the sources.")
    }
    return (try named(parts[0], .prices), parts[1])
  }

  /// The sources that flags give to instruments: `--source VWCE=yahoo/VWCE.DE`.
  func chosen(among ledger: UpdatedLedger) throws -> [(symbol: String, source: String)] {
    try given.map { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw CommandFailure.usage(
          "--source: '\(text)' names no instrument. Write SYMBOL=SOURCE/TICKER, such as "
            + "VWCE=yahoo/VWCE.DE.")
      }
      guard let symbol = ledger.symbol(of: parts[0]) else {
        let known = ledger.symbols
        let hint = Suggestions.question(for: parts[0], among: known).map { " \($0)" } ?? ""
        throw CommandFailure.usage("--source: the ledger has no symbol '\(parts[0])'.\(hint)")
      }
      _ = try priceSource(parts[1])
      return (symbol, parts[1])
    }
  }
}
