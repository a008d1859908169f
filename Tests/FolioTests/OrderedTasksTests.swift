import Folio
import Synchronization
import Testing

@testable import TestSupport

/// Many things at a time, in order.
struct OrderedTasksTests {
  private struct Stop: Error {}

  /// How many are worked on at a time, now and at most.
  private final class Gauge: Sendable {
    private let counts = Mutex((now: 0, most: 0))
    var most: Int { counts.withLock(\.most) }

    func enter() {
      counts.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
    }

    func leave() { counts.withLock { $0.now -= 1 } }
  }

  @Test(arguments: [1, 2, 8])
  func resultsComeInTheOrderOfTheirInputs(_ tasks: Int) async throws {
    let gauge = Gauge()
    var (next, begun) = ((0..<100).makeIterator(), 0)
    var received: [Int] = []
    var mostAhead = 0
    try await OrderedTasks(tasks: tasks, ahead: 3).run {
      begun += 1
      mostAhead = max(mostAhead, begun - received.count)
      return next.next()
    } work: { number in
      gauge.enter()
      // Every tenth takes long, so that those behind it wait.
      try? await Task.sleep(for: .microseconds(number % 10 == 0 ? 3000 : 10))
      gauge.leave()
      return number * 2
    } receive: {
      received.append($0)
    }
    #expect(received == (0..<100).map { $0 * 2 })
    #expect(gauge.most <= tasks)
    #expect(mostAhead <= tasks + 3)
    #expect(tasks == 1 || gauge.most > 1)
  }

  @Test func nothingIsBegunAfterAFailure() async {
    var given = 0
    var received = 0
    await #expect(throws: Stop.self) {
      try await OrderedTasks(tasks: 2, ahead: 0).run { () -> Int? in
        given += 1
        return given
      } work: {
        $0
      } receive: {
        received = $0
        if $0 == 5 { throw Stop() }
      }
    }
    #expect(received == 5)
    #expect(given <= 8)
  }

  @Test func aLedgerOnEachLineIsBooked() async throws {
    let line = "{\"settings\": {\"base_currency\": \"USD\"}}"
    var lines = DocumentLines(Array("\(line)\n{\"settings\": 1}\n\(line)\n".utf8))
    var fine: [Bool] = []
    try await OrderedTasks().run {
      try lines.next()
    } work: { line in
      Result {
        let ledger = try Ledger(reading: line.bytes, name: "\(line.number)")
        return try BookedLedger(booking: ledger).holdings()
      }
    } receive: { result in
      fine.append((try? result.get()) != nil)
    }
    #expect(fine == [true, false, true])
  }

  @Test(arguments: [1, 2, 8])
  func anIdleSourceHoldsNoOutputBack(_ tasks: Int) async throws {
    // The next input comes only once the output of the one before it was received.
    var (given, received) = (0, 0)
    var waits: [Bool] = []
    try await OrderedTasks(tasks: tasks).run(
      arriving: { isWaiting -> Arrival<Int> in
        if given == 20 { return .end }
        if given > received {
          #expect(!isWaiting)
          waits.append(isWaiting)
          return .later
        }
        given += 1
        return .value(given)
      },
      { number in
        try? await Task.sleep(for: .milliseconds(3))
        return number
      },
      {
        received += 1
        #expect($0 == received)
      })
    #expect(received == 20)
    #expect(tasks == 1 || waits.count >= 20)
  }
}
