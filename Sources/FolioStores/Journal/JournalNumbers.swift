/// Checks that the sequence numbers in a journal increase.
///
/// A `journal` or `clear` line has the highest number used so far. The rows after it in the same
/// change keep their earlier numbers: each is unique and not greater than that.
struct JournalNumbers {
  private var last = 0
  /// The highest number that a row of this change may have; nil if numbers must increase.
  private var ceiling: Int?
  private var taken: Set<Int> = []

  /// Checks a journal from its start.
  init() {}

  /// Checks the changes after one with this number.
  init(after last: Int) { self.last = last }

  /// The error in the number of the next line; nil if it is valid.
  mutating func fault(of line: JournalLine) -> String? {
    let number = line.sequence
    guard StoreContents.sequences.contains(number) else {
      return "\(number) is not a valid change number"
    }
    switch line.kind {
    case .journal:
      (last, ceiling) = (number, number)
    case .clear:
      if number <= last { return "change \(number) follows change \(last)" }
      (last, ceiling) = (number, number)
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
      if !taken.insert(number).inserted { return "change \(number) occurs twice" }
    }
    return nil
  }

  /// Ends the current change. The next one must have higher numbers.
  mutating func endChange() {
    ceiling = nil
    taken = []
  }
}
