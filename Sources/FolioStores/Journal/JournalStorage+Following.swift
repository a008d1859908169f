// A reader follows the writer.
extension JournalStorage {
  /// Whether another program may write the journal, which this one only reads.
  package var canChangeElsewhere: Bool { access == .reading }

  /// Reads the journal again if it has grown, or if a rewritten one has its name. A reader that was
  /// in the middle of a change when it read looks again in any case.
  package func refresh() throws(StoreFailure) {
    if !canChangeElsewhere { return }
    let named = try asStoreFailure(retrying(calls.info(of: path)))
    let isSame = try asStoreFailure(journal.file.info()).isSameFile(as: named)
    if isSame, named.size == journal.point.offset { return }
    let fresh = try Self.open(path, name, access, policy, calls)
    journal.file.close()
    journal = fresh
    journal.lines = nil
  }
}
