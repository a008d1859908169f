/// How grave a finding is.
public enum Severity: String, Sendable, Hashable {
  /// The ledger can't be used until this is mended.
  case error
  /// The ledger is used; a figure may not be what was meant.
  case warning
}

/// One finding about a ledger: what is wrong, where, and what to do about it.
///
/// A diagnostic is plain data. It is made where the fault is found, with the position of the
/// record and the name of the column; lines, columns and carets come later (`SourceLocator`).
public struct Diagnostic: Error, Sendable, Hashable {
  /// The stable code, by which it is documented under Specs/errors.
  public var code: DiagnosticCode
  /// Error or warning; the code's own unless a policy such as strictness raised it.
  public var severity: Severity
  /// What is wrong, in the words of someone who keeps a ledger.
  public var message: String
  /// What to do about it.
  public var help: String
  /// Where the record starts, or the very byte.
  public var position: SourcePosition
  /// The column of the record that is meant, as a path of keys below it; empty: `position` itself.
  public var field: [FieldStep]

  /// A finding with the severity that its code has.
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

/// One step from a JSON record to a value in it.
public enum FieldStep: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The value of the member with this key.
  case key(String)
  /// The key itself of the member with this key.
  case name(String)
  /// The element at this index, from 0.
  case index(Int)
  /// So many bytes from here, in a file that is not JSON.
  case length(Int)

  /// A key.
  public init(stringLiteral value: String) { self = .key(value) }
}
