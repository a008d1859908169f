/// A ledger that tools may read: its name, and a function that reads it.
///
/// Tools name a ledger from the list of the server. They never give a path.
public struct MCPLedger {
  /// The name by which tools know it.
  public let name: String
  let read: () throws -> LedgerReader

  /// Creates a ledger.
  /// - Parameter read: Returns a reader that has read the ledger as it is now, with its prices and
  ///   rates.
  public init(_ name: String, read: @escaping () throws -> LedgerReader) {
    self.name = name
    self.read = read
  }

  /// The checked ledger, as it is now.
  /// - Throws: `LedgerFaults`, or the error of the function that reads it.
  public func ledger() throws -> Ledger { try LedgerCheck(of: read().finish()).ledger() }
}

/// The reason why a tool has no answer: a message for the model, which says what to change.
public struct MCPToolFailure: Error, Sendable, Hashable {
  /// The problem and the remedy.
  public var message: String

  /// Creates a failure.
  public init(_ message: String) { self.message = message }

  /// The message of any error of a tool.
  init(_ error: any Error) {
    switch error {
    case let failure as MCPToolFailure: self = failure
    case let faults as LedgerFaults:
      let errors = faults.errors
      let listed = SourceLocator(faults.sources).locate(Array(errors.prefix(Self.listed)))
      let lines = listed.map { fault, place in
        let at = place.map { "\($0.file):\($0.line.map { "\($0):" } ?? "") " } ?? ""
        return "\(at)\(fault.description) [\(fault.code.rawValue)]"
      }
      let more =
        errors.count > Self.listed
        ? ["and \(errors.count - Self.listed) more; the tool check lists them"] : []
      message = (lines + more).joined(separator: "\n")
    default: message = "\(error)"
    }
  }

  /// The number of faults that a message lists.
  private static let listed = 20
}
