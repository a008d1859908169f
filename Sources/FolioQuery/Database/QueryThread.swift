#if canImport(SQLite3) || SQLite
import Dispatch
import Synchronization

/// Runs the steps of a statement on a thread that its caller can leave behind.
///
/// SQLite asks the guardian for permission between its own steps only. A sort, or one call of a
/// function on long texts, is a single step, and nothing ends it from outside. So the caller stops
/// waiting, and the thread ends after that step.
final class QueryThread: Sendable {
  /// The threads of the program.
  static let shared = QueryThread(grace: .seconds(1))

  /// The time after the deadline in which SQLite should end the statement by itself.
  private let grace: Duration
  /// The threads that were left behind and still run.
  private let leftBehind = DispatchGroup()

  init(grace: Duration) { self.grace = grace }

  private enum State<Value: Sendable> {
    case running
    case leftBehind
    case ended(Result<Value, QueryFault>)
  }

  /// The state of one thread. Both sides change it under its lock.
  private final class Run<Value: Sendable>: Sendable {
    let state = Mutex(State<Value>.running)
    let ended = DispatchSemaphore(value: 0)
  }

  /// Returns the result of work that should end by itself within a time.
  ///
  /// Work that was left behind may have as long to end first.
  /// - Throws: `QueryFault.limit` if one of them does not end.
  func run<Value: Sendable>(
    within time: Duration, _ work: @escaping @Sendable () throws(QueryFault) -> Value
  ) throws(QueryFault) -> Value {
    if leftBehind.wait(timeout: .now() + time.dispatchInterval) == .timedOut {
      throw .limit("an earlier statement that took too long still runs. Ask again later.")
    }
    let run = Run<Value>()
    DispatchQueue(label: "folio.query").async {
      let result = Result { () throws(QueryFault) in try work() }
      run.state.withLock { state in
        if case .leftBehind = state { self.leftBehind.leave() }
        state = .ended(result)
      }
      run.ended.signal()
    }
    _ = run.ended.wait(timeout: .now() + (time + grace).dispatchInterval)
    let result = run.state.withLock { state -> Result<Value, QueryFault> in
      if case .ended(let result) = state { return result }
      state = .leftBehind
      leftBehind.enter()
      return .failure(.limit(QueryGuardian.overTime))
    }
    return try result.get()
  }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval {
    let parts = components
    return .milliseconds(Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000))
  }
}
#endif
