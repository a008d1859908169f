/// An index of the events in a trace by lot, pool, group and instrument. Lists are in order of
/// booking.
///
/// The index takes one pass over the trace. An explanation then takes time proportional to the
/// number of its own events.
struct TraceIndex {
  /// A lot or a pool, which has its own history of events.
  enum Thread: Hashable {
    case lot(UInt32)
    case pool(UInt32)
  }

  let trace: [LotEvent]
  private(set) var byThread: [Thread: [Int]] = [:]
  private(set) var byGroup: [GroupIndex: [Int]] = [:]
  private(set) var byInstrument: [InstrumentIndex: [Int]] = [:]
  /// For each thread, the events at which another one goes on from it.
  private var children: [Thread: [Int]] = [:]
  /// The event that opened each lot, by the number of the lot.
  private var openings: [UInt32: Int] = [:]
  /// For each event at which a thread goes on from others, these.
  private var sources: [Int: [Thread]] = [:]
  /// For each event, the last event of the same leg.
  private var legEnds: [Int]

  init(_ trace: [LotEvent]) {
    self.trace = trace
    legEnds = Array(trace.indices)
    for index in trace.indices.reversed().dropFirst() where trace[index].leg == trace[index + 1].leg
    {
      legEnds[index] = legEnds[index + 1]
    }
    // The lots that have left for a pool, by its position.
    var pooled: [UInt32: [Thread]] = [:]
    for (index, event) in trace.enumerated() {
      let thread = Self.thread(of: event)
      byThread[thread, default: []].append(index)
      byGroup[event.group, default: []].append(index)
      byInstrument[event.instrument, default: []].append(index)
      if event.kind == .opened || event.kind == .separated { openings[event.lot] = index }
      var found: [Thread] = []
      if event.kind == .methodChanged {
        if event.isPool {
          found = pooled.removeValue(forKey: event.position) ?? []
        } else if event.after.quantity.isZero {
          pooled[event.position, default: []].append(thread)
        } else if event.before.quantity.isZero {
          found = [.pool(event.position)]
        }
      } else if let origin = origin(of: event), Self.thread(of: origin) != thread {
        found = [Self.thread(of: origin)]
      }
      if found.isEmpty { continue }
      sources[index] = found
      for source in found { children[source, default: []].append(index) }
    }
  }

  static func thread(of event: LotEvent) -> Thread {
    event.isPool ? .pool(event.position) : .lot(event.lot)
  }

  /// Returns the opening of the lot from which the lot of an event was made.
  func origin(of event: LotEvent) -> LotEvent? { openings[event.origin].map { trace[$0] } }

  /// Returns the events of a thread, and of the threads it was made from, up to the end of an
  /// event's leg.
  func past(of thread: Thread, upTo index: Int) -> [Int] {
    var found: Set<Int> = []
    var reached: [Thread: Int] = [:]
    var open = [(thread: thread, end: legEnds[index])]
    while let (thread, end) = open.popLast() {
      let start = reached[thread] ?? -1
      if end <= start { continue }
      reached[thread] = end
      let events = byThread[thread] ?? []
      for event in events[events.partitioningIndex { $0 > start }...].prefix(while: { $0 <= end }) {
        found.insert(event)
        for source in sources[event] ?? [] { open.append((source, legEnds[event])) }
      }
    }
    return found.sorted()
  }

  /// Returns the events of a thread, and of the threads made from it, starting with an event.
  func future(of thread: Thread, from index: Int) -> [Int] {
    var found: Set<Int> = []
    var reached: [Thread: Int] = [:]
    var open = [(thread: thread, start: index)]
    while let (thread, start) = open.popLast() {
      let end = reached[thread] ?? trace.count
      if start >= end { continue }
      reached[thread] = start
      let events = byThread[thread] ?? []
      let first = events.partitioningIndex { $0 >= start }
      found.formUnion(events[first...].prefix { $0 < end })
      for child in children[thread] ?? [] where child >= start && child < end {
        open.append((Self.thread(of: trace[child]), child))
      }
    }
    return found.sorted()
  }
}
