/// A small file that is read and replaced as a whole: whenever the power goes, either the old
/// bytes are there or the new ones.
package struct WholeFile: Sendable {
  /// Where it lies.
  package let path: String
  private let calls: any FileCalls

  /// A file, there or not.
  package init(_ path: String, _ calls: any FileCalls = SystemFiles()) {
    self.path = path
    self.calls = calls
  }

  /// Its bytes; nil where there is no such file.
  package func read() throws(StoreFailure) -> [UInt8]? {
    do throws(FileFault) {
      guard case .present(let real) = try target() else { return nil }
      let file = try JournalFile(real, .reading, calls)
      defer { file.close() }
      return try file.contents()
    } catch {
      if error.isMissingFile { return nil }
      throw error.failure
    }
  }

  /// Keeps other programs from what goes on with this file, for as long as the lock is held.
  /// - Throws: `unavailable` where another one has it.
  package func lock() throws(StoreFailure) -> FileLock {
    try FileLock(try writtenPath(), name: path, calls)
  }

  /// Puts bytes in the place of what it has, and returns when they are on the disk. The file keeps
  /// its owner and its permissions.
  package func replace(with bytes: [UInt8]) throws(StoreFailure) {
    let real = try writtenPath()
    do throws(FileFault) {
      let partial = try PartialFile(bytes, for: real, like: try facts(of: real), calls)
      do throws(FileFault) {
        try partial.replace()
      } catch {
        partial.discard()
        throw error
      }
      partial.close()
      try retrying { () throws(FileFault) in try calls.syncFolder(folder(of: real)) }
    } catch {
      throw error.failure
    }
  }

  private func target() throws(FileFault) -> PathTarget {
    try retrying { () throws(FileFault) in try calls.target(of: path) }
  }

  /// The path to be written: what a link leads to is replaced, not the link.
  private func writtenPath() throws(StoreFailure) -> String {
    do throws(FileFault) {
      switch try target() {
      case .present(let real): return real
      case .absent: return path
      case .danglingLink: break
      }
    } catch {
      throw error.failure
    }
    throw .conflict(.danglingLink(path))
  }

  /// What is known of the file to be replaced; nil where there is none.
  private func facts(of real: String) throws(FileFault) -> FileFacts? {
    do throws(FileFault) {
      let facts = try retrying { () throws(FileFault) in try calls.facts(of: real) }
      if facts.kind == .regular { return facts }
      throw .notRegular(real, facts.kind)
    } catch {
      if error.isMissingFile { return nil }
      throw error
    }
  }
}

/// A lock on a file beside the one that is meant (`PATH.lock`): held until it is forgotten, or the
/// program ends.
public final class FileLock: Sendable {
  private let file: JournalFile

  /// Takes the lock of a file: one writer at a time. What earlier writers have left half written is
  /// taken away.
  /// - Parameters:
  ///   - path: the file, by a path that is no link.
  ///   - name: what people call it.
  /// - Throws: `unavailable` where another program has the lock.
  package init(_ path: String, name: String, _ calls: any FileCalls) throws(StoreFailure) {
    do throws(FileFault) {
      let lock = try JournalFile("\(path).lock", .locking, calls)
      do throws(FileFault) {
        if try lock.lock() {
          Self.share(lock, with: path, calls)
          file = lock
          PartialFile.removeLeftovers(of: path, calls)
          return
        }
      } catch {
        lock.close()
        throw error
      }
      lock.close()
    } catch {
      // The lock is made where there is none, so that it is the folder that is missing.
      if error.isMissingFile { throw .noFolder(of: path) }
      throw error.failure
    }
    throw .isOpenElsewhere(name)
  }

  /// Gives the lock the owner, group and permissions of its file, so that everyone who may write
  /// the file may lock it. Only the owner of the lock can do this.
  private static func share(_ lock: JournalFile, with path: String, _ calls: any FileCalls) {
    do throws(FileFault) {
      let (own, wanted) = (try lock.facts(), try calls.facts(of: path))
      guard wanted.kind == .regular, own.permissions != wanted.permissions else { return }
      try lock.protect(like: wanted)
    } catch {
      // There is no file yet, or it is another user's; whoever has the lock already keeps it.
    }
  }

  /// Takes the file of the lock away, where nothing needs it any more.
  package func remove() { try? file.calls.remove(file.path) }

  deinit { file.close() }
}
