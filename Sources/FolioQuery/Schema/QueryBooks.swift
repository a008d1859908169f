/// The books that fill the tables, and names that many rows repeat.
struct QueryBooks: Sendable {
  let booked: BookedLedger
  /// The books with the movements of units and cash, if a table needs them.
  var moving: BookedLedger
  /// The books with the postings, which are on book basis, if a table needs them.
  var journal: BookedLedger
  let request: ReportRequest
  let symbols: [String]
  let securitiesAccounts: [String]
  let cashAccounts: [String]
  let currencies: [String]

  init(_ booked: BookedLedger, _ request: ReportRequest) {
    (self.booked, moving, journal) = (booked, booked, booked)
    self.request = request
    let tables = booked.ledger.tables
    symbols = tables.instruments.map { tables.text($0.symbol) }
    securitiesAccounts = tables.securitiesAccounts.all.map { tables.text($0) }
    cashAccounts = tables.cashAccounts.map { tables.text($0.id) }
    currencies = tables.currencies.all.map(\.code)
  }

  var tables: LedgerTables { booked.ledger.tables }

  func symbol(_ instrument: InstrumentIndex) -> String? {
    instrument == .missing ? nil : symbols[Int(instrument)]
  }

  func currency(_ index: CurrencyIndex) -> String? {
    index == missingCurrency ? nil : tables.currencies[index].code
  }

  func id(of group: GroupIndex) -> String? {
    group == .missing ? nil : booked.ledger.id(of: group)
  }
}
