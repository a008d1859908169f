// How a journal comes to be open.
extension JournalKeeper {
  struct Opened {
    var file: JournalFile
    var kept: StoreContents
    var end: Int
    var lastChecksum: UInt32
  }

  /// The path of a store that is there, links followed.
  /// - Throws: `notFound`.
  package static func find(
    _ path: String, _ calls: any FileCalls
  ) throws(StoreFailure) -> String {
    do throws(FileFault) {
      let target = try retrying { () throws(FileFault) in try calls.target(of: path) }
      if case .present(let real) = target { return real }
    } catch {
      throw error.failure
    }
    throw .notFound(.store(path))
  }

  /// Sees that nothing has the path of a store that is to be made.
  /// - Throws: `conflict`.
  package static func requireAbsent(_ path: String, _ calls: any FileCalls) throws(StoreFailure) {
    do throws(FileFault) {
      switch try retrying({ () throws(FileFault) in try calls.target(of: path) }) {
      case .absent: return
      case .present: break
      case .danglingLink: throw FileFault("follow", path, code: .fileExists)
      }
    } catch {
      throw error.isExistingFile ? .conflict(.danglingLink(path)) : error.failure
    }
    throw .conflict(.storeExists(path))
  }

  /// Sees that there is a journal to be opened, before a lock is made for it.
  static func require(
    _ path: String, _ name: String, _ calls: any FileCalls
  ) throws(StoreFailure) {
    do throws(FileFault) {
      calls.close(try retrying { () throws(FileFault) in try calls.open(path, .reading) })
    } catch {
      throw error.isMissingFile ? .notFound(.store(name)) : error.failure
    }
  }

  /// Opens a file and reads it; for writing also makes sure that what counts is on the disk and
  /// nothing else is in the file.
  static func open(
    _ path: String, _ name: String, _ access: StoreAccess, _ calls: any FileCalls
  ) throws(StoreFailure) -> Opened {
    let file: JournalFile
    do throws(FileFault) {
      file = try JournalFile(path, access.isReadOnly ? .reading : .writing, calls)
    } catch {
      throw error.isMissingFile ? .notFound(.store(name)) : error.failure
    }
    do throws(StoreFailure) {
      return try read(file, name, access)
    } catch {
      file.close()
      throw error
    }
  }

  private static func read(
    _ file: JournalFile, _ name: String, _ access: StoreAccess
  ) throws(StoreFailure) -> Opened {
    let bytes: [UInt8]
    do throws(FileFault) {
      // Through another hard link the lock has another name, and the file is still the same.
      if !access.isReadOnly, !(try file.lock()) { throw FileFault("lock", name, code: 0) }
      bytes = try file.contents()
    } catch {
      throw error.code == 0 ? .isOpenElsewhere(name) : error.failure
    }
    let reading = JournalReading(bytes)
    if let format = reading.laterFormat { throw .laterVersion(name, format) }
    guard reading.damage.isEmpty || access == .salvaging else {
      throw .corrupt(
        StoreDamage(
          name: name, places: reading.damage, readableGroups: reading.contents.groups.count))
    }
    if !access.isReadOnly { try settle(file, bytes.count, reading) }
    return Opened(
      file: file, kept: reading.contents, end: reading.end, lastChecksum: reading.lastChecksum)
  }

  /// Cuts off a change that was never confirmed, puts back single bytes that a lost write left out,
  /// and syncs what counts: whoever wrote it may have been killed before that.
  private static func settle(
    _ file: JournalFile, _ length: Int, _ reading: JournalReading
  ) throws(StoreFailure) {
    do throws(FileFault) {
      if length > reading.end { try file.truncate(to: reading.end) }
      for mend in reading.mends { try file.write([mend.byte], at: mend.offset) }
      try file.sync()
      try retrying { () throws(FileFault) in
        try file.calls.syncFolder(folder(of: file.path))
      }
    } catch {
      throw error.failure
    }
  }

  /// Makes a journal under its name in one step. When it throws, there is none.
  static func create(
    _ path: String, with contents: StoreContents, _ calls: any FileCalls
  ) throws(StoreFailure) -> Opened {
    let (bytes, checksum) = JournalText(of: contents).written
    let partial: PartialFile
    do throws(FileFault) {
      partial = try PartialFile(bytes, for: path, calls)
    } catch {
      throw error.isMissingFile ? .noFolder(of: path) : error.failure
    }
    do throws(StoreFailure) {
      try partial.publish()
      return Opened(
        file: partial.file.named(path), kept: contents, end: bytes.count, lastChecksum: checksum)
    } catch {
      partial.discard()
      throw error
    }
  }
}
