import Foundation

extension ExactDecimal {
  /// The same number.
  /// - Throws: The reason why it is not a number of 36 digits and decimals.
  public init(_ decimal: Decimal) throws(NumberFault) { try self.init(decimal.description) }

  /// A binary number, rounded to decimals.
  ///
  /// The number that is rounded is the decimal number that `description` shows, such as 1.005. The
  /// exact binary value is slightly less: rounded half up to two places, it would be 1.00.
  /// - Throws: The reason why the number has no such text, as for infinity.
  public init(
    _ number: Double, places: Int, rounding: RoundingRule
  ) throws(NumberFault) {
    do throws(NumberFault) {
      self = try ExactDecimal(number.description).rounded(toPlaces: places, rounding)
    } catch .tooManyPlaces {
      // Such a number is so near to zero that only its sign matters.
      let smallest = try ExactDecimal(number < 0 ? "-1e-36" : "1e-36")
      self = smallest.rounded(toPlaces: places, rounding)
    }
  }
}

extension Decimal: DecimalConvertible {
  /// The same number.
  public func exactDecimal() throws(NumberFault) -> ExactDecimal { try ExactDecimal(self) }

  /// The same number, with all its digits.
  public init(_ number: ExactDecimal) {
    self = Decimal(string: number.description) ?? .nan
  }
}

extension Double {
  /// The nearest binary number, for a chart or a layout. Amounts are not computed with it.
  public init(_ number: ExactDecimal) { self = Double(number.description) ?? .nan }
}
