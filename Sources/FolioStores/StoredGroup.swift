import FolioModel
import FolioNumbers

/// A group as a store keeps it: its row, and what the store knows beside it.
public struct StoredGroup: Sendable, Hashable {
  /// The group's id.
  public var id: String
  /// Its row of the document, JSON on one line, as Folio's writer has it.
  public var row: [UInt8]
  /// When it happened.
  public var occurredAt: Timestamp
  /// What it is said to be.
  public var type: GroupType?
  /// Whether its money has moved.
  public var status: GroupStatus
  /// When this version was made, by the clock of whoever made it.
  public var updatedAt: Timestamp
  /// When it was deleted softly; nil while it is not.
  public var deletedAt: Timestamp?
  /// The place of the last change in the order of all changes of this store, from 1. It is this
  /// store's own: the same version has another one elsewhere.
  public var sequence: Int

  /// A group as a store of one's own hands it out.
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

  /// The row as text.
  public var text: String { String(decoding: row, as: UTF8.self) }
}

/// Everything of a document but its groups, as a store keeps it.
public struct StoredHead: Sendable, Hashable {
  /// The first line of the NDJSON layout.
  public var row: [UInt8]
  /// When this version was made.
  public var updatedAt: Timestamp
  /// The place of the last change in the order of all changes of this store.
  public var sequence: Int

  /// A head.
  public init(row: [UInt8], updatedAt: Timestamp, sequence: Int) {
    self.row = row
    self.updatedAt = updatedAt
    self.sequence = sequence
  }

  /// The row of a store in which nothing is kept.
  static let emptyRow = Array("{\"format\": \"folio/1\"}".utf8)
}

/// A run of groups, the newest first.
public struct GroupPage: Sendable, Hashable {
  /// Which groups are asked for.
  public struct Request: Sendable, Hashable {
    /// The most groups of the page.
    public var limit: Int
    /// How many of the newest are passed over.
    public var offset: Int
    /// Whether groups that were deleted are among them.
    public var includesDeleted: Bool

    /// The first groups of all that are not deleted, unless something else is said.
    public init(limit: Int = 50, offset: Int = 0, includesDeleted: Bool = false) {
      self.limit = limit
      self.offset = offset
      self.includesDeleted = includesDeleted
    }
  }

  /// The groups of the page.
  public var groups: [StoredGroup]
  /// How many groups there are in all.
  public var total: Int

  /// A page.
  public init(groups: [StoredGroup], total: Int) {
    self.groups = groups
    self.total = total
  }
}

/// What changed in a store after a point.
public struct StoreChanges: Sendable, Hashable {
  /// The accounts, instruments, settings, prices and rates, where they changed.
  public var head: StoredHead?
  /// The groups, in the order of their changes.
  public var groups: [StoredGroup]
  /// The point up to which this tells everything: where the next question begins.
  public var last: Int
  /// Whether there is more after it.
  public var hasMore: Bool

  /// Versions to be taken over by another store.
  public init(head: StoredHead?, groups: [StoredGroup], last: Int = 0, hasMore: Bool = false) {
    self.head = head
    self.groups = groups
    self.last = last
    self.hasMore = hasMore
  }
}
