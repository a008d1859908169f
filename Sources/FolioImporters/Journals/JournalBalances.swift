/// The units of each account, as the journal counts them, and of all accounts below those that a
/// balance is about.
struct JournalBalances {
  private var own: [String: JournalSums] = [:]
  /// The sums below the accounts that a balance is about.
  private var below: [Below] = []
  private var places: [String: Int] = [:]
  /// The places in `below` of the accounts that an account is in.
  private var above: [String: [Int]] = [:]

  private struct Below {
    var sums = JournalSums()
    /// How many accounts below have units, by commodity.
    var open: [String: Int] = [:]
  }

  /// Prepares the sums for all balances of a journal.
  init(_ journal: Journal) {
    for event in journal.events {
      switch event.kind {
      case .balance(let account, _, _): watch(account)
      case .transaction(let transaction):
        for posting in transaction.postings where posting.assertion?.includesChildren == true {
          watch(posting.account)
        }
      case .price, .pad: continue
      }
    }
  }

  private mutating func watch(_ account: String) {
    if places[account] != nil { return }
    places[account] = below.count
    below.append(Below())
  }

  /// The units in an account alone; nil if it never had any.
  func own(_ account: String, _ commodity: String) -> ExactDecimal? {
    own[account]?.amounts[commodity]
  }

  /// The units in an account alone; zero if it never had any.
  func sum(_ account: String, _ commodity: String) -> ExactDecimal {
    own[account, default: JournalSums()][commodity]
  }

  /// The units in an account that a balance is about, and in those below it.
  func all(_ account: String, _ commodity: String) throws(FieldFault) -> ExactDecimal {
    let sum = self.sum(account, commodity)
    return try places[account].map { place throws(FieldFault) in
      try sum.plus(below[place].sums[commodity])
    } ?? sum
  }

  /// The units that a balance is about.
  func sum(_ account: String, _ assertion: JournalAssertion) throws(FieldFault) -> ExactDecimal {
    let unit = assertion.amount.commodity
    return assertion.includesChildren ? try all(account, unit) : sum(account, unit)
  }

  /// Whether accounts below one that a balance is about have units.
  func hasUnitsBelow(_ account: String, _ commodity: String) -> Bool {
    places[account].flatMap { below[$0].open[commodity] } ?? 0 > 0
  }

  mutating func add(
    _ number: ExactDecimal, _ commodity: String, to account: String
  ) throws(FieldFault) {
    let before = sum(account, commodity)
    try own[account, default: JournalSums()].add(number, commodity)
    if below.isEmpty { return }
    let now = try before.plus(number)
    for place in placesAbove(account) {
      try below[place].sums.add(number, commodity)
      if before.isZero == now.isZero { continue }
      below[place].open[commodity, default: 0] += now.isZero ? -1 : 1
    }
  }

  private mutating func placesAbove(_ account: String) -> [Int] {
    if let known = above[account] { return known }
    var found: [Int] = []
    for end in account.accountEnds.dropLast() {
      if let place = places[String(account[..<end])] { found.append(place) }
    }
    above[account] = found
    return found
  }
}
