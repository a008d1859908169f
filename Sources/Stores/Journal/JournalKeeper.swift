import ExactNumbers

/// Keeps rows in one file to which changes are only ever appended.
///
/// A change is confirmed when its lines are written and synced. Until then it lies behind the end
/// of what counts: whoever opens the file next cuts it off. The file is rewritten when most of it
/// is outdated: a new one is written and synced beside it and takes its name at one stroke, and
/// the old one stays as an older version.
public final class JournalKeeper: RecordKeeper {
  /// How a journal is opened.
  public enum Access: Sendable, Hashable {
    /// To be read: beside whoever writes, and without touching the file.
    case reading
    /// To be read as far as it can be: damaged lines are passed over.
    case salvaging
    /// To be read and written; it has to be there.
    case writing
    /// To be made; nothing may be there.
    case creating

    /// Whether nothing is ever written.
    public var isReadOnly: Bool { self == .reading || self == .salvaging }
  }

  /// When a journal is rewritten, and what stays of the old one.
  public struct Policy: Sendable, Hashable {
    /// How many older versions of the file are kept: `NAME.1`, the newest, and so on.
    public var olderVersions = 3
    /// How many bytes of outdated lines are put up with, whatever their part of the file.
    public var slack = 1 << 16

    /// Three older versions, and 64 KB.
    public init() {}
  }

  private let path: String
  private let calls: any FileCalls
  private let policy: Policy
  private let access: Access
  private var lock: JournalFile?
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
  /// - Throws: `notFound`, `conflict` where one is to be made and is there, `unavailable` where
  ///   another writer has it open or the disk refuses, `unauthorized`, `corrupt`.
  public init(
    _ path: String, _ access: Access, calls: any FileCalls = SystemFiles(),
    policy: Policy = Policy()
  ) throws(StoreFailure) {
    self.path = path
    self.calls = calls
    self.policy = policy
    self.access = access
    if access == .writing { try Self.require(path, calls) }
    let lock = access.isReadOnly ? nil : try Self.lock(path, calls)
    do throws(StoreFailure) {
      (file, kept, end, lastChecksum) = try Self.open(path, access, calls)
    } catch {
      lock?.close()
      throw error
    }
    self.lock = lock
    liveSize = Self.size(of: kept)
  }

  deinit {
    file.close()
    lock?.close()
  }

  /// What is kept now. A journal opened for reading says what was kept when it was opened.
  public func contents() -> StoreContents { kept }

  /// Appends a change and returns when it is on the disk.
  public func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure) {
    if access.isReadOnly { throw .unavailable("\(path) is open for reading only") }
    if let breakdown { throw breakdown }
    let (bytes, checksum) = JournalText(change, after: lastChecksum).written
    do throws(FileFault) {
      try file.write(bytes, at: end)
      try file.sync()
    } catch {
      takeBack(after: error)
      throw error.failure
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
  private func takeBack(after fault: FileFault) {
    do throws(FileFault) {
      try file.truncate(to: end)
      try file.sync()
    } catch {
      breakdown = .unavailable(
        "\(path) was left in an unknown state by a failed write; open it anew")
    }
  }

  /// Writes the file anew without outdated lines, and keeps the old one as an older version.
  public func compact() throws(StoreFailure) {
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
    let fresh = try Self.write(bytes, beside: path, calls)
    do throws(FileFault) {
      try rotate()
      try retrying { () throws(FileFault) in
        try calls.rename(Self.partial(path), to: path)
      }
    } catch {
      fresh.close()
      try? calls.remove(Self.partial(path))
      throw error
    }
    file.close()
    file = fresh
    do throws(FileFault) {
      try retrying { () throws(FileFault) in try calls.syncFolder(Self.folder(of: path)) }
    } catch {
      // After a power cut the old file may be back: what is appended to the new one is not safe.
      breakdown = .unavailable("\(path) was rewritten and its folder not synced; open it anew")
      throw error
    }
  }

  /// Makes room for one more older version, and makes the file of today that one.
  private func rotate() throws(FileFault) {
    guard policy.olderVersions > 0 else { return }
    for number in (1..<policy.olderVersions).reversed() {
      try tolerating { () throws(FileFault) in
        try calls.rename("\(path).\(number)", to: "\(path).\(number + 1)")
      }
    }
    try tolerating { () throws(FileFault) in try calls.remove("\(path).1") }
    try retrying { () throws(FileFault) in try calls.link(path, to: "\(path).1") }
  }

  /// Makes a call to which it does not matter whether the file is there.
  private func tolerating(_ call: () throws(FileFault) -> Void) throws(FileFault) {
    do throws(FileFault) {
      try retrying(call)
    } catch {
      if !error.isMissingFile { throw error }
    }
  }
}
