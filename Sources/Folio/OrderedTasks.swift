#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The same work on many things, one a task, over all cores; what comes out is handed on in the
/// order in which the things came in, so that the number of cores changes nothing but the time.
///
/// Memory is bounded: no more than `tasks` things are worked on at a time, and no more than `ahead`
/// results wait for one that takes longer.
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
  /// How many things are worked on at a time, at least 1.
  public var tasks: Int
  /// How many results may wait for their turn, at least 0.
  public var ahead: Int

  /// So many tasks at a time: as many as there are cores, where nothing is said.
  public init(tasks: Int = OrderedTasks.cores, ahead: Int? = nil) {
    self.tasks = max(1, tasks)
    self.ahead = max(0, ahead ?? 64 * self.tasks)
  }

  /// How many cores this machine has for the program.
  public static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Works on everything that `next` gives, until it gives nil.
  ///
  /// What fails alone is a result like any other: `work` does not throw. When `next` or `receive`
  /// throws, no more work is begun, and the error is thrown on once what was begun has ended.
  /// - Parameters:
  ///   - next: gives the next thing; it is called in turn, never from two tasks.
  ///   - work: what is to be done with one, in a task of its own.
  ///   - receive: takes the results, in order; it is called in turn.
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
