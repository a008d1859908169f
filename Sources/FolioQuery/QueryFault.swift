/// Why a query has no answer. New minor versions may add cases.
public enum QueryFault: Error, Sendable {
  /// SQLite rejects the statement. The text is its message with a remedy.
  case statement(String)
  /// The statement asks for something other than to read the tables. The text says what.
  case refused(String)
  /// The statement exceeds a limit. The text says which.
  case limit(String)
  /// The ledger cannot be booked.
  case faults(LedgerFaults)
  /// A sum of the books exceeds the precision of `ExactDecimal`.
  case arithmetic(ArithmeticFault)
  /// The program was built without SQLite.
  case notBuilt
}

extension QueryFault: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .statement(let text), .refused(let text), .limit(let text): text
    case .faults(let faults): faults.description
    case .arithmetic(let fault): fault.description
    case .notBuilt:
      "this Folio was built without SQLite. Build it with 'swift build --traits SQLite'; that "
        + "needs libsqlite3-dev."
    }
  }
}
