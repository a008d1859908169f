import FolioBooking
import FolioModel

/// Finds the events of a lot, of a pool, of a group and of an instrument, each list in order of
/// booking: one pass over the trace, so that a story costs what it tells.
struct TraceIndex {
  /// What has a history of its own: a lot, or a pool with all that went into it.
  enum Thread: Hashable {
    case lot(UInt32)
    case pool(UInt32)
  }

  let trace: [LotEvent]
  private(set) var byThread: [Thread: [Int]] = [:]
  private(set) var byGroup: [GroupIndex: [Int]] = [:]
  private(set) var byInstrument: [InstrumentIndex: [Int]] = [:]
  /// The events that opened lots made of those of a thread.
  private var children: [Thread: [Int]] = [:]
  /// The event that opened each lot, by its number.
  private var openings: [UInt32: Int] = [:]
  /// The last event of the leg of each event.
  private var legEnds: [Int]

  init(_ trace: [LotEvent]) {
    self.trace = trace
    legEnds = Array(trace.indices)
    for index in trace.indices.reversed().dropFirst() where trace[index].leg == trace[index + 1].leg
    {
      legEnds[index] = legEnds[index + 1]
    }
    for (index, event) in trace.enumerated() {
      let thread = Self.thread(of: event)
      byThread[thread, default: []].append(index)
      byGroup[event.group, default: []].append(index)
      byInstrument[event.instrument, default: []].append(index)
      if event.kind == .opened || event.kind == .separated { openings[event.lot] = index }
      if let origin = origin(of: event) {
        children[Self.thread(of: origin), default: []].append(index)
      }
    }
  }

  static func thread(of event: LotEvent) -> Thread {
    event.isPool ? .pool(event.position) : .lot(event.lot)
  }

  /// The opening of the lot that an event's lot came of.
  func origin(of event: LotEvent) -> LotEvent? { openings[event.origin].map { trace[$0] } }

  /// What happened to a thread, and to what it was made of, up to the end of an event's leg.
  func past(of thread: Thread, upTo index: Int) -> [Int] {
    var found: Set<Int> = []
    var reached: [Thread: Int] = [:]
    var open = [(thread: thread, end: legEnds[index])]
    while let (thread, end) = open.popLast() {
      let start = reached[thread] ?? -1
      if end <= start { continue }
      reached[thread] = end
      let events = byThread[thread] ?? []
      for event in events[Self.place(of: start + 1, in: events)...] {
        if event > end { break }
        found.insert(event)
        if let origin = origin(of: trace[event]), Self.thread(of: origin) != thread {
          open.append((Self.thread(of: origin), legEnds[event]))
        }
      }
    }
    return found.sorted()
  }

  /// What happened to a thread, and to what was made of it, from an event on.
  func future(of thread: Thread, from index: Int) -> [Int] {
    var found: Set<Int> = []
    var reached: [Thread: Int] = [:]
    var open = [(thread: thread, start: index)]
    while let (thread, start) = open.popLast() {
      let end = reached[thread] ?? trace.count
      if start >= end { continue }
      reached[thread] = start
      let events = byThread[thread] ?? []
      for event in events[Self.place(of: start, in: events)...] {
        if event >= end { break }
        found.insert(event)
      }
      for child in children[thread] ?? [] where child >= start && child < end {
        open.append((Self.thread(of: trace[child]), child))
      }
    }
    return found.sorted()
  }

  /// The first place in a sorted list whose element is not below a number.
  private static func place(of number: Int, in sorted: [Int]) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
