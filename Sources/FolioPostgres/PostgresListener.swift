#if Postgres
import Dispatch
import Synchronization

/// Listens for the notifications of a user's changes, on a connection and a thread of its own.
///
/// A notification can be lost with its connection, and a pooler in transaction mode passes none on.
/// So it also calls after each connection, and the store asks from time to time in any case.
final class PostgresListener: StorageWatch {
  /// Shared with the thread, which does not keep the listener alive.
  private final class Stop: Sendable {
    private let isStopped = Mutex(false)
    var isSet: Bool { isStopped.withLock { $0 } }
    func set() { isStopped.withLock { $0 = true } }
  }

  private let stop = Stop()

  /// A silent connection is tried after so many slices of half a second.
  private static let slicesToTrial = 60

  init(_ address: PostgresAddress, _ user: [UInt8], _ notify: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "folio.listen").async { [stop] in
      var pause = 1
      while !stop.isSet {
        do {
          let connection = try PostgresConnection(address)
          try Self.listen(connection, user)
          pause = 1
          notify()
          try Self.wait(connection, stop, notify)
        } catch {
          // The store says itself what is wrong with the server.
          Self.sleep(pause, stop)
          pause = min(pause * 2, 30)
        }
      }
    }
  }

  deinit { stop.set() }

  private static func listen(
    _ connection: PostgresConnection, _ user: [UInt8]
  ) throws(ServerFault) {
    let name = PostgresConnection.Statement("SELECT 'folio_' || md5($1::text)", [user])
    let answer = try connection.transaction([name], isReadOnly: true)
    guard let channel = answer.first?.first?.first ?? nil else { return }
    // The channel has letters, digits and an underscore.
    let words = "LISTEN \"\(String(decoding: channel, as: UTF8.self))\""
    _ = try connection.transaction([PostgresConnection.Statement(words)], isReadOnly: false)
  }

  private static func wait(
    _ connection: PostgresConnection, _ stop: Stop, _ notify: () -> Void
  ) throws(ServerFault) {
    var silence = 0
    while !stop.isSet {
      if try connection.isNotified(within: 500) {
        silence = 0
        notify()
        continue
      }
      silence += 1
      if silence < slicesToTrial { continue }
      silence = 0
      let trial = PostgresConnection.Statement("SELECT 1")
      _ = try connection.transaction([trial], isReadOnly: true)
    }
  }

  private static func sleep(_ seconds: Int, _ stop: Stop) {
    for _ in 0..<seconds * 10 where !stop.isSet { pauseShortly() }
  }

  private static func pauseShortly() {
    DispatchSemaphore(value: 0).wait(milliseconds: .random(in: 80...120))
  }
}

extension DispatchSemaphore {
  /// Waits for a time.
  fileprivate func wait(milliseconds: Int) {
    _ = wait(timeout: .now() + .milliseconds(milliseconds))
  }
}
#endif
