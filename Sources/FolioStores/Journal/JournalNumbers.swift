/// Checks that the sequence numbers in a journal increase.
///
/// A `journal` or `clear` line has the highest number used so far. The rows after it in the same
/// change keep their earlier numbers: each is unique and not greater than that.
struct JournalNumbers {
  private var last = 0
  /// The highest number that a row of this change may have; nil if numbers must increase.
  private var ceiling: Int?
  private var taken: Set<Int> = []
  /// Numbers of this change that follow each other, as most do.
  private var run = 1..<1

  /// Checks a journal from its start.
  init() {}

  /// Checks the changes after one with this number.
  init(after last: Int) { self.last = last }

  /// The error in the number of the next line; nil if it is valid.
  mutating func fault(of number: Int, _ kind: JournalLine.Kind) -> String? {
    guard StoreContents.sequences.contains(number) else {
      return "\(number) is not a valid change number"
    }
    switch kind {
    case .journal:
      (last, ceiling) = (number, number)
    case .clear:
      if number <= last { return "change \(number) follows change \(last)" }
      (last, ceiling, run) = (number, number, 1..<1)
      taken = []
    case .head, .group:
      guard let ceiling else {
        if number <= last { return "change \(number) follows change \(last)" }
        last = number
        return nil
      }
      if number < 1 || number > ceiling {
        return "change \(number) is not in the range 1 to \(ceiling)"
      }
      if !take(number) { return "change \(number) occurs twice" }
    }
    return nil
  }

  /// Takes a number of this change, unless it was taken.
  private mutating func take(_ number: Int) -> Bool {
    if run.contains(number) { return false }
    if !taken.isEmpty, taken.contains(number) { return false }
    if number == run.upperBound {
      run = run.lowerBound..<number + 1
    } else if run.count < 2 {
      // That of the head is far from those of the groups, if it was changed later.
      taken.formUnion(run)
      run = number..<number + 1
    } else {
      taken.insert(number)
    }
    return true
  }

  /// Ends the current change. The next one must have higher numbers.
  mutating func endChange() {
    (ceiling, run) = (nil, 1..<1)
    taken = []
  }
}
