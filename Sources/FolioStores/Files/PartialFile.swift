/// A file that is written and synced under the temporary name `PATH.TOKEN.partial` before it gets
/// its final name. A partially written file is never visible under the final name.
package struct PartialFile {
  /// The temporary path.
  package let path: String
  /// The final path.
  private let target: String
  private let calls: any FileCalls
  let file: JournalFile

  /// The maximum number of temporary names to try.
  private static let attempts = 16
  private static let ending = ".partial"
  /// The suffixes of files that SQLite creates next to a database.
  private static let neighbours = [""] + StoreKind.databaseCompanions

  /// Creates an empty file that only its owner can read. Existing files and links are left
  /// unchanged.
  package init(for target: String, _ calls: any FileCalls) throws(FileFault) {
    for attempt in 1...Self.attempts {
      let path = "\(target).\(calls.token())\(Self.ending)"
      do throws(FileFault) {
        file = try JournalFile(path, .creating, calls)
        (self.path, self.target, self.calls) = (path, target, calls)
        return
      } catch {
        if !error.isExistingFile || attempt == Self.attempts { throw error }
      }
    }
    throw FileFault("open", target, code: .noSpaceLeft)
  }

  /// Creates a file with these bytes and syncs it.
  /// - Parameter old: the file to replace, whose owner and permissions are copied; nil if there is
  ///   none.
  init(
    _ bytes: [UInt8], for target: String, like old: FileInfo? = nil, _ calls: any FileCalls
  ) throws(FileFault) {
    try self.init(for: target, calls)
    do throws(FileFault) {
      // Lock the file before it gets its final name, so that no other program can write to the
      // journal.
      _ = try file.lock()
      try file.write(bytes, at: 0)
      if let old { try file.protect(like: old) }
      try file.sync()
    } catch {
      discard()
      throw error
    }
  }

  /// Returns once all written data is on the disk.
  package func sync() throws(FileFault) { try file.sync() }

  /// Renames the file to its final name and replaces any existing file. Does not sync the folder.
  func replace() throws(FileFault) {
    try retrying(calls.rename(path, to: target))
  }

  /// Gives the file its final name, which must not exist yet, and syncs the folder. If this throws,
  /// the name does not exist, except after `unknownOutcome`.
  /// - Throws: `storeExists` if the name exists; `unknownOutcome` if the name may or may not exist
  ///   after a power failure.
  package func publish() throws(StoreFailure) {
    do throws(FileFault) {
      try takeFreeName()
    } catch {
      throw error.isExistingFile ? .conflict(.storeExists(target)) : error.failure
    }
    do throws(FileFault) {
      try retrying(calls.syncFolder(target.parentFolder))
    } catch {
      do throws(FileFault) {
        try retrying(calls.remove(target))
      } catch let second {
        throw .unknownOutcome("\(error.message); \(second.message)")
      }
      throw error.failure
    }
  }

  private func takeFreeName() throws(FileFault) {
    do throws(FileFault) {
      try retrying(calls.link(path, to: target))
      // If this fails, the next program that takes the lock removes the file.
      try? calls.remove(path)
    } catch {
      guard error.isWithoutLinks else { throw error }
      // The lock prevents other stores from taking the name between these two calls.
      if case .absent = try calls.target(of: target) { return try replace() }
      throw FileFault("link", target, code: .fileExists)
    }
  }

  /// Closes and removes the temporary file.
  package func discard() {
    file.close()
    try? calls.remove(path)
  }

  /// Closes the file and leaves its name unchanged.
  package func close() { file.close() }

  /// Removes temporary files of a file that interrupted programs left. The caller must hold
  /// the lock of the file, so that no other program needs such files.
  /// - Parameters:
  ///   - info: restricts removal to hard links to this file, which requires no lock.
  ///   - kept: the paths of files that the caller needs.
  package static func removeLeftovers(
    of path: String, namesOf info: FileInfo? = nil, except kept: [String] = [],
    _ calls: any FileCalls
  ) {
    let target = path.lastPathComponent
    let targets = [target, target + JournalStorage.oldCacheSuffix]
    let start = String(decoding: path.utf8.dropLast(target.utf8.count), as: UTF8.self)
    for name in (try? calls.names(in: path.parentFolder)) ?? []
    where targets.contains(where: { isLeftover(name, of: $0) }) && !kept.contains(start + name) {
      guard let found = try? calls.info(of: start + name), found.kind == .regular else { continue }
      if info.map({ $0.isSameFile(as: found) }) ?? true { try? calls.remove(start + name) }
    }
  }

  /// Whether a name is a temporary name of this type, or belongs to a file that SQLite creates next
  /// to such a file.
  private static func isLeftover(_ name: String, of target: String) -> Bool {
    neighbours.contains { neighbour in
      let length = target.utf8.count + 1 + 16 + ending.utf8.count + neighbour.utf8.count
      guard name.utf8.count == length, name.utf8.starts(with: "\(target).".utf8) else {
        return false
      }
      let rest = name.utf8.dropFirst(target.utf8.count + 1)
      return rest.dropFirst(16).elementsEqual("\(ending)\(neighbour)".utf8)
        && rest.prefix(16).allSatisfy { Checksum.isDigit($0) }
    }
  }
}
