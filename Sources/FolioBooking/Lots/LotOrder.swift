/// The open lots of a position in the order in which its method relieves them.
///
/// Problem: a sale must find the next lot at a cost that does not grow with how many are open.
/// Observation: histories are nearly always written in order of time, so under FIFO and LIFO each
/// new lot belongs at the end, or near it. Decision: a plain array, taken from the front (an index
/// moves) or from the back, for as long as lots arrive about in order; the first that belongs
/// farther down, and HIFO and LOFO from the start, turn it into a binary heap. Both compare rank
/// numbers that lie beside each other in memory, and look at the lots themselves only where two
/// ranks are equal. Lots emptied out of turn stay until they come up.
struct LotOrder {
  private var entries: [Entry] = []
  private var head = 0
  private var isHeap: Bool
  private var method: CostBasisMethod

  /// The sort key of a lot, compared before the lot itself.
  private struct Entry {
    /// The lowest is relieved first.
    var rank: Int64
    var lot: LotSlot
    /// The number of the lot.
    var number: UInt32
  }

  init(_ method: CostBasisMethod) {
    self.method = method
    isHeap = method == .hifo || method == .lofo
  }

  /// The lots that were put in and not yet found empty, in no order to rely on.
  var candidates: some RandomAccessCollection<LotSlot> { entries[head...].lazy.map(\.lot) }

  /// Puts a lot in.
  mutating func insert(_ lot: LotSlot, _ lots: LotChunks) {
    let new = Entry(rank: rank(lot, lots), lot: lot, number: lots[Int(lot.rawValue)].number)
    if !isHeap, head < entries.count, isBefore(new, entries[entries.count - 1]) {
      if insertNearEnd(new) { return }
      turnIntoHeap(lots)
    }
    entries.append(new)
    if isHeap { siftUp(entries.count - 1, lots) }
  }

  /// The lot that is next, empty or not.
  var next: LotSlot? {
    if head == entries.count { return nil }
    return takesFromEnd ? entries[entries.count - 1].lot : entries[head].lot
  }

  /// The lot that may come after the next one; of a heap another one near its top.
  var second: LotSlot? {
    if entries.count - head < 2 { return nil }
    return takesFromEnd ? entries[entries.count - 2].lot : entries[head + 1].lot
  }

  /// The number of lots, emptied ones included.
  var count: Int { entries.count - head }

  /// The last lot.
  var last: LotSlot? { head == entries.count ? nil : entries[entries.count - 1].lot }

  /// The lot that is relieved next; lots found empty are dropped.
  mutating func first(_ lots: LotChunks) -> LotSlot? {
    while let lot = next {
      if !lots[Int(lot.rawValue)].quantity.isZero { return lot }
      removeNext(lots)
    }
    return nil
  }

  /// Sorts the lots again, after an event changed their order, or by another method.
  mutating func reorder(_ lots: LotChunks, by new: CostBasisMethod? = nil) {
    let open = candidates.filter { !lots[Int($0.rawValue)].quantity.isZero }
    var sorted = LotOrder(new ?? method)
    for lot in open.sorted(by: { lots[Int($0.rawValue)].number < lots[Int($1.rawValue)].number }) {
      sorted.insert(lot, lots)
    }
    self = sorted
  }

  /// Inserts a lot that is only a little older than the last ones: one that replaces a wash sale,
  /// or came in some days out of order.
  private mutating func insertNearEnd(_ new: Entry) -> Bool {
    let lowest = max(head, entries.count - Self.reach)
    var place = entries.count
    while place > lowest, isBefore(new, entries[place - 1]) { place -= 1 }
    if place == lowest && lowest > head { return false }
    entries.insert(new, at: place)
    return true
  }

  /// Whether one entry of the array is before another. Of the parts of a divided lot the first
  /// is the first to be relieved.
  private func isBefore(_ new: Entry, _ old: Entry) -> Bool {
    if takesFromEnd { return (new.rank, new.number) > (old.rank, old.number) }
    return (new.rank, new.number) < (old.rank, old.number)
  }

