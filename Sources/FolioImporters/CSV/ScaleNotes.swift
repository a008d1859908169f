/// Lines of a file that say that its figures are in thousands or in millions. No rules multiply
/// them.
enum ScaleNote {
  /// The words for a scale, in the languages of brokers, and those before them.
  private static let scales: Set = [
    "thousand", "thousands", "million", "millions", "tausend", "tsd", "millionen", "mio",
    "milliers", "miles", "migliaia", "duizenden", "milhares", "tusental", "mln", "000", "000s",
  ]
  private static let before: Set = ["in", "en", "em", "i"]
  /// The beginnings of words about figures.
  private static let figures = [
    "amount", "value", "figure", "price", "quantit", "unit", "share", "balance", "betr", "wert",
    "montant", "valeur", "importi", "importo", "valor", "bedrag", "waarde", "belopp", "usd", "eur",
    "gbp", "chf", "cad",
  ]
  /// The most letters of a line that says nothing else, and the most words between its parts.
  private static let mostLetters = 40
  private static let reach = 8

  /// Whether a text says that figures are in thousands or in millions.
  static func isScale(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let scale = words.indices.first { place in
      let last = place > 0 ? words[place - 1] : ""
      // "10,000" is a number, and "EUR '000" or "(000s)" is a scale.
      if words[place].hasPrefix("000") {
        return scales.contains(words[place]) && !last.contains(where: \.isNumber)
      }
      return scales.contains(words[place]) && before.contains(last)
    }
    guard let scale else { return false }
    if text.count <= mostLetters { return true }
    return words[max(0, scale - reach)..<scale].contains { word in
      figures.contains { word.hasPrefix($0) }
    }
  }

  /// Reports the first line of prose, or the first header, that names a scale.
  static func report(in bytes: [UInt8], separator: UInt8, _ draft: inout ImportDraft) {
    var rows = CSVRows(bytes, separator: separator)
    while rows.next() {
      // Rows with numbers or days are transactions, whose texts may say anything.
      if rows.fields.contains(where: { isNumber(rows.content($0)) }) { continue }
      let texts = rows.fields.filter { !$0.isEmpty }
        .map { String(decoding: rows.content($0), as: UTF8.self) }
      let all = texts.count < 3 ? [texts.joined(separator: " ")] : texts
      guard all.contains(where: isScale) else { continue }
      return draft.report(
        .noteAboutSplits, "the file says that its figures are in thousands or in millions",
        help: "Export the file with whole figures. If only this line is wrong, delete it.",
        at: rows.row.lowerBound, length: rows.row.count)
    }
  }

  private static let marks = Set(" .,:/-+'%TZ".utf8)

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var hasDigit = false
    for byte in text {
      if byte &- 0x30 < 10 { hasDigit = true } else if !marks.contains(byte) { return false }
    }
    return hasDigit
  }
}
