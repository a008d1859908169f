/// The legs of a group that are the two sides of a transfer: of those that move the same, the first
/// that leaves belongs to the first that arrives, and so on.
struct TransferSides {
  /// The number of the other side of each leg that has one.
  private(set) var other: [Int: Int] = [:]

  /// Pairs legs, given by their numbers, in the order of the group.
  /// - Parameter moved: what a leg moves, such as an instrument and a quantity.
  init<Moved: Hashable>(_ sent: [Int], _ received: [Int], moved: (Int) -> Moved) {
    if sent.isEmpty || received.isEmpty { return }
    var waiting: [Moved: [Int]] = [:]
    for number in received.reversed() { waiting[moved(number), default: []].append(number) }
    for number in sent {
      guard let match = waiting[moved(number)]?.popLast() else { continue }
      other[number] = match
      other[match] = number
    }
  }
}
