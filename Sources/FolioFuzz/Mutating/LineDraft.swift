/// A file in lines that are changed: rows get lost, come twice, change places, get other values.
struct LineDraft {
  private(set) var lines: [ArraySlice<UInt8>]
  private var random: SplitMix
  /// Lines of other files of the kind.
  private let others: [ArraySlice<UInt8>]

  /// Values that have a meaning somewhere, or are at some limit.
  private static let telling: [[UInt8]] = [
    "0", "-0", "1", "-1", "0.5", "1e3", "99999999999999999999999999999999999999", "0,5", "1.000",
    "9223372036854775807", "170141183460469231731687303715884105728", "0.0000000000000000001",
    "2024-02-29", "2023-02-29", "20240229", "9999-12-31", "0001-01-01", "EUR", "USD", "GBX", "JPY",
    "BUY", "SELL", "{}", "{{1 USD}}", "@ 1 USD", "@@ 0 USD", "= 0", "*", "!", "include", "../../x",
    "reference=\"1\"", "id=\"1\"", "&amp;", "&#0;", "null", "[]", "\"", "Assets:A:B", "alias a = b",
    "", " ", "\t", "\u{FC}", "\u{202E}",
  ].map { Array($0.utf8) }

  init(_ bytes: [UInt8], others: [ArraySlice<UInt8>], _ random: SplitMix) {
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    self.others = others
    self.random = random
  }

  /// The lines as a file.
  var bytes: [UInt8] { Array(lines.joined(separator: [0x0A])) }

  mutating func change(_ times: Int) -> SplitMix {
    for _ in 0..<times where !lines.isEmpty { changeOnce() }
    return random
  }

  private mutating func changeOnce() {
    let at = random.next(in: 0..<lines.count)
    switch random.next(in: 0..<9) {
    case 0: lines.remove(at: at)
    case 1: lines.insert(lines[at], at: at)
    case 2: lines.swapAt(at, random.next(in: 0..<lines.count))
    case 3: if let other = pick(others) { lines.insert(other, at: at) }
    case 4: if let other = pick(others) { lines[at] = other }
    case 5: replaceWord(at, Self.telling[random.next(in: 0..<Self.telling.count)])
    case 6:
      // A value of another line here.
      let words = words(lines[random.next(in: 0..<lines.count)])
      if let word = pick(words) { replaceWord(at, Array(word)) }
    default: changeDigit(at)
    }
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice? {
    choices.isEmpty ? nil : choices[random.next(in: 0..<choices.count)]
  }

  /// The parts of a line between blanks, quotation marks and separators.
  private func words(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split { [0x20, 0x09, 0x22, 0x2C, 0x3B, 0x3C, 0x3E, 0x3D].contains($0) }
  }

  private mutating func replaceWord(_ at: Int, _ new: [UInt8]) {
    guard let word = pick(words(lines[at])) else { return }
    lines[at] = lines[at][..<word.startIndex] + new + lines[at][word.endIndex...]
    // Indices of slices go on from the file, so they start anew.
    lines[at] = Array(lines[at])[...]
  }

  private mutating func changeDigit(_ at: Int) {
    var line = Array(lines[at])
    let digits = line.indices.filter { (0x30...0x39).contains(line[$0]) }
    guard let place = pick(digits) else { return }
    switch random.next(in: 0..<4) {
    case 0: line.insert(line[place], at: place)
    case 1: line.insert(0x2D, at: place)
    default: line[place] = 0x30 + UInt8(random.next(in: 0..<10))
    }
    lines[at] = line[...]
  }
}
