#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
    try await withThrowingTaskGroup(of: (Int, Output).self) { group in
      var (begun, ended, received) = (0, 0, 0)
      var waiting: [Int: Output] = [:]
      var isAtEnd = false
      while true {
        while !isAtEnd, begun - ended < tasks, begun - received < tasks + ahead {
          guard let input = try next() else {
            isAtEnd = true
            break
          }
          let number = begun
          begun += 1
          group.addTask { (number, await work(input)) }
        }
        guard let (number, output) = try await group.next() else { break }
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
