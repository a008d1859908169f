import Foundation

/// An error whose localized description is its description: the problem and the remedy.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension NumberFault: DescribedError {}
extension ArithmeticFault: DescribedError {}
extension CurrencyFault: DescribedError {}
extension MoneyFault: DescribedError {}
extension DayFault: DescribedError {}
extension TimestampFault: DescribedError {}
extension EntryFault: DescribedError {}
extension SnapshotFault: DescribedError {}
extension SourceFailure: DescribedError {}
extension SinkFailure: DescribedError {}
extension ExportFault: DescribedError {}
extension BackendFault: DescribedError {}
extension AuthFailure: DescribedError {}

extension Diagnostic: DescribedError {
  /// The remedy.
  public var recoverySuggestion: String? { help.isEmpty ? nil : help }
}

extension LedgerFaults: DescribedError {
  /// All faults with the lines that they are about.
  public var failureReason: String? { text() }
}

extension StoreFailure: DescribedError {
  /// All faults of a ledger that would be invalid, or the cause of a network failure.
  public var failureReason: String? {
    switch self {
    case .invalid(let faults): faults.text()
    case .unreachable(let cause): cause.localizedDescription
    case .notFound, .conflict, .corrupt, .unauthorized, .unavailable, .locked, .inUse, .closed,
      .cancelled, .unsupported, .unknownOutcome:
      nil
    }
  }

  /// What the user can do.
  public var recoverySuggestion: String? { advice }
}
