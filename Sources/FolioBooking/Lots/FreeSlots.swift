/// The places in the booker's array of lots whose lot is used up, and which a new lot may take.
///
/// Problem: an array that only grows has a place for every lot that ever was. Of the memory most
/// would never be looked at again, and every new lot would ask the system for more of it. Decision:
/// a place whose lot is empty is used again, so that the array is about as long as lots are open.
///
/// Problem: lots that are relieved one after the other lie anywhere, and memory that is far apart
/// is slow to reach. Decision: each position asks for some places side by side, and uses again what
/// it gave away, the last first; only one without lots leaves its places to others.
///
/// What must hold: nobody may come back to a place and mean the lot that was there before.
/// - The order of a position drops an empty lot and gives its place away only then, unless the
///   position has other lists of its lots (`Position.first`).
/// - What a leg relieved is referred to until the leg is booked. A place that was given away is
///   therefore free from the next leg on.
/// - Who remembers a lot for longer than that remembers its number too (`WashSales`). Numbers are
///   never used again, and lots of one day are ordered by them and not by their places.
struct FreeSlots {
  private var slots: [LotSlot] = []

  /// The place that is taken next; nil where there is none.
  var next: LotSlot? { slots.last }

  mutating func append(_ slot: LotSlot) { slots.append(slot) }

  /// The place that was given away last; nil where there is none.
  mutating func take() -> LotSlot? { slots.popLast() }

  /// Hands all places over to another list.
  mutating func moveAll(to other: inout FreeSlots) {
    other.slots.append(contentsOf: slots)
    slots = []
  }
}
