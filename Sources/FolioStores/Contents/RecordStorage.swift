/// The storage behind a store: memory, a journal or a database. Changes are validated before they
/// reach it.
///
/// Only `contents` reads everything. All other questions are answered with indexes, so their cost
/// does not grow with the store (Specs/decisions/stores-sqlite.md).
package protocol RecordStorage {
  /// Whether opening found a last change that was not completely written, and ignored it.
  var foundIncompleteChange: Bool { get }

  /// Whether other programs and handles can change the storage while it is open.
  var canChangeElsewhere: Bool { get }

  /// Whether calls wait for another computer, so they need a thread of their own.
  var waitsForServer: Bool { get }

  /// Whether another thread may read rows ahead while the caller waits for them.
  var canReadAhead: Bool { get }

  /// Whether changes bring the figures that a server keeps beside the rows.
  var keepsFigures: Bool { get }

  /// How often to look for changes by others.
  var lookInterval: Duration { get }

  /// Begins to call a function whenever others may have changed the storage, from any thread, until
  /// the result is released.
  /// - Returns: nil if that is not possible. Nobody may rely on the calls.
  mutating func watch(_ notify: @escaping @Sendable () -> Void) -> StorageWatch?

  /// Reports the progress of long changes from now on.
  mutating func report(to receiver: WorkProgress.Receiver?)

  /// Writes the rest of a new store. Opening one in a server writes nothing, or the first part.
  mutating func complete() throws(StoreFailure)

  /// Takes over what others have changed since the last look. It is cheap if nothing has changed.
  mutating func refresh() throws(StoreFailure)

  /// Reads the current contents.
  mutating func contents() throws(StoreFailure) -> StoreContents

  /// Finds out where all rows are, so that a reader can take them in their order, without keeping
  /// them. Everything else of the storage is verified then, and each row when it is read.
  /// - Returns: false if only `contents` verifies everything.
  mutating func outline() -> Bool

  /// All data except the groups; nil if none was ever stored.
  mutating func head() throws(StoreFailure) -> StoredHead?

  /// The numbers of groups and changes.
  mutating func counts() throws(StoreFailure) -> StoreCounts

  /// The number of the group with an id: its index in document order.
  mutating func number(of id: String) throws(StoreFailure) -> Int?

  /// The groups with these numbers.
  mutating func groups(at numbers: [Int]) throws(StoreFailure) -> [StoredGroup]

  /// The rows of the groups from a number on, in document order, at most `limit`, as NDJSON.
  mutating func lines(from number: Int, limit: Int) throws(StoreFailure) -> [UInt8]

  /// The line of the file that has the current version of a group, or of the head for nil.
  /// - Returns: nil if the storage has no lines.
  mutating func place(ofGroup number: Int?) throws(StoreFailure) -> StoragePlace?

  /// The approximate number of bytes of the document, if it is known.
  var outlinedSize: Int? { get }

  /// The rows of the groups with these numbers.
  mutating func rows(at numbers: [Int]) throws(StoreFailure) -> [[UInt8]]

  /// The rows of the first groups after a place in the order of booking. Deleted groups are among
  /// them.
  mutating func rows(
    after place: BookingPlace?, limit: Int
  ) throws(StoreFailure) -> OrderedRows

  /// The first ids of groups in the order of their bytes that are not before an id.
  mutating func ids(from id: String, limit: Int) throws(StoreFailure) -> [String]

  /// The groups on all pages of a request, newest first, whatever the text in it.
  mutating func numbers(on request: GroupPage.Request) throws(StoreFailure) -> [Int]

  /// A page of groups, newest first.
  mutating func page(_ request: GroupPage.Request) throws(StoreFailure) -> GroupPage

  /// All changes after a sequence number.
  mutating func changes(since sequence: Int, limit: Int) throws(StoreFailure) -> StoreChanges

  /// Stores a change atomically: either all of it, or nothing if this throws.
  /// - Parameters:
  ///   - change: the new rows.
  ///   - last: the number of the last change on which it is based.
  /// - Throws: `conflict` if the store has changed since.
  mutating func commit(_ change: StoreChange, expecting last: Int) throws(StoreFailure)

  /// Lets each of many changes do a part of long work, instead of one of them all of it.
  mutating func spreadWork()
}

/// The place of a row in a file.
package struct StoragePlace: Sendable, Hashable {
  /// The line number, starting at 1.
  package var line: Int
  /// The number of characters of the line before the row.
  package var indent: Int
}

/// Something that notices changes by others as long as it exists.
package protocol StorageWatch: AnyObject, Sendable {}

