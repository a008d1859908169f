import FolioModel
import FolioNumbers
import FolioStores
import Testing

/// Keeps rows in memory and notes each change that comes by.
struct NotingStorage: RecordStorage {
  final class Notes {
    var changes: [StoreChange] = []
  }

  let notes: Notes
  private var memory = MemoryStorage()

  init(_ notes: Notes) { self.notes = notes }

  mutating func contents() throws(StoreFailure) -> StoreContents { try memory.contents() }

  mutating func commit(_ change: StoreChange, expecting last: Int) throws(StoreFailure) {
    notes.changes.append(change)
    try memory.commit(change, expecting: last)
  }
}

/// A sequence of operations, worked out once, and what is kept after each of them.
struct Script {
  var changes: [StoreChange]
  /// One more than there are changes: the first is the empty store.
  let states: [StoreContents]

  init() throws {
    let notes = NotingStorage.Notes()
    var book = StoreOperations(NotingStorage(notes))
    try book.save(StoreInput(Sample.small), at: try Sample.time(1))
    try book.append(StoreInput(Sample.sell("g3", "4")), at: try Sample.time(2))
    try book.append(
      StoreInput(Sample.deposit("g4", "7") + Sample.deposit("g5", "8")), at: try Sample.time(3))
    try book.setStatus(of: "g4", to: .pending, at: try Sample.time(4))
    try book.delete("g5", at: try Sample.time(5))
    try book.replace(StoreInput(Sample.deposit("g1", "2000")), at: try Sample.time(6))
    try book.clear(at: try Sample.time(7))
    try book.save(StoreInput(Sample.small), at: try Sample.time(8))
    for minute in 9...14 {
      try book.setStatus(
        of: "g1", to: minute % 2 == 0 ? .settled : .pending, at: try Sample.time(minute))
    }
    changes = notes.changes
    var state = StoreContents()
    states =
      [state]
      + changes.map { change in
        state.apply(change)
        return state
      }
  }

  static let path = "ledger.folio"

  /// Rewrites often, so that the script comes by it several times.
  static var policy: JournalStorage.Policy {
    var policy = JournalStorage.Policy()
    policy.slack = 0
    policy.olderVersions = 2
    return policy
  }

  static func open(
    _ access: StoreAccess, _ files: SimulatedFiles
  ) throws(StoreFailure) -> JournalStorage {
    try JournalStorage(path, access, calls: files, policy: policy)
  }
}

extension StoreContents {
  /// Whether both would give the same answers.
  func isSame(as other: StoreContents) -> Bool {
    head == other.head && groups == other.groups
  }
}

extension RecordStorage where Self: AnyObject {
  /// Stores a change that is based on these contents.
  func commit(_ change: StoreChange, after before: StoreContents) throws(StoreFailure) {
    var storage = self
    try storage.commit(change, expecting: before.lastSequence)
  }
}
