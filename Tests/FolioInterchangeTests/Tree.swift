/// A document whose members can be shuffled and whose blanks can be chosen.
indirect enum Tree: Sendable {
  case object([(String, Tree)])
  case array([Tree])
  /// JSON text.
  case json(String)
  case text(String)

  /// The document on one line.
  var compact: String { text(Layout(colon: ":", comma: ",", indent: nil), level: 0) }

  /// The document as Python writes it.
  var spaced: String { text(Layout(colon: ": ", comma: ", ", indent: nil), level: 0) }

  /// The document with a line for each member, as Python writes it.
  var indented: String { text(Layout(colon: ": ", comma: ",", indent: "  "), level: 0) }

  /// The document with a line for each member, and blanks wherever they may stand.
  var pretty: String { text(Layout(colon: " : ", comma: " ,", indent: "\t  "), level: 0) }

  /// The same document with the members of each object in another order.
  func shuffled(_ random: inout Random) -> Tree {
    switch self {
    case .object(let members):
      var members = members.map { ($0.0, $0.1.shuffled(&random)) }
      members.shuffle(using: &random)
      return .object(members)
    case .array(let elements): return .array(elements.map { $0.shuffled(&random) })
    case .json, .text: return self
    }
  }

  private struct Layout {
    let colon: String
    let comma: String
    let indent: String?

    func line(_ level: Int) -> String {
      indent.map { "\r\n" + String(repeating: $0, count: level) } ?? ""
    }
  }

  private func text(_ layout: Layout, level: Int) -> String {
    let inner = layout.line(level + 1)
    switch self {
    case .object(let members):
      let texts = members.map {
        "\(inner)\"\($0.0)\"\(layout.colon)\($0.1.text(layout, level: level + 1))"
      }
      return "{" + texts.joined(separator: layout.comma) + layout.line(level) + "}"
    case .array(let elements):
      let texts = elements.map { inner + $0.text(layout, level: level + 1) }
      return "[" + texts.joined(separator: layout.comma) + layout.line(level) + "]"
    case .json(let text): return text
    case .text(let text): return "\"\(text)\""
    }
  }
}

/// SplitMix64: the same numbers in every run.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// A text in which a byte was changed, taken out, put in or put elsewhere.
func damaged(_ text: String, _ random: inout Random) -> String {
  var bytes = Array(text.utf8)
  let place = Int.random(in: 1..<bytes.count - 1, using: &random)
  switch Int.random(in: 0..<5, using: &random) {
  case 0: bytes[place] = UInt8.random(in: 0x09...0x7E, using: &random)
  case 1: bytes.remove(at: place)
  case 2: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: place)
  case 3: bytes.insert("\"\\{}[]:, ".utf8.randomElement(using: &random) ?? 0x22, at: place)
  default: bytes.swapAt(place, Int.random(in: 1..<bytes.count - 1, using: &random))
  }
  return String(decoding: bytes, as: UTF8.self)
}
