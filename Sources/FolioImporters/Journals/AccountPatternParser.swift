/// Reads a regular expression of hledger into its steps.
struct AccountPatternParser {
  private typealias Step = AccountPattern.Step
  private var rest: Substring.UnicodeScalarView
  private(set) var groups = 0
  private var depth = 0

  init(_ text: String) { rest = text[...].unicodeScalars }

  /// The steps of the whole expression; nil if it has an error.
  mutating func expression() -> [AccountPattern.Step]? {
    guard let steps = alternatives(), rest.isEmpty else { return nil }
    return steps + [.match]
  }

  private mutating func take(_ letter: Unicode.Scalar) -> Bool {
    guard rest.first == letter else { return false }
    rest.removeFirst()
    return true
  }

  /// Steps whose places are moved, because others stand before them.
  private static func moved(_ steps: [Step], by offset: Int) -> [Step] {
    steps.map { step in
      switch step {
      case .split(let first, let second): .split(first + offset, second + offset)
      case .jump(let to): .jump(to + offset)
      case .letter, .start, .end, .note, .match: step
      }
    }
  }

  private mutating func alternatives() -> [Step]? {
    guard var steps = sequence() else { return nil }
    while take("|") {
      guard let other = sequence(), steps.count + other.count <= AccountPattern.mostSteps else {
        return nil
      }
      let count = steps.count
      steps =
        [.split(1, count + 2)] + Self.moved(steps, by: 1)
        + [.jump(count + other.count + 2)] + Self.moved(other, by: count + 2)
    }
    return steps
  }

  private mutating func sequence() -> [Step]? {
    var steps: [Step] = []
    while let next = rest.first, next != "|", next != ")" {
      guard let atom = atom(), let repeated = repeated(atom) else { return nil }
      steps += Self.moved(repeated, by: steps.count)
      if steps.count > AccountPattern.mostSteps { return nil }
    }
    return steps
  }

  private mutating func atom() -> [Step]? {
    guard let letter = rest.popFirst() else { return nil }
    switch letter {
    case ".": return [.letter(.init(isNegated: true))]
    case "^": return [.start]
    case "$": return [.end]
    case "(": return group()
    case "[": return brackets().map { [.letter($0)] }
    case "*", "+", "?": return nil
    case "\\":
      // Letters and digits after a backslash have other meanings elsewhere, or none.
      guard let escaped = rest.popFirst(), !escaped.properties.isAlphabetic,
        !("0"..."9").contains(escaped)
      else { return nil }
      return [.letter(.init(ranges: [escaped.value...escaped.value]))]
    default: return [.letter(.init(ranges: [letter.value...letter.value]))]
    }
  }

  private mutating func group() -> [Step]? {
    groups += 1
    depth += 1
    defer { depth -= 1 }
    let number = groups
    guard depth < 20, number < 100, let inner = alternatives(), take(")") else { return nil }
    return [.note(2 * number)] + Self.moved(inner, by: 1) + [.note(2 * number + 1)]
  }

  private mutating func repeated(_ atom: [Step]) -> [Step]? {
    var steps = atom
    while let next = rest.first {
      let count = steps.count
      switch next {
      case "*":
        steps = [.split(1, count + 2)] + Self.moved(steps, by: 1) + [.jump(0)]
      case "+": steps += [.split(0, count + 1)]
      case "?": steps = [.split(1, count + 1)] + Self.moved(steps, by: 1)
      case "{":
        guard let counted = counted(steps) else { return nil }
        steps = counted
        continue
      default: return steps
      }
      rest.removeFirst()
    }
    return steps
  }

  /// `{2}`, `{2,}` and `{2,5}`.
  private mutating func counted(_ steps: [Step]) -> [Step]? {
    let text = String(String.UnicodeScalarView(rest.dropFirst().prefix { $0 != "}" }))
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard let least = Int(parts[0]), (0...50).contains(least), parts.count < 3,
      rest.contains("}")
    else { return nil }
    rest = rest.drop { $0 != "}" }.dropFirst()
    var all: [Step] = []
    for _ in 0..<least { all += Self.moved(steps, by: all.count) }
    if parts.count == 1 { return all }
    if parts[1].isEmpty {
      let count = steps.count
      let more = [.split(1, count + 2)] + Self.moved(steps, by: 1) + [.jump(0)]
      return all + Self.moved(more, by: all.count)
    }
    guard let most = Int(parts[1]), (least...50).contains(most) else { return nil }
    for _ in least..<most {
      let start = all.count
      all += [.split(start + 1, start + 1 + steps.count)] + Self.moved(steps, by: start + 1)
    }
    return all
  }

  /// Letters in brackets, after the first one of these.
  private mutating func brackets() -> AccountPattern.LetterSet? {
    var set = AccountPattern.LetterSet()
    set.isNegated = take("^")
    var isFirst = true
    while let letter = rest.popFirst() {
      if letter == "]", !isFirst { return set }
      isFirst = false
      if letter == "[", rest.first == ":" {
        guard let ranges = namedClass() else { return nil }
        set.ranges += ranges
        continue
      }
      var last = letter
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
        rest = rest.dropFirst(2)
        last = end
      }
      guard letter.value <= last.value else { return nil }
      set.ranges.append(letter.value...last.value)
    }
    return nil
  }

  /// A class such as `[:digit:]`.
  private mutating func namedClass() -> [ClosedRange<UInt32>]? {
    let name = String(String.UnicodeScalarView(rest.dropFirst().prefix { $0 != ":" }))
    rest = rest.dropFirst(name.unicodeScalars.count + 1)
    guard take(":"), take("]") else { return nil }
    switch name {
    case "digit": return [0x30...0x39]
    case "alpha": return [0x41...0x5A, 0x61...0x7A]
    case "alnum": return [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
    case "upper", "lower": return [0x41...0x5A, 0x61...0x7A]
    case "space": return [0x09...0x0D, 0x20...0x20]
    case "punct": return [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
    default: return nil
    }
  }
}
