import FolioModel
import FolioNumbers

/// An entry of the `lots` of a stock leg.
struct LotRow: EntryRow {
  static let kind = RowKind.lot
  static let example = "{\"column\": value}"
  static let keys = [
    "group_id", "acquired", "quantity", "cost_basis", "cost_basis_base", "is_short",
    "holding_from", "may_replace", "base_unknown", "rest_of_previous", "opening_quantity",
    "opening_cost",
  ]
  private enum Column: Int {
    case group, acquired, quantity, costBasis, costBasisBase, isShort, holdingFrom, mayReplace
    case baseUnknown, restOfPrevious, openingQuantity, openingCost
  }

  var choice = LotChoice(quantity: .zero)
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch Column(rawValue: column) {
    case .group: choice.groupID = try reader.identifier(bytes) ?? .none
    case .acquired: choice.acquired = try reader.day(bytes)
    case .quantity:
      guard let quantity = try reader.decimal(bytes) else { return }
      choice.quantity = quantity
      if !quantity.isPositive, RowRule.lotQuantities.isOn {
        reader.report(Messages.notAboveZero("quantity"))
      }
    case .costBasis: choice.costBasis = try reader.cost(bytes)
    case .costBasisBase: choice.costBasisBase = try reader.cost(bytes)
    case .isShort: choice.isShort = try reader.flag(bytes) ?? false
    case .holdingFrom: choice.holdingFrom = try reader.day(bytes)
    case .mayReplace: choice.mayReplace = try reader.flag(bytes) ?? true
    case .baseUnknown: choice.isBaseUnknown = try reader.flag(bytes) ?? false
    case .restOfPrevious: choice.isRestOfPrevious = try reader.flag(bytes) ?? false
    case .openingQuantity: choice.openingQuantity = try openingQuantity(bytes, &reader)
    case .openingCost: choice.openingCost = try reader.cost(bytes)
    case nil: break
    }
  }

  private func openingQuantity(
    _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) -> ExactDecimal? {
    guard let quantity = try reader.decimal(bytes) else { return nil }
    if !quantity.isPositive, RowRule.lotQuantities.isOn {
      reader.report(Messages.notAboveZero("opening_quantity"))
    }
    return quantity
  }

  /// Records the columns that the entry lacks.
  func check(_ reader: inout DocumentReader) {
    require(2, of: "entry of lots", .lotColumns, &reader)
    require(0, or: 1, of: "entry of lots", .lotColumns, &reader)
  }
}

extension DocumentReader {
  /// An amount of zero or above.
  mutating func cost(_ bytes: Span<UInt8>) throws(ScanStop) -> ExactDecimal? {
    guard let cost = try decimal(bytes) else { return nil }
    if cost.isNegative, RowRule.costsNotNegative.isOn { report(Messages.belowZero(columnName)) }
    return cost
  }

  /// The value of `lots`.
  mutating func lots(_ bytes: Span<UInt8>) throws(ScanStop) -> [LotChoice] {
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "[") else {
      refuse(try anyValue(bytes), wanted: .rows)
      return []
    }
    return try entries(of: LotRow.self, bytes).map(\.choice)
  }
}
