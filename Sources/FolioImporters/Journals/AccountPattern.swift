/// A regular expression over names of accounts, as hledger has them in aliases: the extended ones
/// of POSIX, whatever letters are capital.
///
/// All ways through the expression go on together, one letter of the name after the other, so that
/// a search takes no longer than the length of the expression times that of the name. Of the
/// matches that begin first the longest counts.
struct AccountPattern: Sendable {
  /// The most steps of an expression, with those that repetitions make.
  static let mostSteps = 500

  enum Step: Sendable {
    case letter(LetterSet)
    case start, end
    /// Goes on at two places, at the first one rather.
    case split(Int, Int)
    case jump(Int)
    /// Notes where a group begins or ends.
    case note(Int)
    case match
  }

  /// Some letters.
  struct LetterSet: Sendable {
    var isNegated = false
    var ranges: [ClosedRange<UInt32>] = []

    func contains(_ letter: Unicode.Scalar) -> Bool {
      let forms =
        [letter, AccountPattern.changed(letter, \.lowercaseMapping)]
        + [AccountPattern.changed(letter, \.uppercaseMapping)]
      return forms.contains { form in ranges.contains { $0.contains(form.value) } } != isNegated
    }
  }

  let steps: [Step]
  /// The number of groups in parentheses.
  let groups: Int

  /// Reads an expression; nil if it has an error, or too many steps.
  init?(_ text: String) {
    var parser = AccountPatternParser(text)
    guard let steps = parser.expression(), steps.count <= Self.mostSteps else { return nil }
    self.steps = steps
    groups = parser.groups
  }

  /// The first group that a replacement names and the expression does not have; nil if there is
  /// none.
  func missingGroup(in replacement: String) -> String? {
    replacement.split(separator: "\\", omittingEmptySubsequences: false).dropFirst()
      .map { $0.prefix { ("0"..."9").contains($0) } }
      .first { !$0.isEmpty && Int($0).map { $0 <= groups } != true }.map(String.init)
  }

  fileprivate static func changed(
    _ letter: Unicode.Scalar, _ mapping: KeyPath<Unicode.Scalar.Properties, String>
  ) -> Unicode.Scalar {
    let text = letter.properties[keyPath: mapping].unicodeScalars
    return text.count == 1 ? text.first ?? letter : letter
  }

  // MARK: Searching

  /// Places of groups: two for each, the first two those of the whole match.
  private typealias Places = [Int]

  /// A list of steps to go on from, each once, the preferred ones first.
  private struct Ways {
    var list: [(step: Int, places: Places)] = []
    var seen: Set<Int> = []
  }

  /// The first match at or after a place.
  /// - Parameter work: The number of steps, to which those of the search are added.
  private func match(_ name: [Unicode.Scalar], from start: Int, _ work: inout Int) -> Places? {
    var (ways, best) = (Ways(), Places?.none)
    for place in start...name.count {
      if best == nil { add(0, [place, place], place, name, &ways, &work) }
      if ways.list.isEmpty { break }
      var next = Ways()
      for way in ways.list {
        work += 1
        switch steps[way.step] {
        case .match:
          // A longer match from the same place counts, and of equal ones the preferred one.
          if let known = best, known[0] < way.places[0] || known[1] >= place { continue }
          var places = way.places
          places[1] = place
          best = places
        case .letter(let set):
          guard place < name.count, set.contains(name[place]) else { continue }
          if let known = best, known[0] < way.places[0] { continue }
          add(way.step + 1, way.places, place + 1, name, &next, &work)
        case .start, .end, .split, .jump, .note: continue
        }
      }
      ways = next
    }
    return best
  }

  /// Adds a step, and all that come after it without a letter.
  private func add(
    _ step: Int, _ places: Places, _ place: Int, _ name: [Unicode.Scalar], _ ways: inout Ways,
    _ work: inout Int
  ) {
    var open = [(step, places)]
    while let (step, places) = open.popLast() {
      work += 1
      guard ways.seen.insert(step).inserted else { continue }
      switch steps[step] {
      case .letter, .match: ways.list.append((step, places))
      case .start: if place == 0 { open.append((step + 1, places)) }
      case .end: if place == name.count { open.append((step + 1, places)) }
      case .jump(let to): open.append((to, places))
      case .split(let first, let second):
        open.append((second, places))
        open.append((first, places))
      case .note(let number):
        var places = places
        while places.count <= number { places.append(-1) }
        places[number] = place
        open.append((step + 1, places))
      }
    }
  }

  // MARK: Replacing

  /// The name with all matches replaced. `\1` in the replacement is what the first group has.
  /// - Parameter work: The number of steps, to which those of the search are added.
  func replacing(in name: String, with replacement: String, _ work: inout Int) -> String {
    let scalars = Array(name.unicodeScalars)
    var (result, place) = (String.UnicodeScalarView(), 0)
    while place <= scalars.count, let found = match(scalars, from: place, &work) {
      result.append(contentsOf: scalars[place..<found[0]])
      Self.append(replacement, scalars, found, to: &result)
      place = found[1]
      if found[0] < found[1] { continue }
      // After a match of nothing the search goes on behind the next letter.
      if place < scalars.count { result.append(scalars[place]) }
      place += 1
    }
    if place < scalars.count { result.append(contentsOf: scalars[place...]) }
    return String(result)
  }

  private static func append(
    _ replacement: String, _ name: [Unicode.Scalar], _ found: Places,
    to result: inout String.UnicodeScalarView
  ) {
    var rest = replacement.unicodeScalars[...]
    while let letter = rest.popFirst() {
      let digits = letter == "\\" ? rest.prefix { ("0"..."9").contains($0) } : rest.prefix(0)
      guard let group = Int(String(digits)) else {
        result.append(letter)
        continue
      }
      rest = rest.dropFirst(digits.count)
      let first = 2 * group
      guard group < 100, first + 1 < found.count, found[first] >= 0, found[first + 1] >= 0 else {
        continue
      }
      result.append(contentsOf: name[found[first]..<found[first + 1]])
    }
  }
}
