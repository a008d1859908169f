/// Storage in a single append-only file.
///
/// A change is confirmed once its lines are written and synced. An unconfirmed change is after the
/// confirmed end of the file, and the next opening removes it. When outdated lines make up most of
/// the file, it is rewritten: a new file is written and synced, and then replaces the old one
/// atomically. The old file is kept as an older version.
package final class JournalStorage: RecordStorage {
  /// When a journal is rewritten, and how many older versions are kept.
  package struct Policy: Sendable, Hashable {
    /// The number of older versions of the file: `NAME.1`, the newest, and so on.
    package var olderVersions = 3
    /// The number of bytes of outdated lines that are always tolerated, regardless of the file
    /// size.
    package var slack = 1 << 16
    /// The least number of bytes of a rewrite that a change does, if changes share that work.
    package var step = 1 << 18

    /// Creates the default policy: three older versions, and 64 KB of outdated lines.
    package init() {}
  }

  /// The name for messages.
  let name: String
  /// The path with links resolved.
  let path: String
  let calls: any FileCalls
  let policy: Policy
  let access: StoreAccess
  /// The lock of a journal that nobody else may write while it is open.
  private let lock: FileLock?
  var journal: OpenJournal
  /// The reason why no change can be written until the file is reopened; nil if there is none.
  var breakdown: StoreFailure?
  /// The rewrite that is under way.
  var rewrite: JournalRewrite?
  /// Whether changes share the work of a rewrite.
  private(set) var spreadsWork = false
  /// The size in bytes from which the file may be rewritten, after an attempt has failed.
  var leastRewritten = 0

  /// Opens a journal.
  /// - Parameters:
  ///   - initial: the initial contents of a new journal.
  ///   - progress: receives the number of bytes that were read.
  ///   - outlines: whether a reader reads the rows later, all in their order.
  /// - Throws: `notFound`; `conflict` if a new journal already exists; `inUse` if another program
  ///   has it open for writing; `unavailable` if the disk fails; `unauthorized`, `corrupt`,
  ///   `unsupported`.
  package init(
    _ name: String, _ access: StoreAccess, holding initial: StoreContents = StoreContents(),
    calls: any FileCalls = SystemFiles(), policy: Policy = Policy(),
    progress: StoreKind.Progress? = nil, outlines: Bool = false
  ) throws(StoreFailure) {
    self.name = name
    self.calls = calls
    self.policy = policy
    self.access = access
    if access == .creating {
      path = name
      try Self.requireAbsent(path, calls)
      lock = try FileLock(path, name: name, calls)
      journal = try Self.create(path, with: initial, calls)
    } else {
      path = try Self.find(name, calls)
      if access == .writing {
        // The journal must exist before a lock file is created for it.
        calls.close(try asStoreFailure(retrying(calls.open(path, .reading))))
      }
      lock = access == .writing ? try FileLock(path, name: name, calls) : nil
      let first = access == .sharing ? .reading : access
      journal = try Self.open(
        path, name, first, policy, calls, progress, outlines: outlines && access == .reading)
    }
    begin()
  }

  /// Begins with a journal that was opened.
  func begin() {
    if journal.file.isWritable { removeOldCache() }
  }

  deinit {
    dropRewrite()
    journal.file.close()
  }

  /// Lets each change do a part of a rewrite, instead of one of them all of it.
  package func spreadWork() { spreadsWork = true }

  /// The current contents; of a journal that others write, those of the last `refresh` or change.
  package func contents() throws(StoreFailure) -> StoreContents {
    if let contents = journal.contents { return contents }
    let reading = JournalReading(
      try asStoreFailure(journal.file.contents(journal.point.offset)))
    var places = reading.damage
    if places.isEmpty, reading.end < journal.point.offset {
      places = [.init(offset: reading.end, line: 1, reason: "a confirmed change is damaged")]
    }
    guard places.isEmpty else {
      throw .corrupt(
        StoreDamage(
          name: name, places: places, readableGroups: reading.contents.groups.count))
    }
    return reading.contents
  }

  /// Whether the last change of the file was incomplete when it was opened.
  package var foundIncompleteChange: Bool { journal.foundIncompleteChange }

  /// Appends a change and returns once it is on the disk.
  package func commit(_ change: StoreChange, expecting last: Int) throws(StoreFailure) {
    if access.isReadOnly { throw .unavailable("\(name) is open for reading only") }
    try exclusively { () throws(StoreFailure) in try append(change, expecting: last) }
  }

  private func append(_ change: StoreChange, expecting last: Int) throws(StoreFailure) {
    if let breakdown { throw breakdown }
    guard last == journal.point.lastSequence else { throw .conflict(.storeChanged) }
    let text = JournalText(change, after: journal.point.checksum, at: journal.point.offset)
    try write(text)
    journal.point.offset += text.bytes.count
    journal.point.checksum = text.checksum
    journal.point.lastSequence = max(last, change.lastSequence)
    let end = journal.point
    journal.outline?.take(change, text.places, end: end)
    if change.clears { dropRewrite() }
    rewriteIfDue(after: text.bytes.count)
  }

  private func write(_ text: JournalText) throws(StoreFailure) {
    do throws(FileFault) {
      try journal.file.write(text.bytes, at: journal.point.offset)
      try journal.file.sync()
    } catch {
      let failure = undoWrite(after: error)
      guard error.isFullDisk, rewrite != nil, breakdown == nil else { throw failure }
      // The unfinished file makes room.
      dropRewrite()
      try write(text)
    }
  }

  /// The suffix of the index that earlier versions kept beside a journal.
  static let oldCacheSuffix = ".cache"
  private static let oldCacheStart = Array("folio-cache/".utf8)

  /// Removes the index that earlier versions kept beside the journal.
  private func removeOldCache() {
    let path = path + Self.oldCacheSuffix
    guard let file = try? JournalFile(path, .reading, calls) else { return }
    let start = try? file.bytes(at: 0, count: Self.oldCacheStart.count)
    file.close()
    if start == Self.oldCacheStart { try? calls.remove(path) }
  }

  /// Truncates the file after a failed write. If that fails too, the state of the disk is unknown,
  /// and nothing more is written until the file has been read again.
  /// - Returns: the failure to throw.
  private func undoWrite(after fault: FileFault) -> StoreFailure {
    do throws(FileFault) {
      try journal.file.truncate(to: journal.point.offset)
      try journal.file.sync()
      return fault.failure
    } catch {
      breakdown = .unavailable(
        "\(name) was left in an unknown state by a failed write; open it again")
      return .unknownOutcome("\(fault.message); \(error.message)")
    }
  }
}
