import FolioNumbers

/// Keeps rows in one file to which changes are only ever appended.
///
/// A change is confirmed when its lines are written and synced. Until then it lies behind the end
/// of what counts: whoever opens the file next cuts it off. The file is rewritten when most of it
/// is outdated: a new one is written and synced beside it and takes its name at one stroke, and
/// the old one stays as an older version.
package final class JournalKeeper: RecordKeeper {
  /// When a journal is rewritten, and what stays of the old one.
  package struct Policy: Sendable, Hashable {
    /// How many older versions of the file are kept: `NAME.1`, the newest, and so on.
    package var olderVersions = 3
    /// How many bytes of outdated lines are put up with, whatever their part of the file.
    package var slack = 1 << 16

    /// Three older versions, and 64 KB.
    package init() {}
  }

  /// What people call it.
  private let name: String
  /// Where it lies, links followed.
  private let path: String
  private let calls: any FileCalls
  private let policy: Policy
  private let access: StoreAccess
  private let lock: FileLock?
  private var file: JournalFile
  private var kept: StoreContents
  /// Where the next change is written.
  private var end: Int
  private var lastChecksum: UInt32
  /// About how long the file would be without outdated lines.
  private var liveSize: Int
  /// Why nothing more can be written until the file is opened anew.
  private var breakdown: StoreFailure?

  /// Opens a journal.
  /// - Parameter initial: what a journal that is made holds from the start.
  /// - Throws: `notFound`, `conflict` where one is to be made and is there, `unavailable` where
  ///   another writer has it open or the disk refuses, `unauthorized`, `corrupt`, `unsupported`.
  package init(
    _ name: String, _ access: StoreAccess, holding initial: StoreContents = StoreContents(),
    calls: any FileCalls = SystemFiles(), policy: Policy = Policy()
  ) throws(StoreFailure) {
    self.name = name
    self.calls = calls
    self.policy = policy
    self.access = access
    let opened: Opened
    if access == .creating {
      path = name
      try Self.requireAbsent(path, calls)
      lock = try FileLock(path, name: name, calls)
      opened = try Self.create(path, with: initial, calls)
    } else {
      path = try Self.find(name, calls)
      if access == .writing { try Self.require(path, name, calls) }
      lock = access.isReadOnly ? nil : try FileLock(path, name: name, calls)
      opened = try Self.open(path, name, access, calls)
    }
    (file, kept, end) = (opened.file, opened.kept, opened.end)
    lastChecksum = opened.lastChecksum
    liveSize = Self.size(of: kept)
  }

  deinit { file.close() }

  /// What is kept now. A journal opened for reading says what was kept when it was opened.
  package func contents() -> StoreContents { kept }

  /// Appends a change and returns when it is on the disk.
  package func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure) {
    if access.isReadOnly { throw .unavailable("\(name) is open for reading only") }
    if let breakdown { throw breakdown }
    guard before.lastSequence == kept.lastSequence else { throw .conflict(.storeChanged) }
    let (bytes, checksum) = JournalText(change, after: lastChecksum).written
    do throws(FileFault) {
      try file.write(bytes, at: end)
      try file.sync()
    } catch {
      throw takeBack(after: error)
    }
    end += bytes.count
    lastChecksum = checksum
    kept.apply(change)
    liveSize = change.clears ? bytes.count : liveSize + Self.growth(of: change, from: before)
    // The change is confirmed: that the file can't be rewritten now is no fault of it.
    if end > 2 * liveSize + policy.slack { try? compact() }
  }

  /// Cuts off what may have been written of a change that is not confirmed. Where that fails too,
  /// nobody knows what is on the disk, and nothing more is written until it has been read again.
  /// - Returns: what the caller is told.
  private func takeBack(after fault: FileFault) -> StoreFailure {
    do throws(FileFault) {
      try file.truncate(to: end)
      try file.sync()
      return fault.failure
    } catch {
      breakdown = .unavailable(
        "\(name) was left in an unknown state by a failed write; open it anew")
      return .unknownOutcome("\(fault.words); \(error.words)")
    }
  }

  /// Writes the file anew without outdated lines, and keeps the old one as an older version.
  package func compact() throws(StoreFailure) {
    if let breakdown { throw breakdown }
    let (bytes, checksum) = JournalText(of: kept).written
    do throws(FileFault) {
      try rewrite(bytes)
    } catch {
      throw error.failure
    }
    end = bytes.count
    lastChecksum = checksum
    liveSize = bytes.count
  }

  private func rewrite(_ bytes: [UInt8]) throws(FileFault) {
    let facts = try replaceableFacts()
    let fresh = try PartialFile(bytes, for: path, like: facts, calls)
    do throws(FileFault) {
      try rotate(facts)
      try fresh.replace()
    } catch {
      fresh.discard()
      throw error
    }
    file.close()
    file = fresh.file.named(path)
    do throws(FileFault) {
      try retrying { () throws(FileFault) in try calls.syncFolder(folder(of: path)) }
    } catch {
      // After a power cut the old file may be back: what is appended to the new one is not safe.
      breakdown = .unavailable("\(name) was rewritten and its folder not synced; open it anew")
      throw error
    }
  }

  /// What is known of the file, where a new one can take its place: it still has its name, and no
  /// other name under which it would live on.
  private func replaceableFacts() throws(FileFault) -> FileFacts {
    let facts = try file.facts()
    let named = try retrying { () throws(FileFault) in try calls.facts(of: path) }
    guard named.isSameFile(as: facts) else {
      throw .notReplaceable(path, "another file has its name by now; open it anew")
    }
    let own = (1...max(1, policy.olderVersions)).filter { number in
      (try? calls.facts(of: olderVersion(number)))?.isSameFile(as: facts) == true
    }
    guard facts.links <= 1 + own.count else {
      throw .notReplaceable(
        path, "it has another name (a hard link), which would keep the old state")
    }
    return facts
  }

  private func olderVersion(_ number: Int) -> String { "\(path).\(number)" }

  /// Makes room for one more older version, and makes the file of today that one.
  private func rotate(_ facts: FileFacts) throws(FileFault) {
    guard policy.olderVersions > 0 else { return }
    for number in 1...policy.olderVersions {
      let found = try tolerating { () throws(FileFault) in
        try calls.facts(of: olderVersion(number))
      }
      guard let older = found else { continue }
      if older.kind != .regular { throw .notRegular(olderVersion(number), older.kind) }
      // A rewrite that ended early has made this version already.
      if number == 1, older.isSameFile(as: facts) { return }
    }
    for number in (1..<policy.olderVersions).reversed() {
      try tolerating { () throws(FileFault) in
        try calls.rename(olderVersion(number), to: olderVersion(number + 1))
      }
    }
    try tolerating { () throws(FileFault) in try calls.remove(olderVersion(1)) }
    try retrying { () throws(FileFault) in try calls.link(path, to: olderVersion(1)) }
  }

  /// Makes a call to which it does not matter whether the file is there.
  @discardableResult
  private func tolerating<Answer>(
    _ call: () throws(FileFault) -> Answer
  ) throws(FileFault) -> Answer? {
    do throws(FileFault) {
      return try retrying(call)
    } catch {
      if error.isMissingFile { return nil }
      throw error
    }
  }
}
