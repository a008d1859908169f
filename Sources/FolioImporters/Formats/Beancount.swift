extension Importer {
  /// A journal of beancount, version 2 or 3.
  static let beancount = Importer(
    "beancount", "a journal of beancount", BeancountReader.self,
    recognize: { BeancountSigns.confidence(in: $0) })
}

/// What only journals of beancount have.
private enum BeancountSigns {
  private static let keywords: Set<String> = [
    "open", "close", "commodity", "balance", "pad", "price", "note", "document", "event", "query",
    "custom", "txn",
  ]
  private static let statements = ["option \"", "plugin \"", "include \"", "pushtag #"]

  static func confidence(in source: ImportSource) -> Importer.Confidence {
    var lines = JournalLines(Array(source.bytes.prefix(1 << 20)))
    var (count, isPossible, isCertain) = (0, false, false)
    while let line = lines.next(), count < 20_000 {
      count += 1
      // A test of hledger or ledger, with journals and commands in it.
      if line.starts(with: "$ ".utf8) { return .none }
      guard let first = line.first else { continue }
      if first.isSmall {
        let start = String(decoding: line.prefix(10), as: UTF8.self)
        if statements.contains(where: start.hasPrefix) { isCertain = true }
        continue
      }
      var cursor = JournalCursor(line)
      guard first.isDigit, cursor.day() != nil, cursor.next == 0x20 else {
        continue
      }
      cursor.skipBlanks()
      let word = cursor.word()
      cursor.skipBlanks()
      if keywords.contains(word), fits(word, cursor.word(), lines.peek()) { isCertain = true }
      if word.utf8.count == 1, cursor.next == 0x22 { isPossible = true }
    }
    return isCertain ? .certain : isPossible ? .possible : .none
  }

  /// Whether a keyword is followed by what beancount has there. For other programs, the line is a
  /// transaction with such a description, and postings come after it.
  private static func fits(
    _ keyword: String, _ next: String, _ line: ArraySlice<UInt8>?
  ) -> Bool {
    if keyword == "txn" { return true }
    if ["event", "query", "custom"].contains(keyword) { return next.hasPrefix("\"") }
    guard let first = next.unicodeScalars.first,
      first.properties.isUppercase || !first.isASCII
        || next.hasPrefix("/")
    else { return false }
    let isOfAccount = keyword != "commodity" && keyword != "price"
    if isOfAccount, !next.contains(":") { return false }
    guard let line, line.first?.isBlank == true else { return true }
    // Only metadata is indented after a directive.
    let text = line.trimmedText
    guard let start = text.unicodeScalars.first else { return true }
    return start == ";"
      || (start.properties.isLowercase && (text.contains(": ") || text.hasSuffix(":")))
  }
}
