/// The lots of the books, in slots. Positions refer to their lots by slot.
///
/// Problem: an array that only grows has a slot for every lot that ever existed. Most of its memory
/// would never be read again. Decision: the slot of an empty lot is used again, so that the array
/// is about as long as the number of open lots.
///
/// Problem: lots that are relieved one after the other may be anywhere, and distant memory is slow
/// to reach. Decision: each position gets some adjacent slots, and uses its released slots again,
/// the last first. Only a position without lots leaves its slots to others.
///
/// No reference to a slot may outlive its lot:
/// - The order of a position drops an empty lot and releases its slot only then, unless the
///   position has other lists of its lots (`Position.first`).
/// - The reliefs of a leg refer to slots until the leg is booked. A released slot is therefore used
///   again only from the next leg on.
/// - A reference that lives longer includes the number of the lot (`WashSales`). Numbers are never
///   used again, and lots of one day are ordered by them instead of their slots.
struct LotArena {
  /// The lots by slot: the open ones, and emptied ones whose slots wait to be used again.
  private(set) var all = LotChunks()
  /// The number of lots that were opened, which is the number of the next one.
  private(set) var openedCount: UInt32 = 0
  /// Slots that belong to no position.
  private(set) var free: [LotSlot] = []
  /// Slots that the current leg emptied.
  private(set) var released: [LotSlot] = []

  private static let slotsAtOnce = 15

  /// An arena in which `openedCount` lots were opened before.
  init(openedCount: UInt32 = 0) { self.openedCount = openedCount }

  /// The lot in a slot.
  @inline(__always)
  subscript(slot: LotSlot) -> Lot {
    // A copy of a lot costs more than most of what is read of it.
    _read { yield all[Int(slot.rawValue)] }
    _modify { yield &all[Int(slot.rawValue)] }
  }

  /// The slots of the lots that are open.
  var open: [LotSlot] {
    all.indices.lazy.filter { !all[$0].quantity.isZero }.map { LotSlot($0) }
  }

  /// Replaces a lot by what is shown of it, when booking has ended.
  mutating func show(_ lot: Lot, in slot: LotSlot) { all[Int(slot.rawValue)] = lot }

  /// Gives a lot its number and puts it into a slot of its position.
  mutating func insert(_ lot: Lot, in position: inout Position) -> LotSlot {
    let slot = position.slots.popLast() ?? newSlot(for: lot, &position)
    all[Int(slot.rawValue)] = lot
    all[Int(slot.rawValue)].number = openedCount
    if lot.place == .missing { all[Int(slot.rawValue)].place = openedCount }
    all[Int(slot.rawValue)].eventCount = position.log?.count ?? 0
    position.log?.admit(lot)
    openedCount &+= 1
    return slot
  }

  /// A slot for a position that has none left. The position also gets some for its next lots: the
  /// more lots it has, the more.
  private mutating func newSlot(for lot: Lot, _ position: inout Position) -> LotSlot {
    let first = emptySlot(lot)
    let more = min(position.openLots, Self.slotsAtOnce)
    for _ in 0..<more { position.slots.append(emptySlot(lot)) }
    return first
  }

  private mutating func emptySlot(_ lot: Lot) -> LotSlot {
    if let slot = free.popLast() { return slot }
    var empty = lot
    empty.quantity = .zero
    all.append(empty)
    return LotSlot(all.count - 1)
  }

  /// Marks a lot as one that may replace units sold at a loss.
  mutating func offer(_ slot: LotSlot) { self[slot].isOffered = true }

  /// Releases the slot of an empty lot. It is used again from the next leg on.
  @inline(__always)
  mutating func release(_ slot: LotSlot) {
    released.append(slot)
  }

  /// Returns the slots that the last leg released to their positions.
  @inline(__always)
  mutating func reuseReleased(_ positions: inout PositionTable) {
    while let slot = released.popLast() {
      let position = all[Int(slot.rawValue)].position
      positions[position].slots.append(slot)
      if positions[position].openLots == 0 {
        free += positions[position].slots
        positions[position].slots = []
      }
    }
  }
}
