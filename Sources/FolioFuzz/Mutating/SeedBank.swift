/// All ledgers to mutate, and the values in them by key.
struct SeedBank: Sendable {
  let documents: [SeedDocument]
  /// Every key that occurs, in the order of the first.
  let keys: [ArraySlice<UInt8>]
  /// Different scalars by their key.
  let scalars: [ArraySlice<UInt8>: [ArraySlice<UInt8>]]
  /// Objects that are elements of arrays, by the key of the array.
  let rows: [ArraySlice<UInt8>: [[Piece]]]

  init(_ documents: [SeedDocument]) {
    self.documents = documents
    var keys: [ArraySlice<UInt8>] = []
    var seenKeys: Set<ArraySlice<UInt8>> = []
    var scalars: [ArraySlice<UInt8>: [ArraySlice<UInt8>]] = [:]
    var seen: [ArraySlice<UInt8>: Set<ArraySlice<UInt8>>] = [:]
    var rows: [ArraySlice<UInt8>: [[Piece]]] = [:]
    for document in documents {
      var key: ArraySlice<UInt8> = []
      for (index, piece) in document.pieces.enumerated() {
        switch piece.kind {
        case .key:
          key = piece.text
          if seenKeys.insert(key).inserted { keys.append(key) }
        case .scalar:
          if seen[piece.key, default: []].insert(piece.text).inserted {
            scalars[piece.key, default: []].append(piece.text)
          }
        case .open:
          guard piece.text.first == UInt8(ascii: "{"), index > 0 else { continue }
          let end = Pieces.end(of: index, in: document.pieces)
          if document.pieces[index - 1].kind != .colon {
            rows[Self.arrayKey(of: index, document.pieces) ?? key, default: []]
              .append(Array(document.pieces[index..<end]))
          }
        case .close, .comma, .colon: break
        }
      }
    }
    self.keys = keys
    self.scalars = scalars
    self.rows = rows
  }

  /// The key of the array that contains the element at an index.
  static func arrayKey(of index: Int, _ pieces: [Piece]) -> ArraySlice<UInt8>? {
    var depth = 0
    for before in (0..<index).reversed() {
      switch pieces[before].kind {
      case .close: depth += 1
      case .open where depth == 0:
        return before >= 2 && pieces[before - 2].kind == .key ? pieces[before - 2].text : nil
      case .open: depth -= 1
      case .comma, .colon, .key, .scalar: break
      }
    }
    return nil
  }
}
