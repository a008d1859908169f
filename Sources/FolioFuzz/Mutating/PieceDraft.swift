/// A ledger in pieces that are changed: it mostly stays JSON, and often a ledger.
struct PieceDraft {
  let bank: SeedBank
  var pieces: [Piece]
  var random: SplitMix
  private let layout: Int

  /// Starts with a ledger of chance.
  init(_ bank: SeedBank, _ random: inout SplitMix) {
    self.bank = bank
    pieces = bank.documents[random.next(in: 0..<bank.documents.count)].pieces
    layout = random.next(in: 0..<4)
    self.random = SplitMix(seed: random.next())
  }

  /// The pieces as text: close together, with the blanks that the writer puts, on lines, or with
  /// blanks of chance.
  mutating func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.count * 8)
    for piece in pieces {
      bytes += piece.text
      guard piece.kind == .comma || piece.kind == .colon || layout == 3 else { continue }
      switch layout {
      case 0: break
      case 1: bytes.append(0x20)
      case 2: bytes.append(piece.kind == .comma ? 0x0A : 0x20)
      default:
        for _ in 0..<random.next(in: 0..<3) {
          bytes.append([0x20, 0x09, 0x0A, 0x0D][random.next(in: 0..<4)])
        }
      }
    }
    return bytes
  }

  /// The index of a random piece of a kind; nil if there is none.
  mutating func any(_ kind: Piece.Kind) -> Int? {
    guard !pieces.isEmpty else { return nil }
    let start = random.next(in: 0..<pieces.count)
    return pieces[start...].firstIndex { $0.kind == kind }
      ?? pieces[..<start].lastIndex { $0.kind == kind }
  }

  /// The range of an element of an array or of a member's value that is an object or an array.
  mutating func anyBracketed() -> Range<Int>? {
    guard let start = any(.open), start > 0 else { return nil }
    return start..<Pieces.end(of: start, in: pieces)
  }

  /// The range of a member: its key, the colon and its value.
  mutating func anyMember() -> Range<Int>? {
    guard let start = any(.key), start + 2 < pieces.count else { return nil }
    return start..<Pieces.end(of: start + 2, in: pieces)
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element? {
    choices.isEmpty ? nil : choices[random.next(in: 0..<choices.count)]
  }
}
