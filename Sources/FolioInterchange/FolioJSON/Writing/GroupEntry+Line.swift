extension GroupEntry {
  /// The group as a line of NDJSON, with its legs.
  /// - Throws: An error if quantity times price has too many digits.
  package func line() throws(ArithmeticFault) -> [UInt8] {
    try group().row + [UInt8(ascii: "\n")]
  }
}
