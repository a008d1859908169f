/// Why an operation on exact numbers has no result.
@frozen
public enum ArithmeticFault: Error, Sendable, Hashable {
  /// The exact result needs more than 36 digits.
  case overflow
  /// The result needs, or the caller asked for, more than 36 digits after the point.
  case tooManyPlaces
  /// The divisor is zero.
  case divisionByZero
}

/// Why a text is not a number. Offsets count bytes from the start of the text.
@frozen
public enum NumberFault: Error, Sendable, Hashable {
  /// The text holds nothing at all.
  case empty
  /// The byte at this offset (the text's length, where it ends too early) breaks the grammar.
  case syntax(offset: Int)
  /// The number has more than 36 significant digits.
  case tooManyDigits
  /// The number has more than 36 places that are not zeros at its end.
  case tooManyPlaces
}
