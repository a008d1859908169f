#if Postgres
import Dispatch
import FolioCPostgres
import FolioSystem

// Waiting for the server. A cancelled task cancels the query, and a server that does not answer any
// more counts as lost.
extension PostgresConnection {
  /// The server itself gives up after two minutes.
  private static let patience = Duration.seconds(150)
  /// The time that a server has to end a query that was cancelled.
  private static let patienceAfterCancel = Duration.seconds(5)
  /// The time after which a cancelled task is noticed, in milliseconds.
  private static let slice: Int32 = 50

  /// Sends what is in the buffer. The server may send at the same time.
  func flush() throws(ServerFault) {
    while true {
      let rest = unsafe PQflush(handle)
      if rest == 0 { return }
      guard rest == 1 else { throw lost() }
      let events = try wait(for: Int16(POLLIN | POLLOUT))
      if events & Int16(POLLIN) != 0, unsafe PQconsumeInput(handle) != 1 { throw lost() }
    }
  }

  /// Waits until `PQgetResult` does not block.
  func awaitResult() throws(ServerFault) {
    while unsafe PQisBusy(handle) == 1 {
      _ = try wait(for: Int16(POLLIN))
      guard unsafe PQconsumeInput(handle) == 1 else { throw lost() }
    }
  }

  /// Takes the end of a statement's results.
  func endResult() throws(ServerFault) {
    while true {
      try awaitResult()
      guard let rest = unsafe PQgetResult(handle) else { return }
      unsafe PQclear(rest)
    }
  }

  /// Waits for notifications, and takes all that are there.
  /// - Parameter milliseconds: how long to wait.
  func isNotified(within milliseconds: Int32) throws(ServerFault) -> Bool {
    var socket = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
    if unsafe poll(&socket, 1, milliseconds) > 0 {
      guard unsafe PQconsumeInput(handle) == 1 else { throw lost() }
    }
    var isNotified = false
    while let notification = unsafe PQnotifies(handle) {
      unsafe PQfreemem(notification)
      isNotified = true
    }
    return isNotified
  }

  /// Waits until the connection can be read or written.
  /// - Returns: the events.
  private func wait(for events: Int16) throws(ServerFault) -> Int16 {
    let start = ContinuousClock.now
    while true {
      var socket = unsafe pollfd(fd: PQsocket(handle), events: events, revents: 0)
      if unsafe poll(&socket, 1, Self.slice) > 0 { return socket.revents }
      if Task.isCancelled, cancelledAt == nil { cancel() }
      let now = ContinuousClock.now
      if let cancelledAt, now - cancelledAt > Self.patienceAfterCancel { throw silent() }
      if now - start > Self.patience { throw silent() }
    }
  }

  private func silent() -> ServerFault {
    ServerFault(code: "", message: "the server does not answer", isLost: true)
  }

  /// Asks the server to end the query. The request has a connection of its own, and nobody waits
  /// for it: a server that hangs would not answer it either.
  private func cancel() {
    cancelledAt = .now
    guard let request = unsafe PQgetCancel(handle) else { return }
    let cancel = unsafe CancelRequest(request)
    DispatchQueue(label: "folio.cancel").async { cancel.send() }
  }
}

/// A request to cancel what runs in a connection. libpq allows it on another thread.
@safe private final class CancelRequest: @unchecked Sendable {
  private let request: OpaquePointer

  @unsafe init(_ request: OpaquePointer) { unsafe self.request = request }

  deinit { unsafe PQfreeCancel(request) }

  func send() {
    var message = [CChar](repeating: 0, count: 256)
    _ = unsafe PQcancel(request, &message, Int32(message.count))
  }
}
#endif
