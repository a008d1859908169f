extension StoreInput {
  /// Creates an input from rows as values.
  public init(_ contents: LedgerContents, name: String = "values") {
    self.init(contents.document(), name: name)
  }

  /// Creates an input from groups as values.
  public init(groups: [LedgerGroup], name: String = "values") {
    self.init(LedgerContents(groups: groups), name: name)
  }
}

/// A page of groups as values, newest first, with the names for showing them.
public struct LedgerPage: Sendable, Hashable {
  /// The groups of the page.
  public var groups: [LedgerGroup]
  /// The total number of groups on all pages.
  public var total: Int
  /// The names of accounts and instruments.
  public var names: LedgerNames

  /// Creates a page.
  public init(groups: [LedgerGroup], total: Int, names: LedgerNames) {
    self.groups = groups
    self.total = total
    self.names = names
  }
}

// Rows go in and out as values. The store checks them like a document.
extension LedgerStore {
  /// Adds groups and other rows.
  @discardableResult
  public func append(
    _ contents: LedgerContents, at time: Timestamp
  ) async throws(StoreFailure) -> [StoredGroup] {
    try await append(StoreInput(contents), at: time)
  }

  /// Adds a group.
  @discardableResult
  public func append(
    _ group: LedgerGroup, at time: Timestamp
  ) async throws(StoreFailure) -> StoredGroup {
    let stored = try await append(StoreInput(groups: [group]), at: time)
    guard let first = stored.first else { throw .notFound(.group(group.id)) }
    return first
  }

  /// Adds a transaction: `append(.buy("AAPL", 10, at: "180.25", on: day), at: now)`.
  /// - Throws: `EntryFault` if a cash account is not clear; `StoreFailure` as for a document.
  @discardableResult
  public func append(_ entry: GroupEntry, at time: Timestamp) async throws -> StoredGroup {
    try await append(entry.group(in: masterData()), at: time)
  }

  /// Replaces the group with the same id.
  /// - Parameter expecting: the `updatedAt` of the version to replace; nil replaces any version.
  @discardableResult
  public func replace(
    _ group: LedgerGroup, expecting: Timestamp? = nil, at time: Timestamp
  ) async throws(StoreFailure) -> StoredGroup {
    try await replace(StoreInput(groups: [group]), expecting: expecting, at: time)
  }

  /// A page of groups as values, with the names of their accounts and instruments.
  public func page(
    _ request: GroupPage.Request = GroupPage.Request()
  ) async throws(StoreFailure) -> LedgerPage {
    let page = try await groups(request)
    let names = try await masterData().names
    if page.groups.isEmpty { return LedgerPage(groups: [], total: page.total, names: names) }
    var rows: [UInt8] = []
    for group in page.groups {
      rows += group.row
      rows.append(UInt8(ascii: "\n"))
    }
    do throws(LedgerFaults) {
      return LedgerPage(
        groups: try LedgerContents(reading: rows, name: "store").groups, total: page.total,
        names: names)
    } catch {
      throw .invalid(error)
    }
  }
}

// Defaults for stores of other packages.
extension LedgerStore {
  /// The groups with these ids, asked for one by one.
  public func groups(ids: [String]) async throws(StoreFailure) -> [StoredGroup] {
    var found: [StoredGroup] = []
    for id in ids {
      do throws(StoreFailure) {
        found.append(try await group(id))
      } catch .notFound(.group) {
        continue
      }
    }
    return found
  }

  /// The order of groups of one instant: none.
  public func ties(at times: Set<Timestamp>) async throws(StoreFailure) -> [[String]] { [] }

  /// The rows of the head, which the changes since the beginning contain.
  public func masterData() async throws(StoreFailure) -> LedgerContents {
    let changes = try await changes(since: 0, limit: 1)
    return try changes.head?.contents ?? LedgerContents()
  }
}
