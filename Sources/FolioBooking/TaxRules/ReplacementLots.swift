/// The lots of one instrument that may replace units sold at a loss, in order of their acquisition.
///
/// Problem: a loss looks for the oldest lot that still replaces nothing and that another group
/// opened than the one whose units were sold (Rev. Rul. 56-602). In a row of lots each loss would
/// pass those that are used up, and those of its own group. Decision: the lots of a group are a
/// queue, and the queues are a heap by their first lots. The wanted lot is on top of the heap, or
/// just below if the top is of the loss's own group.
struct ReplacementLots {
  /// The sort key of a lot.
  fileprivate struct Candidate {
    var slot: LotSlot
    /// Its number: another lot may have its place by now.
    var number: UInt32
    var acquired: Day
    var place: UInt32

    init(_ slot: LotSlot, _ lot: Lot) {
      self.slot = slot
      number = lot.number
      acquired = lot.acquired
      place = lot.place
    }

    /// Whether it may still replace units. If not, it never may again.
    func isFree(_ lots: LotChunks) -> Bool {
      let lot = lots[Int(slot.rawValue)]
      return lot.number == number && lot.quantity.isPositive && !lot.isReplacement
    }

    func isBefore(_ other: Candidate) -> Bool {
      (acquired, place, number) < (other.acquired, other.place, other.number)
    }
  }

  /// The lots that one group opened. There is at least one.
  private struct Queue {
    var group: GroupIndex
    var lots: ArraySlice<Candidate>
    /// The index of the queue in the heap.
    var position = 0

    var next: Candidate { lots[lots.startIndex] }

    /// Where a new lot belongs: nearly always behind all others.
    func place(of new: Candidate) -> Int {
      if let last = lots.last, !new.isBefore(last) { return lots.endIndex }
      return lots.partitioningIndex { new.isBefore($0) }
    }
  }

  private var heap: [Int] = []
  private var queues: [Queue] = []
  private var numbers: [GroupIndex: Int] = [:]
  /// Places in `queues` that are used again.
  private var freeQueues: [Int] = []

  /// Puts a lot in its place by the day of its acquisition.
  mutating func offer(_ slot: LotSlot, _ lots: LotChunks) {
    let group = lots[Int(slot.rawValue)].group
    let new = Candidate(slot, lots[Int(slot.rawValue)])
    guard let number = numbers[group] else { return open(group, new) }
    let place = queues[number].place(of: new)
    queues[number].lots.insert(new, at: place)
    // An older lot may bring its queue forward.
    if place == queues[number].lots.startIndex { siftUp(queues[number].position) }
  }

  private mutating func open(_ group: GroupIndex, _ candidate: Candidate) {
    let queue = Queue(group: group, lots: [candidate])
    let number = freeQueues.popLast() ?? queues.count
    if number == queues.count { queues.append(queue) } else { queues[number] = queue }
    numbers[group] = number
    heap.append(number)
    queues[number].position = heap.count - 1
    siftUp(heap.count - 1)
  }

  /// Drops the lots that were acquired more than `window` days before a day.
  mutating func forget(before day: Day, _ lots: LotChunks, window: Int32) {
    while let number = heap.first {
      let lot = queues[number].next
      if day.daysSince1970 - lot.acquired.daysSince1970 <= window && lot.isFree(lots) { return }
      dropFirst(at: 0)
    }
  }

  /// The oldest lot that may replace units of a lot that a group opened.
  mutating func first(notOf group: GroupIndex, _ lots: LotChunks) -> LotSlot? {
    clean(0, lots)
    guard let top = heap.first else { return nil }
    if queues[top].group != group { return queues[top].next.slot }
    // Its children are the tops of all other queues.
    clean(1, lots)
    clean(2, lots)
    let isSecondFirst = heap.count > 2 && isBefore(2, 1)
    let position = isSecondFirst ? 2 : 1
    return position < heap.count ? queues[heap[position]].next.slot : nil
  }

  /// Puts the rest of a lot in its place, after the first lot of a group was divided.
  mutating func replaceFirst(by slot: LotSlot, _ lots: LotChunks) {
    guard let number = numbers[lots[Int(slot.rawValue)].group] else { return }
    queues[number].lots[queues[number].lots.startIndex] = Candidate(slot, lots[Int(slot.rawValue)])
  }

  /// Drops lots until the first one of the queue in a place of the heap is free.
  private mutating func clean(_ position: Int, _ lots: LotChunks) {
    while position < heap.count, !queues[heap[position]].next.isFree(lots) {
      dropFirst(at: position)
    }
  }

  /// Drops the first lot of the queue in a place of the heap, and the queue with its last lot.
  private mutating func dropFirst(at position: Int) {
    let number = heap[position]
    queues[number].lots.removeFirst()
    if queues[number].lots.isEmpty {
      numbers[queues[number].group] = nil
      freeQueues.append(number)
      swap(position, heap.count - 1)
      heap.removeLast()
    }
    if position < heap.count { siftDown(position) }
  }

  /// Whether the queue in one place of the heap comes before that in another.
  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    queues[heap[left]].next.isBefore(queues[heap[right]].next)
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    heap.swapAt(left, right)
    queues[heap[left]].position = left
    queues[heap[right]].position = right
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0, isBefore(child, (child - 1) / 2) {
      swap(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var best = parent
      for child in 2 * parent + 1..<2 * parent + 3 where child < heap.count {
        if isBefore(child, best) { best = child }
      }
      if best == parent { return }
      swap(parent, best)
      parent = best
    }
  }
}
