/// A fault of one row of a file, at the value that it is about.
struct FieldFault: Error, Sendable, Hashable {
  var code: DiagnosticCode
  var message: String
  var help: String
  /// The bytes of the value; by default the row.
  var range: Range<Int>?

  init(
    _ code: DiagnosticCode, _ message: String, help: String, at range: Range<Int>? = nil
  ) {
    (self.code, self.message, self.help, self.range) = (code, message, help, range)
  }

  /// A value that cannot be read.
  init(_ message: String, help: String, at range: Range<Int>? = nil) {
    self.init(.unreadableValue, message, help: help, at: range)
  }

  /// A fault of one byte, or of the whole row.
  init(_ code: DiagnosticCode, _ message: String, help: String, at offset: Int?) {
    self.init(code, message, help: help, at: offset.map { $0..<$0 + 1 })
  }

  /// A value that cannot be read, at its first byte.
  init(_ message: String, help: String, at offset: Int?) {
    self.init(.unreadableValue, message, help: help, at: offset)
  }

  /// A result that has no exact decimal of 36 digits.
  static let tooLong = FieldFault(
    .arithmetic, "an amount of this row needs more than 36 digits",
    help: "Look for a number with too many digits.")
}

extension ImportDraft {
  /// Ends a row with a fault.
  mutating func report(_ fault: FieldFault, row: ImportRow) {
    report(
      fault.code, fault.message, help: fault.help, row: row, at: fault.range?.lowerBound,
      length: fault.range?.count)
  }

  /// Reports a fault of the file that is being read.
  mutating func report(_ fault: FieldFault) {
    report(fault.code, fault.message, help: fault.help, at: fault.range?.lowerBound ?? 0)
  }
}

// Sums and products whose only fault is a number that is too long.
extension ExactDecimal {
  func plus(_ other: ExactDecimal) throws(FieldFault) -> ExactDecimal {
    do throws(ArithmeticFault) { return try adding(other) } catch { throw .tooLong }
  }

  func minus(_ other: ExactDecimal) throws(FieldFault) -> ExactDecimal { try plus(-other) }

  func times(_ other: ExactDecimal) throws(FieldFault) -> ExactDecimal {
    do throws(ArithmeticFault) { return try multiplied(by: other) } catch { throw .tooLong }
  }

  /// The product, which is rounded if it has more than 36 digits.
  func timesRounded(_ other: ExactDecimal) throws(FieldFault) -> ExactDecimal {
    do throws(ArithmeticFault) { return try roundedProduct(with: other) } catch { throw .tooLong }
  }

  /// `self · factor / divisor`, rounded half to even.
  func times(
    _ factor: ExactDecimal, over divisor: ExactDecimal, places: Int
  ) throws(FieldFault) -> ExactDecimal {
    do throws(ArithmeticFault) {
      return try multiplied(by: factor, dividedBy: divisor, places: places)
    } catch { throw .tooLong }
  }
}
