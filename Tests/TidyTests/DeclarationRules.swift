import Foundation

/// Rules about declarations: how long functions are, and whether what is public is documented.
enum DeclarationRules {
  static let mostLinesOfFunction = 60

  static func functionLengths(_ file: SwiftFile) -> [Finding] {
    FunctionFinder(file).functions.filter { $0.lines > mostLinesOfFunction }.map {
      Finding(
        path: file.path, line: $0.start,
        message: "a function of \($0.lines) lines; split it, \(mostLinesOfFunction) are the limit")
    }
  }

  private static let publicDeclaration =
    #"^\s*(@[\w.]+(\([^)]*\))?\s+)*"#
    + #"((public|open)\s+)(\w+(\(\w+\))?\s+)*"#
    + #"(func|var|let|struct|enum|class|actor|protocol|init|subscript|typealias|macro)\b"#

  static func documentation(_ file: SwiftFile) -> [Finding] {
    guard file.path.hasPrefix("Sources/") else { return [] }
    return file.code.indices.compactMap { index in
      guard file.code[index].matches(publicDeclaration), !isDocumented(index, in: file) else {
        return nil
      }
      return Finding(
        path: file.path, line: index + 1,
        message: "public without a doc comment; say what it is in a line of ///")
    }
  }

  /// Whether a doc comment stands above, past attributes on lines of their own.
  private static func isDocumented(_ index: Int, in file: SwiftFile) -> Bool {
    var above = index - 1
    while above >= 0, file.lines[above].matches(#"^\s*@[\w.]+(\([^)]*\))?\s*$"#) { above -= 1 }
    guard above >= 0 else { return false }
    let line = file.lines[above].trimmingCharacters(in: .whitespaces)
    return line.hasPrefix("///") || line.hasSuffix("*/")
  }
}

/// Functions and initializers of a file with their lengths, by counting braces.
struct FunctionFinder {
  private(set) var functions: [(start: Int, lines: Int)] = []

  private var braces: [Int?] = []
  private var parentheses = 0
  /// A declaration whose body has not begun: where it stands, inside of how many brackets.
  private var pending: (line: Int, parentheses: Int, braces: Int)?

  init(_ file: SwiftFile) {
    for (number, line) in file.code.enumerated() { read(line, number + 1) }
  }

  private mutating func read(_ line: String, _ number: Int) {
    var word = ""
    var before: Character = " "
    for character in line + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if word == "func" || (word == "init" && before != ".") {
        pending = (number, parentheses, braces.count)
      }
      if !word.isEmpty { word = "" }
      before = character
      count(character, number)
    }
  }

  private mutating func count(_ character: Character, _ number: Int) {
    switch character {
    case "(", "[": parentheses += 1
    case ")", "]": parentheses -= 1
    case "{":
      let isBody = pending.map { $0.parentheses == parentheses } ?? false
      braces.append(isBody ? pending?.line : nil)
      if isBody { pending = nil }
    case "}":
      if let start = braces.popLast() ?? nil {
        functions.append((start, number - start + 1))
      }
      // The end of a protocol: what it asks for has no body.
      if let open = pending, braces.count < open.braces { pending = nil }
    default: break
    }
  }
}
