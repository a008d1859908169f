import Synchronization

/// A ledger that changes by rows, with its books. A change costs what it affects, and the books are
/// those of the whole ledger.
///
/// It is a value: a change is made in a copy, which replaces the ledger if nothing is wrong with
/// the change. It does not keep the rows. A change in the past reads those that follow it.
package struct LiveLedger: Sendable {
  /// The reader and the checker, which number names alike.
  struct Rows: Sendable {
    var reader: LiveReader
    var checker: LiveChecker
  }

  /// What came of a change.
  package enum Outcome: Sendable {
    /// It was made.
    case changed(Change)
    /// It has faults. The check of the whole ledger says which, in its own order.
    case refused
    /// Only the whole ledger tells, for a reason. Nothing has changed.
    case needsWhole(String)
  }

  var rows: Rows
  package internal(set) var books: LiveBooks
  /// Changes of groups up to this day are left to the whole ledger.
  var protectedDay: Day?
  /// The number of the last document in positions. Each has its own, so that the warnings about it
  /// are known.
  private var file = 0

  /// Groups that are read and booked at once, after a change in the past.
  fileprivate static let batch = 1024
  /// How many of them are read ahead.
  private static let batchesAhead = 4
  /// Documents that have a number of their own.
  private static let fileLimit = 65_000

  /// Reads and books the document of a store.
  /// - Throws: if the ledger needs the check of the whole, or has faults.
  package init(_ document: [UInt8], _ options: BookingOptions) throws(NeedsWholeLedger) {
    var reader = LedgerReader()
    reader.acceptsUnknownKeys = true
    reader.read(document, name: "store")
    var (draft, changes) = reader.finishLive()
    draft.changesStore = true
    let (checker, ledger) = try LiveChecker.open(draft)
    rows = Rows(reader: changes, checker: checker)
    books = try LiveBooks(checker.head, options)
    guard let first = checker.order.first else { return }
    let outcome = books.rebook(from: first.key, lastDay: ledger.lastDay) { last in
      let numbers = checker.order.entries(after: last, limit: Self.batch).map(\.key.group)
      return numbers.isEmpty ? nil : (ledger.batch(numbers), numbers)
    }
    guard case .booked = outcome else { throw NeedsWholeLedger(.faults) }
  }

  /// Reads and books all groups of a storage, in the order of booking.
  /// - Parameter keepsStates: whether states of the past are kept, for changes there. Otherwise the
  ///   first such change books all groups again, and keeps states then.
  /// - Returns: nil if the ledger has faults, or if only its document tells.
  init?(
    reading storage: inout any RecordStorage, keepsStates: Bool
  ) throws(StoreFailure) {
    let head = try storage.head()?.row ?? StoredHead.emptyRow
    var left = try storage.counts().groups
    do throws(NeedsWholeLedger) {
      let (reader, checker) = try LiveReader.open(head: head)
      rows = Rows(reader: reader, checker: checker)
      rows.checker.expect(groups: left)
      books = try LiveBooks(checker.head, StoreCheck.booking)
    } catch { return nil }
    // While some groups are checked and booked, the next ones are read.
    let batches = Mutex(StoredBatches(storage, rows.reader))
    let capacity = storage.canReadAhead ? Self.batchesAhead : 0
    let ahead = ReadAhead(capacity: capacity) { (number) throws(StoreFailure) in
      try batches.withLock { (batches) throws(StoreFailure) in try batches.batch(number) }
    }
    defer { ahead.stop() }
    while let next = try ahead.next() {
      guard let numbers = next.groups.numbers, next.groups.groups.count == numbers.count,
        let ledger = try? rows.checker.take(next)
      else { return nil }
      left -= numbers.count
      let following = keepsStates ? left : .max
      guard books.goOn(ledger, lastDay: rows.checker.lastDay, following: following) else {
        return nil
      }
    }
    rows.reader = batches.withLock { $0.reader }
    if rows.checker.learnsFromLegs || !books.addUp() { return nil }
  }

  /// The warnings of checking and booking, without those of overdrafts.
  var warnings: [Diagnostic] {
    rows.checker.warnings { _ in .none }
      + books.warnings(since: .start).filter { $0.code != .negativeCash }
  }

  /// The ledger without its groups.
  var head: Ledger { rows.checker.head }
}

// Changes.
extension LiveLedger {
  /// Adds the groups of a document.
  /// - Parameter first: the number of its first group.
  package mutating func append(
    _ document: [UInt8], from first: Int, _ stored: StoredRows
  ) throws(StoreFailure) -> Outcome {
    try inCopy { next throws(StoreFailure) in
      var change = next.read(document)
      change.groups.numbers = change.groups.groups.indices.map { GroupIndex(first + $0) }
      return try next.apply(change, replacing: nil, .ofDocument, stored)
    }
  }

