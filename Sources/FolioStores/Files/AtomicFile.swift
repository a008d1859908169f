/// A small file that is read and replaced as a whole. After a power failure it has either the old
/// or the new bytes.
package struct AtomicFile: Sendable {
  /// The path of the file.
  package let path: String
  private let calls: any FileCalls

  /// Creates a reference to a file, which may not exist.
  package init(_ path: String, _ calls: any FileCalls = SystemFiles()) {
    self.path = path
    self.calls = calls
  }

  /// The bytes of the file; nil if it does not exist.
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

  /// Locks the file. Other programs cannot lock it until the lock is released.
  /// - Throws: `inUse` if another program holds the lock.
  package func lock() throws(StoreFailure) -> FileLock {
    try FileLock(try writtenPath(), name: path, calls)
  }

  /// Replaces the contents and returns once they are on the disk. The file keeps its owner and
  /// permissions.
  /// - Parameter isPrivate: whether only the owner can read the file afterwards, whatever its
  ///   permissions were.
  package func replace(with bytes: [UInt8], isPrivate: Bool = false) throws(StoreFailure) {
    let real = try writtenPath()
    do throws(FileFault) {
      let old = isPrivate ? nil : try calls.regularInfo(of: real)
      let partial = try PartialFile(bytes, for: real, like: old, calls)
      do throws(FileFault) {
        try partial.replace()
      } catch {
        partial.discard()
        throw error
      }
      partial.close()
      try retrying(calls.syncFolder(real.parentFolder))
    } catch {
      throw error.failure
    }
  }

  private func target() throws(FileFault) -> PathTarget {
    try retrying(calls.target(of: path))
  }

  /// The path to write: the target of a link, not the link itself.
  private func writtenPath() throws(StoreFailure) -> String {
    switch try asStoreFailure(target()) {
    case .present(let real): return real
    case .absent: return path
    case .danglingLink: throw .conflict(.danglingLink(path))
    }
  }
}

/// A lock on the file `PATH.lock` next to a file. It is held until the object is released or the
/// program ends.
public final class FileLock: Sendable {
  private let file: JournalFile

  /// Takes the lock of a file and removes incomplete files of earlier writers.
  /// - Parameters:
  ///   - path: the path of the file, not itself a link.
  ///   - name: the name for messages.
  ///   - kept: the paths of incomplete files of this writer.
  /// - Throws: `inUse` if another program holds the lock.
  package init(
    _ path: String, name: String, keeping kept: [String] = [], _ calls: any FileCalls
  ) throws(StoreFailure) {
    do throws(FileFault) {
      let lock = try JournalFile("\(path).lock", .locking, calls)
      do throws(FileFault) {
        if try lock.lock() {
          Self.share(lock, with: path, calls)
          file = lock
          PartialFile.removeLeftovers(of: path, except: kept, calls)
          return
        }
      } catch {
        lock.close()
        throw error
      }
      lock.close()
    } catch {
      // The lock file is created on demand, so a missing file means that the folder is missing.
      if error.isMissingFile { throw .noFolder(of: path) }
      throw error.failure
    }
    throw .isOpenElsewhere(name)
  }

  /// Gives the lock file the owner, group and permissions of its file, so that all users who can
  /// write the file can also lock it. Only the owner of the lock file can do this.
  private static func share(_ lock: JournalFile, with path: String, _ calls: any FileCalls) {
    do throws(FileFault) {
      let (own, wanted) = (try lock.info(), try calls.info(of: path))
      guard wanted.kind == .regular, own.permissions != wanted.permissions else { return }
      try lock.protect(like: wanted)
    } catch {
      // The file does not exist yet, or another user owns it. The lock file stays unchanged.
    }
  }

  /// Removes the lock file when it is no longer needed.
  package func remove() { try? file.calls.remove(file.path) }

  deinit { file.close() }
}
