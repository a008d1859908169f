// Transactions of hledger and ledger.
extension LedgerJournalReader {
  /// Reads a transaction: its first line, and its postings.
  mutating func readTransaction(
    _ line: ArraySlice<UInt8>, _ block: [ArraySlice<UInt8>], _ place: JournalPlace
  ) throws(FieldFault) {
    var cursor = JournalCursor(line)
    guard let day = cursor.day(defaultYear: context.year) else {
      throw FieldFault(
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
    var own: OwnGroup?
    var postings: [WrittenPosting] = []
    for line in block {
      if postings.isEmpty, Self.takeOwn(line, into: &own) { continue }
      if let posting = try readPosting(line, place.file) { postings.append(posting) }
    }
    // Virtual postings are apart from the others: those in [ ] add up to zero among themselves, and
    // each in ( ) changes its account alone.
    let real = postings.filter { $0.kind == .real }
    let first = postings.firstIndex { $0.kind == .real } ?? 0
    for posting in postings[..<first] where posting.kind == .unbalanced {
      addVirtual([posting], of: transaction)
    }
    if !real.isEmpty {
      var transaction = transaction
      transaction.own = own
      transaction.postings = real.map { used($0.posting) }
      if own == nil { takeConversions(&transaction) }
      if real.count == postings.count, let bucket = context.bucket {
        fill(&transaction, from: bucket)
      }
      journal.events.append(
        JournalEvent(day: day, kind: .transaction(transaction), place: place))
    }
    for posting in postings[first...] where posting.kind == .unbalanced {
      addVirtual([posting], of: transaction)
    }
    addVirtual(postings.filter { $0.kind == .balanced }, of: transaction)
    if postings.isEmpty {
      journal.notes.append((place, .skipped("a transaction without postings")))
    }
  }

  /// A posting, and whether it is virtual.
  private struct WrittenPosting {
    enum Kind {
      case real
      /// In parentheses: it has no other side.
      case unbalanced
      /// In brackets.
      case balanced
    }

    var posting: JournalPosting
    var kind: Kind
  }

  /// Adds virtual postings as a transaction of their own, if they are of accounts that are kept.
  private mutating func addVirtual(
    _ postings: [WrittenPosting], of whole: JournalTransaction
  ) {
    guard let first = postings.first else { return }
    let place = first.posting.place
    guard postings.contains(where: { kind(of: $0.posting.account).isHeld }) else {
      return journal.notes.append(
        (place, .skipped("virtual postings of accounts that are not kept")))
    }
    var transaction = whole
    transaction.place = place
    transaction.postings = postings.map { used($0.posting) }
    if first.kind == .unbalanced {
      transaction.isVirtual = true
      leaveOut(
        "a virtual posting, in ( ), has no other side, so it counts as a deposit or a withdrawal",
        "Remove such postings if their accounts hold no money of their own.", place)
      let outside = "equity:virtual"
      journal.accountKinds[outside] = .equity
      transaction.postings.append(JournalPosting(account: outside, place: place))
    }
    journal.events.append(
      JournalEvent(day: whole.day, kind: .transaction(transaction), place: place))
  }

  /// A posting whose account is noted.
  private mutating func used(_ posting: JournalPosting) -> JournalPosting {
    use(posting.account, posting.place)
    return posting
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
    _ line: ArraySlice<UInt8>, _ file: Int
  ) throws(FieldFault) -> WrittenPosting? {
    var cursor = JournalCursor(line)
    cursor.skipBlanks()
    if cursor.next == 0x3B || cursor.isAtEnd { return nil }
    if cursor.take("*") || cursor.take("!") { cursor.skipBlanks() }
    let start = cursor.place
    var (name, lot) = try cursor.ledgerAccountAndLot(context)
    var kind = WrittenPosting.Kind.real
    if let first = name.first, let closer = ["(": ")", "[": "]", "<": ">"][String(first)],
      name.count > 2, name.hasSuffix(closer)
    {
      name = String(name.dropFirst().dropLast())
      kind = first == "(" ? .unbalanced : first == "[" ? .balanced : .real
    }
    let place = JournalPlace(file: file, offset: start, length: line.endIndex - start)
    var posting = JournalPosting(account: try full(name), place: place)
    posting.cost = lot
    try cursor.readLedgerAmounts(into: &posting, context)
    if let comment = line.firstIndex(of: 0x3B),
      Self.tag("date", in: String(decoding: line[comment...].dropFirst(), as: UTF8.self)) != nil
    {
      leaveOut(
        "a posting has a day of its own, and counts on the day of its transaction",
        "Write it as a transaction of its own, with an account for money on its way between them.",
        place)
    }
    return WrittenPosting(posting: posting, kind: kind)
  }

  // MARK: Names of accounts

  /// The name with prefixes and aliases.
  mutating func full(_ name: String) throws(FieldFault) -> String {
    let name = context.prefixes.last.map { "\($0):\(name)" } ?? name
    try name.checkAccountParts()
    return try context.aliases.resolved(name, &aliasWork)
  }

  mutating func readAlias(_ text: String) throws(FieldFault) {
    if text.hasPrefix("/") { return try readPatternAlias(text) }
    let parts = text.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
    guard parts.count == 2 else {
      throw FieldFault("the alias has no new name", help: "Write alias OLD = NEW.")
    }
    context.aliases.add(parts[0], parts[1])
  }

  /// An alias with an expression between slashes.
  private mutating func readPatternAlias(_ text: String) throws(FieldFault) {
    let expression = text.dropFirst().prefix { $0 != "/" }
    let rest = String(text[expression.endIndex...].dropFirst()).trimmed
    guard rest.hasPrefix("="), let pattern = AccountPattern(String(expression)) else {
      throw FieldFault(
        "the regular expression /\(expression.prefix(80))/ is not one that Folio reads",
        help: "Write alias /EXPRESSION/ = NEW, with an extended expression of POSIX, or one alias "
          + "for each account, as alias OLD = NEW.")
    }
    let replacement = String(rest.dropFirst()).trimmed
    if let group = pattern.missingGroup(in: replacement) {
      throw FieldFault(
        "the alias names group \\\(group.prefix(10)), but /\(expression.prefix(80))/ has "
          + "\(pattern.groups == 1 ? "1 group" : "\(pattern.groups) groups") in parentheses",
        help: "Name one of the groups, counted from 1, or \\0 for the whole match.")
    }
    context.aliases.add(pattern, replacement)
  }
}
