extension Command {
  static let prices = Command(
    name: "prices", scopes: [.packing], needs: "output", ledgerPlaceholder: "FILE",
    summary: "pack a file of prices, so that it opens at once",
    description: """
      Writes the prices of a file, in any format of --prices, sorted and with a hash of its \
      contents. Reports map such a file to memory instead of parsing it, and the workers of a \
      machine share that memory. Pack each file on its own; all prices of an instrument have one \
      currency, and rates stay in files of --rates.
      """,
    examples: [
      Example(
        "Prices of ten years for a cluster", "folio prices prices.csv --output prices.folio"),
      Example(
        "Prices without a day",
        "folio prices markets.json --price-date today --output today.folio"),
    ]
  ) { try $0.prices($1) }
}

extension CommandRunner {
  /// Packs a file of prices.
  func prices(_ invocation: Invocation) throws {
    guard invocation.ledgers.count == 1, let name = invocation.ledgers.first else {
      throw CommandFailure.usage("'prices' packs one file; pack each file on its own")
    }
    let options = invocation.options
    let packed: [UInt8]
    do {
      packed = try PricePacking.pack(
        try contents(name), name: name, currency: options.priceCurrency,
        undated: day(options.priceDate))
    } catch let failure as PricePacking.Failure {
      throw CommandFailure.ended(ExitStatus.faults, "\(name): \(failure.message)")
    }
    try withOutput { sink, _ throws(SinkFailure) in try sink.append(packed) }
  }
}

extension PricePacking.Failure {
  fileprivate var message: String {
    switch self {
    case .rates: "the file has exchange rates. Give it with --rates; a packed file has prices only"
    case .empty: "the file has no prices"
    case .severalCurrencies(let name):
      "the prices of \(name) are in several currencies. Keep one currency, or use the file as it is"
    case .tooLong(let name):
      "a price of \(name) has more than 18 digits. Use the file as it is"
    }
  }
}
