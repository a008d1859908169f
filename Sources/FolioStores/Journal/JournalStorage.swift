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

    /// Creates the default policy: three older versions, and 64 KB of outdated lines.
    package init() {}
  }

  /// The name for messages.
  private let name: String
  /// The path with links resolved.
  private let path: String
  private let calls: any FileCalls
  private let policy: Policy
  private let access: StoreAccess
  private let lock: FileLock?
  private var journal: OpenJournal
  /// The approximate size of the file without outdated lines.
  private var liveSize: Int
  /// The reason why no change can be written until the file is reopened; nil if there is none.
  private var breakdown: StoreFailure?

  /// Opens a journal.
  /// - Parameter initial: the initial contents of a new journal.
  /// - Throws: `notFound`; `conflict` if a new journal already exists; `inUse` if another program
  ///   has it open for writing; `unavailable` if the disk fails; `unauthorized`, `corrupt`,
  ///   `unsupported`.
  package init(
    _ name: String, _ access: StoreAccess, holding initial: StoreContents = StoreContents(),
    calls: any FileCalls = SystemFiles(), policy: Policy = Policy()
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
      lock = access.isReadOnly ? nil : try FileLock(path, name: name, calls)
      journal = try Self.open(path, name, access, calls)
    }
    liveSize = Self.size(of: journal.contents)
  }

  deinit { journal.file.close() }

  /// The current contents. A journal opened for reading returns the contents at the time of
  /// opening.
  package func contents() -> StoreContents { journal.contents }

  /// Whether the last change of the file was incomplete when it was opened.
  package var foundIncompleteChange: Bool { journal.foundIncompleteChange }

  /// Appends a change and returns once it is on the disk.
  package func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure) {
    if access.isReadOnly { throw .unavailable("\(name) is open for reading only") }
    if let breakdown { throw breakdown }
    guard before.lastSequence == journal.contents.lastSequence else {
      throw .conflict(.storeChanged)
    }
    let text = JournalText(change, after: journal.lastChecksum)
    do throws(FileFault) {
      try journal.file.write(text.bytes, at: journal.end)
      try journal.file.sync()
    } catch {
      throw undoWrite(after: error)
    }
    journal.end += text.bytes.count
    journal.lastChecksum = text.checksum
    journal.contents.apply(change)
    liveSize = change.clears ? text.bytes.count : liveSize + Self.growth(of: change, from: before)
    // The change is confirmed even if rewriting the file fails.
    if journal.end > 2 * liveSize + policy.slack { try? compact() }
  }

  /// Truncates the file after a failed write. If that fails too, the state of the disk is unknown,
  /// and nothing more is written until the file has been read again.
  /// - Returns: the failure to throw.
  private func undoWrite(after fault: FileFault) -> StoreFailure {
    do throws(FileFault) {
      try journal.file.truncate(to: journal.end)
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
    let text = JournalText(of: journal.contents)
    try asStoreFailure(rewrite(text.bytes))
    (journal.end, journal.lastChecksum) = (text.bytes.count, text.checksum)
    liveSize = text.bytes.count
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
