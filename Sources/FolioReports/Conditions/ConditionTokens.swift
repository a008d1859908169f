/// A word, a value or a sign of a condition.
struct ConditionToken: Sendable {
  enum Content: Sendable {
    /// A column or a keyword. A quoted name is always a column.
    case name(String, isQuoted: Bool)
    case value(ConditionValue)
    /// `(`, `)`, `,`, `-` or a comparison.
    case sign(String)
  }

  var content: Content
  var place: Range<Int>
}

/// Divides a condition into tokens.
struct ConditionTokens {
  private let letters: [Character]
  private var index = 0

  static func read(_ letters: [Character]) throws(ConditionFault) -> [ConditionToken] {
    var reader = ConditionTokens(letters: letters)
    var tokens: [ConditionToken] = []
    while let token = try reader.next() { tokens.append(token) }
    return tokens
  }

  private init(letters: [Character]) { self.letters = letters }

  private mutating func next() throws(ConditionFault) -> ConditionToken? {
    while index < letters.count, letters[index].isWhitespace { index += 1 }
    guard index < letters.count else { return nil }
    let (start, letter) = (index, letters[index])
    let content: ConditionToken.Content
    if letter == "'" {
      content = .value(.text(try quoted("'")))
    } else if letter == "\"" {
      content = .name(try quoted("\""), isQuoted: true)
    } else if letter.isLetter || letter == "_" {
      content = .name(word(), isQuoted: false)
    } else if Self.isDigit(letter) || letter == "." {
      content = .value(try number())
    } else {
      content = .sign(try sign())
    }
    return ConditionToken(content: content, place: start..<index)
  }

  /// A text or a name in quotes. Two quotes stand for one.
  private mutating func quoted(_ quote: Character) throws(ConditionFault) -> String {
    let start = index
    var text = ""
    index += 1
    while index < letters.count {
      let letter = letters[index]
      index += 1
      if letter != quote {
        text.append(letter)
      } else if index < letters.count, letters[index] == quote {
        text.append(quote)
        index += 1
      } else {
        return text
      }
    }
    throw ConditionFault(
      "the quote \(quote) is not closed", "Write another one at the end of the text.",
      at: start..<start + 1, in: letters)
  }

  private mutating func word() -> String {
    let start = index
    while index < letters.count,
      letters[index].isLetter || letters[index] == "_" || Self.isDigit(letters[index])
    {
      index += 1
    }
    return String(letters[start..<index])
  }

  private static func isDigit(_ letter: Character) -> Bool { ("0"..."9").contains(letter) }

  /// A number, a percentage or a day.
  private mutating func number() throws(ConditionFault) -> ConditionValue {
    let start = index
    while index < letters.count,
      Self.isDigit(letters[index]) || letters[index].isLetter || letters[index] == "."
        || letters[index] == "-" && index + 1 < letters.count && Self.isDigit(letters[index + 1])
    {
      index += 1
    }
    let text = String(letters[start..<index])
    let isPercentage = index < letters.count && letters[index] == "%"
    if isPercentage { index += 1 }
    if !isPercentage, text.contains("-"), let day = try? Day(text) { return .day(day) }
    guard let number = try? ExactDecimal(text) else {
      throw ConditionFault(
        "'\(text)' is neither a number nor a day",
        "Write numbers as 1802.50, and days as 2024-12-31. Texts are in single quotes.",
        at: start..<index, in: letters)
    }
    guard isPercentage else { return .number(number) }
    guard let ratio = try? ExactDecimal(ratio: text + "%") else {
      throw ConditionFault(
        "the percentage has too many digits", "Write it with fewer digits.",
        at: start..<index, in: letters)
    }
    return .number(ratio)
  }

  private mutating func sign() throws(ConditionFault) -> String {
    let pair = String(letters[index..<min(index + 2, letters.count)])
    if ["<=", ">=", "<>", "!=", "=="].contains(pair) {
      index += 2
      return pair == "!=" ? "<>" : pair == "==" ? "=" : pair
    }
    let single = String(letters[index])
    guard "=<>(),-".contains(single) else {
      throw ConditionFault(
        "'\(single)' has no meaning here",
        "A condition consists of columns, values, comparisons, and, or, not and parentheses.",
        at: index..<index + 1, in: letters)
    }
    index += 1
    return single
  }
}
