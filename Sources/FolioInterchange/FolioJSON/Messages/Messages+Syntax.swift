extension Messages {
  /// A fault of the JSON itself.
  static func syntax(_ fault: SyntaxFault, _ bytes: Span<UInt8>) -> Finding {
    let (message, help) =
      isComment(fault, bytes)
      ? ("JSON has no comments", "Take the comment out.") : text(of: fault, bytes)
    return Finding(code(of: fault.kind), message, help: help)
  }

  private static func code(of kind: SyntaxFault.Kind) -> DiagnosticCode {
    switch kind {
    case .byteOrderMark, .utf16: .byteOrderMark
    case .badUTF8: .badUTF8
    case .duplicateKey, .aliasedKey: .duplicateKey
    case .nestedTooDeep: .nestedTooDeep
    case .emptyInput, .notJSON, .endsTooEarly, .trailingContent, .expectedValue, .expectedKey,
      .expectedColon, .expectedCommaOrBrace, .expectedCommaOrBracket, .unclosedArray,
      .trailingComma, .badLiteral, .leadingZero, .badNumber, .controlCharacter, .badEscape,
      .loneSurrogate:
      .malformedJSON
    }
  }

  private static func text(of fault: SyntaxFault, _ bytes: Span<UInt8>) -> (String, String) {
    let here = byteFound(bytes.byte(at: fault.offset))
    return switch fault.kind {
    case .duplicateKey:
      (
        "the key \(key(at: fault.offset, bytes)) is given twice in one object",
        "Keep one of the two."
      )
    case .aliasedKey:
      (
        "\(key(at: fault.offset, bytes)) is another name of a key that is given already",
        "Keep one of the two."
      )
    case .expectedValue: missingValue(bytes.byte(at: fault.offset), here)
    case .expectedKey: ("a key is missing\(here)", "Put keys in double quotes.")
    case .expectedColon: ("a colon is missing\(here)", "Write \"key\": value.")
    case .expectedCommaOrBrace: missingComma(bytes.byte(at: fault.offset), here, isObject: true)
    case .expectedCommaOrBracket: missingComma(bytes.byte(at: fault.offset), here, isObject: false)
    case .badNumber:
      ("a digit is missing\(here)", "A number has digits before and after its point, such as 0.5.")
    case .emptyInput: ("the file is empty", "A ledger is a JSON object: at least {}.")
    case .notJSON:
      (
        "this is not JSON",
        "A ledger is a JSON object: {\"transaction_groups\": [...]}. \(importAdvice)"
      )
    case .utf16: ("the file is UTF-16", "Save it as UTF-8 without BOM. \(importAdvice)")
    case .unclosedArray:
      ("a ] is missing before this key", "Close the array that was left open before it.")
    case .byteOrderMark:
      ("the file starts with a byte order mark", "Save it as UTF-8 without BOM. \(importAdvice)")
    case .endsTooEarly:
      ("the file ends in the middle of a value", "The file may be truncated.")
    case .trailingContent:
      (
        "something follows after the end of the document",
        "A file holds one object; in NDJSON each group is an object on a line of its own."
      )
    case .trailingComma:
      ("nothing follows after the comma", "JSON has no comma after the last one: remove it.")
    case .nestedTooDeep:
      ("values are nested deeper than 128 levels", "Look for a bracket that was left open.")
    case .badLiteral:
      ("this is no JSON value", "Write true, false or null, or put a text in double quotes.")
    case .leadingZero: ("a number starts with a needless 0", "Write 7, not 07.")
    case .controlCharacter:
      (
        "a text holds a line break or another control character",
        "Close the text with a double quote, or write \\n for a line break and \\t for a tab."
      )
    case .badEscape:
      ("a backslash is followed by no escape", "Write \\\\ for a backslash, \\\" for a quote.")
    case .loneSurrogate:
      ("half of a surrogate pair stands alone", "Write the character itself, as UTF-8.")
    case .badUTF8: ("these bytes are no UTF-8", "Save the file as UTF-8.")
    }
  }

  /// Whether the fault is a comment.
  private static func isComment(_ fault: SyntaxFault, _ bytes: Span<UInt8>) -> Bool {
    let places: [SyntaxFault.Kind] = [
      .expectedValue, .expectedKey, .expectedColon, .expectedCommaOrBrace, .expectedCommaOrBracket,
      .trailingContent, .notJSON,
    ]
    guard places.contains(fault.kind) else { return false }
    let byte = bytes.byte(at: fault.offset)
    return byte == UInt8(ascii: "/") || fault.kind != .notJSON && byte == UInt8(ascii: "#")
  }

  /// The byte that was found instead of the expected one.
  private static func byteFound(_ byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: ": here is \(String(UnicodeScalar(byte)))"
    case 0x80...: ": here is a character that is not ASCII"
    default: ": here is a control character"
    }
  }

  private static func missingValue(_ byte: UInt8, _ here: String) -> (String, String) {
    let message = "a value is missing\(here)"
    return switch byte {
    case UInt8(ascii: "'"): (message, "Put texts in double quotes.")
    case UInt8(ascii: "+"): (message, "A number has no plus sign.")
    case UInt8(ascii: "."): (message, "Write 0.5, not .5.")
    case UInt8(ascii: "N"), UInt8(ascii: "I"):
      ("this is no JSON value", "Put texts in double quotes; JSON has no NaN and no Infinity.")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
      ("this is no JSON value", "Put texts in double quotes; write true, false or null.")
    default: (message, "Write a text in double quotes, a number, true, false or null.")
    }
  }

  /// A bracket of the other kind shows that this one was left open.
  private static func missingComma(
    _ byte: UInt8, _ here: String, isObject: Bool
  ) -> (String, String) {
    let closing = isObject ? "}" : "]"
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
      let kind = isObject ? "object" : "array"
      return ("a \(closing) is missing\(here)", "Close the \(kind) that was left open.")
    default:
      let parts = isObject ? "members" : "elements"
      return ("a comma or \(closing) is missing\(here)", "Separate the \(parts) by commas.")
    }
  }

  /// The key at an offset, with its escapes.
  private static func key(at offset: Int, _ bytes: Span<UInt8>) -> String {
    var end = offset + 1
    while end < bytes.count, bytes.byte(at: end) != UInt8(ascii: "\""), bytes.byte(at: end) != 0 {
      end += bytes.byte(at: end) == UInt8(ascii: "\\") ? 2 : 1
    }
    return quoted(bytes.copy(min(offset + 1, bytes.count)..<min(end, bytes.count)))
  }
}
