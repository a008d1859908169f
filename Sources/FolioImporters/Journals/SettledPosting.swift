import Folio

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
  var place: JournalPlace

  /// Whether money has a cost in braces, as in beancount currencies may have.
  var isMoneyAtCost: Bool { money != nil && cost != nil && kind.isHeld && !number.isZero }

  /// Whether units leave at a price.
  var isPricedSale: Bool { isStock && !isShort && number.isNegative && priced != nil }

  /// The cost of the units that go out; nil if not all were found.
  func takenCost() throws(JournalFault) -> JournalAmount? {
    var (units, cost) = (ExactDecimal.zero, ExactDecimal.zero)
    for lot in taken {
      guard lot.currency == taken[0].currency else { return nil }
      units = try units.increased(by: lot.units)
      cost = try cost.increased(by: lot.cost)
    }
    guard let first = taken.first, units == number.magnitude else { return nil }
    return JournalAmount(number: cost, commodity: first.currency)
  }

  /// The units of the lots that go out.
  func takenUnits() throws(JournalFault) -> ExactDecimal {
    var units = ExactDecimal.zero
    for lot in taken { units = try units.increased(by: lot.units) }
    return units
  }

  /// What the posting adds to the sum of the transaction.
  /// - Parameter atCost: Whether units with a cost in braces count at cost, not at the price.
  func weight(atCost: Bool) throws(JournalFault) -> JournalAmount {
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
