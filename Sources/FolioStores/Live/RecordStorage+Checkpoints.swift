import FolioBooking
import FolioModel

extension LiveStore {
  /// The number of checkpoints that a store has at most.
  fileprivate static var checkpointLimit: Int { 24 }

  /// The checkpoints to drop, so that they get sparser with age. A change in the past starts from
  /// the last one before it, and books about twice what follows it at most.
  ///
  /// The numbers of groups stand for how many came before: most groups come in order of time.
  static func crowded(_ places: [CheckpointPlace], distance: Int) -> [CheckpointPlace] {
    var (kept, dropped) = (places, [CheckpointPlace]())
    var newer = kept.count - 1
    while newer >= 2 {
      let gap = abs(kept[newer].number - kept[newer - 2].number)
      let age = abs(kept[kept.count - 1].number - kept[newer].number)
      if gap <= max(4 * distance, age) {
        dropped.append(kept.remove(at: newer - 1))
      }
      newer -= 1
    }
    return dropped + kept.dropLast(checkpointLimit)
  }
}

extension LiveBooks {
  /// The number of groups that take about as long as a state of the books to write and to read.
  func checkpointDistance(atLeast distance: Int) -> Int { max(distance, stateSize / 256) }
}

extension RecordStorage {
  /// Keeps a checkpoint of the live ledger if there is none near its end.
  /// - Parameter distance: the number of groups after a checkpoint that are worth another one.
  mutating func keepCheckpoint(of store: inout LiveStore, distance: Int) {
    store.changesToCheckpoint -= 1
    guard keepsCheckpoints, store.changesToCheckpoint < 0 else { return }
    store.changesToCheckpoint = distance / 8
    let least = store.ledger.books.checkpointDistance(atLeast: distance)
    guard store.ledger.count(after: checkpointPlaces().last) >= least else { return }
    // The places of warnings are those of the rows of the store, read again.
    if !store.ledger.knowsPlaces,
      let books = try? RestoredBooks(&self, readsAll: false, needsPlaces: true),
      let checkpoint = books.checkpoint
    {
      return keep([checkpoint], distance: least, expecting: store.sequence)
    }
    guard let checkpoint = store.ledger.checkpoint() else { return }
    keep([checkpoint], distance: least, expecting: store.sequence)
  }

  /// Keeps checkpoints, and drops those that are too near to others then.
  mutating func keep(_ new: [StoredCheckpoint], distance: Int, expecting last: Int) {
    let places = Set(checkpointPlaces() + new.map(\.place)).sorted()
    keep(new, dropping: LiveStore.crowded(places, distance: distance), expecting: last)
  }
}
