// Groups of one instant have the order of the document, and a sync makes it the same in both stores
// (Specs/decisions/sync.md).
extension StoreOperations {
  /// The ids of the groups of each of these instants that several groups have, in their order.
  package mutating func ties(at times: Set<Timestamp>) throws(StoreFailure) -> [[String]] {
    var ties: [[String]] = []
    var page: ArraySlice<BookingPlace> = []
    for time in times.sorted() {
      var place = BookingPlace(time, number: -1)
      var numbers: [Int] = []
      while true {
        page = page.drop { $0 <= place }
        if page.isEmpty { page = try storage.rows(after: place, limit: 256).places[...] }
        guard let next = page.first, next.isAt(time) else { break }
        numbers.append(next.number)
        place = next
      }
      if numbers.count > 1 { ties.append(try storage.groups(at: numbers).map(\.id)) }
    }
    return ties
  }

  /// Puts groups of one instant in another order, in the positions that they have together. They
  /// count as changed, so that stores that sync with this one take the order over. All rows are
  /// written, which is rare: two devices have then added groups of one instant.
  /// - Parameter ties: the ids of the groups of one instant. Other ids are skipped.
  /// - Throws: `invalid` if that alters figures of closed books.
  mutating func arrange(_ ties: [[String]]) throws(StoreFailure) {
    var moves: [(from: Int, to: Int)] = []
    for ids in ties {
      var numbers: [Int] = []
      for id in ids {
        if let number = try storage.number(of: id) { numbers.append(number) }
      }
      moves += zip(numbers, numbers.sorted()).filter { $0 != $1 }
    }
    if moves.isEmpty { return }
    let before = try storage.contents()
    var change = StoreChange(lastSequence: before.lastSequence)
    change.clears = true
    (change.head, change.groups) = (before.head, before.groups)
    for (from, to) in moves.sorted(by: { $0.to < $1.to }) {
      change.lastSequence += 1
      change.groups[to] = before.groups[from]
      change.groups[to].sequence = change.lastSequence
    }
    var after = before
    after.apply(change)
    let document = StoreInput.stored(after.document, name: name)
    try protect(before, from: try StoreCheck([document], depth: .structureOnly, known: { [] }))
    try commit(change, after: before)
  }
}

extension BookingPlace {
  fileprivate func isAt(_ time: Timestamp) -> Bool {
    seconds == time.seconds && nanoseconds == time.nanoseconds
  }
}
