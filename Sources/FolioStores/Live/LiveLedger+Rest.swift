import FolioBooking
import FolioDiagnostics
import FolioModel

// Groups after a checkpoint that are not booked yet.
//
// Problem: a program that changes a group of last year would book all groups since then, and then
// book them again. Decision: they are checked when the ledger is opened, and booked when someone
// needs the books. A change among them is booked with them.
extension LiveLedger {
  /// Books them.
  /// - Returns: false if they have faults, or if only the whole ledger tells.
  mutating func bookRest() -> Bool {
    if rest.isEmpty { return true }
    let before = books
    let isBooked = rest.allSatisfy { books.goOn($0, lastDay: rows.checker.lastDay) }
    if isBooked, books.addUp() {
      rest = []
      return true
    }
    books = before
    return false
  }

  /// Whether the first place at which a change makes a difference is among them.
  func isInRest(_ change: CheckedChange) -> Bool {
    guard let start = change.start, let last = rest.last?.lastKey else { return false }
    return start <= last
  }

  /// Whether a change names nothing that they do not: their rows come after its own.
  func hasNamesOfRest(_ change: Ledger) -> Bool {
    guard let (one, other) = rest.last.map({ ($0.tables, change.tables) }) else { return true }
    return one.instruments.count == other.instruments.count
      && one.cashAccounts.count == other.cashAccounts.count
      && one.securitiesAccounts.all.count == other.securitiesAccounts.all.count
  }

  /// Books them with a change among them, which the checker has taken.
  /// - Returns: what came of it, and if they are compared, the warnings before.
  mutating func bookRest(
    with change: CheckedChange, _ ledger: Ledger, _ wanted: Wanted,
    _ states: inout StatesOnTheWay
  ) throws -> (outcome: LiveBooks.Outcome, before: [Diagnostic]) {
    let checkpoint = books
    let (new, places) = (ledger.places, PlacesInBatches(rest))
    let (order, batches) = (rows.checker.order, rest)
    let outcome = try books.goOn(
      from: change.start ?? .end, ledger.batch([]), lastDay: rows.checker.lastDay
    ) { last in
      let entries = Self.entries(after: last, in: order)
      guard let first = entries.first?.key.group else { return nil }
      if let row = new[first] { return (ledger.batch([GroupIndex(row)]), [first]) }
      guard let batch = places[first]?.batch else { throw NeedsWholeLedger(.storage) }
      let numbers = entries.map(\.key.group)
        .prefix { new[$0] == nil && places[$0]?.batch == batch }
      return (batches[batch].batch(numbers.compactMap { places[$0]?.row }), Array(numbers))
    } visit: {
      states.visit($0)
    }
    guard case .booked = outcome else { return (outcome, []) }
    defer { rest = [] }
    let now = wanted.isAny ? books.warnings(since: .start) : []
    let isCompared = now.contains { !wanted.isDocument || $0.code == .negativeCash }
    if !isCompared { return (outcome, []) }
    var old = checkpoint
    let isBooked = rest.allSatisfy { old.goOn($0, lastDay: rows.checker.lastDay) }
    return (outcome, isBooked ? old.warnings(since: .start) : [])
  }

  /// The checkpoints of states of the books.
  func checkpoints(of states: StatesOnTheWay) -> [StoredCheckpoint] {
    let head = head
    return states.all.compactMap { place, state in
      rows.reader.state(of: rows.checker, upTo: place).map {
        StoredCheckpoint(
          CheckpointPlace(place), StoredState(of: head, checker: $0, books: state).bytes)
      }
    }
  }
}

/// States of the books after some of the groups that are booked again, the older the sparser. The
/// change makes those that the store has useless.
struct StatesOnTheWay {
  private let order: LiveOrder
  private let first: Int
  private let distance: Int?
  private var kept = 0
  private(set) var all: [(place: OrderKey, bytes: [UInt8])] = []

  /// - Parameters:
  ///   - order: all groups.
  ///   - start: the first place that is booked again.
  ///   - distance: the number of groups that are worth another state; nil for no states.
  init(_ order: LiveOrder, from start: OrderKey?, _ distance: Int?) {
    (self.order, self.distance) = (order, distance)
    first = start.map { order.place(of: $0) } ?? order.count
  }

  mutating func visit(_ books: LiveBooks) {
    guard let distance, let last = books.last else { return }
    let booked = order.place(of: last) + 1 - first
    let least = books.checkpointDistance(atLeast: distance)
    let left = order.count - first - booked
    guard left >= least, booked - kept >= max(4 * least, left / 2),
      let state = books.storedState()
    else { return }
    if all.last?.place != state.place { all.append(state) }
    kept = booked
  }
}

/// The rows of groups in batches, by their numbers.
private struct PlacesInBatches {
  private var places: [GroupIndex: (batch: Int, row: GroupIndex)] = [:]

  init(_ batches: [Ledger]) {
    for (batch, ledger) in batches.enumerated() {
      for (row, number) in (ledger.numbers ?? []).enumerated() {
        places[number] = (batch, GroupIndex(row))
      }
    }
  }

  subscript(number: GroupIndex) -> (batch: Int, row: GroupIndex)? { places[number] }
}
