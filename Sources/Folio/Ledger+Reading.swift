extension Ledger {
  /// Reads and checks a ledger document in a string.
  /// - Throws: All faults of the document together.
  public init(
    reading text: String, name: String = "ledger.json", user: String? = nil, strict: Bool = false
  ) throws(LedgerFaults) {
    try self.init(reading: Array(text.utf8), name: name, user: user, strict: strict)
  }

  /// Checks rows that are given as values.
  /// - Throws: All faults together, with positions in the document of the rows.
  public init(_ contents: LedgerContents, strict: Bool = false) throws(LedgerFaults) {
    try self.init(reading: contents.document(), name: "values", strict: strict)
  }

  /// Returns all faults and warnings of a ledger document: those of reading and checking it, and
  /// those of booking its valid part.
  public static func diagnostics(
    of bytes: [UInt8], name: String = "ledger.json", user: String? = nil, strict: Bool = false,
    _ options: BookingOptions = .init()
  ) -> LedgerFaults {
    var reader = LedgerReader(user: user)
    reader.read(bytes, name: name)
    return LedgerCheck(of: reader.finish(), strict: strict).diagnostics(options)
  }
}
