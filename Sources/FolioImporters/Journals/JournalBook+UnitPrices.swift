// Costs and prices in units of an instrument, such as coins that pay for others.
extension JournalBook {
  /// A transaction whose costs and prices in units are in money: at the price that a posting of the
  /// transaction gives the units, or the journal for that day. Without one it stays as it is.
  func valuedInMoney(_ transaction: JournalTransaction) throws(FieldFault) -> JournalTransaction {
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
  ) throws(FieldFault) {
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

  // MARK: Costs that are left out

  /// Computes a cost in braces, or a price, that has no number, from everything else.
  func inferCost(
    _ postings: inout [SettledPosting?], _ known: [SettledPosting],
    _ transaction: JournalTransaction, atCost: Bool
  ) throws(FieldFault) -> Bool {
    guard atCost else { return false }
    let open = known.indices.filter { place in
      let isPriceOpen =
        known[place].cost == nil && known[place].priced == nil
        && transaction.postings[place].price != nil
      let isCostOpen =
        known[place].isStock && known[place].number.isPositive && known[place].cost != nil
        && known[place].opening == nil
      return isCostOpen || isPriceOpen
    }
    guard open.count == 1, let place = open.first else { return false }
    var others = known
    others.remove(at: place)
    let rest = try residual(others, atCost: true)
    let left = rest.beyond { _ in .zero }
    guard left.count == 1, commodities.money(left[0]) != nil,
      rest[left[0]].isNegative == known[place].number.isPositive
    else { return false }
    let amount = JournalAmount(number: -rest[left[0]], commodity: left[0])
    if known[place].cost == nil { postings[place]?.priced = amount }
    if known[place].number.isPositive { postings[place]?.opening = amount }
    return true
  }

  // MARK: Empty postings that the programs fill in two ways

  /// Warns of an empty posting that takes what units with a lot were sold for: the price in
  /// hledger, and the cost of the lot in ledger.
  func checkEmptyPosting(
    _ settled: Settled, _ row: ImportRow, _ draft: inout ImportDraft
  ) throws(FieldFault) {
    guard !journal.dialect.balancesAtCost, !settled.atCost,
      let empty = settled.transaction.postings.first(where: {
        $0.number == nil && $0.commodity == nil && $0.assertion == nil
      }), kind(of: empty.account).isHeld
    else { return }
    for sale in settled.postings where sale.isSaleAtCost && sale.cost?.written != nil {
      guard let price = sale.priced, let cost = try sale.takenCost(),
        price.commodity == cost.commodity,
        try price.number.plus(cost.number).magnitude > tolerance(price.commodity, settled.postings)
      else { continue }
      draft.report(
        .assumedSign,
        "the empty posting takes \(price.number.magnitude.normalized()) \(price.commodity), the "
          + "price of the units; in ledger it takes their cost, \(cost.number.normalized())",
        help: "Write the amount, and the gain as a posting of its own.", row: row,
        at: empty.place.offset, length: empty.place.length)
    }
  }

  // MARK: Prices of sales that nothing else proves

  /// Warns if units were sold at another price than what the other postings say was paid for them.
  /// beancount adds up sales at cost, so that it does not see such a price; its plugin sellgains
  /// compares it in this way.
  /// - Parameter unexplained: What comes in beyond the prices, by commodity.
  func checkSalePrices(
    _ settled: Settled, _ unexplained: [String: ExactDecimal], _ row: ImportRow,
    _ draft: inout ImportDraft
  ) throws(FieldFault) {
    guard settled.atCost else { return }
    let sales = settled.postings.filter(\.isSaleAtCost)
    guard let first = sales.first, let money = first.priced?.commodity,
      var sum = unexplained[money]
    else { return }
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
    var open = try tolerance(money, settled.postings).scaled(by: 2)
    for sale in sales {
      if let price = sale.unitPrice?.number {
        let half = ExactDecimal.halfUnit(price.places)
        open = try open.plus(sale.number.magnitude.scaled(by: half))
      }
    }
    // What covers a short position beside a sale counts at the price, but its gain is in no sum.
    for cover in settled.postings where cover.isShort && cover.number.isPositive {
      guard let price = cover.priced else { return }
      sum = try sum.plus(cover.weight(atCost: true).number).minus(price.number)
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
}
