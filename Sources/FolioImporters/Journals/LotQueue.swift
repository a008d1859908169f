import Folio

/// The numbers of the lots that a selection takes, the next one first: a heap. It may name lots
/// that have no units left, which are dropped when they come first.
struct LotQueue {
  private var heap: [Int] = []
  let order: LotOrder

  init(_ order: LotOrder) { self.order = order }

  /// The next lot with units.
  mutating func first(of lots: [JournalLot]) -> Int? {
    while let next = heap.first {
      if lots[next].units.isPositive { return next }
      removeFirst(lots)
    }
    return nil
  }

  /// The next lots with units, at most so many.
  mutating func first(_ count: Int, of lots: [JournalLot]) -> [Int] {
    var found: [Int] = []
    while found.count < count, let next = first(of: lots) {
      if found.last != next { found.append(next) }
      removeFirst(lots)
    }
    for number in found { insert(number, lots) }
    return found
  }

  mutating func insert(_ number: Int, _ lots: [JournalLot]) {
    heap.append(number)
    var place = heap.count - 1
    while place > 0 {
      let parent = (place - 1) / 2
      guard order.takes(heap[place], before: heap[parent], of: lots) else { return }
      heap.swapAt(place, parent)
      place = parent
    }
  }

  fileprivate mutating func removeFirst(_ lots: [JournalLot]) {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while true {
      var next = 2 * place + 1
      guard next < heap.count else { return }
      if next + 1 < heap.count, order.takes(heap[next + 1], before: heap[next], of: lots) {
        next += 1
      }
      guard order.takes(heap[next], before: heap[place], of: lots) else { return }
      heap.swapAt(next, place)
      place = next
    }
  }
}

/// The lots that a selection takes, and for methods that take only lots that are named what decides
/// whether it is clear which of them it means.
struct SelectedLots {
  private var queue: LotQueue
  /// The lots with units.
  private(set) var count = 0
  /// Their units; nil if they need more digits than a number has.
  private(set) var units: ExactDecimal? = .zero
  /// How many of them there are of each kind. Lots that are alike in everything have one kind.
  private var kinds: [Int: Int] = [:]
  /// The lots with so many units; nil until a posting asks for one.
  private var sizes: [ExactDecimal: LotQueue]?

  init(_ order: LotOrder) { queue = LotQueue(order) }

  /// The lot that is taken next.
  mutating func next(of lots: [JournalLot]) -> Int? { queue.first(of: lots) }

  /// The lots that are taken next, at most so many.
  mutating func first(_ count: Int, of lots: [JournalLot]) -> [Int] {
    queue.first(count, of: lots)
  }

  /// Whether all lots are alike.
  var areAlike: Bool { kinds.count < 2 }

  /// The lot that was opened first of those with so many units.
  mutating func first(with wanted: ExactDecimal, of lots: [JournalLot]) -> Int? {
    if sizes == nil {
      sizes = [:]
      for number in queue.first(count, of: lots) { noteSize(number, lots) }
    }
    while let next = sizes?[wanted]?.first(of: lots) {
      if lots[next].units == wanted { return next }
      sizes?[wanted]?.removeFirst(lots)
    }
    return nil
  }

  private mutating func noteSize(_ number: Int, _ lots: [JournalLot]) {
    sizes?[lots[number].units, default: LotQueue(.opened)].insert(number, lots)
  }

  /// Takes over that a lot has other units than before.
  mutating func note(
    _ number: Int, before: ExactDecimal, kind: Int, _ lots: [JournalLot]
  ) {
    let now = lots[number].units
    if now.isPositive, !before.isPositive { queue.insert(number, lots) }
    // The other methods take what comes first, whatever there is.
    if queue.order != .opened { return }
    units = units.flatMap { try? $0.subtracting(before).adding(now) }
    if now.isPositive { noteSize(number, lots) }
    if before.isPositive == now.isPositive { return }
    let change = now.isPositive ? 1 : -1
    count += change
    let left = (kinds[kind] ?? 0) + change
    kinds[kind] = left == 0 ? nil : left
  }
}
