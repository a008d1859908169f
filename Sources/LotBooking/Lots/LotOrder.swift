import ExactNumbers
import LedgerModel

/// The open lots of a position in the order in which its method relieves them.
///
/// Problem: a sale must find the next lot at a cost that does not grow with how many are open.
/// Observation: histories are nearly always written in order of time, so under FIFO and LIFO each
/// new lot belongs at the end. Decision: a plain array, taken from the front (an index moves) or
/// from the back, for as long as lots arrive in order; the first that does not, and HIFO and LOFO
/// from the start, turn it into a binary heap. Lots emptied out of turn stay until they come up.
struct LotOrder {
  private var entries: [UInt32] = []
  private var head = 0
  private var isHeap: Bool
  private let method: CostBasisMethod

  init(_ method: CostBasisMethod) {
    self.method = method
    isHeap = method == .hifo || method == .lofo
  }

  /// The lots that were put in and not yet found empty, in no order to rely on.
  var candidates: ArraySlice<UInt32> { entries[head...] }

  /// Puts a lot in.
  mutating func insert(_ lot: UInt32, _ lots: [Lot]) {
    if !isHeap, let last = entries.last, head < entries.count,
      lots[Int(lot)].acquired < lots[Int(last)].acquired
    {
      turnIntoHeap(lots)
    }
    entries.append(lot)
    if isHeap { siftUp(entries.count - 1, lots) }
  }

  /// The lot that is relieved next; lots found empty are dropped.
  mutating func first(_ lots: [Lot]) -> UInt32? {
    while head < entries.count {
      let lot = takesFromEnd ? entries[entries.count - 1] : entries[head]
      if !lots[Int(lot)].quantity.isZero { return lot }
      removeFirst(lots)
    }
    return nil
  }

  /// Puts the lots in order anew, after an event changed what they are ordered by.
  mutating func reorder(_ lots: [Lot]) {
    let open = candidates.filter { !lots[Int($0)].quantity.isZero }
    self = LotOrder(method)
    for lot in open.sorted() { insert(lot, lots) }
  }

  private var takesFromEnd: Bool { !isHeap && method == .lifo }

  private mutating func removeFirst(_ lots: [Lot]) {
    if isHeap {
      entries.swapAt(0, entries.count - 1)
      entries.removeLast()
      siftDown(0, lots)
    } else if takesFromEnd {
      entries.removeLast()
    } else {
      head += 1
      if head >= 64, head * 2 >= entries.count {
        entries.removeSubrange(..<head)
        head = 0
      }
    }
  }

  private mutating func turnIntoHeap(_ lots: [Lot]) {
    entries.removeSubrange(..<head)
    head = 0
    isHeap = true
    for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { siftDown(index, lots) }
  }

  private mutating func siftUp(_ start: Int, _ lots: [Lot]) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard precedes(entries[child], entries[parent], lots) else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int, _ lots: [Lot]) {
    var parent = start
    while true {
      var best = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
        if precedes(entries[child], entries[best], lots) { best = child }
      }
      if best == parent { return }
      entries.swapAt(parent, best)
      parent = best
    }
  }

  /// Whether one lot is relieved before another; of two that the method holds equal the older.
  private func precedes(_ left: UInt32, _ right: UInt32, _ lots: [Lot]) -> Bool {
    let (a, b) = (lots[Int(left)], lots[Int(right)])
    switch method {
    case .lifo:
      return (a.acquired, left) > (b.acquired, right)
    case .hifo, .lofo:
      let order = ExactDecimal.compareProducts(
        a.openingCost, b.openingQuantity, b.openingCost, a.openingQuantity)
      if order != 0 { return (order > 0) == (method == .hifo) }
      return (a.acquired, left) < (b.acquired, right)
    case .fifo, .average, .specific:
      return (a.acquired, left) < (b.acquired, right)
    }
  }
}
