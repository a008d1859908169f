/// A pattern of a rule: exact text, `*` for any text, `?*` for text that is not empty, `[optional]`
/// parts, and `{name}` for a value that is taken. Letters match in any case.
///
/// The name of a hole gives its type: numbers, currencies and ISINs match only what looks like
/// one. There are no other operators, so that a message can say what did not fit, and no pattern is
/// slow: each place of the text is tried at most once for each part.
struct RulePattern: Sendable, Hashable {
  private indirect enum Part: Sendable, Hashable {
    case literal([UInt8])
    case any(isRequired: Bool)
    case hole(Int)
    case optional([Part])
  }

  private var parts: [Part] = []
  /// The pattern as written.
  let text: String
  /// The slots of its holes.
  private(set) var holes: [Int] = []

  /// Reads a pattern.
  /// - Parameter slot: Gives the number of a name.
  /// - Throws: What is wrong with it.
  init(_ text: String, slot: (String) -> Int) throws(RuleFault) {
    self.text = text
    var rest = Array(text.utf8)[...]
    parts = try Self.parts(&rest, depth: 0, slot, &holes)
  }

  /// The brackets that may be inside each other.
  private static let mostDepth = 8

  private static func parts(
    _ rest: inout ArraySlice<UInt8>, depth: Int, _ slot: (String) -> Int, _ holes: inout [Int]
  ) throws(RuleFault) -> [Part] {
    if depth > mostDepth {
      throw RuleFault("more than \(mostDepth) brackets are inside each other")
    }
    var parts: [Part] = []
    var literal: [UInt8] = []
    func flush() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = []
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"):
        flush()
        parts.append(.any(isRequired: false))
      case UInt8(ascii: "?") where rest.first == UInt8(ascii: "*"):
        rest = rest.dropFirst()
        flush()
        parts.append(.any(isRequired: true))
      case UInt8(ascii: "{"):
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
          throw RuleFault("the hole has no }")
        }
        flush()
        let number = slot(String(decoding: rest[..<end], as: UTF8.self))
        holes.append(number)
        parts.append(.hole(number))
        rest = rest[(end + 1)...]
      case UInt8(ascii: "["):
        flush()
        parts.append(.optional(try Self.parts(&rest, depth: depth + 1, slot, &holes)))
      case UInt8(ascii: "]"):
        if depth == 0 { throw RuleFault("there is a ] without a [") }
        flush()
        return parts
      default: literal.append(lower(byte))
      }
    }
    if depth > 0 { throw RuleFault("there is a [ without a ]") }
    flush()
    return parts
  }

  /// A value that a hole took: its slot, and its place in the text.
  struct Capture: Sendable {
    var slot: Int
    var range: Range<Int>
  }

  /// What the holes take, if the whole text fits; nil otherwise.
  func match(_ text: [UInt8], types: RuleSlots) -> [Capture]? { match(text[...], types: types) }

  /// What the holes take, if the whole text fits; nil otherwise. Places count from its beginning.
  func match(_ text: ArraySlice<UInt8>, types: RuleSlots) -> [Capture]? {
    text.withSpan { match($0, types: types) }
  }

  private func match(_ text: Span<UInt8>, types: RuleSlots) -> [Capture]? {
    if case .literal(let literal)? = parts.last {
      // Most texts that do not fit are found by their end.
      let start = text.count - literal.count
      guard start >= 0, Self.starts(text, start, literal) else { return nil }
      if parts.count == 1 { return start == 0 ? [] : nil }
    }
    var matcher = Matcher(types: types)
    return matcher.match(parts, from: 0, text, at: 0) ? matcher.captures : nil
  }

  fileprivate static func lower(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  fileprivate static func starts(_ text: Span<UInt8>, _ place: Int, _ literal: [UInt8]) -> Bool {
    guard place + literal.count <= text.count else { return false }
    for index in literal.indices where lower(text[place + index]) != literal[index] {
      return false
    }
    return true
  }

  private struct Matcher {
    let types: RuleSlots
    var captures: [Capture] = []
    /// Places from which the rest of the parts did not fit.
    private var failed: Set<Int> = []
    /// The number of steps that are left.
    private var steps = 100_000

    init(types: RuleSlots) { self.types = types }

    /// Whether the parts from a number on fit the text from a place on.
    mutating func match(
      _ parts: [Part], from number: Int, _ text: Span<UInt8>, at place: Int
    ) -> Bool {
      if number == parts.count { return place == text.count }
      steps -= 1
      if steps < 0 { return false }
      switch parts[number] {
      case .literal(let literal):
        return RulePattern.starts(text, place, literal)
          && match(parts, from: number + 1, text, at: place + literal.count)
      case .any(let isRequired):
        return extend(parts, from: number + 1, text, at: place, least: isRequired ? 1 : 0, nil)
      case .hole(let slot):
        return extend(parts, from: number + 1, text, at: place, least: 1, slot)
      case .optional(let inner):
        let count = captures.count
        if match(inner + parts[(number + 1)...], from: 0, text, at: place) { return true }
        captures.removeLast(captures.count - count)
        return match(parts, from: number + 1, text, at: place)
      }
    }

    /// Tries longer and longer texts for `*` or a hole.
    private mutating func extend(
      _ parts: [Part], from number: Int, _ text: Span<UInt8>, at place: Int, least: Int,
      _ slot: Int?
    ) -> Bool {
      let key = place * 64 + min(parts.count - number, 63)
      if failed.contains(key) { return false }
      var end = place + least
      while end <= text.count {
        defer { end += 1 }
        if let slot, !types.accepts(text.extracting(place..<end), in: slot) { continue }
        let count = captures.count
        if let slot { captures.append(Capture(slot: slot, range: place..<end)) }
        if match(parts, from: number, text, at: end) { return true }
        captures.removeLast(captures.count - count)
      }
      failed.insert(key)
      return false
    }
  }
}

/// What is wrong with a rule.
struct RuleFault: Error, Sendable, Hashable {
  var message: String

  init(_ message: String) { self.message = message }
}
