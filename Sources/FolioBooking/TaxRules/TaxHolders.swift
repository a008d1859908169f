/// Whose units tax rules pool and match with each other: those of the owner, and apart from them
/// those of sheltered accounts, of the spouse, and of each other person.
///
/// Shares of an ISA count as held in another capacity (SI 1998/1870 reg. 34(2)). A registered plan
/// is a trust with property of its own (Income Tax Act s.146, s.146.2), and s.47 averages the
/// property of one person.
struct TaxHolders: Sendable {
  /// The number of each account's holder. The owner is 0, as are accounts beyond the list.
  private var numbers: [Int] = []
  private var capacities: [TaxCapacity] = []
  /// The account by which the positions of each holder are found: the first one; 0 for the owner.
  private(set) var accounts: [SecuritiesAccountIndex] = [0]

  /// The owner alone.
  init() {}

  init(_ tables: LedgerTables) {
    let entries = tables.settings.accountCapacities.filter { $0.capacity != .taxable }
    guard let last = entries.map(\.account).max() else { return }
    numbers = Array(repeating: 0, count: Int(last) + 1)
    capacities = Array(repeating: .taxable, count: Int(last) + 1)
    var shared: [TaxCapacity: Int] = [:]
    for entry in entries.sorted(by: { $0.account < $1.account }) {
      capacities[Int(entry.account)] = entry.capacity
      if let known = shared[entry.capacity] {
        numbers[Int(entry.account)] = known
        continue
      }
      numbers[Int(entry.account)] = accounts.count
      // Each company and each other person has units of its own.
      if entry.capacity == .sheltered || entry.capacity == .spouse {
        shared[entry.capacity] = accounts.count
      }
      accounts.append(entry.account)
    }
  }

  /// The number of holders.
  var count: Int { accounts.count }

  /// Whether units are kept apart.
  var areSeveral: Bool { accounts.count > 1 }

  /// The holder of an account.
  func number(of account: SecuritiesAccountIndex) -> Int {
    Int(account) < numbers.count ? numbers[Int(account)] : 0
  }

  /// The account by which positions with the units of an account are found.
  func scope(of account: SecuritiesAccountIndex) -> SecuritiesAccountIndex {
    accounts[number(of: account)]
  }

  /// How the law taxes an account.
  func capacity(of account: SecuritiesAccountIndex) -> TaxCapacity {
    Int(account) < capacities.count ? capacities[Int(account)] : .taxable
  }

  /// How the law taxes a holder.
  func capacity(ofHolder number: Int) -> TaxCapacity { capacity(of: accounts[number]) }

  /// The holders whose purchases replace what a holder sold at a loss, with that holder: the owner,
  /// the spouse, what they control, and the plans of both (26 CFR 1.1091-1, Rev. Rul. 2008-5 and
  /// Publication 550; Income Tax Act s.251.1(1)).
  func affiliated(with number: Int) -> [Int] {
    if capacity(ofHolder: number) == .other { return [number] }
    return accounts.indices.filter { capacity(ofHolder: $0) != .other }
  }

  /// The number of an instrument of a holder among those of all. Instruments may come later.
  func key(_ instrument: InstrumentIndex, _ number: Int) -> Int {
    Int(instrument) * count + number
  }

  /// The same for the holder of an account.
  func key(_ instrument: InstrumentIndex, in account: SecuritiesAccountIndex) -> Int {
    key(instrument, number(of: account))
  }

  /// The instrument of a key.
  func instrument(of key: Int) -> InstrumentIndex { InstrumentIndex(key / count) }

  /// The holders that an event affects: that of its account, or all if it names none.
  func affected(by leg: StockLeg) -> [Int] {
    leg.account == 0 ? Array(accounts.indices) : [number(of: leg.account)]
  }
}

extension Booker {
  /// An account of the holder of a position. Units that a leg sets apart are in no account.
  @inline(__always)
  func owner(of position: PositionIndex, _ leg: StockLeg) -> SecuritiesAccountIndex {
    let account = positions[position].account
    return account == .missing ? leg.account : account
  }
}

extension BookedLedger {
  /// Whose the gains of an account are, and whether tax rules tax them; taxable without tax rules.
  package func taxCapacity(of account: SecuritiesAccountIndex) -> TaxCapacity {
    if regime == nil { return .taxable }
    return ledger.tables.settings.accountCapacities.first { $0.account == account }?.capacity
      ?? .taxable
  }
}
