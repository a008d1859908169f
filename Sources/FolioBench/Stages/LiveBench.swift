/// Measures changes of live books: groups that are booked one by one after all others, and all
/// groups of the last year booked again. The rows are checked before.
struct LiveBench {
  let groups: Int
  let plan: Plan

  /// How many groups are appended to how many.
  static func appends(to groups: Int) -> Int { max(1, min(1_000, groups / 10)) }

  /// The nanoseconds of all appends, of a change a year back, and of booking everything.
  func run() throws(BenchFault) -> [String: [Int]] {
    let document = WorkStream(TradeHistory(groups: groups, seed: Plan.seed))
      .document(expecting: groups * 1_000)
    let ledger = try Pipeline.check(Pipeline.draft { $0.read(document, name: "work.json") })
    let last = groups - Self.appends(to: groups)
    let batches = stride(from: 0, to: last, by: 1_024).map { first in
      Self.batch(ledger, first..<min(first + 1_024, last))
    }
    let single = (last..<groups).map { Self.batch(ledger, $0..<$0 + 1) }
    var times: [String: [Int]] = [:]
    for _ in 0..<plan.runs {
      var books = try Self.books(ledger)
      var watch = Stopwatch(plan.clock)
      for batch in batches { try Self.append(batch, to: &books, ledger) }
      times["whole", default: []].append(max(1, watch.lap()))
      for batch in single { try Self.append(batch, to: &books, ledger) }
      times["append", default: []].append(max(1, watch.lap()))
      times["past", default: []].append(try changePast(&books, ledger))
    }
    return times
  }

  private typealias Batch = (batch: Ledger, numbers: [GroupIndex])

  private static func batch(_ ledger: Ledger, _ places: Range<Int>) -> Batch {
    let numbers = places.map { ledger.group(at: $0) }
    return (ledger.batch(numbers), numbers)
  }

  private static func books(_ ledger: Ledger) throws(BenchFault) -> LiveBooks {
    var options = BookingOptions()
    options.method = .fifo
    do {
      return try LiveBooks(ledger.batch([]), options)
    } catch {
      throw .failed("live books can't be made of the ledger")
    }
  }

  private static func append(
    _ batch: Batch, to books: inout LiveBooks, _ ledger: Ledger
  ) throws(BenchFault) {
    guard case .booked = books.append(batch.batch, batch.numbers, lastDay: ledger.lastDay)
    else { throw .failed("a group can't be appended") }
  }

  /// Of twenty years the last is booked again.
  private func changePast(
    _ books: inout LiveBooks, _ ledger: Ledger
  ) throws(BenchFault) -> Int {
    let first = groups - groups / 20
    let record = ledger.rows.groups[Int(ledger.group(at: first))]
    let key = OrderKey(record.occurredAt, ledger.group(at: first))
    var next: Int?
    var watch = Stopwatch(plan.clock)
    let outcome = books.rebook(from: key, lastDay: ledger.lastDay) { after in
      let start = next ?? Self.place(after: after, ledger)
      next = min(start + 1_024, groups)
      return start < groups ? Self.batch(ledger, start..<min(start + 1_024, groups)) : nil
    }
    guard case .booked = outcome else { throw .failed("the last year can't be booked again") }
    return max(1, watch.lap())
  }

  private static func place(after key: OrderKey?, _ ledger: Ledger) -> Int {
    guard let key else { return 0 }
    return (0..<ledger.rows.groups.count).partitioningIndex { place in
      let group = ledger.group(at: place)
      return OrderKey(ledger.rows.groups[Int(group)].occurredAt, group) > key
    }
  }
}
