// To add a trade type, add a row to `traits`. The checker, the booker, the readers and the reports
// read it through the properties below.
extension TradeType {
  @usableFromInline struct Traits: OptionSet {
    @usableFromInline let rawValue: UInt16
    @inlinable init(rawValue: UInt16) { self.rawValue = rawValue }

    @inlinable static var isTrade: Traits { Traits(rawValue: 1) }
    @inlinable static var isPurchase: Traits { Traits(rawValue: 2) }
    @inlinable static var opensPosition: Traits { Traits(rawValue: 4) }
    @inlinable static var takesAway: Traits { Traits(rawValue: 8) }
    @inlinable static var movesUnits: Traits { Traits(rawValue: 16) }
    @inlinable static var remakesUnits: Traits { Traits(rawValue: 32) }
    @inlinable static var isTransfer: Traits { Traits(rawValue: 64) }
    @inlinable static var hasAmount: Traits { Traits(rawValue: 128) }
    @inlinable static var mayLeaveFraction: Traits { Traits(rawValue: 256) }
    @inlinable static var givesPremium: Traits { Traits(rawValue: 512) }
    @inlinable static var isEvent: Traits { Traits(rawValue: 1024) }
  }

  @inlinable var traits: Traits {
    switch self {
    case .buy: [.isTrade, .isPurchase, .opensPosition, .movesUnits, .hasAmount]
    case .sell: [.isTrade, .takesAway, .movesUnits, .hasAmount]
    case .shortSell: [.isTrade, .opensPosition, .movesUnits, .hasAmount]
    case .cover: [.isTrade, .isPurchase, .takesAway, .movesUnits, .hasAmount]
    case .dividend: .hasAmount
    case .returnOfCapital, .costAdjustment: [.hasAmount, .isEvent]
    case .deemedDisposition: [.remakesUnits, .hasAmount, .isEvent]
    case .split, .stockDividend, .spinOff, .merger:
      [.movesUnits, .remakesUnits, .mayLeaveFraction, .isEvent]
    case .symbolChange: [.movesUnits, .remakesUnits, .isEvent]
    case .transferOut, .transferIn: [.movesUnits, .remakesUnits, .isTransfer]
    case .writeOff: [.takesAway, .movesUnits, .isEvent]
    case .unitFee, .expiry: [.takesAway, .movesUnits]
    case .exercise, .assignment: [.takesAway, .movesUnits, .givesPremium]
    case .gift: [.takesAway, .movesUnits, .isTransfer]
    }
  }

  /// Whether units are bought or sold at a price. Trades have cash legs, fees and accrued interest,
  /// and may end one position and open its opposite.
  @inlinable public var isTrade: Bool { traits.contains(.isTrade) }

  /// Whether a trade brings units in and pays money. The other trades do the opposite.
  @inlinable public var isPurchase: Bool { traits.contains(.isPurchase) }

  /// Whether a trade opens a position. The other trades end one.
  @inlinable package var opensPosition: Bool { traits.contains(.opensPosition) }

  /// Whether the leg removes units permanently. If such a leg is faulty and left out, no later leg
  /// lacks units because of it.
  @inlinable package var takesAway: Bool { traits.contains(.takesAway) }

  /// Whether the number of units may change.
  @inlinable package var movesUnits: Bool { traits.contains(.movesUnits) }

  /// Whether units become others, are renewed, or go to another account.
  @inlinable package var remakesUnits: Bool { traits.contains(.remakesUnits) }

  /// Whether units go to another account or another owner.
  @inlinable package var isTransfer: Bool { traits.contains(.isTransfer) }

  /// Whether the leg has an amount of money, and so a currency, whatever columns it has.
  var hasAmount: Bool { traits.contains(.hasAmount) }

  /// Whether units × price is the amount of the leg.
  var isPriced: Bool { isTrade || self == .costAdjustment || self == .deemedDisposition }

  /// Whether the leg is booked before the other legs of its group.
  @inlinable package var comesFirst: Bool { self == .transferOut || givesPremium }

  /// Whether an option ends in a trade of its group, which takes over its premium.
  @inlinable package var givesPremium: Bool { traits.contains(.givesPremium) }

  /// Whether the leg is an event of the instrument, which affects the units that are held.
  @inlinable package var isEvent: Bool { traits.contains(.isEvent) }

  /// Whether the event may leave a fraction of a unit that is paid in cash.
  @inlinable package var mayLeaveFraction: Bool { traits.contains(.mayLeaveFraction) }
}
