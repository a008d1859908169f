extension CommandRunner {
  /// Packs a file of prices.
  func packPrices(_ invocation: Invocation) throws {
    guard invocation.ledgers.count == 1, let name = invocation.ledgers.first else {
      throw CommandFailure.usage("'prices' packs one file; pack each file on its own")
    }
    let options = invocation.options
    guard options.output != nil else {
      throw CommandFailure.usage(
        "'prices' needs --output. For example: --output prices.folio. Or fetch prices: 'folio "
          + "prices update'.")
    }
    if options.sources + options.sourceFiles != [] || options.from != nil || options.to != nil {
      throw CommandFailure.usage("'prices \(name)' packs a file. Did you mean 'prices update'?")
    }
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
