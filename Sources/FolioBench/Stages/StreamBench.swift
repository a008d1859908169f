import Foundation
import Synchronization

/// The whole job on a document that is booked while it is read: lots by FIFO, the sums of the
/// journal, and the texts of the holdings and of the trial balance.
struct StreamBench {
  /// Gives no bytes back: the document has no faults to be shown.
  static let nowhere = SourceFile(name: "work.json") { _, _ in [] }

  /// - Returns: nanoseconds, and the hash of the two texts.
  static func run(
    _ source: LedgerSource, onTwoCores: Bool, _ clock: ClockKind
  ) throws(BenchFault) -> (time: Int, fingerprint: String) {
    var options = BookingOptions()
    options.method = .fifo
    options.keepsDisposals = false
    let stream = LedgerStream(source, options, keeping: .nothing)
    var watch = Stopwatch(clock)
    let outcome: LedgerStream.Outcome
    do {
      outcome = try onTwoCores ? waiting { try await stream.bookOnTwoCores() } : stream.book()
    } catch {
      throw .failed("the generated document can't be read: \(error)")
    }
    guard case .booked(let booked) = outcome else {
      throw .failed("the generated document can't be booked while it is read")
    }
    var fingerprint = Fingerprint()
    fingerprint.add(
      try Pipeline.text { () throws(ArithmeticFault) in try .holdings(booked) }.utf8)
    fingerprint.add(
      try Pipeline.text { () throws(ArithmeticFault) in try .trialBalance(booked) }.utf8)
    return (watch.lap(), fingerprint.text)
  }

  /// Waits for work that suspends; this thread is none of those that do it.
  private static func waiting<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let answer = Answer<Value>()
    Task {
      do {
        let value = try await work()
        answer.value.withLock { $0 = .success(value) }
      } catch {
        answer.value.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    guard let result = answer.value.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }

  private final class Answer<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
  }
}
