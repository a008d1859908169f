extension GroupBatch {
  /// Whether the groups are booked as those of another batch are: they differ at most in notes, in
  /// columns that are only kept, and in positions.
  func isBooked(as other: GroupBatch) -> Bool {
    groups.count == other.groups.count && stockLegs.count == other.stockLegs.count
      && cashLegs.count == other.cashLegs.count && details == other.details
      // Interned names mean the same only if the texts are the same.
      && names.first == other.names.first && names.texts == other.names.texts
      && zip(groups, other.groups).allSatisfy { $0.isBooked(as: $1) }
      && zip(stockLegs, other.stockLegs).allSatisfy { $0.isBooked(as: $1) }
      && zip(cashLegs, other.cashLegs).allSatisfy { $0.isBooked(as: $1) }
  }
}

extension GroupRecord {
  fileprivate func isBooked(as other: GroupRecord) -> Bool {
    occurredAt.isWritten(as: other.occurredAt) && settledAt?.day == other.settledAt?.day
      && type == other.type && status == other.status && isDeleted == other.isDeleted
      && stockLegs == other.stockLegs && cashLegs == other.cashLegs
  }
}

extension StockLeg {
  fileprivate func isBooked(as other: StockLeg) -> Bool {
    let isSameEvent =
      type == other.type && instrument == other.instrument && account == other.account
      && stockReference == other.stockReference && detail == other.detail
      && tradeDay == other.tradeDay && settlementDay == other.settlementDay
      && currency == other.currency && given == other.given
    return isSameEvent && zip(amounts, other.amounts).allSatisfy { $0.isWritten(as: $1) }
  }

  private var amounts: [ExactDecimal] { [quantity, price, gross, fees, taxes, fxRate] }
}

extension CashLeg {
  fileprivate func isBooked(as other: CashLeg) -> Bool {
    type == other.type && direction == other.direction && account == other.account
      && currency == other.currency && instrument == other.instrument
      && stockReference == other.stockReference && amount.isWritten(as: other.amount)
  }
}

extension ExactDecimal {
  /// Whether it has the same digits.
  fileprivate func isWritten(as other: ExactDecimal) -> Bool {
    self == other && places == other.places
  }
}

extension Timestamp {
  /// Whether it is the same instant on the same day.
  fileprivate func isWritten(as other: Timestamp) -> Bool {
    self == other && day == other.day
  }
}
