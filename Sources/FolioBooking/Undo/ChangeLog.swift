/// The steps by which a table changed, so that they can be taken back.
///
/// A step has what is needed to undo it. Steps are undone in the reverse order, so each may count
/// on the state that it left behind. The old value of a row is recorded once after each mark,
/// however often the row changes.
struct ChangeLog<Step: Sendable>: Sendable {
  private var steps: [Step] = []
  /// For each row, the last mark after which it was recorded.
  private var recorded: [UInt32] = []
  private var mark: UInt32 = 1

  /// Sets a mark. Rows that change after it are recorded again.
  /// - Returns: the number of steps before it.
  mutating func setMark() -> Int {
    mark &+= 1
    return steps.count
  }

  mutating func append(_ step: Step) { steps.append(step) }

  /// The steps after the first `count`.
  func steps(after count: Int) -> ArraySlice<Step> { steps[count...] }

  /// Whether a row has to be recorded. From now on it counts as recorded.
  mutating func begins(_ row: Int) -> Bool {
    if row >= recorded.count {
      recorded.append(contentsOf: repeatElement(0, count: row + 1 - recorded.count))
    }
    if recorded[row] == mark { return false }
    recorded[row] = mark
    return true
  }

  /// Takes out the last step, which is undone now; nil if only `count` steps are left.
  mutating func popLast(after count: Int) -> Step? {
    guard steps.count > count else {
      // Rows that were recorded after the mark are as before.
      mark &+= 1
      return nil
    }
    return steps.removeLast()
  }
}
