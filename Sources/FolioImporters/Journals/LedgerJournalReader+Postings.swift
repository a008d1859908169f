import Folio

// Transactions of hledger and ledger.
extension LedgerJournalReader {
  /// Reads a transaction: its first line, and its postings.
  mutating func readTransaction(
    _ line: ArraySlice<UInt8>, _ block: [ArraySlice<UInt8>], _ place: JournalPlace
  ) throws(JournalFault) {
    var cursor = JournalCursor(line)
    guard let day = cursor.day(defaultYear: context.year) else {
      throw JournalFault(
        "the day is not readable, or has no year",
        help: "Write 2024-01-31, or name the year before, with Y2024.")
    }
    var transaction = JournalTransaction(day: day, place: place)
    if cursor.take("=") {
      if let second = cursor.day(defaultYear: day.year) {
        transaction.kept.append(("date2", second.description))
      }
    }
    cursor.skipBlanks()
    if cursor.take("!") { transaction.isPending = true } else { _ = cursor.take("*") }
    cursor.skipBlanks()
    if cursor.next == 0x28 {
      cursor.place += 1
      if let code = cursor.takeThrough(0x29) {
        transaction.kept.append(("code", code.trimmedText))
      }
    }
    let rest = cursor.restText
    let comment = Self.comment(rest).trimmed
    transaction.text = String(rest.prefix { $0 != ";" }).trimmed
    if !comment.isEmpty { transaction.kept.append(("comment", comment)) }
    var hasVirtual = false
    for line in block {
      if transaction.postings.isEmpty, Self.takeOwn(line, into: &transaction.own) { continue }
      if let posting = try readPosting(line, place.file, &hasVirtual) {
        transaction.postings.append(posting)
      }
    }
    if hasVirtual { noteVirtual(place) }
    if !hasVirtual, let bucket = context.bucket { fill(&transaction, from: bucket) }
    if transaction.postings.isEmpty {
      journal.notes.append((place, .skipped("a transaction without real postings")))
    } else {
      journal.events.append(
        JournalEvent(day: day, kind: .transaction(transaction), place: place))
    }
  }

  /// Pays the only posting of a transaction with the account that is there for it, as ledger does.
  private mutating func fill(_ transaction: inout JournalTransaction, from bucket: String) {
    guard transaction.postings.count == 1, transaction.postings[0].number != nil else { return }
    use(bucket, transaction.place)
    transaction.postings.append(JournalPosting(account: bucket, place: transaction.place))
  }

  /// Takes a comment in which Folio keeps the group.
  private static func takeOwn(_ line: ArraySlice<UInt8>, into own: inout OwnGroup?) -> Bool {
    guard let (key, value, _) = ownComment(line) else { return false }
    return OwnGroup.take(key, value, into: &own)
  }

  /// Takes a comment in which Folio keeps a part of its ledger.
  mutating func takeOwn(_ line: ArraySlice<UInt8>, _ place: JournalPlace) {
    let keys = [OwnLedger.headKey, OwnLedger.namesKey, OwnLedger.otherKey]
    guard let (key, value, continues) = Self.ownComment(line), keys.contains(key) else { return }
    journal.own.take(key, value, place, continues: continues)
  }

  /// The key and the value of a comment of Folio, and whether it goes on with the one before it;
  /// nil for any other line.
  private static func ownComment(
    _ line: ArraySlice<UInt8>
  ) -> (key: String, value: String, continues: Bool)? {
    var cursor = JournalCursor(line)
    cursor.skipBlanks()
    guard cursor.take(";") else { return nil }
    cursor.skipBlanks()
    guard cursor.rest.starts(with: "folio".utf8), let key = cursor.takeThrough(0x3A) else {
      return nil
    }
    let continues = key.last == 0x2B
    let name = String(decoding: continues ? key.dropLast() : key, as: UTF8.self)
    return (name, cursor.restText.trimmed, continues)
  }

  private mutating func readPosting(
    _ line: ArraySlice<UInt8>, _ file: Int, _ hasVirtual: inout Bool
  ) throws(JournalFault) -> JournalPosting? {
    var cursor = JournalCursor(line)
    cursor.skipBlanks()
    if cursor.next == 0x3B || cursor.isAtEnd { return nil }
    if cursor.take("*") || cursor.take("!") { cursor.skipBlanks() }
    let start = cursor.place
    var (name, lot) = try cursor.ledgerAccountAndLot(context)
    if let first = name.first, first == "(" || first == "[" {
      hasVirtual = true
      return nil
    }
    if name.hasPrefix("<"), name.hasSuffix(">") { name = String(name.dropFirst().dropLast()) }
    name = try full(name)
    let place = JournalPlace(file: file, offset: start, length: line.endIndex - start)
    use(name, place)
    var posting = JournalPosting(account: name, place: place)
    posting.cost = lot
    try cursor.readLedgerAmounts(into: &posting, context)
    return posting
  }
}
