/// A value that gives an exact number: a number itself, an integer, or digits in a text.
///
/// `Double` does not conform, because most of its values have no exact digits. FolioFoundation has
/// an initializer that rounds one.
public protocol DecimalConvertible: Sendable {
  /// The number.
  /// - Throws: The reason why a text is not a number.
  func exactDecimal() throws(NumberFault) -> ExactDecimal
}

extension ExactDecimal: DecimalConvertible {
  /// The number itself.
  public func exactDecimal() throws(NumberFault) -> ExactDecimal { self }
}

extension Int: DecimalConvertible {
  /// The integer as a number.
  public func exactDecimal() throws(NumberFault) -> ExactDecimal { ExactDecimal(self) }
}

extension String: DecimalConvertible {
  /// The number that the text gives, in the grammar of ``ExactDecimal/parse(_:)``.
  public func exactDecimal() throws(NumberFault) -> ExactDecimal { try ExactDecimal(self) }
}
