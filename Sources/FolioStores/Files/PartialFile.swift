/// A file that is written and synced under a name of its own, `PATH.TOKEN.partial`, before it
/// takes the name that it is for. Nobody ever sees half of it under that name.
package struct PartialFile {
  /// What the file is called until then.
  package let path: String
  /// The name that it is for.
  private let target: String
  private let calls: any FileCalls
  let file: JournalFile

  /// How many names are tried.
  private static let attempts = 16
  private static let ending = ".partial"
  /// What SQLite keeps beside a file that it writes.
  private static let neighbours = ["", "-wal", "-shm", "-journal"]

  /// Makes an empty file that nobody else can read. Whatever lies there already, such as a planted
  /// link, is left alone.
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

  /// Makes a file with these bytes and syncs it.
  /// - Parameter old: the file that it is to replace, whose owner and permissions it gets.
  init(
    _ bytes: [UInt8], for target: String, like old: FileFacts? = nil, _ calls: any FileCalls
  ) throws(FileFault) {
    try self.init(for: target, calls)
    do throws(FileFault) {
      // Whoever writes a journal has it locked, from the moment that it has its name.
      _ = try file.lock()
      try file.write(bytes, at: 0)
      if let old { try file.protect(like: old) }
      try file.sync()
    } catch {
      discard()
      throw error
    }
  }

  /// Returns when what was written is on the disk.
  package func sync() throws(FileFault) { try file.sync() }

  /// Takes its name, in the place of what has it. The folder is not synced yet.
  func replace() throws(FileFault) {
    try retrying { () throws(FileFault) in try calls.rename(path, to: target) }
  }

  /// Takes its name, which nothing may have, and syncs the folder. When it throws, nothing has the
  /// name.
  /// - Throws: `storeExists` where something has the name, `unknownOutcome` where nobody knows
  ///   whether the file has it after a power cut.
  package func publish() throws(StoreFailure) {
    do throws(FileFault) {
      try takeFreeName()
    } catch {
      throw error.isExistingFile ? .conflict(.storeExists(target)) : error.failure
    }
    do throws(FileFault) {
      try retrying { () throws(FileFault) in try calls.syncFolder(folder(of: target)) }
    } catch {
      do throws(FileFault) {
        try retrying { () throws(FileFault) in try calls.remove(target) }
      } catch let second {
        throw .unknownOutcome("\(error.words); \(second.words)")
      }
      throw error.failure
    }
  }

  private func takeFreeName() throws(FileFault) {
    do throws(FileFault) {
      try retrying { () throws(FileFault) in try calls.link(path, to: target) }
      // What stays is removed by whoever takes the lock next.
      try? calls.remove(path)
    } catch {
      guard error.isWithoutLinks else { throw error }
      // The lock keeps other stores from the name between these two calls.
      if case .absent = try calls.target(of: target) { return try replace() }
      throw FileFault("link", target, code: .fileExists)
    }
  }

  /// Closes the file and takes it away.
  package func discard() {
    file.close()
    try? calls.remove(path)
  }

  /// Closes the file, whatever its name.
  package func close() { file.close() }

  /// Takes away what programs that ended early have left beside a file. Only whoever holds the lock
  /// of the file may do this: nobody else writes any then.
  /// - Parameter facts: takes away other names of this file alone; that needs no lock.
  package static func removeLeftovers(
    of path: String, namesOf facts: FileFacts? = nil, _ calls: any FileCalls
  ) {
    let target = lastName(of: path)
    let start = String(decoding: path.utf8.dropLast(target.utf8.count), as: UTF8.self)
    for name in (try? calls.names(in: folder(of: path))) ?? []
    where isLeftover(name, of: target) {
      guard let found = try? calls.facts(of: start + name), found.kind == .regular else { continue }
      if facts.map({ $0.isSameFile(as: found) }) ?? true { try? calls.remove(start + name) }
    }
  }

  /// Whether a name is one that `init` gives, or that of what SQLite keeps beside such a file.
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
