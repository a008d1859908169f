import FolioModel
import FolioNumbers

/// What two columns of a lot have in common, so that only one of them is stored.
private struct SharedColumns: OptionSet {
  var rawValue: UInt16

  static let isShort = SharedColumns(rawValue: 1)
  static let isReplacement = SharedColumns(rawValue: 2)
  static let isOffered = SharedColumns(rawValue: 4)
  static let hasBase = SharedColumns(rawValue: 8)
  static let costBaseIsCost = SharedColumns(rawValue: 16)
  static let heldFromAcquired = SharedColumns(rawValue: 32)
  static let placeIsNumber = SharedColumns(rawValue: 64)
  static let quantityIsOpening = SharedColumns(rawValue: 128)
  static let costIsOpening = SharedColumns(rawValue: 256)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ lot: Lot) {
    self = []
    if lot.isShort { insert(.isShort) }
    if lot.isReplacement { insert(.isReplacement) }
    if lot.isOffered { insert(.isOffered) }
    if lot.hasBase { insert(.hasBase) }
    if lot.costBase.isWritten(as: lot.cost) { insert(.costBaseIsCost) }
    if lot.holdingFrom == lot.acquired { insert(.heldFromAcquired) }
    if lot.place == lot.number { insert(.placeIsNumber) }
    if lot.openingQuantity.isWritten(as: lot.quantity) { insert(.quantityIsOpening) }
    if lot.openingCost.isWritten(as: lot.cost) { insert(.costIsOpening) }
  }
}

extension ExactDecimal {
  /// Whether two numbers are equal and have the same decimal places.
  fileprivate func isWritten(as other: ExactDecimal) -> Bool {
    places == other.places && coefficient == other.coefficient
  }
}

extension Lot {
  /// A lot before it is read.
  static var blank: Lot {
    Lot(
      quantity: .zero, cost: .zero, costBase: .zero, acquired: .first, holdingFrom: .first,
      instrument: 0, account: 0, group: 0, position: 0, currency: missingCurrency, hasBase: false,
      isShort: false, openingQuantity: .zero, openingCost: .zero)
  }

  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    var shared = SharedColumns(self)
    try coder.code(&shared.rawValue)
    isShort = shared.contains(.isShort)
    isReplacement = shared.contains(.isReplacement)
    isOffered = shared.contains(.isOffered)
    hasBase = shared.contains(.hasBase)
    try coder.code(&quantity)
    try coder.code(&cost)
    try coder.code(&costBase, unless: shared.contains(.costBaseIsCost), cost)
    try coder.code(&openingQuantity, unless: shared.contains(.quantityIsOpening), quantity)
    try coder.code(&openingCost, unless: shared.contains(.costIsOpening), cost)
    try coder.code(&acquired)
    if shared.contains(.heldFromAcquired) {
      holdingFrom = acquired
    } else {
      try coder.code(&holdingFrom)
    }
    try coder.code(&number)
    if shared.contains(.placeIsNumber) { place = number } else { try coder.code(&place) }
    try coder.code(instrument: &instrument)
    try coder.code(account: &account)
    try coder.code(&group)
    try coder.code(&position)
    try coder.code(currency: &currency)
    try coder.code(&eventCount)
  }
}

extension StateCoder {
  /// Codes a number unless it is the same as another one.
  fileprivate mutating func code(
    _ value: inout ExactDecimal, unless isSame: Bool, _ other: ExactDecimal
  ) throws(StateFault) {
    if isSame { value = other } else { try code(&value) }
  }
}

extension GiftBasis {
  static var blank: GiftBasis {
    GiftBasis(quantity: .zero, cost: .zero, costBase: .zero, hasBase: false, received: .first)
  }

  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&quantity)
    try coder.code(&cost)
    try coder.code(&costBase)
    try coder.code(&hasBase)
    try coder.code(&received)
  }
}

extension Pool {
  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&cost)
    try coder.code(&costBase)
    try coder.code(currency: &currency)
    try coder.code(&hasBase)
    try coder.code(&ahead)
    try coder.code(&unsplit)
  }
}

extension DerivedLotCounts {
  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&spunOff)
    try coder.code(&divided)
    try coder.code(&changed)
    try coder.code(&isTooMany)
  }
}

extension Overdraft {
  static let blank = Overdraft(
    account: 0, names: ("", ""), currency: .usDollar, day: .first, position: .none)

  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(cashAccount: &account)
    try coder.code(&names.account)
    try coder.code(&names.group)
    try coder.code(&currency)
    try coder.code(&day)
    try coder.code(&position)
  }
}

extension PendingGroup {
  static let blank = PendingGroup(id: "", day: .first, position: .none, warnings: 0)

  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&id)
    try coder.code(&day)
    try coder.code(&position)
    try coder.code(&warnings, upTo: Int(UInt32.max))
  }
}
