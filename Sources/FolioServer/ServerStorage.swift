import FolioDiagnostics
import FolioStores

/// Storage in a server that others use, too (Specs/schema/README.md).
///
/// The rows are kept in memory, and each look asks for what has changed. A change goes out as one
/// call of `folio_commit`, which compares the number on which it is based.
package final class ServerStorage: RecordStorage {
  let transport: any ServerTransport
  private let access: StoreAccess
  var stored: StoreContents?
  /// What a new ledger is to hold, if the server does not have all of it yet.
  var unsent: StoreContents?
  /// Receives the progress of long changes.
  var receiver: WorkProgress.Receiver?
  /// How many times smaller pages and parts are than the transport proposes, because the server
  /// has given up on larger ones.
  var division = 1

  /// Opens the ledger of a user. A new one is written by `complete`.
  /// - Parameters:
  ///   - path: the address, for failures.
  ///   - initial: the contents of a new ledger.
  /// - Throws: `notFound` if the user has none; `conflict` if a new one exists already;
  ///   `unsupported` if the database lacks the tables; `unauthorized`, `unreachable`,
  ///   `unavailable`.
  package init(
    _ transport: any ServerTransport, at path: String, _ access: StoreAccess,
    holding initial: StoreContents
  ) throws(StoreFailure) {
    self.transport = transport
    self.access = access
    let contents = try refreshed()
    let isThere = contents.head != nil || !contents.groups.isEmpty
    if access == .creating {
      if isThere, !contents.isBeginning(of: initial) { throw .conflict(.storeExists(path)) }
      unsent = initial
    } else if !isThere, access != .sharing {
      throw .notFound(.store(path))
    }
  }

  /// Others use the server, too.
  package var canChangeElsewhere: Bool { true }

  /// Calls wait for the server.
  package var waitsForServer: Bool { true }

  /// The server keeps holdings and positions beside the rows.
  package var keepsFigures: Bool { true }

  package var lookInterval: Duration { .seconds(5) }

  package func watch(_ notify: @escaping @Sendable () -> Void) -> (any StorageWatch)? {
    transport.watch(notify)
  }

  package func report(to receiver: WorkProgress.Receiver?) { self.receiver = receiver }

  /// Takes over what others have changed.
  package func refresh() throws(StoreFailure) { _ = try refreshed() }

  package func contents() throws(StoreFailure) -> StoreContents {
    if let stored { return stored }
    return try refreshed()
  }
}

// Reading.
extension ServerStorage {
  func refreshed() throws(StoreFailure) -> StoreContents {
    do throws(ServerFault) {
      let contents =
        if let stored, let newer = try changed(stored) { newer } else { try readAll() }
      stored = contents
      return contents
    } catch {
      throw error.failure(transport.name)
    }
  }

  /// Reads all rows, and what changes meanwhile.
  private func readAll() throws(ServerFault) -> StoreContents {
    while true {
      var pages = [try rows(after: 0)]
      while let last = pages.last, last.hasMore { pages.append(try rows(after: last.next)) }
      let versions = pages.flatMap(\.versions)
      let reading = StoreContents.reading(
        head: pages[0].head, rows: versions.map(\.row), lastSequence: pages[0].last)
      if !reading.faults.isEmpty, access != .salvaging {
        let places = reading.faults.map { StoreDamage.Place(offset: 0, line: 1, reason: $0.reason) }
        throw .damaged(
          StoreDamage(
            name: transport.name, places: places, readableGroups: reading.contents.groups.count))
      }
      if let contents = try changed(reading.contents) { return contents }
    }
  }

  /// The contents with what has changed.
  /// - Returns: nil if everything has to be read anew.
  private func changed(_ contents: StoreContents) throws(ServerFault) -> StoreContents? {
    var contents = contents
    let start = contents.lastSequence
    let headStart = contents.head?.sequence ?? 0
    var (pages, next) = ([ServerPage](), start)
    while true {
      let page = try changes(since: next, headSince: headStart)
      // Folio marks groups as deleted, but others remove them.
      if page.cleared > start || !page.removed.isEmpty || page.last < start { return nil }
      pages.append(page)
      if !page.hasMore { break }
      next = page.next
    }
    guard let last = pages.last, last.last > start else { return contents }
    // A version that changed again while the pages were read is in two of them.
    var latest: [Int: ServerPage.Version] = [:]
    for version in pages.flatMap(\.versions) { latest[version.place] = version }
    let rows = latest.values.sorted { $0.place < $1.place }
    let reading = StoreContents.reading(
      head: nil, rows: rows.map(\.row), lastSequence: last.last)
    guard reading.faults.isEmpty else { return nil }
    var change = StoreChange(lastSequence: last.last)
    change.head = pages.reversed().lazy.compactMap(\.head).first
    // New groups come after all others, in the order of their places.
    change.groups = reading.contents.groups
    contents.apply(change)
    return contents
  }

  private func rows(after place: Int) throws(ServerFault) -> ServerPage {
    try page { (size) throws(ServerFault) in try transport.rows(after: place, limit: size) }
  }

  func changes(since number: Int, headSince: Int) throws(ServerFault) -> ServerPage {
    try page { (size) throws(ServerFault) in
      try transport.changes(since: number, limit: size, headSince: headSince)
    }
  }

  /// Reads a page, and a smaller one if the server gives up: groups that other programs have
  /// changed, or with many legs, take longer.
  private func page(
    _ call: (_ size: Int) throws(ServerFault) -> [UInt8]
  ) throws(ServerFault) -> ServerPage {
    var retry = ServerRetry()
    while true {
      let size = max(1, transport.pageSize / division)
      do throws(ServerFault) {
        return try ServerPage(call(size))
      } catch {
        if error.isTooMuch, size > 1 { division *= 4 } else { try retry.wait(after: error) }
      }
    }
  }
}
