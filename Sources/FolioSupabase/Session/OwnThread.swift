import Dispatch

/// Runs work that waits for the network on a thread of its own, because Swift's pool has few
/// threads (Specs/decisions/stores-in-servers.md).
enum OwnThread {
  /// Runs work, and cancels it when the task is cancelled.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable (HTTPCancellation) throws(AccountFault) -> Value
  ) async throws(AccountFault) -> Value {
    let cancellation = HTTPCancellation()
    let result: Result<Value, AccountFault> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "folio.accounts").async {
          do throws(AccountFault) {
            continuation.resume(returning: .success(try body(cancellation)))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }
}
