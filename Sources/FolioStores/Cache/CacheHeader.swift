/// What the first block of a cache says: which part of which journal it covers, and what is where.
struct CacheHeader: Hashable {
  /// Rises with each header.
  var generation = 0
  var token: UInt64 = 0
  /// The first block after all parts.
  var end = 0
  /// The first line of the journal, without its line break.
  var firstLine: [UInt8] = []
  /// The part of the journal that is covered.
  var covered = JournalPoint()
  /// The last line before that point.
  var lastLine = JournalText.Place(offset: 0, length: 0)
  var groupCount = 0
  var deletedCount = 0
  /// The line of the head; nil if there is none.
  var head: JournalText.Place?
  /// The approximate size of the journal without outdated lines.
  var liveSize = 0
  /// The runs, the oldest first.
  var runs: [CacheFile.Part] = []
  /// The checkpoints in the order of booking.
  var checkpoints: [KeptCheckpoint] = []

  struct KeptCheckpoint: Hashable {
    var place: CheckpointPlace
    var part: CacheFile.Part
  }

  /// The most runs and checkpoints that fit into a block with a long first line.
  static let mostRuns = 24
  static let mostCheckpoints = 48
  static let longestFirstLine = 512
  private static let name = Array("folio-cache/1\n".utf8)

  func encoded() -> [UInt8] {
    var bytes = Self.name
    func add(_ number: Int) { bytes.append(number: number, width: 8) }
    func add(_ part: CacheFile.Part) {
      [part.firstBlock, part.count, Int(bitPattern: UInt(part.salt))].forEach(add)
    }
    [generation, Int(bitPattern: UInt(token)), end, firstLine.count].forEach(add)
    bytes += firstLine
    [covered.offset, Int(covered.checksum), covered.lastSequence].forEach(add)
    [lastLine.offset, lastLine.length, groupCount, deletedCount].forEach(add)
    [head?.offset ?? 0, head?.length ?? 0, liveSize, runs.count, checkpoints.count].forEach(add)
    runs.forEach(add)
    for checkpoint in checkpoints {
      let place = checkpoint.place
      [Int(place.seconds), Int(place.nanoseconds), place.number].forEach(add)
      add(checkpoint.part)
    }
    return bytes
  }

  /// - Returns: nil for anything that is not a header of this version.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.name) else { return nil }
    var rest = bytes.dropFirst(Self.name.count)
    func number() -> Int {
      defer { rest = rest.dropFirst(8) }
      return Int(
        bitPattern: rest.prefix(8).reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) })
    }
    func part() -> CacheFile.Part {
      CacheFile.Part(
        firstBlock: number(), count: number(), salt: UInt64(UInt(bitPattern: number())))
    }
    (generation, token, end) = (number(), UInt64(UInt(bitPattern: number())), number())
    let length = number()
    guard (0...Self.longestFirstLine).contains(length) else { return nil }
    firstLine = Array(rest.prefix(length))
    rest = rest.dropFirst(length)
    covered = JournalPoint(
      offset: number(), checksum: UInt32(truncatingIfNeeded: number()), lastSequence: number())
    lastLine = JournalText.Place(offset: number(), length: number())
    (groupCount, deletedCount) = (number(), number())
    let head = JournalText.Place(offset: number(), length: number())
    self.head = head.length == 0 ? nil : head
    liveSize = number()
    let (runCount, checkpointCount) = (number(), number())
    guard (0...Self.mostRuns).contains(runCount),
      (0...Self.mostCheckpoints).contains(checkpointCount)
    else { return nil }
    for _ in 0..<runCount { runs.append(part()) }
    for _ in 0..<checkpointCount {
      let place = CheckpointPlace(
        seconds: Int64(number()), nanoseconds: UInt32(truncatingIfNeeded: number()),
        number: number())
      checkpoints.append(KeptCheckpoint(place: place, part: part()))
    }
  }

  init() {}
}

/// A point between two changes of a journal.
struct JournalPoint: Hashable {
  var offset = 0
  /// The checksum of the line before.
  var checksum: UInt32 = 0
  /// The number of the last change.
  var lastSequence = 0
}
