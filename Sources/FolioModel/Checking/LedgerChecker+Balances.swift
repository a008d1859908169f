// Balances of statements: their names become numbers. Booking compares them with the books.
extension LedgerChecker {
  mutating func resolveBalances() {
    for index in tables.balances.indices where !isFaulty(tables.balances[index].position) {
      let row = tables.balances[index]
      if row.cashAccount == .missing {
        let found = resolve(row.instrument, row.stockReference, row.position)
        tables.balances[index].instrument = found
      } else {
        resolveCash(of: index)
      }
    }
    dropReplacedBalances()
  }

  private mutating func resolveCash(of index: Int) {
    let row = tables.balances[index]
    let isNamed = Int(row.cashAccount) < accounts.count
    let account = isNamed ? accounts[Int(row.cashAccount)] : .missing
    guard account != .missing else {
      let name = isNamed ? draft.accountNames.all[Int(row.cashAccount)] : .none
      return reference(unknownAccount(name, at: row.position))
    }
    let currency = tables.cashAccounts[Int(account)].currency
    tables.balances[index].cashAccount = account
    tables.balances[index].currency = currency
    if row.currency != missingCurrency, currency != missingCurrency, row.currency != currency {
      fault(
        accountCurrency(tables.cashAccounts[Int(account)], row.currency, "row", at: row.position))
    }
  }

  /// Drops rows that repeat an earlier one, that a deleted row after them cancels, or that a later
  /// change of a store replaces.
  private mutating func dropReplacedBalances() {
    var counting: [BalanceItem: CountingBalances] = [:]
    var isDropped = Array(repeating: false, count: tables.balances.count)
    for (number, row) in tables.balances.enumerated() where !isFaulty(row.position) {
      let item = BalanceItem(row)
      let value = row.isDeleted ? nil : row.value
      if counting[item]?.numbers[value] != nil {
        isDropped[number] = true
        continue
      }
      let file = row.position.file
      let replaces = draft.changesStore && counting[item].map { $0.file != file } ?? false
      if row.isDeleted || replaces {
        for earlier in counting[item]?.numbers.values ?? [:].values { isDropped[earlier] = true }
        counting[item] = nil
      }
      counting[item, default: CountingBalances()].add(number, value, file)
    }
    tables.drop(isDropped, of: .balances, \.balances)
  }
}

/// What a balance is of, and its day.
private struct BalanceItem: Hashable {
  var cashAccount: CashAccountIndex
  var instrument: InstrumentIndex
  var account: SecuritiesAccountIndex
  var day: Day

  init(_ row: BalanceRecord) {
    cashAccount = row.cashAccount
    instrument = row.instrument
    account = row.account
    day = row.day
  }
}

/// The rows of one item and day that count, by their value; nil is that of a deleted row.
private struct CountingBalances {
  private(set) var numbers: [ExactDecimal?: Int] = [:]
  private(set) var file: Int?

  mutating func add(_ number: Int, _ value: ExactDecimal?, _ file: Int) {
    numbers[value] = number
    self.file = file
  }
}
