import Folio

// Sales that count at cost and have a price besides, which then nothing else proves.
extension JournalBook {
  /// Warns if units were sold at another price than what the other postings say was paid for them.
  /// beancount adds up sales at cost, so that it does not see such a price; its plugin sellgains
  /// compares it in this way.
  func checkSalePrices(
    _ settled: Settled, _ row: ImportRow, _ draft: inout ImportDraft
  ) throws(JournalFault) {
    guard settled.atCost else { return }
    let sales = settled.postings.filter(\.isSaleAtCost)
    guard let first = sales.first, let money = first.priced?.commodity else { return }
    for sale in sales {
      // Without all prices, or in two currencies, the proceeds are open.
      guard sale.priced?.commodity == money,
        try sale.weight(atCost: true).commodity == money
      else { return }
    }
    // Units that come in besides are those of a transfer or a split.
    let sold = Set(sales.map(\.commodity))
    if settled.postings.contains(where: {
      sold.contains($0.commodity) && $0.isStock && $0.number.isPositive
    }) {
      return
    }
    var sum = ExactDecimal.zero
    var open = try tolerance(money, settled.postings).scaled(by: 2)
    for sale in sales {
      sum = try sum.increased(by: .given(sale.priced?.number))
      if let price = sale.unitPrice?.number {
        let half = ExactDecimal.halfUnit(price.places)
        open = try open.increased(by: sale.number.magnitude.scaled(by: half))
      }
    }
    for posting in settled.postings where !posting.isSaleAtCost && !posting.isGainOfSale {
      let weight = try posting.weight(atCost: true)
      if weight.commodity == money { sum = try sum.increased(by: weight.number) }
    }
    if sum.magnitude <= open { return }
    let price = first.unitPrice.map { "\($0.number) \(money)" } ?? "the written price"
    draft.report(
      draft.options.isStrict ? .differsFromFile : .differsFromSource,
      "the sale at \(price) brings \(sum.magnitude.normalized()) \(money) "
        + "\(sum.isNegative ? "more" : "less") than the other postings say",
      help: "The money that came in counts. Correct the price, or the amount that is wrong.",
      row: row, at: first.place.offset, length: first.place.length)
  }
}

extension SettledPosting {
  /// Whether units of a lot leave at a price that is written.
  fileprivate var isSaleAtCost: Bool {
    isStock && !isShort && number.isNegative && cost != nil
  }

  /// Whether it is the gain of a sale, or may be.
  fileprivate var isGainOfSale: Bool {
    flow == .gain || kind == .gain || kind == .unrealizedGain || kind == .income && flow == .income
  }
}
