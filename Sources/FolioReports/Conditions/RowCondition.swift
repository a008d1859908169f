/// A condition on the rows of a report, written as in the `WHERE` of SQL:
/// `symbol = 'NVLT' and gain < 0`.
///
/// Comparisons are exact. A comparison with a null value is neither true nor false, as in SQL, and
/// a row is kept only if the condition is true. `like` and `contains` ignore case.
/// `Specs/cli.md` has the syntax.
public struct RowCondition: Sendable {
  /// The condition as written.
  public let text: String
  let letters: [Character]
  let root: ConditionNode

  /// Reads a condition. The names of columns are checked when it is applied to a report.
  /// - Throws: `ConditionFault` if the text is not a condition.
  public init(_ text: String) throws(ConditionFault) {
    self.text = text
    letters = Array(text)
    var parser = ConditionParser(try ConditionTokens.read(letters), in: letters)
    root = try parser.condition()
  }
}

/// A part of a condition.
indirect enum ConditionNode: Sendable {
  case comparison(Operand, Comparison, Operand, place: Range<Int>)
  case like(Operand, pattern: Operand, place: Range<Int>)
  case contains(Operand, part: Operand, place: Range<Int>)
  case isNull(Operand)
  case not(ConditionNode)
  case and([ConditionNode])
  case or([ConditionNode])

  /// A column or a value, and its place in the text.
  struct Operand: Sendable {
    var content: Content
    var place: Range<Int>
  }

  enum Content: Sendable {
    case column(String, isQuoted: Bool)
    case value(ConditionValue)
  }

  enum Comparison: String, Sendable {
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }
}
