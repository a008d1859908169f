/// Reads the tokens of a condition. `not` binds tightest, then `and`, then `or`.
struct ConditionParser {
  /// The number of parentheses that may be open at once, so that no condition exhausts the stack.
  private static let mostDepth = 100

  private let tokens: [ConditionToken]
  private let letters: [Character]
  private var index = 0
  private var depth = 0

  init(_ tokens: [ConditionToken], in letters: [Character]) {
    self.tokens = tokens
    self.letters = letters
  }

  /// The whole condition.
  mutating func condition() throws(ConditionFault) -> ConditionNode {
    if tokens.isEmpty {
      throw ConditionFault(
        "the condition is empty", "For example: symbol = 'AAPL' and gain < 0.", at: 0..<1,
        in: letters)
    }
    let node = try alternatives()
    guard index == tokens.count else {
      throw unexpected("the end, 'and' or 'or'")
    }
    return node
  }

  private mutating func alternatives() throws(ConditionFault) -> ConditionNode {
    var nodes = [try conjunction()]
    while take(word: "or") { nodes.append(try conjunction()) }
    return nodes.count == 1 ? nodes[0] : .or(nodes)
  }

  private mutating func conjunction() throws(ConditionFault) -> ConditionNode {
    var nodes = [try negation()]
    while take(word: "and") { nodes.append(try negation()) }
    return nodes.count == 1 ? nodes[0] : .and(nodes)
  }

  private mutating func negation() throws(ConditionFault) -> ConditionNode {
    var isNegated = false
    while take(word: "not") { isNegated.toggle() }
    let node = try predicate()
    return isNegated ? .not(node) : node
  }

  private mutating func predicate() throws(ConditionFault) -> ConditionNode {
    if take(sign: "(") {
      depth += 1
      if depth > Self.mostDepth {
        throw ConditionFault(
          "more than \(Self.mostDepth) parentheses are open", "Write the condition with fewer.",
          at: place(index - 1), in: letters)
      }
      let node = try alternatives()
      guard take(sign: ")") else { throw unexpected("')'") }
      depth -= 1
      return node
    }
    return try comparison(of: try operand())
  }

  private mutating func comparison(
    of first: ConditionNode.Operand
  ) throws(ConditionFault) -> ConditionNode {
    if take(word: "is") {
      let isNegated = take(word: "not")
      guard take(word: "null") else { throw unexpected("'null'") }
      return isNegated ? .not(.isNull(first)) : .isNull(first)
    }
    let isNegated = take(word: "not")
    let start = index
    let node: ConditionNode
    if take(word: "like") {
      node = .like(first, pattern: try operand(), place: place(start))
    } else if take(word: "contains") {
      node = .contains(first, part: try operand(), place: place(start))
    } else if take(word: "in") {
      node = try list(of: first, place(start))
    } else if take(word: "between") {
      let low = try operand()
      guard take(word: "and") else { throw unexpected("'and'") }
      node = .and([
        .comparison(first, .greaterOrEqual, low, place: place(start)),
        .comparison(first, .lessOrEqual, try operand(), place: place(start)),
      ])
    } else if !isNegated, let comparison = sign.flatMap(ConditionNode.Comparison.init) {
      index += 1
      return .comparison(first, comparison, try operand(), place: place(start))
    } else {
      throw unexpected("a comparison: = <> < <= > >=, like, contains, in, between or is null")
    }
    return isNegated ? .not(node) : node
  }

  private mutating func list(
    of first: ConditionNode.Operand, _ place: Range<Int>
  ) throws(ConditionFault) -> ConditionNode {
    guard take(sign: "(") else { throw unexpected("'('") }
    var nodes: [ConditionNode] = []
    repeat {
      nodes.append(.comparison(first, .equal, try operand(), place: place))
    } while take(sign: ",")
    guard take(sign: ")") else { throw unexpected("',' or ')'") }
    return .or(nodes)
  }

  private mutating func operand() throws(ConditionFault) -> ConditionNode.Operand {
    let start = index
    let isNegative = take(sign: "-")
    guard index < tokens.count else { throw unexpected("a column or a value") }
    let token = tokens[index]
    let place = place(start).lowerBound..<token.place.upperBound
    switch token.content {
    case .value(.number(let number)):
      index += 1
      return .init(content: .value(.number(isNegative ? -number : number)), place: place)
    case .value(let value) where !isNegative:
      index += 1
      return .init(content: .value(value), place: place)
    case .name(let name, let isQuoted)
    where !isNegative && (isQuoted || !Self.keywords.contains(name.lowercased())):
      index += 1
      return .init(content: .column(name, isQuoted: isQuoted), place: place)
    case .name, .value, .sign:
      throw unexpected(isNegative ? "a number" : "a column or a value")
    }
  }

  private static let keywords: Set = [
    "and", "or", "not", "like", "contains", "in", "between", "is", "null",
  ]

  private var sign: String? {
    guard index < tokens.count, case .sign(let sign) = tokens[index].content else { return nil }
    return sign
  }

  private mutating func take(sign: String) -> Bool {
    guard self.sign == sign else { return false }
    index += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard index < tokens.count, case .name(let name, isQuoted: false) = tokens[index].content,
      name.lowercased() == word
    else { return false }
    index += 1
    return true
  }

  /// The place of a token; of the end if there is no such token.
  private func place(_ index: Int) -> Range<Int> {
    index < tokens.count ? tokens[index].place : letters.count..<letters.count + 1
  }

  private func unexpected(_ wanted: String) -> ConditionFault {
    let found = index < tokens.count ? "'\(String(letters[place(index)]))' follows" : "it ends"
    return ConditionFault(
      "the condition needs \(wanted), but here \(found)",
      "For example: symbol = 'AAPL' and gain < 0. Texts are in single quotes.",
      at: place(index), in: letters)
  }
}
