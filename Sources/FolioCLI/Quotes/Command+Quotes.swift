extension Command {
  /// The word for fetching.
  static let update = "update"

  static let prices = Command(
    name: "prices", scopes: [.packing, .fetching],
    operand: Operand(placeholder: "ACTION", words: { [update] }, mayBeLeftOut: true),
    summary: "fetch prices, or pack a file of prices",
    description: """
      'prices update' asks the source of each instrument for the prices since the last one. An \
      instrument names its source and its name there in price_source, which --source sets. The \
      prices go to a CSV file beside the store, which then reads it; each row has its source, time \
      and the hash of the answer. Prices that were not fetched, and those of closed books, are \
      never replaced. 'prices FILE' packs a file, so that workers open it at once (--output).
      """,
    examples: [
      Example(
        "The first time", "folio prices update file:l.folio --source VWCE=yahoo/VWCE.DE"),
      Example("Later", "folio prices update file:l.folio"),
      Example("Pack a file for a cluster", "folio prices prices.csv --output prices.folio"),
    ]
  ) { runner, invocation in
    if invocation.operand == update {
      if let failure = try runner.update(.prices, invocation) { throw failure }
    } else {
      try runner.packPrices(invocation)
    }
  }

  static let rates = Command(
    name: "rates", scopes: [.fetching],
    operand: Operand(placeholder: "ACTION", words: { [update] }),
    summary: "fetch exchange rates",
    description: """
      Asks a source for the rates of all currencies of the ledger, since the last one. --source \
      names it once; later calls take that of the rows. The rates go to a CSV file beside the \
      store, which then reads it.
      """,
    examples: [
      Example("The first time", "folio rates update file:l.folio --source ecb"),
      Example("For a ledger in JSON", "folio rates update l.json --source nbp -o rates.csv"),
    ]
  ) { if let failure = try $0.update(.rates, $1) { throw failure } }

  static let sources = Command(
    name: "sources", scopes: [.about],
    operand: Operand(placeholder: "ACTION", words: { ["list", "show", "try"] }),
    words: .ledgers(atLeastOne: false), ledgerPlaceholder: "SOURCE",
    summary: "list, show or try the sources of prices and rates",
    description: """
      'list' names the sources in the program. 'show SOURCE' prints a source file, to be changed \
      for another service. 'try SOURCE FILE' shows the rows that a saved answer has. SOURCE is a \
      name or a source file.
      """,
    examples: [
      Example("Begin with a source", "folio sources show tiingo > my-source.json"),
      Example("Try it on an answer", "folio sources try my-source.json answer.json"),
    ]
  ) { try $0.sources($1) }
}

extension CommandRunner {
  /// Lists the sources, prints a source file, or shows what a source reads in an answer.
  func sources(_ invocation: Invocation) throws {
    let words = invocation.ledgers
    switch invocation.operand {
    case "show" where words.count == 1: try write(try quoteSource(words[0]).bytes)
    case "try" where words.count == 2:
      try tryAnswer(try quoteSource(words[0]), try contents(words[1]), words[1])
    case "list" where words.isEmpty:
      let width = QuoteSource.builtInNames.map(\.count).max() ?? 0
      let lines = QuoteSource.builtIn.map { source in
        let blanks = String(repeating: " ", count: width + 2 - source.name.count)
        return "\(source.name)\(blanks)\(source.kind.rawValue)  \(source.title)"
      }
      try show(lines.joined(separator: "\n") + "\n")
    default:
      throw CommandFailure.usage(
        "'sources list' takes no more words, 'sources show' a name or a source file, and 'sources "
          + "try' that and a file with an answer")
    }
  }

  private func quoteSource(_ name: String) throws -> QuoteSource {
    if let source = QuoteSource.builtIn.first(where: { $0.name == name }) { return source }
    let bytes: [UInt8]
    do throws(SourceFailure) {
      bytes = try environment.contents(name)
    } catch {
      guard error.reason == .notFound else { throw error }
      let hint = Suggestions.choice(for: name, of: QuoteSource.builtInNames)
      throw CommandFailure.usage("there is no source and no file '\(name)'. \(hint)")
    }
    return try QuoteSource(reading: bytes, name: name)
  }

  private func tryAnswer(_ source: QuoteSource, _ bytes: [UInt8], _ name: String) throws {
    let answer: QuoteAnswer
    do throws(QuoteFault) { answer = try source.read(bytes, for: .ofFile) } catch {
      throw CommandFailure.ended(ExitStatus.faults, "\(name): \(error.reason)")
    }
    let lines = answer.rows.map { row in
      "\(row.day)  \(row.value)" + (row.currency.map { " \($0)" } ?? "") + "\n"
    }
    try show(lines.joined())
    if answer.emptyRows > 0 {
      environment.writeError("folio: \(answer.emptyRows) rows have no value\n")
    }
  }
}
