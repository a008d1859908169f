/// One mistake that is planted into a file of another program.
enum MutationKind: String, CaseIterable, Sendable {
  case dropped = "row dropped"
  case doubled = "row doubled"
  case sign = "sign flipped"
  case tenfold = "× 10"
  case hundredfold = "× 100"
  case swapped = "columns swapped"
  case separator = "thousands separator"
  case currency = "currency changed"
  case day = "day shifted"
  case cut = "file cut"
}

/// A mistake at one place of a file.
struct Mutation: Sendable {
  var kind: MutationKind
  /// The bytes that are replaced, in the order of the file.
  var edits: [Edit]

  struct Edit: Sendable, Hashable {
    var range: Range<Int>
    var text: [UInt8]
  }

  func applied(to bytes: [UInt8]) -> [UInt8] {
    var (changed, end) = ([UInt8](), 0)
    for edit in edits {
      changed += bytes[end..<edit.range.lowerBound] + edit.text
      end = edit.range.upperBound
    }
    return changed + bytes[end...]
  }

  /// The kind, and what the first change makes of a value.
  func shown(in bytes: [UInt8]) -> String {
    switch kind {
    case .dropped, .doubled, .cut: return kind.rawValue
    case .sign, .tenfold, .hundredfold, .swapped, .separator, .currency, .day:
      let before = edits.map { String(decoding: bytes[$0.range], as: UTF8.self) }
      let after = edits.map { String(decoding: $0.text, as: UTF8.self) }
      return "\(kind.rawValue), \(before[0]) → \(after[0])"
    }
  }
}
