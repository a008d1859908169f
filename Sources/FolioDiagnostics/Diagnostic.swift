/// The severity of a diagnostic.
public enum Severity: String, Sendable, Hashable {
  /// The ledger cannot be used until this is fixed.
  case error
  /// The ledger can be used, but a figure may not be as intended.
  case warning
}

/// A diagnostic about a ledger: the problem, its position, and advice.
///
/// A diagnostic is plain data. It is created where the problem is found, with the position of the
/// record and the path to the value. `SourceLocator` finds lines and columns later.
public struct Diagnostic: Error, Sendable, Hashable {
  /// The stable code, documented under Specs/errors.
  public var code: DiagnosticCode
  /// The severity: that of the code unless raised, for example by strict checking.
  public var severity: Severity
  /// The description of the problem in accounting terms.
  public var message: String
  /// The advice on how to fix the problem.
  public var help: String
  /// The position of the record or of the exact byte.
  public var position: SourcePosition
  /// The path from the record to the value; empty if `position` is that of the value.
  public var field: [FieldStep]

  /// Creates a diagnostic with the severity of its code.
  public init(
    _ code: DiagnosticCode, _ message: String, help: String,
    at position: SourcePosition, field: [FieldStep] = []
  ) {
    self.code = code
    severity = code.severity
    self.message = message
    self.help = help
    self.position = position
    self.field = field
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String { help.isEmpty ? message : "\(message). \(help)" }
}

/// One step of the path from a JSON record to a value in it.
public enum FieldStep: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The value of the member with this key.
  case key(String)
  /// The key of the member with this key.
  case name(String)
  /// The element at this index, starting at 0.
  case index(Int)
  /// The length of the value in bytes, in a file that is not JSON.
  case length(Int)

  /// Creates a step to the value of a key.
  public init(stringLiteral value: String) { self = .key(value) }
}
