extension Importer {
  /// A journal of hledger or ledger.
  static let ledgerJournal = Importer(
    "journal", "a journal of hledger or ledger", LedgerJournalReader.self,
    recognize: { LedgerJournalSigns.confidence(in: $0) })
}

/// What journals of hledger and ledger have: a line with a day, and then a line with blanks and an
/// account.
private enum LedgerJournalSigns {
  private static let keywords = LedgerJournalReader.ignored.union([
    "account", "commodity", "include", "P", "D", "alias", "apply", "decimal-mark", "comment", "~",
    "Y", "year", "bucket", "A", "=", "end", "test",
  ])

  /// Whether a line that begins so is a comment, or belongs to the line before.
  private static func isBlankOrComment(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x3B, 0x23, 0x2A, 0x25, 0x7C].contains(byte)
  }

  static func confidence(in source: ImportSource) -> Importer.Confidence {
    var lines = JournalLines(Array(source.bytes.prefix(1 << 20)))
    var (count, directives, entries, badDays) = (0, 0, 0, 0)
    while let line = lines.next(), count < 20_000 {
      count += 1
      // A test of hledger or ledger, with journals and commands in it.
      if line.starts(with: "$ ".utf8) { return .none }
      // Folio writes it.
      if line.starts(with: "; \(OwnLedger.headKey): ".utf8) { return .certain }
      guard let first = line.first, !isBlankOrComment(first) else { continue }
      var cursor = JournalCursor(line)
      if first.isDigit {
        guard cursor.day(defaultYear: 2000) != nil else {
          // The reader says what is wrong with the day.
          badDays += 1
          continue
        }
        guard cursor.isAtEnd || [0x20, 0x09, 0x3D].contains(cursor.next) else { return .none }
        if let next = lines.peek(), next.first?.isBlank == true,
          !next.contains(0x7C) || next.trimmedText.hasPrefix(";")
        {
          entries += 1
        }
        continue
      }
      let word = line.firstWord
      if keywords.contains(word) || (first == 0x59 && Int(word.dropFirst()) != nil) {
        directives += 1
        // What a comment has is no sign.
        if word == "comment" || word == "test" {
          while let next = lines.next(), !next.trimmedText.hasPrefix("end") {}
        }
      } else {
        break
      }
    }
    return entries + directives > badDays ? .possible : .none
  }
}
