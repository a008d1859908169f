/// The changes of the selected cash accounts.
struct CashRegister {
  private let booked: BookedLedger
  /// The accounts, in the order of the ledger.
  let places: [CashAccountIndex]

  init(_ booked: BookedLedger, _ selector: ResolvedSelection) {
    self.booked = booked
    places = booked.ledger.tables.cashAccounts.indices.filter(selector.includes(cashAccount:))
      .map { CashAccountIndex($0) }
  }

  /// The names of the accounts.
  func name(_ tables: LedgerTables) -> String {
    places.map { tables.text(tables.cashAccounts[Int($0)].id) }.joined(separator: ", ")
  }

  func rows(
    over selection: Selection
  ) throws(ArithmeticFault) -> [RegisterRow<CashAccountIndex>] {
    let rows = booked.ledger.rows
    var accounts = [RegisterEntries](
      repeating: RegisterEntries(), count: booked.ledger.tables.cashAccounts.count)
    for position in rows.groups.indices {
      let group = booked.ledger.group(at: position)
      guard let day = booked.registerDay(of: group) else { continue }
      for index in rows.groups[Int(group)].cashLegs {
        let change = RegisterAmounts(amount: rows.cashLegs[index].signedAmount)
        let event = RegisterEntries.Event(day: day, position: position, cause: .group(group))
        try accounts[Int(rows.cashLegs[index].account)].add(change, by: event)
      }
    }
    var found: [RegisterRow<CashAccountIndex>] = []
    for place in places { found += try accounts[Int(place)].rows(of: place, over: selection) }
    return found
  }
}
