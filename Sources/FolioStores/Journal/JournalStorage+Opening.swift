// Opening and creating journals.
extension JournalStorage {
  /// An open journal, and the data read from it.
  struct OpenJournal {
    var file: JournalFile
    /// Where the rows are; nil if lines are damaged, or repaired only in memory.
    var outline: JournalOutline?
    /// The contents of a journal without an outline. It is never written.
    var contents: StoreContents?
    /// The point at which the next change is written.
    var point: JournalPoint
    /// Whether an incomplete change followed.
    var foundIncompleteChange = false
    /// The line breaks of the file, as far as they were counted.
    var lineBreaks = LineBreaks()
  }

  /// The path of an existing store, with links resolved.
  /// - Throws: `notFound`.
  package static func find(
    _ path: String, _ calls: any FileCalls
  ) throws(StoreFailure) -> String {
    let target = try asStoreFailure(retrying(calls.target(of: path)))
    if case .present(let real) = target { return real }
    throw .notFound(.store(path))
  }

  /// Checks that nothing exists at the path of a new store.
  /// - Throws: `conflict`.
  package static func requireAbsent(_ path: String, _ calls: any FileCalls) throws(StoreFailure) {
    switch try asStoreFailure(retrying(calls.target(of: path))) {
    case .absent: return
    case .present: throw .conflict(.storeExists(path))
    case .danglingLink: throw .conflict(.danglingLink(path))
    }
  }

  /// Whether a file begins as a journal.
  package static func isJournal(_ path: String, _ calls: any FileCalls) -> Bool {
    guard let file = try? JournalFile(path, .reading, calls) else { return false }
    defer { file.close() }
    return (try? file.bytes(at: 0, count: 64)).map(StoreKind.file.recognizes) ?? false
  }

  /// Opens and reads a file. For writing, also removes an incomplete last change, repairs lost
  /// bytes and syncs the file.
  /// - Parameter outlines: whether the caller reads all rows, which verifies them.
  static func open(
    _ path: String, _ name: String, _ access: StoreAccess, _ policy: Policy,
    _ calls: any FileCalls, _ progress: StoreKind.Progress? = nil, outlines: Bool = false
  ) throws(StoreFailure) -> OpenJournal {
    let mode: FileMode = access.isReadOnly ? .reading : .writing
    let file = try asStoreFailure(JournalFile(path, mode, calls))
    do throws(StoreFailure) {
      return try read(file, name, access, policy, progress, outlines)
    } catch {
      file.close()
      throw error
    }
  }

  private static func read(
    _ file: JournalFile, _ name: String, _ access: StoreAccess, _ policy: Policy,
    _ progress: StoreKind.Progress?, _ outlines: Bool
  ) throws(StoreFailure) -> OpenJournal {
    // The name of the lock file does not protect a file with several hard links, so the file
    // itself is locked too.
    if !access.isReadOnly, !(try asStoreFailure(file.lock())) { throw .isOpenElsewhere(name) }
    if access != .salvaging,
      let outline = JournalOutline(file, verifiesLines: !outlines, progress: progress)
    {
      let end = outline.point.offset
      if !access.isReadOnly { try asStoreFailure(settle(file, end, end, [])) }
      return OpenJournal(file: file, outline: outline, point: outline.point)
    }
    let bytes = try asStoreFailure(file.contents(progress: progress))
    let reading = JournalReading(bytes)
    if let format = reading.laterFormat { throw .laterVersion(name, format) }
    if reading.contents.groups.isEmpty, !reading.damage.isEmpty, access != .salvaging,
      let format = JournalReading.otherFormat(bytes, at: name)
    {
      throw .unsupported("\(name): \(format)")
    }
    guard reading.damage.isEmpty || access == .salvaging else {
      throw .corrupt(
        StoreDamage(
          name: name, places: reading.damage, readableGroups: reading.contents.groups.count))
    }
    if !access.isReadOnly {
      try asStoreFailure(settle(file, bytes.count, reading.end, reading.repairs))
    }
    var journal = OpenJournal(
      file: file, point: reading.point, foundIncompleteChange: bytes.count > reading.end)
    if access == .salvaging || access.isReadOnly && !reading.repairs.isEmpty {
      journal.contents = reading.contents
    } else {
      journal.outline = JournalOutline(
        of: reading.contents, at: reading.places, end: reading.point)
    }
    return journal
  }

  /// Truncates an unconfirmed change, restores single bytes lost in a write, and syncs the file,
  /// since its last writer may have ended before syncing.
  private static func settle(
    _ file: JournalFile, _ length: Int, _ end: Int, _ repairs: [JournalRepair]
  ) throws(FileFault) {
    if length > end { try file.truncate(to: end) }
    for repair in repairs { try file.write([repair.byte], at: repair.offset) }
    try file.sync()
    try retrying(file.calls.syncFolder(file.path.parentFolder))
  }

  /// Creates a journal atomically. If this throws, no journal exists.
  static func create(
    _ path: String, with contents: StoreContents, _ calls: any FileCalls
  ) throws(StoreFailure) -> OpenJournal {
    let text = JournalText(of: contents)
    let partial = try asStoreFailure(PartialFile(text.bytes, for: path, calls))
    do throws(StoreFailure) {
      try partial.publish()
      let end = JournalPoint(
        offset: text.bytes.count, checksum: text.checksum, lastSequence: contents.lastSequence)
      return OpenJournal(
        file: partial.file.named(path),
        outline: JournalOutline(of: contents, at: text.places, end: end), point: end)
    } catch {
      partial.discard()
      throw error
    }
  }
}
