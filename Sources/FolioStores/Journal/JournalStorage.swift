import FolioNumbers

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
    /// The size in bytes from which a journal has a cache.
    package var cachedSize = 1 << 18
    /// The number of bytes after the part that the cache covers from which it takes them up.
    package var uncovered = 1 << 17

    /// Creates the default policy: three older versions, 64 KB of outdated lines, and a cache from
    /// 256 KB on.
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
  /// The approximate size of the file without outdated lines.
  private var liveSize = 0
  /// The reason why no change can be written until the file is reopened; nil if there is none.
  var breakdown: StoreFailure?
  /// Whether the file may be rewritten; not after an attempt has found damage.
  private var isCompactable = true

  /// Opens a journal.
  /// - Parameters:
  ///   - initial: the initial contents of a new journal.
  ///   - progress: receives the number of bytes that were read.
  /// - Throws: `notFound`; `conflict` if a new journal already exists; `inUse` if another program
  ///   has it open for writing; `unavailable` if the disk fails; `unauthorized`, `corrupt`,
  ///   `unsupported`.
  package init(
    _ name: String, _ access: StoreAccess, holding initial: StoreContents = StoreContents(),
    calls: any FileCalls = SystemFiles(), policy: Policy = Policy(),
    progress: StoreKind.Progress? = nil
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
      journal = try Self.open(path, name, first, policy, calls, progress)
    }
    begin()
  }

  /// Begins with a journal that was opened.
  func begin() {
    if journal.file.isWritable { journal.createIndex(path, policy, calls) }
    liveSize = journal.index?.header.liveSize ?? journal.contents.map(Self.size) ?? 0
    journal.lines = nil
    if journal.file.isWritable { flush() }
  }

  deinit { journal.file.close() }

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
    journal.contents = reading.contents
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
    do throws(FileFault) {
      try journal.file.write(text.bytes, at: journal.point.offset)
      try journal.file.sync()
    } catch {
      throw undoWrite(after: error)
    }
    journal.point.offset += text.bytes.count
    journal.point.checksum = text.checksum
    journal.point.lastSequence = max(last, change.lastSequence)
    journal.takeUp(change, text)
    noteSize(of: change, text)
    journal.contents?.apply(change)
    // The change is confirmed even if rewriting the file fails.
    if journal.point.offset > 2 * liveSize + policy.slack, isCompactable {
      do throws(StoreFailure) {
        try compact()
      } catch {
        if case .corrupt = error { isCompactable = false }
      }
    }
    flush()
  }

  private func noteSize(of change: StoreChange, _ text: JournalText) {
    if change.clears {
      liveSize = text.bytes.count
    } else if let contents = journal.contents {
      liveSize += Self.growth(of: change, from: contents)
    } else if let index = journal.index {
      liveSize = index.header.liveSize
    }
  }

  /// Lets the cache cover the lines that were written since it last did, if they are many. A failed
  /// write is tried again later; until then the lines are in memory, and are read when the journal
  /// is opened.
  private func flush() {
    guard let index = journal.index,
      journal.point.offset - index.covered > policy.uncovered
    else { return }
    do {
      try journal.index?.flush()
      if index.isMostlyOutdated {
        try journal.index?.rewrite(cachePath, like: journal.file.info(), calls)
      }
    } catch {
      // The next opening finds what the cache covered before.
    }
  }

  var cachePath: String { path + Self.cacheSuffix }

  /// The name of the cache follows that of the journal.
  static let cacheSuffix = ".cache"

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

  /// Rewrites the file without outdated lines and keeps the old file as an older version.
  package func compact() throws(StoreFailure) {
    if let breakdown { throw breakdown }
    let contents = try contents()
    let text = JournalText(of: contents)
    let index = journal.index
    journal.index = nil
    do throws(FileFault) {
      try rewrite(text.bytes)
    } catch {
      if breakdown == nil { journal.index = index }
      throw error.failure
    }
    // A cache of the old file fits neither to the new one nor to what comes after it.
    if index != nil { try? calls.remove(cachePath) }
    journal.point = JournalPoint(
      offset: text.bytes.count, checksum: text.checksum, lastSequence: contents.lastSequence)
    journal.lines = JournalIndex.Lines(text, contents)
    liveSize = text.bytes.count
    journal.createIndex(path, policy, calls)
    journal.lines = nil
  }

  private func rewrite(_ bytes: [UInt8]) throws(FileFault) {
    let info = try replaceableInfo()
    let fresh = try PartialFile(bytes, for: path, like: info, calls)
    do throws(FileFault) {
      try rotate(info)
      try fresh.replace()
    } catch {
      fresh.discard()
      throw error
    }
    journal.file.close()
    journal.file = fresh.file.named(path)
    do throws(FileFault) {
      try retrying(calls.syncFolder(path.parentFolder))
    } catch {
      // A power failure may bring back the old file, so changes appended to the new one would be
      // lost.
      breakdown = .unavailable("\(name) was rewritten and its folder not synced; open it again")
      throw error
    }
  }

  /// The attributes of the file if a new one can replace it: it must still have its name and no
  /// other hard link, which would keep the old state.
  private func replaceableInfo() throws(FileFault) -> FileInfo {
    let info = try journal.file.info()
    let named = try retrying(calls.info(of: path))
    guard named.isSameFile(as: info) else {
      throw .notReplaceable(path, "another file has its name by now; open it again")
    }
    let own = (1...max(1, policy.olderVersions)).filter { number in
      (try? calls.info(of: olderVersion(number)))?.isSameFile(as: info) == true
    }
    guard info.links <= 1 + own.count else {
      throw .notReplaceable(
        path, "it has another name (a hard link), which would keep the old state")
    }
    return info
  }

  private func olderVersion(_ number: Int) -> String { "\(path).\(number)" }

  /// Renames the older versions and links the current file as the newest of them.
  private func rotate(_ info: FileInfo) throws(FileFault) {
    guard policy.olderVersions > 0 else { return }
    for number in 1...policy.olderVersions {
      guard let older = try calls.regularInfo(of: olderVersion(number)) else { continue }
      // An interrupted rewrite has already linked this version.
      if number == 1, older.isSameFile(as: info) { return }
    }
    for number in (1..<policy.olderVersions).reversed() {
      try tolerating(calls.rename(olderVersion(number), to: olderVersion(number + 1)))
    }
    try tolerating(calls.remove(olderVersion(1)))
    try retrying(calls.link(path, to: olderVersion(1)))
  }
}
