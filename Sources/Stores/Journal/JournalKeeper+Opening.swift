// How a journal comes to be open.
extension JournalKeeper {
  typealias Opened = (file: JournalFile, kept: StoreContents, end: Int, lastChecksum: UInt32)

  /// Takes the lock of a journal: one writer at a time.
  static func lock(
    _ path: String, _ calls: any FileCalls
  ) throws(StoreFailure) -> JournalFile {
    do throws(FileFault) {
      let lock = try JournalFile("\(path).lock", .locking, calls)
      do throws(FileFault) {
        if try lock.lock() { return lock }
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
    throw .unavailable("\(path) is open in another program; close it there first")
  }

  /// Sees that there is a journal to be opened, before a lock is made for it.
  static func require(_ path: String, _ calls: any FileCalls) throws(StoreFailure) {
    do throws(FileFault) {
      calls.close(try retrying { () throws(FileFault) in try calls.open(path, .reading) })
    } catch {
      throw error.isMissingFile ? .notFound(.store(path)) : error.failure
    }
  }

  /// Opens a file and reads it; for writing also makes sure that what counts is on the disk and
  /// nothing else is in the file.
  static func open(
    _ path: String, _ access: Access, _ calls: any FileCalls
  ) throws(StoreFailure) -> Opened {
    if access == .creating { try create(path, calls) }
    let file: JournalFile
    let bytes: [UInt8]
    do throws(FileFault) {
      file = try JournalFile(path, access.isReadOnly ? .reading : .writing, calls)
    } catch {
      throw error.isMissingFile ? .notFound(.store(path)) : error.failure
    }
    do throws(FileFault) {
      bytes = try file.contents()
    } catch {
      file.close()
      throw error.failure
    }
    let reading = JournalReading(bytes)
    guard reading.damage.isEmpty || access == .salvaging else {
      file.close()
      throw .corrupt(
        StoreDamage(
          name: path, places: reading.damage, readableGroups: reading.contents.groups.count))
    }
    if !access.isReadOnly { try settle(file, bytes.count, reading.end) }
    return (file, reading.contents, reading.end, reading.lastChecksum)
  }

  /// Cuts off a change that was never confirmed, and syncs what counts: whoever wrote it may have
  /// been killed before that.
  private static func settle(
    _ file: JournalFile, _ length: Int, _ end: Int
  ) throws(StoreFailure) {
    do throws(FileFault) {
      if length > end { try file.truncate(to: end) }
      try file.sync()
      try retrying { () throws(FileFault) in
        try file.calls.syncFolder(folder(of: file.path))
      }
    } catch {
      file.close()
      throw error.failure
    }
  }

  /// Makes an empty journal under its name at one stroke.
  private static func create(_ path: String, _ calls: any FileCalls) throws(StoreFailure) {
    if let there = try? calls.open(path, .reading) {
      calls.close(there)
      throw .conflict(.storeExists(path))
    }
    try WholeFile(path, calls).replace(with: JournalText(of: StoreContents()).written.bytes)
  }

  /// Writes and syncs a file beside the journal, which is to take its name.
  static func write(
    _ bytes: [UInt8], beside path: String, _ calls: any FileCalls
  ) throws(FileFault) -> JournalFile {
    let file = try JournalFile(partial(path), .creating, calls)
    do throws(FileFault) {
      try file.write(bytes, at: 0)
      try file.sync()
    } catch {
      file.close()
      try? calls.remove(partial(path))
      throw error
    }
    return file
  }

  /// The name of a file that is being written.
  static func partial(_ path: String) -> String { "\(path).partial" }

  /// The folder in which a file lies.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
