// The lines of the file: what messages cite.
extension JournalStorage {
  /// The line that has the current version of a group, or of the head for nil.
  package func place(ofGroup number: Int?) throws(StoreFailure) -> StoragePlace? {
    guard let place = linePlace(ofGroup: number) else { return nil }
    let line = try asStoreFailure(journal.file.bytes(at: place.offset, count: place.length))
    guard let row = line.withSpan({ bytes in JournalFrame(bytes)?.header(bytes)?.row }) else {
      return nil
    }
    let count = try asStoreFailure(
      journal.lineBreaks.count(before: place.offset, in: journal.file))
    return StoragePlace(line: count + 1, indent: row.lowerBound)
  }

  private func linePlace(ofGroup number: Int?) -> JournalText.Place? {
    let outline =
      journal.outline
      ?? JournalOutline(journal.file, upTo: journal.point.offset, verifiesLines: false)
    guard let number else { return outline?.head }
    guard let outline, outline.groups.indices.contains(number) else { return nil }
    return outline.groups[number].place
  }
}

/// The numbers of line breaks before parts of a file, so that it is read once for many places.
struct LineBreaks {
  private static let size = 1 << 20
  private var counts = [0]

  /// The number of line breaks before an offset.
  mutating func count(before offset: Int, in file: JournalFile) throws(FileFault) -> Int {
    let part = offset / Self.size
    while counts.count <= part {
      let start = (counts.count - 1) * Self.size
      counts.append(
        counts[counts.count - 1] + Self.count(try file.bytes(at: start, count: Self.size)))
    }
    let start = part * Self.size
    return counts[part] + Self.count(try file.bytes(at: start, count: offset - start))
  }

  private static func count(_ bytes: [UInt8]) -> Int { bytes.count { $0 == 0x0A } }
}
