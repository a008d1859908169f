/// Why a condition on the rows of a report cannot be used, and where.
public struct ConditionFault: Error, Sendable, Hashable {
  /// The problem in one sentence, without a full stop.
  public let problem: String
  /// The remedy in whole sentences.
  public let advice: String
  /// The condition on one line.
  public let text: String
  /// The line under the condition that marks the place, blanks and then `^`.
  public let marks: String

  init(_ problem: String, _ advice: String, at place: Range<Int>, in letters: [Character]) {
    self.problem = problem
    self.advice = advice
    text = String(letters).forOneLine
    let start = min(place.lowerBound, letters.count)
    let marked = letters[start..<max(start, min(place.upperBound, letters.count))]
    let before = TextWidth.of(String(letters[..<start]).forOneLine)
    let width = max(1, TextWidth.of(String(marked).forOneLine))
    marks = String(repeating: " ", count: before) + String(repeating: "^", count: width)
  }
}

extension ConditionFault: CustomStringConvertible {
  /// The problem, the condition with the marked place, and the remedy, in four lines.
  public var description: String { "\(problem)\n  \(text)\n  \(marks)\n\(advice)" }
}
