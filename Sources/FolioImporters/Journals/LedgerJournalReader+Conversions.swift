// Equity between units and money, as hledger writes what is bought and sold.
extension LedgerJournalReader {
  /// Gives postings the prices that pairs of conversion postings beside them say, as hledger does
  /// when it infers costs: equity takes one amount and gives another, and a posting has the first.
  func takeConversions(_ transaction: inout JournalTransaction) {
    var place = 0
    while place + 1 < transaction.postings.count {
      let pair = transaction.postings[place...place + 1]
      guard let one = conversion(pair[place]), let other = conversion(pair[place + 1]),
        one.commodity != other.commodity, one.number.isNegative != other.number.isNegative
      else {
        place += 1
        continue
      }
      let targets = transaction.postings.indices.filter { number in
        let posting = transaction.postings[number]
        return !isConversion(posting.account) && posting.cost == nil
          && [one, other].contains {
            $0.commodity == posting.commodity && $0.number == posting.number.map { -$0 }
          }
      }
      // The price is that of units, if the other amount is money.
      let target = targets.first {
        !JournalCommodities.isNameOfMoney(transaction.postings[$0].commodity ?? "")
      }
      guard let number = target ?? targets.first else {
        place += 1
        continue
      }
      let paid = transaction.postings[number].commodity == one.commodity ? other : one
      if transaction.postings[number].price == nil {
        transaction.postings[number].price = JournalPrice(
          number: paid.number.magnitude, commodity: paid.commodity, isTotal: true)
      }
      transaction.postings.removeSubrange(place...place + 1)
    }
  }

  /// The amount of a posting of a conversion; nil if it is another one.
  private func conversion(_ posting: JournalPosting) -> JournalAmount? {
    guard isConversion(posting.account), let number = posting.number,
      let commodity = posting.commodity, posting.cost == nil, posting.price == nil,
      posting.assertion == nil, !number.isZero
    else { return nil }
    return JournalAmount(number: number, commodity: commodity)
  }

  /// Whether an account is one of conversions: its type says so, that of one above it, or its name.
  private func isConversion(_ account: String) -> Bool {
    if account.accountEnds.contains(where: { conversions.contains(String(account[..<$0])) }) {
      return true
    }
    let parts = account.lowercased().split(separator: ":")
    let names = ["conversion", "conversions", "trade", "trades", "trading", "tradings"]
    return parts.count > 1 && parts[0] == "equity" && names.contains(String(parts[1]))
  }
}
