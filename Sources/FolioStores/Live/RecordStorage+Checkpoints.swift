import FolioModel

extension LiveStore {
  /// The bytes of a state that take about as long as one group to write and to read.
  fileprivate static var bytesOfGroup: Int { 256 }
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
      if gap <= max(2 * distance, age) {
        dropped.append(kept.remove(at: newer - 1))
      }
      newer -= 1
    }
    return dropped + kept.dropLast(checkpointLimit)
  }
}

extension RecordStorage {
  /// Keeps a checkpoint of the live ledger if there is none near its end.
  /// - Parameter distance: the number of groups after a checkpoint that are worth another one.
  mutating func keepCheckpoint(of store: inout LiveStore, distance: Int) {
    store.changesToCheckpoint -= 1
    guard keepsCheckpoints, store.changesToCheckpoint < 0 else { return }
    store.changesToCheckpoint = distance / 8
    let places = checkpointPlaces()
    let distance = max(distance, store.ledger.books.stateSize / LiveStore.bytesOfGroup)
    guard store.ledger.count(after: places.last) >= distance,
      let checkpoint = store.ledger.checkpoint(with: store.head)
    else { return }
    let all = places + [checkpoint.place]
    keep(
      [checkpoint], dropping: LiveStore.crowded(all, distance: distance), expecting: store.sequence)
  }
}
