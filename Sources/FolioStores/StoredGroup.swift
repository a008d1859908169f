/// A group as stored: its row and the metadata of the store.
public struct StoredGroup: Sendable, Hashable, Identifiable {
  /// The id of the group.
  public var id: String
  /// The row of the document: JSON on one line, as written by `LedgerWriter`.
  public var row: [UInt8]
  /// The time of the transaction.
  public var occurredAt: Timestamp
  /// The type of the group, if recorded.
  public var type: GroupType?
  /// The status: settled, pending or void.
  public var status: GroupStatus
  /// The time at which this version was created, by the clock of its author.
  public var updatedAt: Timestamp
  /// The time at which the group was deleted; nil if it is not deleted.
  public var deletedAt: Timestamp?
  /// The sequence number of the last change in this store, starting at 1. The same version has
  /// another number in other stores.
  public var sequence: Int

  /// Creates a stored group, for other implementations of `LedgerStore`.
  public init(
    id: String, row: [UInt8], occurredAt: Timestamp, type: GroupType?, status: GroupStatus,
    updatedAt: Timestamp, deletedAt: Timestamp? = nil, sequence: Int
  ) {
    self.id = id
    self.row = row
    self.occurredAt = occurredAt
    self.type = type
    self.status = status
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.sequence = sequence
  }

  /// The group with its legs as a value.
  /// - Throws: The faults of a row that cannot be read.
  public var group: LedgerGroup {
    get throws(LedgerFaults) { try LedgerGroup(row: row) }
  }

  /// The time of settlement, if recorded.
  public var settledAt: Timestamp? { StoreCheck.draft(of: [row]).tables.groups.first?.settledAt }

  /// The row as text.
  public var text: String { String(decoding: row, as: UTF8.self) }
}

/// All data of a document except the groups, as stored.
public struct StoredHead: Sendable, Hashable {
  /// The first line of the NDJSON layout.
  public var row: [UInt8]
  /// The time at which this version was created.
  public var updatedAt: Timestamp
  /// The sequence number of the last change in this store.
  public var sequence: Int

  /// Creates a head.
  public init(row: [UInt8], updatedAt: Timestamp, sequence: Int) {
    self.row = row
    self.updatedAt = updatedAt
    self.sequence = sequence
  }

  /// The row of an empty store.
  static let emptyRow = Array("{\"format\": \"folio/1\"}".utf8)
}

/// A page of groups, newest first.
public struct GroupPage: Sendable, Hashable {
  /// The selection of groups for a page.
  public struct Request: Sendable, Hashable {
    /// The maximum number of groups on the page.
    public var limit: Int
    /// The number of newest groups to skip.
    public var offset: Int
    /// Whether to include deleted groups.
    public var includesDeleted: Bool

    /// Which groups are wanted. `total` and `offset` count these groups alone.
    public var filter: GroupFilter

    /// Creates a request, by default for the newest 50 groups that are not deleted.
    public init(
      limit: Int = 50, offset: Int = 0, includesDeleted: Bool = false,
      filter: GroupFilter = GroupFilter()
    ) {
      self.limit = limit
      self.offset = offset
      self.includesDeleted = includesDeleted
      self.filter = filter
    }
  }

  /// The groups of the page.
  public var groups: [StoredGroup]
  /// The total number of groups on all pages.
  public var total: Int

  /// Creates a page.
  public init(groups: [StoredGroup], total: Int) {
    self.groups = groups
    self.total = total
  }
}

/// The changes in a store after a sequence number.
public struct StoreChanges: Sendable, Hashable {
  /// The accounts, instruments, settings, prices and rates, if they changed.
  public var head: StoredHead?
  /// The groups, ordered by sequence number.
  public var groups: [StoredGroup]
  /// The sequence number up to which the changes are complete. Pass it to the next call.
  public var last: Int
  /// Whether there are more changes.
  public var hasMore: Bool
  /// For `put`: the ids of groups of one instant, in the order that the other store has them in.
  /// Each array is one instant.
  public var ties: [[String]] = []

  /// Creates changes to be stored in another store.
  public init(head: StoredHead?, groups: [StoredGroup], last: Int = 0, hasMore: Bool = false) {
    self.head = head
    self.groups = groups
    self.last = last
    self.hasMore = hasMore
  }
}
