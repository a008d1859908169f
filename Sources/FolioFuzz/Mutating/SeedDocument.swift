/// A piece of a JSON text.
struct Piece: Sendable {
  enum Kind: Sendable { case open, close, comma, colon, key, scalar }

  var kind: Kind
  var text: ArraySlice<UInt8>
  /// The key of a scalar, in quotes; for elements of an array, the key of the array.
  var key: ArraySlice<UInt8> = []
}

/// A ledger taken apart into the pieces of JSON, without its blanks.
struct SeedDocument: Sendable {
  let bytes: [UInt8]
  let pieces: [Piece]

  /// Splits bytes into pieces as if they were JSON. Other bytes become arbitrary pieces.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var pieces: [Piece] = []
    var keys: [ArraySlice<UInt8>] = [[]]
    var index = 0
    while index < bytes.count {
      let end = Self.end(of: index, bytes)
      let text = bytes[index..<end]
      index = end
      switch text.first {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        pieces.append(Piece(kind: .open, text: text))
        keys.append(keys.last ?? [])
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        pieces.append(Piece(kind: .close, text: text))
        if keys.count > 1 { keys.removeLast() }
      case UInt8(ascii: ","): pieces.append(Piece(kind: .comma, text: text))
      case UInt8(ascii: ":"):
        if let last = pieces.indices.last, pieces[last].kind == .scalar {
          pieces[last].kind = .key
          keys[keys.count - 1] = pieces[last].text
        }
        pieces.append(Piece(kind: .colon, text: text))
      case 0x20, 0x0A, 0x0D, 0x09: break
      default: pieces.append(Piece(kind: .scalar, text: text, key: keys.last ?? []))
      }
    }
    self.pieces = pieces
  }

  /// The end of the piece or blank that starts at an index.
  private static func end(of start: Int, _ bytes: [UInt8]) -> Int {
    var index = start + 1
    if bytes[start] == UInt8(ascii: "\"") {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(index + 1, bytes.count)
    }
    if !isWord(bytes[start]) { return index }
    while index < bytes.count, isWord(bytes[index]) { index += 1 }
    return index
  }

  /// Whether a byte is part of a number or a literal.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Of a case of the specification the ledger in it, of a ledger itself; nil for other documents.
  var ledger: SeedDocument? {
    let known = ["\"transaction_groups\"", "\"stock_transactions\"", "\"cash_transactions\""]
    let names = known.map { Array($0.utf8)[...] }
    for (index, piece) in pieces.enumerated() where piece.kind == .key {
      if names.contains(piece.text) { return self }
      guard piece.text.elementsEqual("\"ledger\"".utf8), index + 2 < pieces.count else { continue }
      let end = Pieces.end(of: index + 2, in: pieces)
      let part = pieces[index + 2].text.startIndex..<pieces[end - 1].text.endIndex
      return SeedDocument(Array(bytes[part]))
    }
    return nil
  }
}

/// Finding one's way among pieces.
enum Pieces {
  /// The index after the value that starts at an index.
  static func end(of start: Int, in pieces: [Piece]) -> Int {
    var depth = 0
    for index in start..<pieces.count {
      switch pieces[index].kind {
      case .open: depth += 1
      case .close: depth -= 1
      case .comma, .colon, .key, .scalar: break
      }
      if depth <= 0 { return index + 1 }
    }
    return pieces.count
  }
}
