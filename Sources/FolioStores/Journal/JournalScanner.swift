/// A byte of a journal that a write lost, and its correct value.
struct JournalRepair: Sendable, Hashable {
  var offset: Int
  var byte: UInt8
}

/// Scans the lines of a journal.
struct JournalScanner {
  /// Where a line is in the file, and its length without the line break.
  typealias Place = (offset: Int, line: Int, length: Int)

  private(set) var head: (head: StoredHead, place: Place)?
  /// The rows by the bytes of their ids, escaped as in the row.
  private(set) var rows: [ArraySlice<UInt8>: (row: StoredRow, place: Place)] = [:]
  private(set) var order: [ArraySlice<UInt8>] = []
  private(set) var lastSequence = 0
  private(set) var damage: [StoreDamage.Place] = []
  private(set) var end = 0
  private(set) var lastChecksum: UInt32 = 0
  private(set) var repairs: [JournalRepair] = []
  private(set) var laterFormat: String?
  /// Whether any line is a valid journal line.
  private(set) var hasLines = false

  private let bytes: [UInt8]
  /// The lines of the change that is not complete yet.
  private var open: [(line: JournalLine, place: Place)] = []
  /// The checksum of the previous line.
  private var previous: UInt32 = 0
  /// Whether the previous line was unreadable, so that its checksum is unknown.
  private var isBroken = false
  /// The first line lost in an incomplete write. The change with this line must be the last one.
  private var torn: StoreDamage.Place?
  /// Whether the last line of the torn change has been read.
  private var tornIsOver = false
  private var numbers = JournalNumbers()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func scan() {
    var start = 0
    var number = 1
    while laterFormat == nil, let stop = bytes.withSpan({ $0.lineBreak(from: start) }) {
      requireNoTornChange()
      take(bytes[start..<stop], (start, number, stop - start))
      start = stop + 1
      number += 1
    }
    if laterFormat != nil { return }
    if start < bytes.count {
      requireNoTornChange()
      takeRest(start, number)
    }
    repairs.removeAll { $0.offset >= end }
    if end == 0 && damage.isEmpty {
      let reason = "the journal ends before its first change is complete"
      damage.append(.init(offset: 0, line: 1, reason: reason))
    }
    // If there is damage, keep incomplete changes too: salvaging uses all readable lines.
    if !damage.isEmpty {
      if let torn { damage.append(torn) }
      for line in open { apply(line.line, line.place) }
    }
  }

  /// Reports damage if anything follows a torn change. An incomplete write can only affect the last
  /// change.
  private mutating func requireNoTornChange() {
    guard tornIsOver, let place = torn else { return }
    damage.append(place)
    (torn, tornIsOver) = (nil, false)
  }

  /// Reads a line that has a line break.
  private mutating func take(_ line: ArraySlice<UInt8>, _ place: Place) {
    do throws(JournalLineFault) {
      let (found, checksum) = try JournalLine.read(line)
      accept(found, checksum, place)
    } catch {
      if place.offset == 0 {
        laterFormat = JournalLine.laterFormat(ofUnread: line, error)
        if laterFormat != nil { return }
      }
      if acceptRepaired(line, place) { return }
      isBroken = true
      switch error {
      case .notALine, .checksum:
        // The first change is synced before the file gets its name, so it cannot be torn.
        if end > 0, isLost(in: line) {
          torn = torn ?? StoreDamage.Place(place, error.message)
          return
        }
      case .record(let checksum):
        (isBroken, previous, hasLines) = (false, checksum, true)
      }
      damage.append(.init(place, error.message))
    }
  }

  /// Reads the bytes after the last line break, normally the start of an incomplete line. They may
  /// begin with complete lines, proved by their checksums, whose line breaks were lost.
  private mutating func takeRest(_ first: Int, _ number: Int) {
    var (start, number) = (first, number)
    while start < bytes.count {
      let rest = bytes[start...]
      guard let end = JournalLine.end(in: rest),
        let (line, checksum) = try? JournalLine.read(rest[..<end])
      else { break }
      let place = (offset: start, line: number, length: end - start)
      repairs.append(JournalRepair(offset: end, byte: 0x0A))
      accept(line, checksum, place)
      if end < bytes.count, bytes[end] != 0 {
        damage.append(.init(place, "the line does not end with a line break"))
      }
      (start, number) = (end + 1, number + 1)
    }
    if start >= bytes.count { return }
    if end == 0 || !JournalLine.mayBegin(with: bytes[start...]) {
      let place = (offset: start, line: number, length: bytes.count - start)
      damage.append(.init(place, JournalLineFault.notALine.message))
    }
  }

