import FolioModel
import FolioNumbers

/// An entry of the `lots` of a stock leg.
struct LotRow: EntryRow {
  static let kind = RowKind.lot
  static let example = "{\"column\": value}"
  static let keys = [
    "group_id", "acquired", "quantity", "cost_basis", "cost_basis_base", "is_short",
    "holding_from", "may_replace", "base_unknown", "rest_of_previous", "opening_quantity",
    "opening_cost", "day_order", "fair_value", "fair_value_base", "received", "account",
    "inherited",
  ]
  private enum Column: Int {
    case group, acquired, quantity, costBasis, costBasisBase, isShort, holdingFrom, mayReplace
    case baseUnknown, restOfPrevious, openingQuantity, openingCost, dayOrder, fairValue
    case fairValueBase, received, account, inherited
  }

  private(set) var choice = LotChoice(quantity: .zero)
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch Column(rawValue: column) {
    case .group: choice.groupID = try reader.identifier(bytes) ?? .none
    case .acquired: choice.acquired = try reader.day(bytes)
    case .quantity:
      guard let units = try reader.decimal(bytes, .aboveZero, .lotQuantities) else { return }
      choice.quantity = units
    case .costBasis: choice.costBasis = try cost(bytes, &reader)
    case .costBasisBase: choice.costBasisBase = try cost(bytes, &reader)
    case .isShort: choice.isShort = try reader.flag(bytes) ?? false
    case .holdingFrom: choice.holdingFrom = try reader.day(bytes)
    case .mayReplace: choice.mayReplace = try reader.flag(bytes) ?? true
    case .baseUnknown: choice.isBaseUnknown = try reader.flag(bytes) ?? false
    case .restOfPrevious: choice.isRestOfPrevious = try reader.flag(bytes) ?? false
    case .openingQuantity:
      choice.openingQuantity = try reader.decimal(bytes, .aboveZero, .lotQuantities)
    case .openingCost: choice.openingCost = try cost(bytes, &reader)
    case .dayOrder: choice.dayOrder = try reader.place(bytes)
    case .fairValue: choice.fairValue = try cost(bytes, &reader)
    case .fairValueBase: choice.fairValueBase = try cost(bytes, &reader)
    case .received: choice.received = try reader.day(bytes)
    case .account: choice.account = try reader.identifier(bytes) ?? .none
    case .inherited: choice.isInherited = try reader.flag(bytes) ?? false
    case nil: break
    }
  }

  private func cost(
    _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) -> ExactDecimal? {
    try reader.decimal(bytes, .zeroOrAbove, .costsNotNegative)
  }

  func check(_ reader: inout RecordReader) {
    require(2, of: "entry of lots", .lotColumns, &reader)
    require(0, or: 1, of: "entry of lots", .lotColumns, &reader)
  }
}
