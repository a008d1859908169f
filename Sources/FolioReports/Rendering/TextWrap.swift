/// Breaks texts into lines. Numbers, dates and other words stay whole.
package enum TextWrap {
  /// Returns the lines of a text, broken between words. A word that is wider than the width is
  /// broken after its punctuation marks, as in `Assets:Cash:`, and otherwise anywhere.
  /// - Parameter indent: The number of blanks before each line but the first.
  static func lines(of text: String, width: Int, indent: Int = 0) -> [String] {
    let blanks = String(repeating: " ", count: indent)
    var lines: [String] = []
    var length = 0
    let room = max(width - indent, 1)
    for word in words(of: text, width: room) {
      let wordWidth = TextWidth.of(word)
      if !lines.isEmpty, length + 1 + wordWidth <= width {
        lines[lines.count - 1] += " " + word
        length += 1 + wordWidth
        continue
      }
      for piece in wordWidth <= room ? [word] : pieces(of: word[...], width: room) {
        lines.append((lines.isEmpty ? "" : blanks) + piece)
      }
      length = TextWidth.of(lines[lines.count - 1])
    }
    return lines
  }

  /// The words of a text. A number and the currency or the symbol after it are one word, unless it
  /// is wider than the width.
  package static func words(of text: String, width: Int = .max) -> [String] {
    var words: [String] = []
    var follows = false
    for word in text.split(separator: " ") {
      if follows, isUnit(word), TextWidth.of(words[words.count - 1] + word) < width {
        words[words.count - 1] += " " + word
      } else {
        words.append(String(word))
      }
      follows = isNumber(word)
    }
    return words
  }

  private static func isNumber(_ word: Substring) -> Bool {
    word.last.map { $0.isASCII && $0.isNumber } == true
      && word.allSatisfy { "0123456789.,-+−(".contains($0) }
  }

  /// Whether a word is a code such as `EUR`, with punctuation marks after it or without.
  private static func isUnit(_ word: Substring) -> Bool {
    let code = word.prefix { $0.isASCII && $0.isUppercase }
    return (3...5).contains(code.count) && word.dropFirst(code.count).allSatisfy(\.isPunctuation)
  }

  /// Returns a text as lines, each but the first indented by two.
  static func paragraph(_ text: String, width: Int?) -> String {
    guard let width, TextWidth.of(text) > width else { return text }
    return lines(of: text, width: width, indent: 2).joined(separator: "\n")
  }

  /// The width of the widest word.
  static func longestWord(of text: String) -> Int {
    words(of: text).map { TextWidth.of($0) }.max() ?? 0
  }

  /// The width of the widest part of a word that should not be broken.
  static func longestPart(of text: String) -> Int {
    text.split(separator: " ").flatMap(parts).map { TextWidth.of($0) }.max() ?? 0
  }

  private static func pieces(of word: Substring, width: Int) -> [String] {
    var pieces: [String] = [""]
    // The width of the last piece. To measure it anew for each unit would take too long.
    var length = 0
    for part in parts(of: word) {
      let isWide = TextWidth.of(part) > width
      for unit in isWide ? part.map({ String($0) }) : [part] {
        let added = TextWidth.of(unit)
        if length + added > width, !pieces[pieces.count - 1].isEmpty {
          pieces.append("")
          length = 0
        }
        pieces[pieces.count - 1] += unit
        length += added
      }
    }
    return pieces
  }

  /// The parts of a word. Each but the last ends in a punctuation mark that a line may end in. East
  /// Asian text may be broken after every character.
  private static func parts(of word: Substring) -> [String] {
    var parts: [String] = [""]
    for character in word {
      parts[parts.count - 1].append(character)
      if "-:/_@".contains(character) || TextWidth.of(character) == 2 { parts.append("") }
    }
    return parts.filter { !$0.isEmpty }
  }
}
