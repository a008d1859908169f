/// A journal of an import that was read, with the rows of its events. All journals of a program
/// are one book: units that one file buys, another one can sell.
struct JournalPart: Sendable {
  var journal: Journal
  /// The rows of its events.
  var rows: [ImportRow]
  /// The number of the file that was named, not of those that it includes.
  var file: Int
}

extension ImportDraft {
  /// Takes a journal, whose transactions are booked when all files are read.
  mutating func add(_ journal: Journal, of file: Int) {
    noteWholeDays()
    for part in journal.leftOut {
      leaveOut(
        part.text, help: part.help, at: part.place.offset, length: part.place.length,
        in: part.place.file)
    }
    for number in journal.doubtful {
      report(
        .assumedSign, number.text, help: number.help, at: number.place.offset,
        length: number.place.length, in: number.place.file)
    }
    journals.append(JournalPart(journal: journal, rows: makeRows(of: journal), file: file))
  }

  /// Begins a row for each event and note, in the order of the files.
  private mutating func makeRows(of journal: Journal) -> [ImportRow] {
    let count = journal.events.count
    let places = journal.events.map(\.place) + journal.notes.map(\.place)
    let order = places.indices.sorted { left, right in
      (places[left].file, places[left].offset) < (places[right].file, places[right].offset)
    }
    var rows = [ImportRow?](repeating: nil, count: count)
    for number in order {
      let place = places[number]
      let row = self.row(at: place.offset, length: place.length, in: place.file)
      if number < count {
        rows[number] = row
        continue
      }
      switch journal.notes[number - count].outcome {
      case .read: noteRead(row)
      case .skipped(let reason): skip(row, reason)
      case .faulty(let code, let message, let help): report(code, message, help: help, row: row)
      }
    }
    return rows.compactMap(\.self)
  }

  /// Books the journals, those of each program as one.
  mutating func bookJournals() {
    let parts = journals
    journals = []
    for name in ["beancount", "journal"] {
      let own = parts.filter { $0.journal.dialect.name == name }
      guard var whole = own.first else { continue }
      var seen = SeenTransactions()
      if own.count > 1 { seen.take(&whole, &self) }
      for part in own.dropFirst() {
        var part = part
        seen.take(&part, &self)
        whole.journal.add(part.journal)
        whole.rows += part.rows
      }
      var book = JournalBook(whole, options)
      book.book(into: &self)
    }
  }
}

/// The transactions of the journals so far. Journals may overlap: what an earlier one has as often
/// is the same transaction.
private struct SeenTransactions {
  private var most: [TransactionContent: Int] = [:]

  /// Leaves out of a journal what the earlier ones have.
  mutating func take(_ part: inout JournalPart, _ draft: inout ImportDraft) {
    var counts: [TransactionContent: Int] = [:]
    var kept: [Int] = []
    for (number, event) in part.journal.events.enumerated() {
      guard case .transaction(let transaction) = event.kind else {
        kept.append(number)
        continue
      }
      let content = TransactionContent(transaction)
      counts[content, default: 0] += 1
      if counts[content] ?? 0 > most[content] ?? 0 {
        kept.append(number)
      } else {
        draft.skip(part.rows[number], "a transaction that an earlier journal has, too")
      }
    }
    most.merge(counts) { max($0, $1) }
    part.rows = kept.map { part.rows[$0] }
    part.journal.events = kept.map { part.journal.events[$0] }
  }
}

/// What makes two transactions of journals the same one.
private struct TransactionContent: Hashable {
  private let day: Day
  private let text: String
  private let postings: [JournalPosting]

  init(_ transaction: JournalTransaction) {
    (day, text) = (transaction.day, transaction.text)
    postings = transaction.postings.map { posting in
      var posting = posting
      (posting.assertion, posting.place) = (nil, JournalPlace(file: 0, offset: 0, length: 0))
      return posting
    }
  }
}

extension Journal {
  /// Adds another journal of the same program. Where both say something, the first one counts.
  mutating func add(_ other: Journal) {
    // The usual method of another file is one of its accounts.
    var otherMethods = other.accountMethods
    if other.dialect.method != dialect.method {
      for account in other.accountKinds.keys where accountKinds[account] == nil {
        otherMethods[account] = otherMethods[account] ?? other.dialect.method
      }
    }
    // The lines of one journal order its own events only.
    let last = events.map(\.line).max() ?? 0
    events += other.events.map { event in
      var event = event
      event.line += last
      return event
    }
    accountKinds.merge(other.accountKinds) { $0 == .unknown ? $1 : $0 }
    accountMethods.merge(otherMethods) { first, _ in first }
    commodityMethods.merge(other.commodityMethods) { first, _ in first }
    commodityNames.merge(other.commodityNames) { first, _ in first }
    commodityISINs.merge(other.commodityISINs) { first, _ in first }
    moneys.formUnion(other.moneys)
    baseCommodity = baseCommodity ?? other.baseCommodity
  }
}
