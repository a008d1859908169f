/// A fault or warning without its position.
struct Finding: Error {
  let code: DiagnosticCode
  let message: String
  let help: String

  init(_ code: DiagnosticCode, _ message: String, help: String) {
    (self.code, self.message, self.help) = (code, message, help)
  }

  func at(_ position: SourcePosition, field: [FieldStep] = []) -> Diagnostic {
    Diagnostic(code, message, help: help, at: position, field: field)
  }
}

/// The messages of faults and warnings of this module.
enum Messages {
  /// The maximum length of a quoted value.
  static let quotedLength = 40

  /// A text short enough to be quoted, on one line; U+FFFD replaces control characters.
  static func shortened(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(quotedLength * 4), as: UTF8.self)
    let isLong = text.count > quotedLength || bytes.count > quotedLength * 4
    let shown = isLong ? text.prefix(quotedLength - 1) + "…" : Substring(text)
    let isHidden = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
    return String(shown.map { $0.unicodeScalars.contains(where: isHidden) ? "\u{FFFD}" : $0 })
  }

  /// A shortened text in quotes.
  static func quoted(_ bytes: some Collection<UInt8>) -> String { "\"\(shortened(bytes))\"" }

  /// `a`, `a or b`, `a, b or c`.
  static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// `a or b`, `one of a, b or c`.
  static func choice(of words: [String]) -> String {
    (words.count > 2 ? "one of " : "") + alternatives(words)
  }

  /// The name of a kind of value.
  static func name(_ kind: ValueKind) -> String {
    switch kind {
    case .string: "a text"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    case .object: "an object"
    case .array: "an array"
    }
  }
}

/// Suggests corrections of misspelled words.
enum Spelling {
  /// The most similar of the words; nil if none is similar enough to be a typing error.
  static func nearest(to text: String, among words: [String]) -> String? {
    let wanted = Array(text.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 }.prefix(40))
    let ranked = words.map { (word: $0, distance: Suggestions.distance(wanted, Array($0))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.word.count / 3) ? best.word : nil
  }
}
