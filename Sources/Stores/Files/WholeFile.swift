/// A small file that is read and replaced as a whole: whenever the power goes, either the old
/// bytes are there or the new ones.
public struct WholeFile: Sendable {
  /// Where it lies.
  public let path: String
  private let calls: any FileCalls

  /// A file, there or not.
  public init(_ path: String, _ calls: any FileCalls = SystemFiles()) {
    self.path = path
    self.calls = calls
  }

  /// Its bytes; nil where there is no such file.
  public func read() throws(StoreFailure) -> [UInt8]? {
    do throws(FileFault) {
      let file = try JournalFile(path, .reading, calls)
      defer { file.close() }
      return try file.contents()
    } catch {
      if error.isMissingFile { return nil }
      throw error.failure
    }
  }

  /// Keeps other programs from what goes on with this file, for as long as the lock is held.
  /// - Throws: `unavailable` where another one has it.
  public func lock() throws(StoreFailure) -> FileLock {
    FileLock(try JournalKeeper.lock(path, calls))
  }

  /// Puts bytes in the place of what it has, and returns when they are on the disk.
  public func replace(with bytes: [UInt8]) throws(StoreFailure) {
    let partial = JournalKeeper.partial(path)
    do throws(FileFault) {
      try JournalKeeper.write(bytes, beside: path, calls).close()
      try retrying { () throws(FileFault) in try calls.rename(partial, to: path) }
      try retrying { () throws(FileFault) in
        try calls.syncFolder(JournalKeeper.folder(of: path))
      }
    } catch {
      throw error.failure
    }
  }
}

/// A lock on a file beside the one that is meant (`PATH.lock`): held until it is forgotten, or the
/// program ends.
public final class FileLock: Sendable {
  private let file: JournalFile

  init(_ file: JournalFile) { self.file = file }

  deinit { file.close() }
}