  /// Replaces a group by that of a document, or changes it as it is.
  /// - Parameters:
  ///   - row: the row of the store.
  ///   - document: nil if the group stays as it is, but for `body`.
  package mutating func replace(
    _ number: GroupIndex, _ row: [UInt8], by document: [UInt8]?, _ stored: StoredRows,
    _ body: (inout LedgerChange) -> Void = { _ in }
  ) throws(StoreFailure) -> Outcome {
    try inCopy { next throws(StoreFailure) in
      let old = next.rows.read([row], of: [number])
      var change = next.read(document ?? row, isRow: document == nil)
      change.groups.numbers = change.groups.groups.indices.map { _ in number }
      body(&change)
      return try next.apply(
        change, replacing: old.groups, document == nil ? .new : .ofDocument, stored)
    }
  }

  /// Takes rows of another store.
  package mutating func put(
    _ versions: [Version], _ stored: StoredRows
  ) throws(StoreFailure) -> Outcome {
    try inCopy { next throws(StoreFailure) in
      let known = versions.filter { $0.before != nil }
      let old = next.rows.read(known.compactMap(\.before), of: known.map(\.number))
      let change = next.rows.read(versions.map(\.after), of: versions.map(\.number))
      return try next.apply(change, replacing: known.isEmpty ? nil : old.groups, .none, stored)
    }
  }

  /// Makes a change in a copy, and keeps the copy if the change was made.
  private mutating func inCopy(
    _ body: (inout LiveLedger) throws(StoreFailure) -> Outcome
  ) throws(StoreFailure) -> Outcome {
    var next = self
    let outcome = try body(&next)
    if case .changed = outcome { self = next }
    return outcome
  }

  /// Reads the row of a group as it is stored. The places of warnings and of unknown keys are those
  /// in this row, not in the row that came in.
  /// - Returns: false if the row is not that of the ledger.
  mutating func noteStored(_ number: GroupIndex, _ row: [UInt8]) -> Bool {
    let stored = rows.read([row], of: [number])
    guard let checked = try? rows.checker.check(stored, replacing: stored.groups),
      checked.faults.isEmpty
    else { return false }
    rows.checker.apply(checked)
    return true
  }

  private mutating func read(_ document: [UInt8], isRow: Bool = false) -> LedgerChange {
    file += 1
    rows.reader.read(document, file: file, isRow: isRow)
    return rows.reader.take()
  }

  /// Which warnings about the changed rows are wanted.
  enum Wanted {
    case none, ofDocument
    /// Those that the row did not have before the change.
    case new
  }

  private mutating func apply(
    _ change: LedgerChange, replacing old: GroupBatch?, _ wanted: Wanted, _ stored: StoredRows
  ) throws(StoreFailure) -> Outcome {
    guard change.groups.groups.count == change.groups.numbers?.count else {
      return .needsWhole("rows")
    }
    if file > Self.fileLimit { return .needsWhole("files") }
    let (changesHead, hasKeys) = (change.changesHead, !change.groups.kept.isEmpty)
    if changesHead, let reason = reasonForWhole(change) { return .needsWhole(reason) }
    let (prices, rates) = (change.prices, change.rates.count)
    let checked: CheckedChange
    do throws(NeedsWholeLedger) {
      checked = try rows.checker.check(change, replacing: old)
    } catch {
      return .needsWhole("\(error.reason)")
    }
    guard checked.faults.isEmpty, let ledger = checked.ledger else { return .refused }
    let known = rows.checker.apply(checked)
    if wanted == .ofDocument, checked.usesKeysFirst { return .needsWhole("unknownKeys") }
    if let reason = closedBooks(checked) { return .needsWhole(reason) }
    do {
      let outcome = try book(checked, ledger, wanted, known, hasRates: rates > 0, stored)
      guard case .changed(var made) = outcome else { return outcome }
      made.isNoted = hasKeys || !checked.warnings.isEmpty
      made.changesWarnings = made.isNoted || !known.isEmpty
      made.prices = prices
      if changesHead {
        made.head = LedgerWriter(head.tables).headLine()
        made.added = AddedRows(
          accounts: checked.newAccounts, instruments: checked.newInstruments,
          prices: prices.count, rates: rates)
      }
      return .changed(made)
    } catch {
      if let failure = error as? StoreFailure { throw failure }
      return .needsWhole("rows")
    }
  }

  /// Why rows of the head are left to the whole ledger; nil if they are not.
  private func reasonForWhole(_ change: LedgerChange) -> String? {
    // Which of two rows of one day counts, and columns that are only kept, are rare.
    let keepsColumns = change.groups.kept.contains { !$0.table.isOfGroups }
    if keepsColumns || !change.hasDifferentQuotes { return "head" }
    guard let day = protectedDay else { return nil }
    // They may be those of closed books.
    let isProtected =
      change.prices.contains { $0.day <= day } || change.rates.contains { $0.day <= day }
    return isProtected ? "closedBooks" : nil
  }

  /// The reason for the whole ledger if the change may alter closed books.
  private func closedBooks(_ change: CheckedChange) -> String? {
    guard let protectedDay, let day = change.firstTradeDay, day <= protectedDay else { return nil }
    return "closedBooks"
  }

