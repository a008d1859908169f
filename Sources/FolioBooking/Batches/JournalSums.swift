import FolioModel
import FolioNumbers

/// Adds up postings by account and currency.
///
/// A journal has millions of postings on a few hundred accounts. So the way to a sum is a table
/// with a place for each account and currency there may be; only where that would be a table of
/// millions of places are those beyond found by a hash.
package struct JournalSums: Sendable {
  /// The sums, each as a posting of the first group that had one.
  package private(set) var all: [Posting] = []
  /// The number of a sum from 1, by account and currency; 0 for none.
  private var places: [UInt32] = []
  private var others = IdentifierIndex()
  private let currencies: Int

  private static let placeLimit = 1 << 22

  /// No postings yet, in a ledger of so many currencies.
  package init(currencies: Int) { self.currencies = currencies }

  /// Adds a posting.
  package mutating func add(_ posting: Posting) throws(ArithmeticFault) {
    let place = place(of: posting)
    if place < places.count, places[place] != 0 {
      return try all[Int(places[place]) - 1].amount.add(posting.amount)
    }
    try addOther(posting, place)
  }

  private func place(of posting: Posting) -> Int {
    let row = posting.account.reference == .missing ? 0 : Int(posting.account.reference) + 1
    let account = row * JournalAccountKind.allCases.count + Int(posting.account.kind.rawValue)
    return account * currencies + Int(posting.currency)
  }

  @inline(never)
  private mutating func addOther(
    _ posting: Posting, _ place: Int
  ) throws(ArithmeticFault) {
    let next = UInt32(truncatingIfNeeded: all.count)
    if place < Self.placeLimit {
      let missing = place + 1 - places.count
      if missing > 0 {
        places.append(contentsOf: repeatElement(0, count: max(missing, places.count)))
      }
      places[place] = next + 1
    } else if let number = others.insert(Identifier(high: 0, low: UInt64(place)), next) {
      return try all[Int(number)].amount.add(posting.amount)
    }
    all.append(posting)
  }
}
