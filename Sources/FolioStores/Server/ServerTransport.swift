/// Calls of the functions of Specs/schema on a server: over libpq, or over REST.
///
/// Each call is one attempt and one transaction. `ServerStorage` repeats attempts, and finds out
/// what became of one whose answer was lost. A call may block its thread. It stops waiting when its
/// task is cancelled, cancels the work on the server if it can, and throws `ServerFault.cancelled`.
package protocol ServerTransport: AnyObject {
  /// The address as it may be shown: without passwords, tokens and options.
  var name: String { get }

  /// The most groups that one call should write, so that it ends in good time and shows progress.
  /// Only changes whose groups may become visible one after another are divided.
  var groupLimit: Int { get }

  /// The most bytes of groups that one call should write, unless a group has more. Groups with many
  /// legs take as long as many groups.
  var byteLimit: Int { get }

  /// The most groups of the next page.
  var pageSize: Int { get }

  /// Begins to call a function whenever the user's rows may have changed, from any thread, until
  /// the result is released.
  /// - Returns: nil if the transport cannot notice that. `ServerStorage` asks from time to time.
  func watch(_ notify: @escaping @Sendable () -> Void) -> (any StorageWatch)?

  /// Calls `folio_rows`.
  /// - Parameters:
  ///   - place: the place after which the rows begin.
  ///   - limit: the largest number of rows.
  /// - Returns: the JSON value of the function, as UTF-8.
  func rows(after place: Int, limit: Int) throws(ServerFault) -> [UInt8]

  /// Calls `folio_changes`.
  /// - Parameters:
  ///   - number: the number after which the changes begin.
  ///   - limit: the largest number of groups.
  ///   - headSince: the number after which a head is wanted.
  /// - Returns: the JSON value of the function, as UTF-8.
  func changes(since number: Int, limit: Int, headSince: Int) throws(ServerFault) -> [UInt8]

  /// Calls `folio_commit`.
  /// - Returns: the JSON value of the function, as UTF-8.
  /// - Throws: a fault with `isLost` if the server may or may not have made the change.
  func commit(_ commit: ServerCommit) throws(ServerFault) -> [UInt8]
}

extension ServerTransport {
  /// About a second of work for a server.
  package var byteLimit: Int { 1 << 20 }

  package func watch(_ notify: @escaping @Sendable () -> Void) -> (any StorageWatch)? { nil }
}
