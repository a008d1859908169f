/// A hash table from identifiers to small numbers: open addressing in two flat arrays.
///
/// The hash is keyed with a random word per process, so that no ledger can be written whose ids
/// all collide; nothing ever walks the table, so the key shows in no output.
public struct IdentifierIndex: Sendable {
  private struct Slot {
    var identifier: Identifier
    var value: UInt32
  }

  @usableFromInline static let key = UInt64.random(in: .min ... .max) | 1
  private static let free = UInt32.max

  private var slots: [Slot]
  private var used = 0
  // A copy of the key, because each access to the static property costs a call.
  private let key = Self.key

  /// An empty table with room for about `capacity` entries.
  public init(capacity: Int = 64) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: Slot(identifier: .none, value: Self.free), count: size)
  }

  /// The number of identifiers in the table.
  public var count: Int { used }

  /// The number under which the identifier was put in.
  public subscript(_ identifier: Identifier) -> UInt32? {
    let slot = slots[position(of: identifier)]
    return slot.value == Self.free ? nil : slot.value
  }

  /// Puts the identifier in unless it is there already.
  /// - Returns: the number it had before, or nil if it is new.
  public mutating func insert(_ identifier: Identifier, _ value: UInt32) -> UInt32? {
    if (used + 1) * 2 > slots.count { grow() }
    let index = position(of: identifier)
    if slots[index].value != Self.free { return slots[index].value }
    slots[index] = Slot(identifier: identifier, value: value)
    used += 1
    return nil
  }

  /// Loads the memory of identifiers that are put in next. Loads that do not wait for each other
  /// take a fraction of the time.
  /// - Returns: a value to store, so that the optimizer keeps the loads.
  package func prefetch(_ identifiers: ArraySlice<Identifier>) -> UInt32 {
    let mask = slots.count - 1
    var read: UInt32 = 0
    for identifier in identifiers {
      read ^= slots[Int(truncatingIfNeeded: Self.hash(identifier, key)) & mask].value
    }
    return read
  }

  private func position(of identifier: Identifier) -> Int {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: Self.hash(identifier, key)) & mask
    while slots[index].value != Self.free, slots[index].identifier != identifier {
      index = (index + 1) & mask
    }
    return index
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(identifier: .none, value: Self.free), count: old.count * 2)
    for slot in old where slot.value != Self.free { slots[position(of: slot.identifier)] = slot }
  }

  /// A keyed hash of both words; the folded 128-bit product spreads every bit.
  @inlinable static func hash(_ identifier: Identifier, _ key: UInt64) -> UInt64 {
    let first = (identifier.high ^ key).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let mixed = first.low ^ first.high ^ identifier.low ^ (key << 1)
    let second = mixed.multipliedFullWidth(by: key)
    return second.low ^ second.high
  }
}
