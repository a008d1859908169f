import Diagnostics

extension Wording {
  /// A fault of the JSON itself.
  static func syntax(_ fault: SyntaxFault, _ bytes: Span<UInt8>) -> Finding {
    let code = code(of: fault.kind)
    let (message, help) = text(of: fault, bytes)
    return Finding(code: code, message: message, help: help)
  }

  private static func code(of kind: SyntaxFault.Kind) -> DiagnosticCode {
    switch kind {
    case .byteOrderMark: .byteOrderMark
    case .badUTF8: .badUTF8
    case .duplicateKey, .aliasedKey: .duplicateKey
    case .nestedTooDeep: .nestedTooDeep
    default: .malformedJSON
    }
  }

  private static func text(
    of fault: SyntaxFault, _ bytes: Span<UInt8>
  ) -> (message: String, help: String) {
    switch fault.kind {
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
    case .expectedValue: ("a value is missing\(found(fault, bytes))", valueHelp(fault, bytes))
    case .expectedKey: ("a key is missing\(found(fault, bytes))", keyHelp(fault, bytes))
    case .expectedColon: ("a colon is missing\(found(fault, bytes))", "Write \"key\": value.")
    case .expectedCommaOrBrace:
      ("a comma or } is missing\(found(fault, bytes))", "Separate the members by commas.")
    case .expectedCommaOrBracket:
      ("a comma or ] is missing\(found(fault, bytes))", "Separate the elements by commas.")
    case .badNumber:
      (
        "a digit is missing\(found(fault, bytes))",
        "A number has digits before and after its point, such as 0.5."
      )
    case .emptyInput, .byteOrderMark, .endsTooEarly, .trailingContent, .trailingComma,
      .nestedTooDeep, .badLiteral, .leadingZero, .controlCharacter, .badEscape, .loneSurrogate,
      .badUTF8:
      fixedText(of: fault.kind)
    }
  }

  private static func fixedText(
    of kind: SyntaxFault.Kind
  ) -> (message: String, help: String) {
    switch kind {
    case .emptyInput: ("the file is empty", "A ledger is a JSON object: at least {}.")
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
      ("values are nested deeper than 128 levels", "No ledger needs so many.")
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
    let byte = bytes[fault.offset]
    switch byte {
    case 0x21...0x7E: return ": here is \(String(UnicodeScalar(byte)))"
    case 0x80...: return ": here is a character that is not ASCII"
    default: return ": here is a control character"
    }
  }

  private static func valueHelp(_ fault: SyntaxFault, _ bytes: Span<UInt8>) -> String {
    switch bytes[fault.offset] {
    case UInt8(ascii: "'"): "Put texts in double quotes."
    case UInt8(ascii: "+"): "A number has no plus sign."
    case UInt8(ascii: "."): "Write 0.5, not .5."
    case UInt8(ascii: "N"), UInt8(ascii: "I"): "JSON has no NaN and no Infinity; write null."
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments."
    default: "Write a text in double quotes, a number, true, false, null, an object or an array."
    }
  }

  private static func keyHelp(_ fault: SyntaxFault, _ bytes: Span<UInt8>) -> String {
    switch bytes[fault.offset] {
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments."
    default: "Put keys in double quotes."
    }
  }

  /// The key that starts at an offset, as it is written there.
  private static func key(at offset: Int, _ bytes: Span<UInt8>) -> String {
    var end = offset + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != 0 {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return quoted(bytes.copy(min(offset + 1, bytes.count)..<min(end, bytes.count)))
  }
}
