/// A format that ledgers can be exported to.
///
/// To add a format, write a file with one value of this type and add that value to `builtIn`, or
/// to the list of formats of your program.
public struct ExportFormat: Sendable {
  /// The stable name that `folio export` takes.
  public let name: String
  /// A description that completes a sentence beginning with the name.
  public let meaning: String
  /// Whether an exported ledger may contain the rows of several users.
  public var allowsSeveralUsers = false
  /// The way the ledger is written.
  public let content: Content

  /// Creates a format.
  package init(
    name: String, meaning: String, allowsSeveralUsers: Bool = false, content: Content
  ) {
    self.name = name
    self.meaning = meaning
    self.allowsSeveralUsers = allowsSeveralUsers
    self.content = content
  }

  /// The ways of writing a ledger. New minor versions may add cases.
  public enum Content: Sendable {
    /// Writes a ledger document, with bounded memory.
    case document(LedgerWriter.Layout)
    /// Converts the booked ledger to another model, and lists the data that this model cannot
    /// express.
    case model(
      @Sendable (BookedLedger, _ user: String?) throws(ExportFault) -> (
        document: [UInt8], unsupported: [UnsupportedPart]
      ))
    /// Writes what reports say, by the options of reports: a file for other programs, which cannot
    /// be imported again. Also returns books, for their warnings.
    case analysis(
      @Sendable (Ledger, BookingOptions, ReportRequest) throws(ExportFault) -> (
        document: [UInt8], booked: BookedLedger?
      ))
  }

  /// A ledger as one JSON object.
  public static let folioJSON = ExportFormat(
    name: "folio-json", meaning: "one JSON object", content: .document(.json))

  /// A ledger as JSON with one transaction group per line.
  public static let folioNDJSON = ExportFormat(
    name: "folio-ndjson", meaning: "the same with one group per line, for long ledgers",
    content: .document(.lines))
}

/// The reason why a ledger cannot be exported. New minor versions may add cases.
public enum ExportFault: Error, Sendable {
  /// A sum exceeds the precision of `ExactDecimal`.
  case arithmetic(ArithmeticFault)
  /// The ledger violates a rule of the format.
  case faults(LedgerFaults)
  /// The ledger lacks data that the format requires. The text says which.
  case notPossible(String)
}

extension ExportFault: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .arithmetic(let fault): fault.description
    case .faults(let faults): faults.description
    case .notPossible(let reason): reason
    }
  }
}
