/// The places in the booker's array of lots whose lot is used up, and which a new lot may take.
///
/// Problem: an array that only grows has a place for every lot that ever was. Of the memory most
/// would never be looked at again, and every new lot would ask the system for more of it. Decision:
/// a place whose lot is empty is used again, so that the array is about as long as lots are open.
///
/// What must hold: nobody may come back to a place and mean the lot that was there before.
/// - The order of a position drops an empty lot and gives its place away only then, unless the
///   position has other lists of its lots (`Position.first`).
/// - What a leg relieved is referred to until the leg is booked. A place that was given away is
///   therefore free from the next leg on.
/// - Who remembers a lot for longer than that remembers its number too (`WashSales`). Numbers are
///   never used again, and lots of one day are ordered by them and not by their places.
struct FreeSlots {
  private var free: [UInt32] = []
  private var givenAway: [UInt32] = []

  /// Gives a place away, from the next leg on.
  mutating func giveAway(_ slot: UInt32) { givenAway.append(slot) }

  /// A leg begins: nothing refers any more to what the last one relieved.
  mutating func beginLeg() {
    if givenAway.isEmpty { return }
    free.append(contentsOf: givenAway)
    givenAway.removeAll(keepingCapacity: true)
  }

  /// A place that a new lot may take; nil where there is none.
  mutating func take() -> UInt32? { free.popLast() }
}
