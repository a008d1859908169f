import Folio

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
    parts = try Self.parts(&rest, isInner: false, slot, &holes)
  }

  private static func parts(
    _ rest: inout ArraySlice<UInt8>, isInner: Bool, _ slot: (String) -> Int, _ holes: inout [Int]
  ) throws(RuleFault) -> [Part] {
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
        parts.append(.optional(try Self.parts(&rest, isInner: true, slot, &holes)))
      case UInt8(ascii: "]"):
        if !isInner { throw RuleFault("there is a ] without a [") }
        flush()
        return parts
      default: literal.append(lower(byte))
      }
    }
    if isInner { throw RuleFault("there is a [ without a ]") }
    flush()
    return parts
  }

  /// A value that a hole took: its slot, and its place in the text.
  struct Capture: Sendable {
    var slot: Int
    var range: Range<Int>
  }

  /// What the holes take, if the whole text fits; nil otherwise.
  func match(_ text: [UInt8], types: RuleSlots) -> [Capture]? {
    if parts.count == 1, case .literal(let literal) = parts[0] {
      return text.count == literal.count && Self.starts(text, 0, literal) ? [] : nil
    }
    var matcher = Matcher(text: text, types: types)
    return matcher.match(parts[...], at: 0) ? matcher.captures : nil
  }

  fileprivate static func lower(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  fileprivate static func starts(_ text: [UInt8], _ place: Int, _ literal: [UInt8]) -> Bool {
    guard place + literal.count <= text.count else { return false }
    for index in literal.indices where lower(text[place + index]) != literal[index] {
      return false
    }
    return true
  }

  private struct Matcher {
    let text: [UInt8]
    let types: RuleSlots
    var captures: [Capture] = []
    /// Places from which the rest of the parts did not fit.
    private var failed: Set<Int> = []
    /// The number of steps that are left.
    private var steps = 100_000

    init(text: [UInt8], types: RuleSlots) {
      self.text = text
      self.types = types
    }

    mutating func match(_ parts: ArraySlice<Part>, at place: Int) -> Bool {
      guard let part = parts.first else { return place == text.count }
      steps -= 1
      if steps < 0 { return false }
      let rest = parts.dropFirst()
      switch part {
      case .literal(let literal):
        return RulePattern.starts(text, place, literal)
          && match(rest, at: place + literal.count)
      case .any(let isRequired): return extend(rest, from: place, least: isRequired ? 1 : 0, nil)
      case .hole(let slot): return extend(rest, from: place, least: 1, slot)
      case .optional(let inner):
        let count = captures.count
        if match(inner + rest, at: place) { return true }
        captures.removeLast(captures.count - count)
        return match(rest, at: place)
      }
    }

    private mutating func match(_ parts: [Part], at place: Int) -> Bool {
      match(parts[...], at: place)
    }

    /// Tries longer and longer texts for `*` or a hole.
    private mutating func extend(
      _ rest: ArraySlice<Part>, from place: Int, least: Int, _ slot: Int?
    ) -> Bool {
      let key = place * 64 + min(rest.count, 63)
      if failed.contains(key) { return false }
      var end = place + least
      while end <= text.count {
        let isWanted = slot.map { types.accepts(text[place..<end], in: $0) } ?? true
        if isWanted {
          let count = captures.count
          if let slot { captures.append(Capture(slot: slot, range: place..<end)) }
          if match(rest, at: end) { return true }
          captures.removeLast(captures.count - count)
        }
        end += 1
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
