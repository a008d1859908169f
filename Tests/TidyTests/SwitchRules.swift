import Foundation

/// Finds the switches of a file that have both cases of an enum and a `default`.
///
/// With a `default`, a new case of the enum goes unnoticed. Switches over integers, characters,
/// texts and tuples may need one; their cases do not begin with a dot.
struct SwitchFinder {
  /// The lines of the defaults.
  private(set) var defaults: [Int] = []

  private struct Block {
    var isSwitch: Bool
    var hasEnumCase = false
    var defaultLine: Int?
  }

  private var blocks: [Block] = []
  private var brackets = 0
  private var awaitsBody = false
  /// The pattern of the case that is being read; nil outside of one.
  private var pattern: String?
  /// How many brackets were open where the pattern began.
  private var patternBrackets = 0
  private var lastWord = ""

  init(_ file: SwiftFile) {
    for (number, line) in file.code.enumerated() { read(Array(line) + [" "], number + 1) }
  }

  private mutating func read(_ line: [Character], _ number: Int) {
    var word = ""
    for (place, character) in line.enumerated() {
      // In a tuple not all combinations of cases can be listed.
      if brackets == patternBrackets { pattern?.append(character) }
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if !word.isEmpty { take(word, followedBy: line[place...], number) }
      word = ""
      take(character)
    }
  }

  private mutating func take(_ word: String, followedBy rest: ArraySlice<Character>, _ line: Int) {
    if word == "switch" { awaitsBody = true }
    let isInSwitch = blocks.last?.isSwitch == true
    let isCondition = ["if", "guard", "while", "for", ","].contains(lastWord)
    if word == "case", isInSwitch, !isCondition {
      (pattern, patternBrackets) = (" ", brackets)
    }
    if word == "default", isInSwitch, pattern == nil, rest.first == ":", lastWord != "," {
      blocks[blocks.count - 1].defaultLine = line
    }
    lastWord = word
  }

  private mutating func take(_ character: Character) {
    switch character {
    case "(", "[": brackets += 1
    case ")", "]": brackets -= 1
    case ",": lastWord = ","
    case ":":
      guard let read = pattern, brackets == patternBrackets else { return }
      let cases = read.components(separatedBy: " where ")[0]
      if cases.matches(#"[\s,]\.[a-z]"#) { blocks[blocks.count - 1].hasEnumCase = true }
      pattern = nil
    case "{":
      blocks.append(Block(isSwitch: awaitsBody))
      awaitsBody = false
    case "}":
      guard let block = blocks.popLast(), block.hasEnumCase, let line = block.defaultLine else {
        return
      }
      defaults.append(line)
    default: return
    }
  }
}

/// Rules about switches.
enum SwitchRules {
  static func defaults(_ file: SwiftFile) -> [Finding] {
    guard file.path.hasPrefix("Sources/") else { return [] }
    return SwitchFinder(file).defaults.map {
      Finding(
        path: file.path, line: $0,
        message: "a default over an enum hides cases that are added later; list the cases")
    }
  }
}
