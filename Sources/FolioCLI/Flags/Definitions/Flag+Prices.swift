extension Flag {
  /// Which prices count.
  static let prices = [maxPriceAge, tradePrices]

  private static let maxPriceAge = Flag(
    name: "max-price-age", argument: .value("DAYS"), topic: .prices, scopes: [.priced],
    summary: "warn of prices that are older than this",
    details: "In days before the day of the report; no price is too old where it is left out.",
    example: "--max-price-age 7"
  ) { text, options throws(UsageError) in
    guard let days = Int(text), (0...100_000).contains(days) else {
      throw .value(.notACount(flag: "max-price-age", value: text, of: "days"))
    }
    options.maxPriceAge = days
  }

  private static let tradePrices = Flag(
    name: "trade-prices", argument: .none, topic: .prices, scopes: [.priced],
    summary: "what has no price is worth what it was last traded at",
    details: "Only where no price is known by the day; each is named in a warning.",
    example: "--trade-prices"
  ) { _, options in
    options.tradePrices = true
  }
}
