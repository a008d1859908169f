import FolioDiagnostics

extension Wording {
  /// A fault of the JSON itself.
  static func syntax(_ fault: SyntaxFault, _ bytes: Span<UInt8>) -> Finding {
    let code = code(of: fault.kind)
    let (message, help) = text(of: fault, bytes)
    return Finding(code: code, message: message, help: help)
  }

  private static func code(of kind: SyntaxFault.Kind) -> DiagnosticCode {
    switch kind {
    case .byteOrderMark, .utf16: .byteOrderMark
    case .badUTF8: .badUTF8
    case .duplicateKey, .aliasedKey: .duplicateKey
    case .nestedTooDeep: .nestedTooDeep
    default: .malformedJSON
    }
  }

  private static func text(
    of fault: SyntaxFault, _ bytes: Span<UInt8>
  ) -> (message: String, help: String) {
    if isComment(fault, bytes) { return ("JSON has no comments", "Take the comment out.") }
    switch fault.kind {
    case .duplicateKey:
      return (
        "the key \(key(at: fault.offset, bytes)) is given twice in one object",
        "Keep one of the two."
      )
    case .aliasedKey:
      return (
        "\(key(at: fault.offset, bytes)) is another name of a key that is given already",
        "Keep one of the two."
      )
    case .expectedValue: return missingValue(fault, bytes)
    case .expectedKey:
      return ("a key is missing\(found(fault, bytes))", "Put keys in double quotes.")
    case .expectedColon:
      return ("a colon is missing\(found(fault, bytes))", "Write \"key\": value.")
    case .expectedCommaOrBrace, .expectedCommaOrBracket: return missingComma(fault, bytes)
    case .badNumber:
      return (
        "a digit is missing\(found(fault, bytes))",
        "A number has digits before and after its point, such as 0.5."
      )
    default: return fixedText(of: fault.kind)
    }
  }

  /// Whether a comment stands where something else should.
  private static func isComment(_ fault: SyntaxFault, _ bytes: Span<UInt8>) -> Bool {
    switch fault.kind {
    case .expectedValue, .expectedKey, .expectedColon, .expectedCommaOrBrace,
      .expectedCommaOrBracket, .trailingContent:
      bytes.byte(at: fault.offset) == UInt8(ascii: "/")
        || bytes.byte(at: fault.offset) == UInt8(ascii: "#")
    case .notJSON: bytes.byte(at: fault.offset) == UInt8(ascii: "/")
    default: false
    }
  }

  private static func fixedText(
    of kind: SyntaxFault.Kind
  ) -> (message: String, help: String) {
    switch kind {
    case .emptyInput: ("the file is empty", "A ledger is a JSON object: at least {}.")
    case .notJSON:
      (
        "this is no JSON",
        "A ledger is a JSON object: {\"transaction_groups\": [...]}. Texts are in double quotes."
      )
    case .utf16: ("the file is UTF-16", "Save it as UTF-8 without BOM.")
    case .unclosedArray:
      ("a ] is missing before this key", "Close the array that was left open before it.")
    case .byteOrderMark:
      ("the file starts with a byte order mark", "Save it as UTF-8 without BOM.")
    case .endsTooEarly:
      ("the file ends in the middle of a value", "Look whether it was cut off.")
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
    default: ("these bytes are no UTF-8", "Save the file as UTF-8.")
    }
  }

  /// What stands there instead of what was expected.
  private static func found(_ fault: SyntaxFault, _ bytes: Span<UInt8>) -> String {
    let byte = bytes.byte(at: fault.offset)
    switch byte {
    case 0x21...0x7E: return ": here is \(String(UnicodeScalar(byte)))"
    case 0x80...: return ": here is a character that is not ASCII"
    default: return ": here is a control character"
    }
  }

  private static func missingValue(
    _ fault: SyntaxFault, _ bytes: Span<UInt8>
  ) -> (message: String, help: String) {
    let message = "a value is missing\(found(fault, bytes))"
    switch bytes.byte(at: fault.offset) {
    case UInt8(ascii: "'"): return (message, "Put texts in double quotes.")
    case UInt8(ascii: "+"): return (message, "A number has no plus sign.")
    case UInt8(ascii: "."): return (message, "Write 0.5, not .5.")
    case UInt8(ascii: "N"), UInt8(ascii: "I"):
      return (
        "this is no JSON value", "Put texts in double quotes; JSON has no NaN and no Infinity."
      )
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
      return ("this is no JSON value", "Put texts in double quotes; write true, false or null.")
    default:
      return (message, "Write a text in double quotes, a number, true, false or null.")
    }
  }

  /// A bracket of the other kind says that this one was left open.
  private static func missingComma(
    _ fault: SyntaxFault, _ bytes: Span<UInt8>
  ) -> (message: String, help: String) {
    let isObject = fault.kind == .expectedCommaOrBrace
    let closing = isObject ? "}" : "]"
    switch bytes.byte(at: fault.offset) {
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
      return (
        "a \(closing) is missing\(found(fault, bytes))",
        "Close the \(isObject ? "object" : "array") that was left open."
      )
    default:
      return (
        "a comma or \(closing) is missing\(found(fault, bytes))",
        "Separate the \(isObject ? "members" : "elements") by commas."
      )
    }
  }

  /// The key that starts at an offset, as it is written there.
  private static func key(at offset: Int, _ bytes: Span<UInt8>) -> String {
    var end = offset + 1
    while end < bytes.count, bytes.byte(at: end) != UInt8(ascii: "\""), bytes.byte(at: end) != 0 {
      end += bytes.byte(at: end) == UInt8(ascii: "\\") ? 2 : 1
    }
    return quoted(bytes.copy(min(offset + 1, bytes.count)..<min(end, bytes.count)))
  }
}
