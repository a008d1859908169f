/// States of booking in the past, from which to book on after a change there.
///
/// They get sparser with age: the distance to the next older one is at most a third of the age, so
/// that a change books no more than 4/3 of what follows it again, and a million groups have less
/// than thirty.
struct Checkpoints: Sendable {
  /// The state after some groups.
  struct Checkpoint: Sendable {
    /// The last of them.
    var key: OrderKey
    /// How many they are.
    var count: Int
    var booker: Booker
  }

  /// In order of their keys.
  private(set) var all: [Checkpoint] = []
  /// The number of groups after which a new one is made.
  let distance: Int

  init(distance: Int) { self.distance = distance }

  var last: Checkpoint? { all.last }

  /// Adds one that is later than all others, and drops those that are too near to each other.
  mutating func append(_ new: Checkpoint) {
    all.append(new)
    var newer = all.count - 1
    while newer >= 2 {
      let (next, older) = (newer - 1, newer - 2)
      let age = new.count - all[newer].count
      if all[newer].count - all[older].count <= max(2 * distance, age / 3) {
        all.remove(at: next)
      }
      newer -= 1
    }
  }

  /// Replaces the exchange rates.
  mutating func renewRates(_ ledger: Ledger) {
    for index in all.indices { all[index].booker.rates.renew(ledger) }
  }

  /// Drops those that have a group at a key or after it.
  mutating func drop(from key: OrderKey) { all.removeAll { $0.key >= key } }
}
