// What each trade type does. To add a trade type, answer each question here; the checker, the
// booker, the readers and the reports read the answers.
extension TradeType {
  /// Whether units are bought or sold at a price. Trades have cash legs, fees and accrued interest,
  /// and may end one position and open its opposite.
  @inlinable public var isTrade: Bool {
    switch self {
    case .buy, .sell, .shortSell, .cover: true
    case .dividend, .split, .stockDividend, .returnOfCapital, .spinOff, .merger, .symbolChange,
      .transferOut, .transferIn, .writeOff, .gift, .unitFee:
      false
    }
  }

  /// Whether a trade brings units in and pays money. The other trades do the opposite.
  @inlinable public var isPurchase: Bool {
    switch self {
    case .buy, .cover: true
    case .sell, .shortSell, .dividend, .split, .stockDividend, .returnOfCapital, .spinOff, .merger,
      .symbolChange, .transferOut, .transferIn, .writeOff, .gift, .unitFee:
      false
    }
  }

  /// Whether a trade opens a position, rather than ending one.
  @inlinable public var opensPosition: Bool {
    switch self {
    case .buy, .shortSell: true
    case .sell, .cover, .dividend, .split, .stockDividend, .returnOfCapital, .spinOff, .merger,
      .symbolChange, .transferOut, .transferIn, .writeOff, .gift, .unitFee:
      false
    }
  }

  /// Whether units go away for good. A leg of this kind that is left out leaves no less behind, so
  /// that what later legs lack is their own fault.
  @inlinable public var takesAway: Bool {
    switch self {
    case .sell, .cover, .writeOff, .gift, .unitFee: true
    case .buy, .shortSell, .dividend, .split, .stockDividend, .returnOfCapital, .spinOff, .merger,
      .symbolChange, .transferOut, .transferIn:
      false
    }
  }

  /// Whether the number of units may change.
  @inlinable public var movesUnits: Bool {
    switch self {
    case .dividend, .returnOfCapital: false
    case .buy, .sell, .shortSell, .cover, .split, .stockDividend, .spinOff, .merger, .symbolChange,
      .transferOut, .transferIn, .writeOff, .gift, .unitFee:
      true
    }
  }

  /// Whether units become others, or go to another account.
  @inlinable public var remakesUnits: Bool {
    switch self {
    case .split, .stockDividend, .spinOff, .merger, .symbolChange, .transferOut, .transferIn: true
    case .buy, .sell, .shortSell, .cover, .dividend, .returnOfCapital, .writeOff, .gift, .unitFee:
      false
    }
  }

  /// Whether units go to another account or another owner.
  @inlinable public var isTransfer: Bool {
    switch self {
    case .transferOut, .transferIn, .gift: true
    case .buy, .sell, .shortSell, .cover, .dividend, .split, .stockDividend, .returnOfCapital,
      .spinOff, .merger, .symbolChange, .writeOff, .unitFee:
      false
    }
  }

  /// Whether the leg moves money whatever columns it has.
  @inlinable public var movesMoney: Bool {
    switch self {
    case .buy, .sell, .shortSell, .cover, .dividend, .returnOfCapital: true
    case .split, .stockDividend, .spinOff, .merger, .symbolChange, .transferOut, .transferIn,
      .writeOff, .gift, .unitFee:
      false
    }
  }

  /// Whether the event may leave a fraction of a unit that is paid in cash.
  @inlinable public var mayLeaveFraction: Bool {
    switch self {
    case .split, .stockDividend, .spinOff, .merger: true
    case .buy, .sell, .shortSell, .cover, .dividend, .returnOfCapital, .symbolChange, .transferOut,
      .transferIn, .writeOff, .gift, .unitFee:
      false
    }
  }
}
