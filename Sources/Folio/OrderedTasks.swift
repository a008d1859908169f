import FolioSystem

/// Processes inputs in parallel tasks and delivers the outputs in the order of the inputs.
///
/// The number of cores affects only the speed, never the result. Memory is bounded: at most `tasks`
/// inputs are processed at a time, and at most `ahead` outputs wait for an earlier one.
///
/// ```swift
/// var lines = DocumentLines(bytes)          // a ledger on each line
/// try await OrderedTasks().run {
///   try lines.next()
/// } work: { line -> Result<[Holding], any Error> in
///   Result {
///     try BookedLedger(booking: Ledger(reading: line.bytes, name: "\(line.number)")).holdings()
///   }
/// } receive: { holdings in
///   store(holdings)
/// }
/// ```
public struct OrderedTasks: Sendable {
  /// The maximum number of inputs processed at a time, at least 1.
  public var tasks: Int
  /// The maximum number of outputs that wait for an earlier one, at least 0.
  public var ahead: Int

  /// Creates a runner. By default it uses one task per core.
  public init(tasks: Int = OrderedTasks.cores, ahead: Int? = nil) {
    self.tasks = max(1, tasks)
    self.ahead = max(0, ahead ?? 64 * self.tasks)
  }

  /// The number of cores available to the program.
  public static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Processes every input that `next` returns, until it returns `nil`.
  ///
  /// `work` cannot throw; it returns a failure as an output. If `next` or `receive` throws, no
  /// further work starts, and the error is rethrown when the running work has finished.
  /// - Parameters:
  ///   - next: Returns the next input. It is never called concurrently.
  ///   - work: Processes one input, in a task of its own.
  ///   - receive: Receives the outputs in order. It is never called concurrently.
  public func run<Input: Sendable, Output: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ next: () throws -> Input?, work: @escaping @Sendable (Input) async -> Output,
    receive: (Output) throws -> Void
  ) async throws {
    try await run(arriving: { _ in try next().map { .value($0) } ?? .end }, work, receive)
  }

  /// Processes every input of a source that may have to wait for the next one. While it has none,
  /// outputs are delivered; `next` is asked to wait only if there is nothing else to do.
  package func run<Input: Sendable, Output: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    arriving next: (_ waits: Bool) throws -> Arrival<Input>,
    _ work: @escaping @Sendable (Input) async -> Output,
    _ receive: (Output) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Event<Output>.self) { group in
      var (begun, ended, received) = (0, 0, 0)
      var waiting: [Int: Output] = [:]
      var (isAtEnd, isIdle, isTicking) = (false, false, false)
      while true {
        isIdle = false
        while !isAtEnd, !isIdle, begun - ended < tasks, begun - received < tasks + ahead {
          switch try next(begun == ended) {
          case .value(let input):
            let number = begun
            begun += 1
            group.addTask { .output(number, await work(input)) }
          case .later: isIdle = true
          case .end: isAtEnd = true
          }
        }
        if isIdle, !isTicking {
          // Then the source is asked again, even if no work has ended.
          isTicking = true
          group.addTask {
            try? await Task.sleep(for: .milliseconds(1))
            return .tick
          }
        }
        switch try await group.next() {
        case nil: return
        case .tick: isTicking = false
        case .output(let number, let output):
          ended += 1
          waiting[number] = output
          while let output = waiting.removeValue(forKey: received) {
            received += 1
            try receive(output)
          }
        }
      }
    }
  }

  private enum Event<Output: Sendable>: Sendable {
    case output(Int, Output)
    case tick
  }
}
