import Folio

// Costs and prices in units of an instrument, such as coins that pay for others.
extension JournalBook {
  /// A transaction whose costs and prices in units are in money: at the price that a posting of the
  /// transaction gives the units, or the journal for that day. Without one it stays as it is.
  func valuedInMoney(_ transaction: JournalTransaction) throws(JournalFault) -> JournalTransaction {
    var valued = transaction
    for unit in unitsThatPrice(transaction) {
      guard let price = price(of: unit, in: transaction) else { continue }
      for place in valued.postings.indices {
        try value(&valued.postings[place], unit, price)
      }
    }
    return valued
  }

  /// The commodities in which postings have costs or prices, and which are no money.
  private func unitsThatPrice(_ transaction: JournalTransaction) -> [String] {
    var units: [String] = []
    for posting in transaction.postings {
      // A cost of units that leave names their lot, which was valued on another day.
      let isSaleOfLot = posting.number?.isNegative == true && posting.cost != nil
      let quotes = isSaleOfLot ? [] : [posting.cost?.commodity, posting.price?.commodity]
      for case let quote? in quotes
      where commodities.money(quote) == nil && !quote.isEmpty && !units.contains(quote) {
        units.append(quote)
      }
    }
    return units
  }

  private func price(of unit: String, in transaction: JournalTransaction) -> JournalAmount? {
    for posting in transaction.postings where posting.commodity == unit {
      guard let price = posting.price, !price.isTotal, let number = price.number,
        let quote = price.commodity, commodities.money(quote) != nil
      else { continue }
      return JournalAmount(number: number, commodity: quote)
    }
    return priceOfDay(unit, on: transaction.day)
  }

  private func value(
    _ posting: inout JournalPosting, _ unit: String, _ price: JournalAmount
  ) throws(JournalFault) {
    if var cost = posting.cost, cost.commodity == unit, posting.number?.isNegative != true {
      cost.perUnit = try cost.perUnit?.scaled(by: price.number)
      cost.total = try cost.total?.scaled(by: price.number)
      cost.commodity = price.commodity
      posting.cost = cost
    }
    if var written = posting.price, written.commodity == unit {
      written.number = try written.number?.scaled(by: price.number)
      written.commodity = price.commodity
      posting.price = written
    }
    if posting.commodity == unit, posting.price == nil {
      posting.price = JournalPrice(
        number: price.number, commodity: price.commodity, isTotal: false)
    }
  }
}
