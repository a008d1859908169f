// Transactions that sell units which they buy themselves.
extension JournalBook {
  /// A transaction, or its purchases and then the rest of it, if it sells units that the account
  /// only has by these purchases. The money goes through an account that the transaction pays with.
  func inOrder(_ transaction: JournalTransaction) throws(FieldFault) -> [JournalTransaction] {
    var seen: Set<String> = []
    for posting in transaction.postings where posting.number?.isNegative == true {
      guard let commodity = posting.commodity, commodities.money(commodity) == nil,
        seen.insert(commodity).inserted,
        let parts = try roundTrip(of: commodity, in: posting.account, transaction)
      else { continue }
      return parts
    }
    return [transaction]
  }

  private func roundTrip(
    of commodity: String, in account: String, _ transaction: JournalTransaction
  ) throws(FieldFault) -> [JournalTransaction]? {
    let all = transaction.postings.filter { $0.commodity == commodity }
    let (purchases, sales) = (
      all.filter { $0.number?.isPositive == true }, all.filter { $0.number?.isNegative == true }
    )
    guard kind(of: account).isHeld, !purchases.isEmpty,
      purchases.count + sales.count == all.count, all.allSatisfy({ $0.account == account }),
      try needs(purchases, sales, .init(account: account, commodity: commodity), transaction.day)
    else { return nil }
    var paid = JournalSums()
    for purchase in purchases {
      guard let amount = try weight(of: purchase) else { return nil }
      try paid.add(amount.number, amount.commodity)
    }
    guard paid.amounts.count == 1, let (money, amount) = paid.amounts.first else { return nil }
    let payers = transaction.postings.filter {
      ($0.commodity ?? money) == money && $0.cost == nil
    }
    // Units that vest are paid by the income for them.
    guard
      let payer = payers.first(where: { kind(of: $0.account).isHeld })
        ?? payers.first(where: { $0.number?.isNegative ?? true })
    else { return nil }
    func payment(_ number: ExactDecimal) -> JournalPosting {
      JournalPosting(
        account: payer.account, number: number, commodity: money, isMade: true,
        place: payer.place)
    }
    var (first, rest) = (transaction, transaction)
    first.postings = purchases + [payment(-amount)]
    rest.postings = [payment(amount)] + transaction.postings.filter { !purchases.contains($0) }
    rest.own = nil
    return [first, rest]
  }

  /// Whether sales take units that only the purchases beside them bring.
  private func needs(
    _ purchases: [JournalPosting], _ sales: [JournalPosting], _ key: JournalLots.Key, _ day: Day
  ) throws(FieldFault) -> Bool {
    var short = key
    short.isShort = true
    guard lots.isEmpty(short) else { return false }
    let isNamed = journal.dialect.balancesAtCost && sales.contains { $0.cost != nil }
    if isNamed, method(key.account, key.commodity) != .none {
      // beancount finds lots in what the account has. If it has none, a sale at the cost of a
      // purchase beside it takes units of that.
      return lots.isEmpty(key)
        && sales.allSatisfy { sale in
          purchases.contains { $0.cost.map { opens($0, as: sale.cost, on: day) } ?? false }
        }
    }
    let sold = try sales.total { .given($0.number) }.magnitude
    let held = lots.isEmpty(key) ? ExactDecimal.zero : lots.units(key) ?? sold
    let all = try held.plus(purchases.total { .given($0.number) })
    return held < sold && sold <= all
  }

  private func opens(_ cost: JournalCost, as sold: JournalCost?, on day: Day) -> Bool {
    guard let sold else { return false }
    return cost.perUnit != nil && cost.perUnit == sold.perUnit && cost.total == nil
      && sold.total == nil && cost.commodity == sold.commodity
      && (cost.day ?? day) == (sold.day ?? day) && cost.label == sold.label
  }

  /// What a purchase counts for in its transaction; nil if its cost or price is left out.
  private func weight(of purchase: JournalPosting) throws(FieldFault) -> JournalAmount? {
    guard let number = purchase.number else { return nil }
    let isAtCost = journal.dialect.balancesAtCost || purchase.price?.number == nil
    if isAtCost, let cost = purchase.cost {
      guard let written = cost.written, let money = cost.commodity else { return nil }
      let sum = try number.scaled(by: written.perUnit).plus(written.total)
      return JournalAmount(number: sum, commodity: money)
    }
    guard let price = purchase.price, let amount = price.number, let money = price.commodity else {
      return nil
    }
    let sum = price.isTotal ? amount : try number.scaled(by: amount)
    return JournalAmount(number: sum, commodity: money)
  }
}
