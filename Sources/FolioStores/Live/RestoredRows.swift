import FolioInterchange
import FolioModel

/// Why rows of a store could not be checked by themselves.
package enum RestoringFailure: Error {
  /// The store cannot be read.
  case store(StoreFailure)
  /// Only the whole ledger tells.
  case needsWhole(NeedsWholeLedger)
}

/// The reader and the checker of the ledger in a store, which go on from a checkpoint: they read
/// the head and the groups after it, and ask the store for the ids of all others.
package struct RestoredRows: Sendable {
  package var reader: LiveReader
  package var checker: LiveChecker
  /// The groups up to this place were read or belong to the checkpoint.
  package private(set) var place: CheckpointPlace?

  /// Whether the warnings of booking have places for `RowPlace`.
  var hasPlaces = true

  /// How many groups are read at once.
  package static let batchSize = 1_024

  /// Goes on from a state.
  /// - Parameters:
  ///   - head: the row of the head.
  ///   - state: nil to read all groups from the first on.
  package init(head: [UInt8], after state: CheckerState?) throws(NeedsWholeLedger) {
    (reader, checker) = try LiveReader.resume(head: head, after: state)
    place = state.map { CheckpointPlace($0.place) }
  }

  /// The state after the groups that were read.
  /// - Returns: nil if a state of that place alone does not tell enough, or if there are no groups.
  package var state: CheckerState? {
    place.flatMap { reader.state(of: checker, upTo: OrderKey($0), knowsPlaces: hasPlaces) }
  }

  /// Reads and checks the next groups of the store, in the order of booking.
  /// - Returns: those that count, with their numbers; nil at the end.
  package mutating func next<Storage: RecordStorage>(
    from storage: inout Storage
  ) throws(RestoringFailure) -> Ledger? {
    while true {
      let groups: [OrderedRow]
      do {
        groups = try storage.rows(after: place, limit: Self.batchSize)
      } catch { throw .store(error) }
      guard let last = groups.last else { return nil }
      reader.read(StoreCheck.lines(groups.map(\.row)), file: 0, isRow: true)
      var rows = reader.take()
      guard rows.groups.groups.count == groups.count else {
        throw .needsWhole(NeedsWholeLedger(.storage))
      }
      rows.groups.numbers = groups.map { GroupIndex($0.place.number) }
      let ledger = try storage.lookingUp { lookUp throws(NeedsWholeLedger) in
        try checker.take(rows, lookUp)
      }
      place = last.place
      if ledger.rows.groups.count > 0 { return ledger }
    }
  }
}

extension RecordStorage {
  /// Calls `body` with a lookup of ids.
  package mutating func lookingUp<Result>(
    _ body: (IDLookup) throws(NeedsWholeLedger) -> Result
  ) throws(RestoringFailure) -> Result {
    var failure: StoreFailure?
    do {
      return try body { id, table in
        do throws(StoreFailure) {
          return try number(of: RecordID(id, table)).map { GroupIndex($0) }
        } catch {
          failure = error
          throw error
        }
      }
    } catch {
      throw failure.map { .store($0) } ?? .needsWhole(error)
    }
  }
}

extension RecordID {
  init(_ id: String, _ table: IDIndex.Table) {
    self =
      switch table {
      case .groups: .group(id)
      case .stockLegs: .stockLeg(id)
      case .cashLegs: .cashLeg(id)
      }
  }
}

extension CheckpointPlace {
  /// The place of a group in the order of booking.
  package init(_ key: OrderKey) {
    self.init(seconds: key.seconds, nanoseconds: key.nanoseconds, number: Int(key.group))
  }
}

extension OrderKey {
  /// The place of a group in the order of booking.
  package init(_ place: CheckpointPlace) {
    self.init(
      seconds: place.seconds, nanoseconds: place.nanoseconds, group: GroupIndex(place.number))
  }
}
