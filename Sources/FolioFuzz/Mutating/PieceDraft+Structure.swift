// Changes after which the text may be no JSON, or no ledger.
extension PieceDraft {
  private static let comma = Piece(kind: .comma, text: [UInt8(ascii: ",")])

  /// Changes the structure somewhere.
  mutating func changeStructure(_ times: Int) {
    for _ in 0..<times { changeStructureOnce() }
  }

  private mutating func changeStructureOnce() {
    switch random.next(in: 0..<11) {
    case 0: repeatMember()
    case 1: if let range = anyMember() { remove(range) }
    case 2: repeatBracketed()
    case 3: if let range = anyBracketed() { remove(range) }
    case 4: renameKey()
    case 5: wrapValue()
    case 6: nestDeeply()
    case 7: swapBracketed()
    case 8: if !pieces.isEmpty { pieces.remove(at: random.next(in: 0..<pieces.count)) }
    case 9: repeatPiece()
    default: lengthenScalar()
    }
  }

  /// The same key twice, with the same value or with another one.
  private mutating func repeatMember() {
    guard let range = anyMember() else { return }
    let copy = Array(pieces[range])
    pieces.insert(contentsOf: copy + [Self.comma], at: range.lowerBound)
  }

  private mutating func repeatBracketed() {
    guard let range = anyBracketed() else { return }
    let copy = Array(pieces[range])
    pieces.insert(contentsOf: copy + [Self.comma], at: range.lowerBound)
  }

  /// Removes a member or an element together with the comma after or before it.
  private mutating func remove(_ range: Range<Int>) {
    if range.upperBound < pieces.count, pieces[range.upperBound].kind == .comma {
      pieces.removeSubrange(range.lowerBound...range.upperBound)
    } else if range.lowerBound > 0, pieces[range.lowerBound - 1].kind == .comma {
      pieces.removeSubrange(range.lowerBound - 1..<range.upperBound)
    } else {
      pieces.removeSubrange(range)
    }
  }

  private mutating func renameKey() {
    guard let index = any(.key), let key = pick(bank.keys) else { return }
    pieces[index].text = key
  }

  /// A value becomes the only element of an array, or the value of an object's only member.
  private mutating func wrapValue() {
    guard let range = anyMember() else { return }
    let isArray = random.next(in: 0..<2) == 0
    let before: [UInt8] = isArray ? [UInt8(ascii: "[")] : Array("{\"a\":".utf8)
    let after = isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")
    pieces.insert(Piece(kind: .close, text: [after]), at: range.upperBound)
    pieces.insert(Piece(kind: .open, text: before[...]), at: range.lowerBound + 2)
  }

  private mutating func nestDeeply() {
    guard let index = any(.scalar) else { return }
    let depth = random.next(in: 1..<300)
    let isWhole = random.next(in: 0..<2) == 0
    pieces[index].text =
      (Array(repeating: UInt8(ascii: "["), count: depth)
      + Array(repeating: UInt8(ascii: "]"), count: isWhole ? depth : 0))[...]
  }

  /// Two objects or arrays that do not contain each other change places.
  private mutating func swapBracketed() {
    guard let one = anyBracketed(), let two = anyBracketed() else { return }
    let (first, second) = one.lowerBound < two.lowerBound ? (one, two) : (two, one)
    guard first.upperBound <= second.lowerBound else { return }
    let (early, late) = (Array(pieces[first]), Array(pieces[second]))
    pieces.replaceSubrange(second, with: early)
    pieces.replaceSubrange(first, with: late)
  }

  private mutating func repeatPiece() {
    guard !pieces.isEmpty else { return }
    let index = random.next(in: 0..<pieces.count)
    pieces.insert(pieces[index], at: random.next(in: 0..<pieces.count))
  }

  /// A text or a number that is far too long.
  private mutating func lengthenScalar() {
    guard let index = any(.scalar), pieces[index].text.count > 2 else { return }
    var text = Array(pieces[index].text)
    let more = text[1]
    text.insert(contentsOf: repeatElement(more, count: random.next(in: 1..<200)), at: 1)
    pieces[index].text = text[...]
  }
}
