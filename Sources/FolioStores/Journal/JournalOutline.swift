/// Where the current rows of a journal are, with what is needed to find them: ids, times, change
/// numbers. The rows themselves stay in the file.
///
/// A journal of 100,000 groups is outlined in about a tenth of a second, so it needs no index on
/// the disk (Specs/decisions/stores-journal-file.md).
struct JournalOutline {
  /// The line of a group.
  struct Group: TimedGroup {
    let place: JournalText.Place
    /// Where the row begins in the line, which ends with two braces.
    let start: Int
    var id: Identifier
    let occurredAt: Timestamp
    let sequence: Int
    let isDeleted: Bool

    /// Where the row is in the line.
    var row: Range<Int> { start..<place.length - 2 }
  }

  /// The line of the head.
  private(set) var head: JournalText.Place?
  /// The groups in document order.
  private(set) var groups: [Group] = []
  /// The end of the last complete change.
  private(set) var point = JournalPoint()
  private(set) var deletedCount = 0
  /// The number of bytes of all lines that are not outdated.
  private(set) var liveSize = 0
  /// Texts of ids that do not fit an `Identifier`, escaped as in the rows.
  private var names = NameTable()
  /// The numbers of groups by their ids.
  private var numbers: IdentifierIndex
  /// The groups in the order of booking, and in that of their ids; nil until someone asks.
  private var times: TimeOrder?
  private var idOrder: [UInt32]?

  /// Groups that were read, but not taken up yet.
  private var waiting: [Group] = []
  private var ids: [Identifier] = []
  /// The result of prefetching, which is stored so that the optimizer keeps the loads.
  private var prefetched: UInt32 = 0
  private var sequences = JournalNumbers()
  /// Whether the checksum of each line is verified at once, or when its row is read.
  private let verifiesLines: Bool
  /// The lines that later ones replace. Nobody reads their rows, so they are verified at the end.
  private var outdated: [JournalText.Place] = []
  /// The offset up to which lines were read, and the checksum of the last one.
  private var offset = 0
  private var previous: UInt32 = 0

  /// The number of bytes whose lines are read at once, and how many such windows are read ahead.
  private static let windowSize = 1 << 18
  private static let windowsAhead = 8
  /// The approximate length of a line, by which space is reserved.
  private static let typicalLine = 1 << 10

  /// Outlines a journal up to an offset, without reading its rows.
  /// - Parameter verifiesLines: false for a reader who reads each row, which verifies it.
  /// - Returns: nil if anything is not as a writer leaves it, or cannot be read. Then
  ///   `JournalReading` says what it is.
  init?(
    _ file: JournalFile, upTo end: Int = .max, verifiesLines: Bool,
    progress: StoreKind.Progress? = nil
  ) {
    (numbers, self.verifiesLines) = (IdentifierIndex(), verifiesLines)
    do {
      let end = min(end, try file.info().size)
      let expected = min(end / Self.typicalLine, 1 << 20)
      numbers = IdentifierIndex(capacity: expected)
      groups.reserveCapacity(expected)
      let windows = ReadAhead<[OutlinedLine], any Error>(
        capacity: file.calls.areIndependent ? Self.windowsAhead : 0
      ) { number in
        try OutlinedLine.lines(
          file, startingIn: number, of: Self.windowSize, upTo: end, isVerified: verifiesLines)
      }
      // If anything is unusual, the file is read in another way, or closed.
      defer { windows.stop() }
      progress?(WorkProgress(.bytes, done: 0, of: end))
      while let lines = try windows.next() {
        if Task.isCancelled { throw UnusualJournal() }
        try take(lines)
        progress?(WorkProgress(.bytes, done: offset, of: end))
      }
      for place in outdated { _ = try file.line(at: place) }
      outdated = []
      guard point.offset == end, end > 0 else { throw UnusualJournal() }
    } catch { return nil }
  }

