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
