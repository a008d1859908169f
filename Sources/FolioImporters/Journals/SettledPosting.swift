/// A posting with everything that the journal leaves out.
struct SettledPosting {
  var account: String
  var kind: JournalAccountKind
  /// The purpose of the account, if Folio does not keep it.
  var flow: JournalFlow
  var number: ExactDecimal
  var commodity: String
  /// The currency, if the commodity is money.
  var money: Currency?
  var cost: JournalCost?
  /// The price of one unit, as written.
  var unitPrice: JournalAmount?
  /// Units times price, with the sign of the units.
  var priced: JournalAmount?
  /// The cost of units that come in, as far as it is known.
  var opening: JournalAmount?
  /// The lots out of which units go.
  var taken: [JournalLot] = []
  /// Whether units of an instrument come in or go out that Folio keeps.
  var isStock = false
  /// Whether the units were not held: the posting opens or covers a short position.
  var isShort = false
  /// Whether all units of the account have one cost, whatever they cost before.
  var isAveraged = false
  /// Whether other lots go out than the posting names, so that its own cost counts.
  var isUnmatched = false
  /// Whether the journal does not have it, so that its digits say nothing about precision.
  var isMade = false
  var place: JournalPlace

  /// Whether money has a cost in braces, as in beancount currencies may have.
  var isMoneyAtCost: Bool { money != nil && cost != nil && kind.isHeld && !number.isZero }

  /// Whether units of a lot come to an account that Folio does not keep, or leave it.
  var isLotOutside: Bool { money == nil && cost != nil && !isStock && !number.isZero }

  /// Whether units leave at a price.
  var isPricedSale: Bool { isStock && !isShort && number.isNegative && priced != nil }

  /// The cost of the units that go out; nil if not all were found.
  func takenCost() throws(FieldFault) -> JournalAmount? {
    guard let currency = taken.first?.currency, taken.allSatisfy({ $0.currency == currency }),
      try takenUnits() == number.magnitude
    else { return nil }
    return JournalAmount(number: try taken.total(\.cost), commodity: currency)
  }

  /// The units of the lots that go out.
  func takenUnits() throws(FieldFault) -> ExactDecimal { try taken.total(\.units) }

  mutating func forgetPrice() { (unitPrice, priced) = (nil, nil) }

  /// The position whose units it changes.
  var key: JournalLots.Key { .init(account: account, commodity: commodity) }

  /// What the posting adds to the sum of the transaction.
  /// - Parameter atCost: Whether units with a cost in braces count at cost, not at the price.
  func weight(atCost: Bool) throws(FieldFault) -> JournalAmount {
    let units = JournalAmount(number: number, commodity: commodity)
    if atCost, cost != nil {
      if let opening { return opening }
      if let taken = try takenCost() {
        let cost = number.isNegative ? -taken.number : taken.number
        return JournalAmount(number: cost, commodity: taken.commodity)
      }
    }
    if let priced { return priced }
    if cost != nil, let opening { return opening }
    return units
  }
}
