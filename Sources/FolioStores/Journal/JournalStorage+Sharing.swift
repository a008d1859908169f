// A journal that others write, too. A reader follows them, and so does a writer that shares the
// journal: it locks it only while it writes.
extension JournalStorage {
  /// Whether others can write the journal while it is open.
  package var canChangeElsewhere: Bool { access == .reading || access == .sharing }

  /// Reads the journal again if it has grown, or if a rewritten one has its name. A reader that was
  /// in the middle of a change when it read looks again in any case.
  package func refresh() throws(StoreFailure) {
    if !canChangeElsewhere || isNewest || readsOn() { return }
    take(try Self.open(path, name, .reading, policy, calls))
  }

  /// Whether the file still has its name, and ends where it did; false if that cannot be found out.
  private var isNewest: Bool {
    guard let named = try? retrying(calls.info(of: path)), let own = try? journal.file.info()
    else { return false }
    return named.isSameFile(as: own) && named.size == journal.point.offset
  }

  /// Takes up what others have appended.
  /// - Returns: false if the file has to be opened again: another one has its name, or its end is
  ///   unusual.
  private func readsOn() -> Bool {
    guard let named = try? retrying(calls.info(of: path)), let own = try? journal.file.info(),
      named.isSameFile(as: own), named.size > journal.point.offset, !journal.foundIncompleteChange,
      var outline = journal.outline
    else { return false }
    guard outline.goOn(journal.file, upTo: named.size) else { return false }
    (journal.outline, journal.point) = (outline, outline.point)
    return true
  }

  /// Does something while nobody else can write the journal.
  /// - Throws: `inUse` if another program is writing; `conflict` if the contents, on which a change
  ///   is based, are outdated. They are the newest ones then.
  func exclusively<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    if access != .sharing { return try body() }
    let lock = try FileLock(path, name: name, keeping: rewrite.map { [$0.copy.path] } ?? [], calls)
    defer {
      journal.file.unlock()
      withExtendedLifetime(lock) {}
    }
    try lockJournal()
    return try body()
  }

  /// Locks the journal, and opens it for writing, if it is not open or others have written since.
  private func lockJournal() throws(StoreFailure) {
    if journal.file.isWritable, breakdown == nil {
      guard try asStoreFailure(journal.file.lock()) else { throw .isOpenElsewhere(name) }
      if isNewest { return }
      journal.file.unlock()
    }
    let known = journal.point
    take(try Self.open(path, name, .writing, policy, calls))
    breakdown = nil
    if journal.point != known { throw .conflict(.storeChanged) }
  }

  private func take(_ fresh: OpenJournal) {
    dropRewrite()
    journal.file.close()
    journal = fresh
    begin()
  }
}