  /// The outline of a journal that has these contents at these places.
  init(of contents: StoreContents, at places: JournalText.Places, end: JournalPoint) {
    (numbers, verifiesLines) = (IdentifierIndex(capacity: contents.groups.count), true)
    var change = StoreChange(lastSequence: contents.lastSequence)
    change.groups = contents.groups
    take(change, places, end: end)
  }

  /// Outlines what was appended to the journal.
  /// - Returns: false if anything is unusual. The outline is of no use then.
  mutating func goOn(_ file: JournalFile, upTo end: Int) -> Bool {
    do {
      try take(
        OutlinedLine.lines(
          file, from: offset, count: end - offset, upTo: end, isVerified: true))
      return point.offset == end
    } catch { return false }
  }

  // MARK: Questions

  var counts: StoreCounts {
    StoreCounts(groups: groups.count, deleted: deletedCount, lastSequence: point.lastSequence)
  }

  /// The number of the group with an id.
  func number(of id: String) -> Int? {
    guard let id = names.existingIdentifier(of: Self.escaped(id)) else { return nil }
    return numbers[id].map { Int($0) }
  }

  /// An id as it is in rows.
  private static func escaped(_ id: String) -> String {
    var text = JSONText()
    text.string(id.utf8)
    return String(decoding: text.bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  /// The groups in the order of booking.
  mutating func inTime() -> [UInt32] {
    let order = times ?? TimeOrder(of: groups)
    times = order
    return order.numbers
  }

  /// The numbers of the first groups after a place in the order of booking.
  mutating func numbers(after place: BookingPlace?, limit: Int) -> [Int] {
    let times = inTime()
    let start = place.map { place in times.partitioningIndex { self.place(of: Int($0)) > place } }
    return times[(start ?? 0)...].prefix(limit).map { Int($0) }
  }

  /// The place of a group in the order of booking.
  func place(of number: Int) -> BookingPlace {
    BookingPlace(groups[number].occurredAt, number: number)
  }

  /// The groups whose last change is after a number, the oldest change first.
  func changed(since sequence: Int) -> [Int] {
    groups.indices.filter { groups[$0].sequence > sequence }
      .sorted { groups[$0].sequence < groups[$1].sequence }
  }

  /// The numbers of the first groups whose ids are not before a text, in the order of the ids.
  mutating func numbers(fromID text: String, limit: Int) -> ArraySlice<UInt32> {
    let order = inOrderOfIDs()
    let wanted = Array(Self.escaped(text).utf8)
    let start = order.partitioningIndex {
      !names.bytes(of: groups[Int($0)].id).lexicographicallyPrecedes(wanted)
    }
    return order[start...].prefix(limit)
  }

  private mutating func inOrderOfIDs() -> [UInt32] {
    if let idOrder { return idOrder }
    // Nearly all ids differ in their first eight bytes.
    let starts = groups.map { group in
      names.bytes(of: group.id).prefix(8).reduce((UInt64(0), UInt64(56))) {
        ($0.0 | UInt64($1) << $0.1, $0.1 &- 8)
      }.0
    }
    let order = groups.indices.sorted { one, other in
      if starts[one] != starts[other] { return starts[one] < starts[other] }
      return names.bytes(of: groups[one].id)
        .lexicographicallyPrecedes(names.bytes(of: groups[other].id))
    }
    let found = order.map { UInt32($0) }
    idOrder = found
    return found
  }

  // MARK: Changes

  /// Takes up a change that was written at the end of the journal.
  mutating func take(_ change: StoreChange, _ places: JournalText.Places, end: JournalPoint) {
    if change.clears { clear() }
    if let place = places.head { setHead(place) }
    for (group, place) in zip(change.groups, places.groups) {
      let id = names.identifier(of: Self.escaped(group.id))
      put(
        Group(
          place: place, start: place.length - 2 - group.row.count, id: id,
          occurredAt: group.occurredAt, sequence: group.sequence,
          isDeleted: group.deletedAt != nil))
    }
    (point, offset, previous) = (end, end.offset, end.checksum)
    sequences = JournalNumbers(after: end.lastSequence)
  }

  /// The outline of a file that has the same rows at other places.
  func moved(to places: JournalText.Places, end: JournalPoint) -> JournalOutline {
    var moved = self
    moved.head = places.head
    moved.groups = zip(groups, places.groups).map { group, place in
      Group(
        place: place, start: place.length - 2 - group.row.count, id: group.id,
        occurredAt: group.occurredAt, sequence: group.sequence, isDeleted: group.isDeleted)
    }
    moved.liveSize = places.groups.reduce(places.head?.length ?? 0) { $0 + $1.length }
    (moved.point, moved.offset, moved.previous) = (end, end.offset, end.checksum)
    return moved
  }

  private mutating func take(_ lines: [OutlinedLine]) throws {
    for line in lines { try take(line) }
    takeWaiting()
  }

  private mutating func take(_ outlined: OutlinedLine) throws {
    let (line, place) = (outlined.line, outlined.place)
    guard place.offset == offset, line.after == previous,
      sequences.fault(of: line.sequence, line.kind) == nil
    else { throw UnusualJournal() }
    (previous, offset) = (outlined.checksum, place.end)
    if let key = outlined.key {
      let id = key.packed ?? names.identifier(of: key.text)
      waiting.append(
        Group(
          place: place, start: outlined.start, id: id, occurredAt: key.occurredAt,
          sequence: line.sequence, isDeleted: line.deletedAt != nil))
      ids.append(id)
    } else {
      guard line.fault(isFirst: place.offset == 0) == nil else { throw UnusualJournal() }
      apply(line.kind, place)
    }
    point.lastSequence = max(point.lastSequence, line.sequence)
    guard line.endsChange else { return }
    sequences.endChange()
    (point.offset, point.checksum) = (place.end, outlined.checksum)
  }

  /// Takes up a line that is no group. An outline that ends within a change is not used.
  private mutating func apply(_ kind: JournalLine.Kind, _ place: JournalText.Place) {
    switch kind {
    case .journal, .group: break
    case .clear:
      takeWaiting()
      if !verifiesLines { outdated += groups.map(\.place) }
      clear()
    case .head: setHead(place)
    }
  }

  private mutating func setHead(_ place: JournalText.Place) {
    liveSize += place.length - (head?.length ?? 0)
    head = place
  }

  private mutating func clear() {
    (head, groups, deletedCount, liveSize) = (nil, [], 0, 0)
    (names, numbers, times, idOrder) = (NameTable(), IdentifierIndex(), nil, nil)
  }

  /// Takes up the groups that wait.
  private mutating func takeWaiting() {
    for start in stride(from: 0, to: waiting.count, by: 16) {
      let part = start..<min(start + 16, waiting.count)
      prefetched = numbers.prefetch(ids[part])
      for index in part { put(waiting[index]) }
    }
    waiting.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
  }

  private mutating func put(_ group: Group) {
    deletedCount += group.isDeleted ? 1 : 0
    liveSize += group.place.length
    guard let earlier = numbers.insert(group.id, UInt32(groups.count)) else {
      groups.append(group)
      idOrder = nil
      times?.insert(groups.count - 1, of: groups)
      return
    }
    let number = Int(earlier)
    let old = groups[number]
    if !verifiesLines { outdated.append(old.place) }
    deletedCount -= old.isDeleted ? 1 : 0
    liveSize -= old.place.length
    let moves = old.occurredAt != group.occurredAt
    if moves { times?.remove(number, of: groups) }
    groups[number] = group
    if moves { times?.insert(number, of: groups) }
  }
}

/// A point between two changes of a journal.
struct JournalPoint: Hashable {
  var offset = 0
  /// The checksum of the line before.
  var checksum: UInt32 = 0
  /// The number of the last change.
  var lastSequence = 0
}
