/// The rules for the values of a row. Each rule is applied in one place, for fast and general
/// reading alike.
enum RowRule: CaseIterable, Sendable {
  // Groups
  case groupColumns, groupOfNestedLeg
  // Legs
  case groupOfFlatLeg, cashLegColumns, positiveCashAmount
  case instrumentOfLeg, typeOfLeg, columnsOfType, priceOrGross, unitsOfStockDividend, mergerColumns
  case amountOfAdjustment, directionOfLeg, recipientOfLeg, fairValueOfLot
  case oneTax, taxWithheldNotNegative, amountsNotNegative, positiveQuantity, positiveFXRate
  case basisFraction, detailAmounts
  // Entries of lists
  case lotColumns, lotQuantities, methodOfEntry, columnsOfCapacity, columnsOfTaxInput
  // Other tables
  case accountColumns, nameOfInstrument, priceColumns, rateColumns, positiveRate
  case positiveFactors, costsNotNegative
  case balanceColumns, balanceOfOneThing

  #if DEBUG
  /// A rule that a test turns off.
  @TaskLocal static var disabled: RowRule?
  #endif

  /// True, unless a test has turned the rule off.
  @inline(__always)
  var isOn: Bool {
    #if DEBUG
    Self.disabled != self
    #else
    true
    #endif
  }
}
