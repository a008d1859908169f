/// The reason why scanning stops.
enum ScanStop: Error {
  /// The window ends, but not the document.
  case needMore
  /// The bytes are not JSON, or not the JSON that is read here.
  case fault(SyntaxFault)
}

/// A fault of the JSON, with its offset.
struct SyntaxFault: Error, Hashable {
  enum Kind: Hashable {
    case emptyInput, notJSON, byteOrderMark, utf16, endsTooEarly, trailingContent
    case expectedValue, expectedKey, expectedColon
    case expectedCommaOrBrace, expectedCommaOrBracket
    case unclosedArray, trailingComma, duplicateKey, aliasedKey, nestedTooDeep
    case badLiteral, leadingZero, badNumber
    case controlCharacter, badEscape, loneSurrogate, badUTF8
  }

  var kind: Kind
  /// From the start of the window.
  var offset: Int
}
