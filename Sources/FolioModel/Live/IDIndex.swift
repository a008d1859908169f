/// The groups that own the ids of groups and legs, where ids come and go. 16 bytes for each id.
///
/// It has 64 bits of the hash of each id, as `SeenIdentifiers` does. Two ids may share them, but so
/// rarely that it does no harm to look at such a change as a whole, which compares the ids
/// themselves. The hash is keyed with a random word per process, so the ids of no ledger collide on
/// purpose. Ids are hashed by their text: an interned identifier means another text in each batch.
///
/// The table is in many parts that grow one by one, so that no single insertion takes long.
package struct IDIndex: Sendable {
  /// A table whose ids are unique.
  package enum Table: UInt64, Sendable {
    case groups = 1
    case stockLegs, cashLegs
  }

  /// The hash of an id in its table; never zero.
  package struct Mark: Hashable, Sendable {
    fileprivate let bits: UInt64

    /// The mark of an id whose text the names know if it is not packed.
    package init(_ id: Identifier, _ table: Table, in names: NameTable) {
      var hash = IdentifierIndex.hash(id, IdentifierIndex.key)
      if id.internedIndex != nil {
        // The seed of a hasher is random per process, too.
        var hasher = Hasher()
        let bytes = names.bytes(of: id)
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hash = UInt64(bitPattern: Int64(hasher.finalize()))
      }
      // Zero is a free slot.
      bits = (hash ^ (table.rawValue &* 0x9E37_79B9_7F4A_7C15)) | 1 << 8
    }

    /// The mark of an id in UTF-8.
    init(_ text: [UInt8], _ table: Table) {
      var names = NameTable()
      let id = names.identifier(of: text)
      self.init(id, table, in: names)
    }

    init(bits: UInt64) { self.bits = bits | 1 << 8 }
  }

  fileprivate struct Part {
    var marks: [UInt64] = []
    var owners: [UInt32] = []
    var used = 0
  }

  private var parts = Array(repeating: Part(), count: Self.partCount)

  private static var partCount: Int { 256 }

  /// No ids.
  package init() {}

  /// Makes room for so many ids, if there are none yet.
  mutating func reserve(_ count: Int) {
    for part in parts.indices where parts[part].used == 0 {
      parts[part].resize(to: count / Self.partCount * 5 / 3)
    }
  }

  /// The number of ids.
  package var count: Int { parts.reduce(0) { $0 + $1.used } }

  /// The group that owns an id, or whose leg does; nil if the id is free.
  package subscript(mark: Mark) -> GroupIndex? {
    let part = Self.part(of: mark)
    guard let slot = parts[part].slot(of: mark.bits), parts[part].marks[slot] != 0 else {
      return nil
    }
    return GroupIndex(rawValue: parts[part].owners[slot])
  }

  /// Takes an id for a group.
  /// - Returns: the group that owned it before; it still does.
  @discardableResult
  package mutating func insert(_ mark: Mark, _ owner: GroupIndex) -> GroupIndex? {
    parts[Self.part(of: mark)].insert(mark.bits, owner.rawValue).map(GroupIndex.init(rawValue:))
  }

  /// Frees an id.
  package mutating func remove(_ mark: Mark) { parts[Self.part(of: mark)].remove(mark.bits) }

  private static func part(of mark: Mark) -> Int {
    Int(truncatingIfNeeded: mark.bits) & (partCount - 1)
  }
}

// Open addressing with linear probing.
extension IDIndex.Part {
  /// The place where a mark is, or the free one where it would be.
  fileprivate func slot(of mark: UInt64) -> Int? {
    if marks.isEmpty { return nil }
    var slot = home(of: mark)
    while marks[slot] != 0, marks[slot] != mark { slot = next(slot) }
    return slot
  }

  fileprivate mutating func insert(_ mark: UInt64, _ owner: UInt32) -> UInt32? {
    if used * 4 >= marks.count * 3 { grow() }
    guard let slot = slot(of: mark) else { return nil }
    if marks[slot] == mark { return owners[slot] }
    (marks[slot], owners[slot]) = (mark, owner)
    used += 1
    return nil
  }

  /// Removes a mark, and moves those after it that it kept from their place.
  fileprivate mutating func remove(_ mark: UInt64) {
    guard var free = slot(of: mark), marks[free] == mark else { return }
    used -= 1
    var slot = next(free)
    while marks[slot] != 0 {
      let distance = Self.distance(home(of: marks[slot]), slot, marks.count)
      if distance >= Self.distance(free, slot, marks.count) {
        (marks[free], owners[free]) = (marks[slot], owners[slot])
        free = slot
      }
      slot = next(slot)
    }
    marks[free] = 0
  }

  private mutating func grow() {
    let (oldMarks, oldOwners) = (marks, owners)
    resize(to: marks.count / 2 * 3)
    for (mark, owner) in zip(oldMarks, oldOwners) where mark != 0 { _ = insert(mark, owner) }
  }

  /// Removes all marks, and makes room for others.
  fileprivate mutating func resize(to size: Int) {
    marks = Array(repeating: 0, count: max(4, size))
    owners = Array(repeating: 0, count: max(4, size))
    used = 0
  }

  private func home(of mark: UInt64) -> Int {
    Int(truncatingIfNeeded: mark.multipliedFullWidth(by: UInt64(marks.count)).high)
  }

  private func next(_ slot: Int) -> Int { slot + 1 == marks.count ? 0 : slot + 1 }

  /// The number of steps from one slot to another.
  private static func distance(_ from: Int, _ to: Int, _ count: Int) -> Int {
    to >= from ? to - from : to - from + count
  }
}
