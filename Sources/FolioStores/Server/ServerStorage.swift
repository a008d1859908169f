/// Storage in a server that others use, too (Specs/schema/README.md).
///
/// The rows are kept in memory, and each look asks for what has changed. A change goes out as one
/// call of `folio_commit`, which compares the number on which it is based.
package final class ServerStorage: RecordStorage {
  let transport: any ServerTransport
  private let access: StoreAccess
  private(set) var stored: StoreContents?
  /// Whether the server may be beyond `stored`.
  var isOutdated = false
  /// Where this device keeps the contents until the next time; nil for nowhere.
  private let copy: ServerCopy?
  /// What a new ledger is to hold, if the server does not have all of it yet.
  var unsent: StoreContents?
  /// Receives the progress of long changes.
  var receiver: WorkProgress.Receiver?
  /// How many of the newest versions of a copy are compared with those of the server.
  private static let comparedCount = 16
  /// How many times smaller pages and parts are than the transport proposes, because the server
  /// has given up on larger ones.
  var division = 1

  /// Opens the ledger of a user. A new one is written by `complete`.
  /// - Parameters:
  ///   - path: the address, for failures.
  ///   - initial: the contents of a new ledger.
  ///   - copy: the path of the copy on this device, if there is to be one.
  /// - Throws: `notFound` if the user has none; `conflict` if a new one exists already;
  ///   `unsupported` if the database lacks the tables; `unauthorized`, `unreachable`,
  ///   `unavailable`.
  package init(
    _ transport: any ServerTransport, at path: String, _ access: StoreAccess,
    holding initial: StoreContents, copy: String? = nil
  ) throws(StoreFailure) {
    self.transport = transport
    self.access = access
    self.copy = access == .writing ? copy.map { ServerCopy($0) } : nil
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
    if let stored, !isOutdated { return stored }
    return try refreshed()
  }
}

// Reading.
extension ServerStorage {
  func refreshed() throws(StoreFailure) -> StoreContents {
    do throws(ServerFault) {
      // The copy may be that of a server which was restored since from a backup.
      let compared = stored == nil ? Self.comparedCount : 0
      let known = stored ?? copy?.contents
      let contents: StoreContents
      if let known, let news = try news(since: known, comparing: compared) {
        stored = known
        contents = take(news)
      } else {
        contents = try readAll()
        stored = contents
        copy?.replace(with: contents)
      }
      isOutdated = false
      return contents
    } catch {
      throw error.failure(transport.name)
    }
  }

  /// Adds a change of the server.
  @discardableResult
  func take(_ change: StoreChange) -> StoreContents {
    var contents = stored ?? StoreContents()
    let last = contents.lastSequence
    if change.lastSequence > last {
      contents.apply(change)
      stored = contents
      if let copy, !copy.add(change, after: last) { copy.replace(with: contents) }
    }
    return contents
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
      var contents = reading.contents
      guard let news = try news(since: contents) else { continue }
      contents.apply(news)
      return contents
    }
  }

  /// What has changed since the server had some contents.
  /// - Parameter count: how many of the newest versions are compared with those of the server.
  /// - Returns: nil if everything has to be read anew.
  private func news(
    since contents: StoreContents, comparing count: Int = 0
  ) throws(ServerFault) -> StoreChange? {
    let start = contents.lastSequence
    let first = max(0, start - count)
    var (pages, next) = ([ServerPage](), first)
    while true {
      let page = try changes(
        since: next, headSince: min(first, contents.head?.sequence ?? 0))
      // Folio marks groups as deleted, but others remove them.
      let isKnown = page.removed.contains { contents.number(of: $0) != nil }
      if page.cleared > start || isKnown || page.last < start { return nil }
      pages.append(page)
      if !page.hasMore { break }
      next = page.next
    }
    // A version that changed again while the pages were read is in two of them.
    var latest: [Int: ServerPage.Version] = [:]
    for version in pages.flatMap(\.versions) { latest[version.place] = version }
    let head = pages.reversed().lazy.compactMap(\.head).first
    guard contents.isContinued(by: Array(latest.values), head, since: first) else { return nil }
    // New groups come after all others, in the order of their places.
    let rows = latest.values.filter { $0.row.sequence > start }.sorted { $0.place < $1.place }
    var change = StoreChange(lastSequence: pages.map(\.last).max() ?? start)
    let reading = StoreContents.reading(
      head: nil, rows: rows.map(\.row), lastSequence: change.lastSequence)
    guard reading.faults.isEmpty else { return nil }
    change.head = head.flatMap { $0.sequence > start ? $0 : nil }
    change.groups = reading.contents.groups
    return change
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

extension StoreContents {
  /// Whether a server continues these contents: up to their last number, it has no versions but
  /// theirs, and it has each of them or a later one of the same group.
  /// - Parameters:
  ///   - versions: the versions of the server after a number.
  ///   - newHead: its head, if that is after this number.
  fileprivate func isContinued(
    by versions: [ServerPage.Version], _ newHead: StoredHead?, since number: Int
  ) -> Bool {
    let ids = versions.map { String(decoding: $0.id, as: UTF8.self) }
    let isKnown = zip(ids, versions).allSatisfy { id, version in
      if version.row.sequence > lastSequence { return true }
      guard let group = self.number(of: id).map({ groups[$0] }) else { return false }
      return group.sequence == version.row.sequence && version.row.isVersion(of: group)
    }
    let known = changes(since: number, limit: max(1, lastSequence - number))
    let isHeadKnown =
      newHead.map { $0.sequence > lastSequence || $0 == head } ?? (known.head == nil)
    return isKnown && isHeadKnown && Set(ids).isSuperset(of: known.groups.map(\.id))
  }
}