  /// Accepts a line of which only the first byte is missing. This happens if the byte was the last
  /// one of a disk block that was never written.
  private mutating func acceptRepaired(_ line: ArraySlice<UInt8>, _ place: Place) -> Bool {
    guard place.offset == end, end > 0, line.first == 0 else { return false }
    let mended = [UInt8(ascii: "{")] + line.dropFirst()
    guard let (found, checksum) = try? JournalLine.read(mended[...]) else { return false }
    repairs.append(JournalRepair(offset: place.offset, byte: UInt8(ascii: "{")))
    accept(found, checksum, place)
    return true
  }

  private mutating func accept(_ line: JournalLine, _ checksum: UInt32, _ place: Place) {
    if !isBroken && line.after != previous {
      damage.append(.init(place, "lines are missing before this one"))
    }
    if !hasLines, line.kind == .journal, let format = line.laterFormat {
      laterFormat = format
      return
    }
    let isFirst = place.offset == 0
    (isBroken, previous, hasLines) = (false, checksum, true)
    if let words = line.fault(isFirst: isFirst) { damage.append(.init(place, words)) }
    // If lines of a change were lost, its numbers cannot be checked.
    if let words = numbers.fault(of: line.sequence, line.kind), torn == nil {
      damage.append(.init(place, words))
    }
    open.append((line, place))
    if line.endsChange { closeChange(with: place, checksum) }
  }

  private mutating func closeChange(with last: Place, _ checksum: UInt32) {
    numbers.endChange()
    if torn != nil {
      tornIsOver = true
      return
    }
    for line in open { apply(line.line, line.place) }
    (end, lastChecksum, open) = (last.offset + last.length + 1, checksum, [])
  }

  private mutating func apply(_ line: JournalLine, _ place: Place) {
    if StoreContents.sequences.contains(line.sequence) {
      lastSequence = max(lastSequence, line.sequence)
    }
    switch line.kind {
    case .journal: break
    case .clear: (head, rows, order) = (nil, [:], [])
    case .head:
      guard let time = line.time else { return }
      head = (StoredHead(row: line.row, updatedAt: time, sequence: line.sequence), place)
    case .group:
      guard let time = line.time, let id = line.rowID else { return }
      let row = StoredRow(
        text: line.row, updatedAt: time, deletedAt: line.deletedAt, sequence: line.sequence)
      if rows.updateValue((row, place), forKey: id) == nil { order.append(id) }
    }
  }
}

extension JournalScanner {
  /// The atomic write size of a disk in bytes. Larger blocks are multiples of it.
  private static let block = 512
  /// The length from which a run of zeros is always considered unwritten, regardless of block
  /// boundaries.
  private static let manyZeros = 32

  /// Whether a line contains the zeros of a block that was not written before a power failure. Such
  /// zeros fill the whole part of the block that belongs to the last change. JSON contains no zero
  /// bytes, and a single one is damage.
  private func isLost(in line: ArraySlice<UInt8>) -> Bool {
    var index = line.startIndex
    while let start = line[index...].firstIndex(of: 0) {
      let stop = line[start...].firstIndex { $0 != 0 } ?? line.endIndex
      if stop - start >= Self.manyZeros { return true }
      let isRun = stop - start > 1
      if isRun, fillsBlock(at: start, start..<stop) || fillsBlock(at: stop - 1, start..<stop) {
        return true
      }
      index = stop
    }
    return false
  }

  /// Whether a run covers the whole part of the block at `offset` that belongs to the last change.
  private func fillsBlock(at offset: Int, _ run: Range<Int>) -> Bool {
    let start = (offset) / Self.block * Self.block
    return run.lowerBound <= max(start, end)
      && run.upperBound >= min(start + Self.block, bytes.count)
  }
}

extension StoreDamage.Place {
  init(_ place: JournalScanner.Place, _ reason: String) {
    self.init(offset: place.offset, line: place.line, reason: reason)
  }
}
