/// The reason why an operation on exact numbers has no result.
@frozen
public enum ArithmeticFault: Error, Sendable, Hashable {
  /// The exact result needs more than 36 digits.
  case overflow
  /// The result needs, or the caller requested, more than 36 decimal places.
  case tooManyPlaces
  /// The divisor is zero.
  case divisionByZero
}

/// The reason why a text is not a number. Offsets are in bytes from the start of the text.
@frozen
public enum NumberFault: Error, Sendable, Hashable {
  /// The text is empty.
  case empty
  /// The byte at this offset violates the grammar. At an unexpected end, the offset is the length
  /// of the text.
  case syntax(offset: Int)
  /// The number has more than 36 significant digits.
  case tooManyDigits
  /// The number has more than 36 decimal places, not counting trailing zeros.
  case tooManyPlaces
}
