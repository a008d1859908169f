#if Postgres
import FolioModel
import FolioNumbers
import FolioStores

/// Storage in a PostgreSQL server that others use, too (Specs/schema/README.md).
///
/// The rows are kept in memory, and each look asks for what has changed. A change goes out as one
/// call of `folio_commit`, which compares the number on which it is based.
package final class PostgresStorage: RecordStorage {
  private let session: PostgresSession
  private var stored: StoreContents?

  /// Opens the ledger of a user.
  /// - Parameter initial: the contents of a new ledger.
  /// - Throws: `notFound` if the user has none; `conflict` if a new one exists already;
  ///   `unsupported` if the database lacks the tables; `unauthorized`, `unreachable`,
  ///   `unavailable`.
  package init(
    _ path: String, as name: String, _ access: StoreAccess, holding initial: StoreContents
  ) throws(StoreFailure) {
    session = try PostgresSession(path, as: name)
    let contents = try refreshed()
    let isThere = contents.head != nil || !contents.groups.isEmpty
    if access == .creating {
      if isThere { throw .conflict(.storeExists(path)) }
      try create(initial, expecting: contents.lastSequence)
    } else if !isThere {
      throw .notFound(.store(path))
    }
  }

  /// Others use the server, too.
  package var canChangeElsewhere: Bool { true }

  /// Takes over what others have changed.
  package func refresh() throws(StoreFailure) { _ = try refreshed() }

  package func contents() throws(StoreFailure) -> StoreContents {
    if let stored { return stored }
    return try refreshed()
  }

  // MARK: Reading

  private func refreshed() throws(StoreFailure) -> StoreContents {
    do throws(PostgresFault) {
      let contents =
        if let stored, let newer = try changed(stored) { newer } else { try readAll() }
      stored = contents
      return contents
    } catch {
      throw error.failure(session.name)
    }
  }

  /// Reads all rows, and what changes meanwhile.
  private func readAll() throws(PostgresFault) -> StoreContents {
    while true {
      var pages = [try page(PostgresPage.rows(after: 0))]
      while let last = pages.last, last.hasMore {
        pages.append(try page(PostgresPage.rows(after: last.next)))
      }
      let versions = pages.flatMap(\.versions)
      let reading = StoreContents.reading(
        head: pages[0].head, rows: versions.map(\.row), lastSequence: pages[0].last)
      if let fault = reading.faults.first {
        throw PostgresFault(state: "", message: "a row cannot be read: \(fault.reason)")
      }
      if let contents = try changed(reading.contents) { return contents }
    }
  }

  /// The contents with what has changed.
  /// - Returns: nil if everything has to be read anew.
  private func changed(_ contents: StoreContents) throws(PostgresFault) -> StoreContents? {
    var contents = contents
    let start = contents.lastSequence
    let headStart = contents.head?.sequence ?? 0
    var (pages, next) = ([PostgresPage](), start)
    while true {
      let page = try page(
        PostgresPage.changes(since: next, headSince: headStart))
      // Folio marks groups as deleted, but others remove them.
      if page.cleared > start || page.hasRemoved || page.last < start { return nil }
      pages.append(page)
      if !page.hasMore { break }
      next = page.next
    }
    guard let last = pages.last, last.last > start else { return contents }
    // A version that changed again while the pages were read is in two of them.
    var latest: [Int: PostgresPage.Version] = [:]
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

  private func page(_ statement: PostgresConnection.Statement) throws(PostgresFault) -> PostgresPage
  {
    try PostgresPage(session.transaction([statement], isReadOnly: true)[0])
  }

  // MARK: Writing

  private func create(_ contents: StoreContents, expecting last: Int) throws(StoreFailure) {
    var change = StoreChange(lastSequence: contents.lastSequence)
    (change.head, change.groups) = (contents.head, contents.groups)
    try commit(change, expecting: last)
  }

  /// Stores a change with one call.
  package func commit(_ change: StoreChange, expecting last: Int) throws(StoreFailure) {
    do throws(PostgresFault) {
      let rows = try session.transaction(
        [PostgresCommit.statement(change, last)], isReadOnly: false)
      let isAsNumbered = try PostgresCommit.isNumbered(rows[0], like: change)
      if isAsNumbered { stored?.apply(change) } else { stored = nil }
    } catch {
      let process = session.process
      if error.state == "PT409" { stored = nil }
      guard error.isLost else { throw error.failure(session.name) }
      try findOut(change, last, process, error)
    }
  }

  /// The answer to a commit was lost: finds out whether the server has applied it.
  /// - Throws: `conflict` if another change came first; `unreachable` if it was not applied and
  ///   never will be; `unknownOutcome` if nobody can tell.
  private func findOut(
    _ change: StoreChange, _ last: Int, _ process: [UInt8]?, _ fault: PostgresFault
  ) throws(StoreFailure) {
    let unknown = StoreFailure.unknownOutcome("\(session.name): \(fault.message)")
    stored = nil
    let hasEnded: Bool
    do throws(PostgresFault) {
      // Asked first: what the process has committed is seen afterwards.
      hasEnded = if let process { try session.hasEnded(process) } else { false }
    } catch { throw unknown }
    guard let contents = try? refreshed() else { throw unknown }
    if contents.lastSequence == last {
      throw hasEnded ? fault.failure(session.name) : unknown
    }
    switch Self.trace(of: change, after: last, in: contents) {
    case .applied: return
    case .notApplied: throw .conflict(.storeChanged)
    case .unclear: throw unknown
    }
  }

  /// What later contents say of a change whose answer was lost.
  private enum Trace {
    case applied, notApplied
    /// Another change has replaced what would tell.
    case unclear
  }

  private static func trace(
    of change: StoreChange, after last: Int, in contents: StoreContents
  ) -> Trace {
    // Removed rows say nothing of who removed them.
    if change.clears { return .unclear }
    var isComplete = true
    for group in change.groups {
      guard let number = contents.number(of: group.id) else { return .notApplied }
      let found = contents.groups[number]
      if found.sequence <= last { return .notApplied }
      if !found.isVersion(of: group) { isComplete = false }
    }
    if let head = change.head {
      guard let found = contents.head, found.sequence > last else { return .notApplied }
      if found.row != head.row || found.updatedAt != head.updatedAt { isComplete = false }
    }
    return isComplete ? .applied : .unclear
  }
}
#endif
