/// What a row must satisfy beside having values of the right kinds. Each rule is applied in one
/// place, however the row was read.
enum RowRule: CaseIterable, Sendable {
  // Groups
  case groupColumns, groupOfNestedLeg
  // Legs
  case groupOfFlatLeg, cashLegColumns, positiveCashAmount
  case instrumentOfLeg, typeOfLeg, columnsOfType, priceOrGross, unitsOfStockDividend, mergerColumns
  case oneTax, taxWithheldNotNegative, amountsNotNegative, positiveQuantity, positiveFXRate
  case basisFraction, detailAmounts
  // Entries of lists
  case lotColumns, lotQuantities, methodOfEntry
  // Other tables
  case accountColumns, nameOfInstrument, priceColumns, rateColumns, positiveRate
  case positiveFactors, costsNotNegative

  #if DEBUG
  /// A rule that a test turns off, to see that its absence is noticed.
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
