/// Checks the numbers of a journal's lines: they only grow.
///
/// A `journal` or `clear` line bears the last number that was given before or by its change, and
/// rows after it keep numbers that they had: up to that one, each once.
struct JournalNumbers {
  private var last = 0
  /// The highest number that a row of this change may have.
  private var ceiling: Int?
  private var taken: Set<Int> = []

  /// What is wrong with the number of the next line; nil where nothing is.
  mutating func fault(of line: JournalLine) -> String? {
    let number = line.sequence
    guard StoreContents.sequences.contains(number) else {
      return "\(number) is no number of a change"
    }
    switch line.kind {
    case .journal:
      (last, ceiling) = (number, number)
    case .clear:
      if number <= last { return "change \(number) comes after change \(last)" }
      (last, ceiling) = (number, number)
      taken = []
    case .head, .group:
      guard let ceiling else {
        if number <= last { return "change \(number) comes after change \(last)" }
        last = number
        return nil
      }
      if number < 1 || number > ceiling {
        return "change \(number) is not among the changes up to \(ceiling)"
      }
      if !taken.insert(number).inserted { return "change \(number) is there twice" }
    }
    return nil
  }

  /// The change is complete: the next one has higher numbers.
  mutating func endChange() {
    ceiling = nil
    taken = []
  }
}
