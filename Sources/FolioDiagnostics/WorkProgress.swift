/// The progress of a long operation.
///
/// It has no cost if no receiver is given: reading is wrapped only for a receiver, and booking
/// checks for one every thousand groups.
public struct WorkProgress: Sendable, Hashable {
  /// The unit of counting. New minor versions may add cases.
  public enum Unit: Sendable, Hashable, CaseIterable {
    /// The bytes of a file that is being read.
    case bytes
    /// The groups of a ledger that is being booked.
    case groups
    /// The completed portfolios out of many.
    case portfolios
    /// The groups of a ledger that are sent to a server.
    case uploads
  }

  /// A function that receives progress.
  public typealias Receiver = (WorkProgress) -> Void

  /// The unit of counting.
  public var unit: Unit
  /// The number of units done.
  public var done: Int
  /// The total number of units; nil if unknown, for example for a pipe.
  public var total: Int?

  /// Creates a progress value.
  public init(_ unit: Unit, done: Int, of total: Int?) {
    self.unit = unit
    self.done = done
    self.total = total
  }
}
