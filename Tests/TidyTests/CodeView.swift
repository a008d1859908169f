/// A Swift text taken apart: its code, with texts and comments blanked, and its comments, with
/// the rest blanked. Line breaks stay, so that lines keep their numbers.
///
/// No parser: it knows comments (nested ones too), texts of one and of many lines, raw texts and
/// the code inside of a text. Regex literals are not known; there are none here.
struct CodeView {
  private let input: [UInt8]
  private var index = 0
  private var codeBytes: [UInt8] = []
  private var commentBytes: [UInt8] = []

  var code: String { String(decoding: codeBytes, as: UTF8.self) }
  var comments: String { String(decoding: commentBytes, as: UTF8.self) }

  init(_ text: String) {
    input = Array(text.utf8)
    codeBytes.reserveCapacity(input.count)
    commentBytes.reserveCapacity(input.count)
    readCode(inParentheses: false)
  }

  private func starts(with text: StaticString) -> Bool {
    let wanted = Array("\(text)".utf8)
    return index + wanted.count <= input.count
      && input[index..<index + wanted.count].elementsEqual(wanted)
  }

  private enum Kind { case code, comment, text }

  private mutating func take(_ kind: Kind, _ count: Int = 1) {
    for _ in 0..<count where index < input.count {
      let byte = input[index]
      let blank = byte == 0x0A ? byte : 0x20
      codeBytes.append(kind == .code ? byte : blank)
      commentBytes.append(kind == .comment ? byte : blank)
      index += 1
    }
  }

  private mutating func readCode(inParentheses: Bool) {
    var depth = 0
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: "/") where starts(with: "//"): readLineComment()
      case UInt8(ascii: "/") where starts(with: "/*"): readBlockComment()
      case UInt8(ascii: "\""): readText(hashes: 0)
      case UInt8(ascii: "#") where textHashes() != nil: readText(hashes: textHashes() ?? 0)
      case UInt8(ascii: "("):
        depth += 1
        take(.code)
      case UInt8(ascii: ")"):
        depth -= 1
        take(.code)
        if inParentheses && depth == 0 { return }
      default: take(.code)
      }
    }
  }

  private mutating func readLineComment() {
    while index < input.count, input[index] != 0x0A { take(.comment) }
  }

  private mutating func readBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        take(.comment, 2)
      } else if starts(with: "*/") {
        depth -= 1
        take(.comment, 2)
      } else {
        take(.comment)
      }
    } while depth > 0 && index < input.count
  }

  /// How many hashes open a raw text here; nil where none does.
  private func textHashes() -> Int? {
    let hashes = input[index...].prefix { $0 == UInt8(ascii: "#") }.count
    let next = index + hashes
    return next < input.count && input[next] == UInt8(ascii: "\"") ? hashes : nil
  }

  private func hasHashes(_ count: Int, at start: Int) -> Bool {
    start + count <= input.count
      && input[start..<start + count].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private mutating func readText(hashes: Int) {
    take(.text, hashes)
    let quotes = starts(with: "\"\"\"") ? 3 : 1
    take(.text, quotes)
    while index < input.count {
      if input[index] == UInt8(ascii: "\\"), hasHashes(hashes, at: index + 1) {
        readEscape(hashes: hashes)
      } else if closes(quotes, hashes) {
        return take(.text, quotes + hashes)
      } else {
        take(.text)
      }
    }
  }

  private func closes(_ quotes: Int, _ hashes: Int) -> Bool {
    let isQuoted = quotes == 3 ? starts(with: "\"\"\"") : starts(with: "\"")
    return isQuoted && hasHashes(hashes, at: index + quotes)
  }

  private mutating func readEscape(hashes: Int) {
    take(.text, 1 + hashes)
    if index < input.count, input[index] == UInt8(ascii: "(") {
      readCode(inParentheses: true)
    } else {
      take(.text)
    }
  }
}
