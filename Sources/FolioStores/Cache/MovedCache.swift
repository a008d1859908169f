/// The cache of a journal that is rewritten: a copy of the old one, with other places of lines.
///
/// Everything else in it stays as it is, so no row is read again, and checkpoints are kept.
struct MovedCache {
  private let new: NewCacheFile
  /// The copies of parts, by the parts of the old cache.
  private var copies: [CacheFile.Part: CacheFile.Part] = [:]
  /// Checkpoints that cannot be read.
  private var damaged: Set<CacheFile.Part> = []
  /// The part that is being copied, and how many bytes of it are.
  private var open: (old: CacheFile.Part, new: CacheFile.Part, done: Int)?

  init(_ new: NewCacheFile) { self.new = new }

  /// The temporary path.
  var path: String { new.path }

  /// Removes the temporary file.
  func discard() { new.discard() }

  /// Copies the next bytes of what the old cache has now.
  /// - Parameters:
  ///   - size: the number of bytes, roughly.
  ///   - moved: the new place of a line, by the number of its group.
  /// - Returns: the number of bytes; zero once everything is copied.
  /// - Throws: `FileFault`; `CacheFault` if the old cache is damaged.
  mutating func goOn(
    _ size: Int, _ index: JournalIndex,
    _ moved: (_ number: Int, JournalText.Place) throws(CacheFault) -> JournalText.Place
  ) throws -> Int {
    guard let part = nextPart(of: index.header) else { return 0 }
    let content = CacheFile.content
    let count = min(part.old.count - part.done, max(1, size / content) * content)
    let source = FileBytes(file: index.file, part: part.old)
    let isRun = index.header.runs.contains(part.old)
    let copied: [UInt8]
    do throws(CacheFault) {
      var bytes = count == 0 ? [] : Array(try source.bytes(at: part.done, count: count))
      if isRun { try Run(source).moveLines(in: &bytes, at: part.done, moved) }
      copied = bytes
    } catch {
      if isRun { throw error }
      damaged.insert(part.old)
      return 1
    }
    try new.file.write(copied, at: part.done, of: part.new)
    open = (part.old, part.new, part.done + count)
    if part.done + count == part.old.count {
      copies[part.old] = part.new
      open = nil
    }
    return max(1, count)
  }

  private func nextPart(
    of header: CacheHeader
  ) -> (old: CacheFile.Part, new: CacheFile.Part, done: Int)? {
    // The index may have dropped or merged parts since the last step.
    let parts = header.runs + header.checkpoints.map(\.part)
    if let open, parts.contains(open.old), !damaged.contains(open.old) { return open }
    return parts.first { copies[$0] == nil && !damaged.contains($0) }
      .map { ($0, new.file.reserve($0.count), 0) }
  }

  /// Gives the cache its name.
  /// - Parameter header: that of the old cache with the lines of the new journal.
  func replacing(_ header: CacheHeader) throws -> JournalIndex {
    var header = header
    header.runs = try header.runs.map { part throws(CacheFault) in
      guard let copy = copies[part] else { throw CacheFault() }
      return copy
    }
    header.checkpoints = header.checkpoints.compactMap { kept in
      copies[kept.part].map { CacheHeader.KeptCheckpoint(place: kept.place, part: $0) }
    }
    try new.replace(&header)
    return try JournalIndex(new.file, header)
  }
}
