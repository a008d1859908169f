import FolioDiagnostics
import FolioModel

/// A text that should be a word of a vocabulary.
struct ScannedWord {
  /// The text; one that is longer than any word is cut off and therefore none of them.
  var packed: PackedWord
  var text: ScannedString
}

extension DocumentReader {
  /// A text that should be a word; nil for `null` and for what is no text.
  @inline(__always)
  mutating func word(_ bytes: Span<UInt8>) throws(ScanStop) -> ScannedWord? {
    let start = scanner.index &+ 1
    if let packed = scanner.shortString(bytes) {
      let text = ScannedString(range: start..<scanner.index &- 1, hasEscapes: false)
      return ScannedWord(packed: packed, text: text)
    }
    return try anyWord(bytes)
  }

  @inline(never)
  private mutating func anyWord(_ bytes: Span<UInt8>) throws(ScanStop) -> ScannedWord? {
    let value = try anyValue(bytes)
    guard value.kind == .string else {
      refuse(value, wanted: .word(Vocabularies.words(of: columnName)))
      return nil
    }
    return ScannedWord(packed: PackedWord(text(of: value, bytes)), text: value.text)
  }

  /// What a word was found to stand for; nothing is a fault, unless there was no word.
  @inline(__always)
  mutating func known<Value: RawRepresentable & CaseIterable & Sendable>(
    _ value: Value?, _ word: ScannedWord?, _ code: DiagnosticCode, _ bytes: Span<UInt8>
  ) -> Value? where Value.RawValue == String {
    if value == nil, let word { refuse(word, among: WordTable<Value>.spellings, code, bytes) }
    return value
  }

  @inline(never)
  private mutating func refuse(
    _ word: ScannedWord, among words: [String], _ code: DiagnosticCode, _ bytes: Span<UInt8>
  ) {
    let text = text(of: AnyValue(kind: .string, text: word.text), bytes)
    report(Wording.word(code, columnName, text, among: words))
  }
}
