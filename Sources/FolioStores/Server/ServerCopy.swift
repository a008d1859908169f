/// A copy of a ledger in a server, in a journal on this device. A sync that has one asks the server
/// only for what has changed (Specs/decisions/sync.md).
///
/// It only saves time: without it, or when it cannot be used, everything is read from the server.
final class ServerCopy {
  private let path: String
  private var journal: JournalStorage?
  /// Whether another program is using the copy.
  private var isInUse = false

  init(_ path: String) {
    self.path = path
    do throws(StoreFailure) {
      journal = try JournalStorage(path, .writing, policy: Self.policy)
    } catch {
      if case .inUse = error { isInUse = true }
    }
  }

  private static var policy: JournalStorage.Policy {
    var policy = JournalStorage.Policy()
    policy.olderVersions = 0
    return policy
  }

  /// What the server had when it was last read; nil if that is not known.
  var contents: StoreContents? { try? journal?.contents() }

  /// Adds a change.
  /// - Parameter last: the number before the change.
  /// - Returns: false if the copy has to be replaced.
  func add(_ change: StoreChange, after last: Int) -> Bool {
    // The lines of a journal have the order of their numbers, but new groups have that of their
    // places, and the number of a removed group is in no line.
    let numbers =
      [last] + (change.head.map { [$0.sequence] } ?? []) + change.groups.map(\.sequence)
    guard let journal, !change.clears, zip(numbers, numbers.dropFirst()).allSatisfy(<),
      numbers.last == change.lastSequence
    else { return false }
    return (try? journal.commit(change, expecting: last)) != nil
  }

  /// Begins anew.
  func replace(with contents: StoreContents) {
    journal = nil
    if isInUse { return }
    for suffix in StoreKind.file.suffixes where suffix != ".lock" {
      try? SystemFiles().remove(path + suffix)
    }
    journal = try? JournalStorage(path, .creating, holding: contents, policy: Self.policy)
  }
}
