import Folio

/// A row of a corporate action of a Flex query.
struct FlexAction {
  var row: FlexRow
  var type: String
  var text: String
  var account: String
  var time: Timestamp
  var facts: ImportInstrument
  var currency: Currency
  /// The change of units.
  var quantity: ExactDecimal
  var proceeds: ExactDecimal
  /// What the rows of one action have in common.
  var event: String

  /// New units for old ones, as the description has them: `SPLIT 4 FOR 1`, `SPINOFF  1 FOR 5`.
  var ratio: Ratio? {
    let words = text.split { $0 == " " || $0 == "(" || $0 == ")" }
    for place in words.indices.dropFirst().dropLast() where words[place].uppercased() == "FOR" {
      guard let new = try? ExactDecimal(words[place - 1]),
        let old = try? ExactDecimal(words[place + 1]), new.isPositive, old.isPositive
      else { continue }
      return Ratio(new: new, old: old)
    }
    return nil
  }

  /// The ISIN at the beginning of the description, which is that of the old instrument.
  var firstISIN: String? {
    guard let open = text.firstIndex(of: "("), let close = text.firstIndex(of: ")"), open < close
    else { return nil }
    let isin = text[text.index(after: open)..<close]
    return isin.utf8.count == 12 ? String(isin) : nil
  }

  /// The symbol at the beginning of the description, which is that of the old instrument.
  var firstSymbol: String { String(text.prefix { $0 != "(" && $0 != " " }) }

  /// Whether the description is about the row's own instrument.
  var isOwn: Bool {
    if let firstISIN, !facts.isin.isEmpty { return firstISIN == facts.isin }
    return firstSymbol == facts.ticker
  }

  /// The description without the instrument at its end: `XYZ(US…) SPLIT 4 FOR 1 (XYZ, …)`.
  static func event(of text: String) -> String {
    guard text.hasSuffix(")") else { return text }
    let bytes = Array(text.utf8)
    for place in bytes.indices.dropLast().reversed() where bytes[place] == 0x20 {
      if bytes[place + 1] == 0x28 { return String(decoding: bytes[..<place], as: UTF8.self) }
    }
    return text
  }
}
