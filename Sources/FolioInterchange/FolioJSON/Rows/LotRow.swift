import FolioModel
import FolioNumbers

/// An entry of the `lots` of a stock leg.
struct LotRow: LedgerRow {
  static let kind = RowKind.lot
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
        reader.report(Wording.notAboveZero("quantity"))
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
      reader.report(Wording.notAboveZero("opening_quantity"))
    }
    return quantity
  }

  /// Records the columns that the entry lacks.
  func check(_ reader: inout DocumentReader) {
    guard RowRule.lotColumns.isOn else { return }
    if present & 0b100 == 0 { reader.reportRow(Wording.missing("quantity", in: "entry of lots")) }
    if present & 0b011 == 0 {
      reader.reportRow(Wording.missing("group_id", or: "acquired", in: "entry of lots"))
    }
  }
}

extension DocumentReader {
  /// An amount of zero or above.
  mutating func cost(_ bytes: Span<UInt8>) throws(ScanStop) -> ExactDecimal? {
    guard let cost = try decimal(bytes) else { return nil }
    if cost.isNegative, RowRule.costsNotNegative.isOn { report(Wording.belowZero(columnName)) }
    return cost
  }

  /// The value of `lots`.
  mutating func lots(_ bytes: Span<UInt8>) throws(ScanStop) -> [LotChoice] {
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "[") else {
      refuse(try anyValue(bytes), wanted: .rows)
      return []
    }
    let outer = place
    var choices: [LotChoice] = []
    if scanner.opensNonEmpty(closing: "]", bytes) {
      repeat {
        place = outer
        place.lot = choices.count
        choices.append(try lot(bytes))
      } while try scanner.isFollowedByMore(closing: "]", bytes)
    }
    place = outer
    return choices
  }

  private mutating func lot(_ bytes: Span<UInt8>) throws(ScanStop) -> LotChoice {
    var row = LotRow()
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "{") else {
      let record = place.record
      let kind = try element(bytes)
      report(
        Wording.notARow("an entry of lots", kind), at: position(record),
        field: [.key("lots"), .index(place.lot)])
      return row.choice
    }
    // Faults of an entry are shown from the leg that it belongs to.
    let record = place.record
    _ = try readMembers(of: &row, number: 0, bytes, depth: place.depth + 1, record: record)
    row.check(&self)
    return row.choice
  }
}