  private mutating func book(
    _ change: CheckedChange, _ ledger: Ledger, _ wanted: Wanted, _ known: [Diagnostic],
    hasRates: Bool, _ stored: StoredRows
  ) throws -> Outcome {
    var start = change.start
    if start == nil, wanted == .ofDocument, !books.warnings(since: .start).isEmpty {
      // Booking may warn of it again, at another place.
      start = change.added.map(\.key).min()
    }
    let isAtEnd =
      !hasRates && change.removed.isEmpty
      && books.last.flatMap { last in start.map { last < $0 } } ?? true
    let place = isAtEnd ? books.warningPlace : .start
    let before = wanted != .none ? books.warnings(since: place) : []
    let outcome =
      isAtEnd
      ? append(change, ledger)
      : try Self.rebook(from: start, ledger, rates: hasRates ? head : nil, &books, &rows, stored)
    return made(outcome, change, ledger, wanted, (known + before, place))
  }

  /// - Parameter warnings: those before the change; of booking those after a place.
  private func made(
    _ outcome: LiveBooks.Outcome, _ change: CheckedChange, _ ledger: Ledger, _ wanted: Wanted,
    _ warnings: (before: [Diagnostic], place: WarningPlace)
  ) -> Outcome {
    switch outcome {
    case .booked(let booked):
      var made = Change(ledger: ledger, file: file, books: booked)
      if wanted != .none {
        made.note(change.warnings, warnings.before, books.warnings(since: warnings.place))
      }
      if wanted == .new { made.dropWarnings(among: warnings.before) }
      return .changed(made)
    case .refused: return .refused
    case .needsWhole(let reason): return .needsWhole(reason.rawValue)
    }
  }

  /// Books groups that come after all others.
  private mutating func append(_ change: CheckedChange, _ ledger: Ledger) -> LiveBooks.Outcome {
    let lastDay = rows.checker.lastDay
    let numbers = change.added.map(\.key).sorted().map(\.group)
    if numbers == ledger.numbers { return books.append(ledger, numbers, lastDay: lastDay) }
    let places = ledger.places
    let batch = ledger.batch(numbers.compactMap { places[$0].map { GroupIndex($0) } })
    return books.append(batch, numbers, lastDay: lastDay)
  }

  /// Books all groups from a place on.
  /// - Parameter rates: the ledger with its new exchange rates, if these changed.
  private static func rebook(
    from start: OrderKey?, _ ledger: Ledger, rates: Ledger?, _ books: inout LiveBooks,
    _ rows: inout Rows, _ stored: StoredRows
  ) throws -> LiveBooks.Outcome {
    let lastDay = rows.checker.lastDay
    if start == nil, rates == nil {
      return books.append(ledger.batch([]), [], lastDay: lastDay)
    }
    let new = ledger.places
    return try books.rebook(from: start ?? .end, lastDay: lastDay, rates: rates) { last in
      let entries = rows.checker.order.entries(after: last, limit: batch)
      guard let first = entries.first else { return nil }
      if let row = new[first.key.group] {
        return (ledger.batch([GroupIndex(row)]), [first.key.group])
      }
      let numbers = Array(entries.map(\.key.group).prefix { new[$0] == nil })
      let again = rows.read(try stored(numbers), of: numbers)
      return (try rows.checker.resolve(again), numbers)
    }
  }
}

extension LiveLedger.Rows {
  /// Reads rows of the store.
  fileprivate mutating func read(_ rows: [[UInt8]], of numbers: [GroupIndex]) -> LedgerChange {
    reader.read(StoreCheck.lines(rows), of: numbers)
  }
}

/// The groups of a storage in the order of booking.
///
/// Storage is not `Sendable`. Its owner lends it until reading is stopped, and does not use it
/// meanwhile. A mutex lets one thread at a time read.
private struct StoredBatches: @unchecked Sendable {
  private var storage: any RecordStorage
  private(set) var reader: LiveReader
  private var place: BookingPlace?
  /// Batches that were read for somebody who asked for a later one.
  private var waiting: [Int: LedgerChange] = [:]
  private var count = 0

  init(_ storage: any RecordStorage, _ reader: LiveReader) {
    (self.storage, self.reader) = (storage, reader)
  }

  /// The batch with a number, from 0 on; nil after the last one. Names are numbered in the order of
  /// reading, so those before it are read first.
  mutating func batch(_ number: Int) throws(StoreFailure) -> LedgerChange? {
    while count <= number {
      let next = try storage.rows(after: place, limit: LiveLedger.batch)
      guard let last = next.places.last else { break }
      place = last
      waiting[count] = reader.read(next.lines, of: next.places.map { GroupIndex($0.number) })
      count += 1
    }
    return waiting.removeValue(forKey: number)
  }
}

extension LiveReader {
  /// Reads rows of the store.
  fileprivate mutating func read(_ lines: [UInt8], of numbers: [GroupIndex]) -> LedgerChange {
    read(lines, file: 0, isRow: true)
    var change = take()
    change.groups.numbers = numbers
    return change
  }
}

extension Ledger {
  /// The rows of its groups by their numbers in the whole ledger.
  var places: [GroupIndex: Int] {
    Dictionary(zip(numbers ?? [], rows.groups.indices), uniquingKeysWith: { first, _ in first })
  }
}