  /// How far from the end a lot may belong for the array to stay one.
  private static let reach = 64

  private var takesFromEnd: Bool { !isHeap && method == .lifo }

  /// Drops the lot that is next.
  mutating func removeNext(_ lots: LotChunks) {
    if isHeap {
      entries.swapAt(0, entries.count - 1)
      entries.removeLast()
      siftDown(0, lots)
    } else if takesFromEnd {
      entries.removeLast()
    } else {
      head += 1
      if head >= 64, head * 2 >= entries.count { dropHead() }
    }
  }

  private mutating func dropHead() {
    entries.removeSubrange(..<head)
    head = 0
  }

  private mutating func turnIntoHeap(_ lots: LotChunks) {
    dropHead()
    isHeap = true
    for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { siftDown(index, lots) }
  }

  private mutating func siftUp(_ start: Int, _ lots: LotChunks) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard precedes(child, parent, lots) else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int, _ lots: LotChunks) {
    var parent = start
    while true {
      var best = parent
      for child in 2 * parent + 1..<2 * parent + 3 where child < entries.count {
        if precedes(child, best, lots) { best = child }
      }
      if best == parent { return }
      entries.swapAt(parent, best)
      parent = best
    }
  }

  /// A number that never puts two lots in the wrong order, though it may hold them equal.
  private func rank(_ lot: LotSlot, _ lots: LotChunks) -> Int64 {
    let day = Int64(lots[Int(lot.rawValue)].acquired.daysSince1970)
    let place = Int64(lots[Int(lot.rawValue)].place)
    switch method {
    case .lifo: return -(day << 32 | place)
    case .hifo: return -Self.millionths(lots[Int(lot.rawValue)])
    case .lofo: return Self.millionths(lots[Int(lot.rawValue)])
    case .fifo, .average, .specific: return day << 32 | place
    }
  }

  /// Unit cost in millionths, rounded down; the largest number where it is beyond.
  private static func millionths(_ lot: Lot) -> Int64 {
    let unit = try? unitCost(lot).divided(by: .one, places: 6, rounding: .floor)
    guard let coefficient = unit?.coefficient else { return .max }
    return Int64(exactly: coefficient) ?? .max
  }

  /// Unit cost to 15 significant digits. Events round costs and units at 18 places, so the unit
  /// costs of lots that cost the same may differ after them in digits far behind.
  private static func unitCost(_ lot: Lot) throws(ArithmeticFault) -> ExactDecimal {
    let (cost, units) = (lot.openingCost, lot.openingQuantity)
    let rough = try cost.divided(by: units, places: 18)
    let places = rough.places + 15 - String(rough.coefficient.magnitude).utf8.count
    return try cost.divided(by: units, places: min(max(0, places), ExactDecimal.maximumPlaces))
  }

  /// Whether one entry is relieved before another; of two that the method holds equal the older.
  private func precedes(_ left: Int, _ right: Int, _ lots: LotChunks) -> Bool {
    let (first, second) = (entries[left], entries[right])
    if first.rank != second.rank { return first.rank < second.rank }
    let (a, b) = (lots[Int(first.lot.rawValue)], lots[Int(second.lot.rawValue)])
    guard method == .hifo || method == .lofo, let isDearer = Self.costsMore(a, b) else {
      return a.isOlder(than: b)
    }
    return isDearer == (method == .hifo)
  }

  /// Whether a unit of one lot costs more than one of another; nil if they cost the same.
  static func costsMore(_ a: Lot, _ b: Lot) -> Bool? {
    let exact = ExactDecimal.compareProducts(
      a.openingCost, b.openingQuantity, b.openingCost, a.openingQuantity)
    guard exact != 0, let one = try? unitCost(a), let other = try? unitCost(b), one != other else {
      return nil
    }
    return one > other
  }
}
