/// The ids that came before, as 64 bits of their hashes.
///
/// Problem: repeated ids must be found although earlier ids are no longer in memory. Decision: keep
/// eight bytes per id instead of sixteen and a number. Two ids may share these bytes, but so rarely
/// that it does no harm to read such a ledger as a whole, which compares the ids themselves. The
/// answer is therefore that all ids are new, or that one may not be.
///
/// The table is in parts that grow one by one, by a quarter, so that memory is never needed twice.
///
/// Problem: each id reads a random place in a table that is larger than any cache, and the next
/// step depends on whether the place is free, so the ids would wait for memory one after the other.
/// Decision: the places of a few ids are read first, without a branch between them, so that they
/// wait together.
struct SeenIdentifiers {
  private var parts = Array(repeating: Part(), count: Self.partCount)
  /// The hashes that were taken and are not inserted yet: the first `waitingCount` of these.
  private var waiting: [UInt64] = []
  private var waitingCount = 0
  private let key = IdentifierIndex.key
  private var sorted: [UInt64] = []

  private struct Part {
    var slots = Array(repeating: UInt64(0), count: 64)
    var used = 0
    /// The result of prefetching. It is stored so that the optimizer keeps the loads.
    var read: UInt64 = 0
  }

  private static var partCount: Int { 8 }

  /// Reserves memory for about `count` ids in the parts that are empty.
  mutating func reserve(_ count: Int) {
    for part in parts.indices where parts[part].used == 0 {
      parts[part].slots = []
      Self.fill(&parts[part].slots, count / Self.partCount * 7 / 5 + 64)
    }
  }

  /// Takes the ids of `count` rows of a table. `commit` inserts them.
  @inline(__always)
  mutating func add(_ count: Int, in table: UInt64, _ identifier: (Int) -> Identifier) {
    let missing = waitingCount + count - waiting.count
    if missing > 0 { waiting.append(contentsOf: repeatElement(0, count: missing)) }
    let (key, salt) = (key, table &* 0x9E37_79B9_7F4A_7C15)
    waitingCount = waiting.withMutableSpan { [waitingCount] marks in
      var next = waitingCount
      for row in 0..<count {
        let identifier = identifier(row)
        if identifier.isNone { continue }
        // Zero is a free slot.
        marks[next] = (IdentifierIndex.hash(identifier, key) ^ salt) | 1 << 4
        next &+= 1
      }
      return next
    }
  }

  /// Inserts the ids that were taken.
  /// - Returns: false where one of them may have been there before.
  mutating func commit() -> Bool {
    let starts = sortByPart()
    waitingCount = 0
    for part in 0..<Self.partCount {
      let marks = starts[part]..<starts[part + 1]
      parts[part].used += marks.count
      while parts[part].used * 4 > parts[part].slots.count * 3 { grow(part) }
      if !Self.insert(sorted[marks], into: &parts[part]) { return false }
    }
    return true
  }

  /// Sorts the waiting ids by part.
  /// - Returns: where each part begins, and the end.
  private mutating func sortByPart() -> [Int] {
    var starts = Array(repeating: 0, count: Self.partCount + 1)
    starts.withMutableSpan { starts in
      for mark in waiting[..<waitingCount] { starts[Self.part(of: mark) &+ 1] &+= 1 }
    }
    for part in 0..<Self.partCount { starts[part + 1] += starts[part] }
    let missing = waitingCount - sorted.count
    if missing > 0 { sorted.append(contentsOf: repeatElement(0, count: missing)) }
    Self.scatter(waiting[..<waitingCount], from: starts, to: &sorted)
    return starts
  }

  private static func scatter(
    _ marks: ArraySlice<UInt64>, from starts: [Int], to sorted: inout [UInt64]
  ) {
    var starts = starts
    sorted.withMutableSpan { target in
      starts.withMutableSpan { next in
        for mark in marks {
          let part = part(of: mark)
          target[next[part]] = mark
          next[part] &+= 1
        }
      }
    }
  }

  private static func part(of mark: UInt64) -> Int {
    Int(truncatingIfNeeded: mark) & (partCount - 1)
  }

  private static func insert(_ marks: ArraySlice<UInt64>, into part: inout Part) -> Bool {
    var touched: UInt64 = 0
    defer { part.read = touched }
    return part.slots.withMutableSpan { insert(marks, into: &$0, &touched) }
  }

  private static func insert(
    _ marks: ArraySlice<UInt64>, into slots: inout MutableSpan<UInt64>, _ touched: inout UInt64
  ) -> Bool {
    let count = UInt64(slots.count)
    for start in stride(from: marks.startIndex, to: marks.endIndex, by: readTogether) {
      let some = marks[start..<min(start &+ readTogether, marks.endIndex)]
      for mark in some { touched ^= slots[place(of: mark, count)] }
      for mark in some where mark != 0 {
        var slot = place(of: mark, count)
        while slots[slot] != 0 {
          if slots[slot] == mark { return false }
          slot &+= 1
          if slot == slots.count { slot = 0 }
        }
        slots[slot] = mark
      }
    }
    return true
  }

  private static var readTogether: Int { 32 }

  private static func place(of mark: UInt64, _ count: UInt64) -> Int {
    Int(truncatingIfNeeded: mark.multipliedFullWidth(by: count).high)
  }

  private mutating func grow(_ part: Int) {
    let old = parts[part].slots
    let size = old.count / 4 * 5
    parts[part].slots = []
    Self.fill(&parts[part].slots, size)
    _ = Self.insert(old[...], into: &parts[part])
  }

  private static func fill(_ slots: inout [UInt64], _ size: Int) {
    slots.reserveLargePages(size)
    slots.append(contentsOf: repeatElement(0, count: size))
  }
}