/// The rows of groups in the order of booking.
package struct OrderedRows: Sendable, Hashable {
  package var places: [BookingPlace]
  /// The rows as NDJSON.
  package var lines: [UInt8]

  /// Creates rows from their places and their lines.
  package init(_ places: [BookingPlace], _ lines: [UInt8]) {
    self.places = places
    self.lines = lines
  }

  /// Creates rows one by one.
  package init(_ rows: [(place: BookingPlace, row: [UInt8])]) {
    self.init(rows.map(\.place), StoreCheck.lines(rows.map(\.row)))
  }
}

/// The numbers of groups and changes in a store.
package struct StoreCounts: Sendable, Hashable {
  /// The number of groups, with the deleted ones.
  package var groups: Int
  /// The number of deleted groups.
  package var deleted: Int
  /// The sequence number of the last change.
  package var lastSequence: Int

  /// Creates the numbers.
  package init(groups: Int, deleted: Int, lastSequence: Int) {
    self.groups = groups
    self.deleted = deleted
    self.lastSequence = lastSequence
  }
}

/// A place in the order of booking: that of the instants, and among equal instants that of the
/// document.
package struct BookingPlace: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  package var seconds: Int64
  /// The fraction of a second.
  package var nanoseconds: UInt32
  /// The number of the group.
  package var number: Int

  /// Creates a place.
  package init(_ time: Timestamp, number: Int) {
    self.init(seconds: time.seconds, nanoseconds: time.nanoseconds, number: number)
  }

  package init(seconds: Int64, nanoseconds: UInt32, number: Int) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.number = number
  }

  package static func < (one: BookingPlace, other: BookingPlace) -> Bool {
    (one.seconds, one.nanoseconds, one.number) < (other.seconds, other.nanoseconds, other.number)
  }
}

extension RecordStorage {
  package mutating func outline() -> Bool { false }
  package var outlinedSize: Int? { nil }

  package mutating func place(ofGroup number: Int?) throws(StoreFailure) -> StoragePlace? { nil }

  /// Only a journal can hold a part of a change.
  package var foundIncompleteChange: Bool { false }

  /// Nothing, for storage without long work.
  package mutating func spreadWork() {}

  /// Storage on this computer.
  package var waitsForServer: Bool { false }
  package var canReadAhead: Bool { false }
  package var keepsFigures: Bool { false }
  package var lookInterval: Duration { .seconds(1) }
  package mutating func watch(_ notify: @escaping @Sendable () -> Void) -> StorageWatch? { nil }
  package mutating func report(to receiver: WorkProgress.Receiver?) {}
  package mutating func complete() throws(StoreFailure) {}

  /// Storage that nobody else can change.
  package var canChangeElsewhere: Bool { false }

  /// Nothing, for storage that nobody else can change, or that looks at each call.
  package mutating func refresh() throws(StoreFailure) {}
}

// Answers from the contents, for storage that has them in memory.
extension RecordStorage {
  package mutating func head() throws(StoreFailure) -> StoredHead? { try contents().head }

  package mutating func counts() throws(StoreFailure) -> StoreCounts { try contents().counts }

  package mutating func number(of id: String) throws(StoreFailure) -> Int? {
    try contents().number(of: id)
  }

  package mutating func groups(at numbers: [Int]) throws(StoreFailure) -> [StoredGroup] {
    let groups = try contents().groups
    return numbers.map { groups[$0] }
  }

  package mutating func lines(from number: Int, limit: Int) throws(StoreFailure) -> [UInt8] {
    try contents().lines(from: number, limit: limit)
  }

  package mutating func rows(at numbers: [Int]) throws(StoreFailure) -> [[UInt8]] {
    try groups(at: numbers).map(\.row)
  }

  package mutating func rows(
    after place: BookingPlace?, limit: Int
  ) throws(StoreFailure) -> OrderedRows {
    try contents().rows(after: place, limit: limit)
  }

  package mutating func ids(
    from id: String, limit: Int
  ) throws(StoreFailure) -> [String] {
    try contents().ids(from: id, limit: limit)
  }

  package mutating func page(_ request: GroupPage.Request) throws(StoreFailure) -> GroupPage {
    try page(request, among: numbers(on: request))
  }

  package mutating func numbers(on request: GroupPage.Request) throws(StoreFailure) -> [Int] {
    try contents().numbers(on: request)
  }

  package mutating func changes(
    since sequence: Int, limit: Int
  ) throws(StoreFailure) -> StoreChanges {
    try contents().changes(since: sequence, limit: limit)
  }
}
