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
    case .emptyInput, .notJSON, .endsTooEarly, .trailingContent, .expectedValue, .expectedKey,
      .expectedColon, .expectedCommaOrBrace, .expectedCommaOrBracket, .unclosedArray,
      .trailingComma, .badLiteral, .leadingZero, .badNumber, .controlCharacter, .badEscape,
      .loneSurrogate:
      .malformedJSON
    }
  }

  private static func text(
    of fault: SyntaxFault, _ bytes: Span<UInt8>
  ) -> (message: String, help: String) {
    if isComment(fault, bytes) { return ("JSON has no comments", "Take the comment out.") }
    switch fault.kind {
    case .duplicateKey, .aliasedKey: return repeatedKey(fault, bytes)
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
    case .emptyInput: return ("the file is empty", "A ledger is a JSON object: at least {}.")
    case .notJSON:
      return (
        "this is no JSON",
        "A ledger is a JSON object: {\"transaction_groups\": [...]}. Texts are in double quotes."
      )
    case .utf16: return ("the file is UTF-16", "Save it as UTF-8 without BOM.")
    case .unclosedArray:
      return ("a ] is missing before this key", "Close the array that was left open before it.")
    case .byteOrderMark:
      return ("the file starts with a byte order mark", "Save it as UTF-8 without BOM.")
    case .endsTooEarly:
      return ("the file ends in the middle of a value", "Look whether it was cut off.")
    case .trailingContent:
      return (
        "something follows after the end of the document",
        "A file holds one object; in NDJSON each group is an object on a line of its own."
      )
    case .trailingComma:
      return ("nothing follows after the comma", "JSON has no comma after the last one: remove it.")
    case .nestedTooDeep:
      return ("values are nested deeper than 128 levels", "Look for a bracket that was left open.")
    case .badLiteral:
      return ("this is no JSON value", "Write true, false or null, or put a text in double quotes.")
    case .leadingZero: return ("a number starts with a needless 0", "Write 7, not 07.")
    case .controlCharacter:
      return (
        "a text holds a line break or another control character",
        "Close the text with a double quote, or write \\n for a line break and \\t for a tab."
      )
    case .badEscape:
      return (
        "a backslash is followed by no escape", "Write \\\\ for a backslash, \\\" for a quote."
      )
    case .loneSurrogate:
      return ("half of a surrogate pair stands alone", "Write the character itself, as UTF-8.")
    case .badUTF8: return ("these bytes are no UTF-8", "Save the file as UTF-8.")
    }
  }

  private static func repeatedKey(
    _ fault: SyntaxFault, _ bytes: Span<UInt8>
  ) -> (message: String, help: String) {
    let name = key(at: fault.offset, bytes)
    let message =
      fault.kind == .duplicateKey
      ? "the key \(name) is given twice in one object"
      : "\(name) is another name of a key that is given already"
    return (message, "Keep one of the two.")
  }

  /// Whether a comment stands where something else should.
  private static func isComment(_ fault: SyntaxFault, _ bytes: Span<UInt8>) -> Bool {
    let places: [SyntaxFault.Kind] = [
      .expectedValue, .expectedKey, .expectedColon, .expectedCommaOrBrace, .expectedCommaOrBracket,
      .trailingContent, .notJSON,
    ]
    guard places.contains(fault.kind) else { return false }
    let byte = bytes.byte(at: fault.offset)
    return byte == UInt8(ascii: "/") || fault.kind != .notJSON && byte == UInt8(ascii: "#")
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
