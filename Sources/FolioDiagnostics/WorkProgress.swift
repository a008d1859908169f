/// How far a long piece of work has come, as it is told to whoever asks for it while it goes on.
///
/// Who does not ask pays nothing: reading is wrapped only then, and booking looks once a thousand
/// groups whether someone did.
public struct WorkProgress: Sendable, Hashable {
  /// What is counted.
  public enum Unit: Sendable, Hashable, CaseIterable {
    /// The bytes of a file that is read.
    case bytes
    /// The groups of a ledger that is booked.
    case groups
    /// The portfolios that are done, of many.
    case portfolios
  }

  /// What takes note of it.
  public typealias Receiver = (WorkProgress) -> Void

  /// What is counted.
  public var unit: Unit
  /// How many are done.
  public var done: Int
  /// How many there are; nil where that is not known, as of a pipe.
  public var total: Int?

  /// So many done of so many.
  public init(_ unit: Unit, done: Int, of total: Int?) {
    self.unit = unit
    self.done = done
    self.total = total
  }
}
