/// A history to measure with: the rows of its ledger document, one group after the other.
protocol History: Sendable {
  /// Everything before the groups.
  var head: WorkRow { get }
  /// The next group; nil at the end.
  mutating func next() -> WorkRow?
}

/// Three cash accounts and some instruments, and the rows of groups that use them.
struct WorkBook: Sendable {
  static let currencies = ["USD", "EUR", "GBP"]
  /// The first day of every history.
  static let firstDay = Day(daysSince1970: 12_418) ?? .first  // 2004-01-01

  var random: SplitMix
  let accounts: [WorkID]
  let stocks: [(id: WorkID, symbol: String)]

  init(instruments: Int, seed: UInt64) {
    var random = SplitMix(seed: seed)
    accounts = Self.currencies.map { _ in WorkID(&random) }
    stocks = (0..<instruments).map { (WorkID(&random), Self.symbol($0)) }
    self.random = random
  }

  /// `SAAA`, `SAAB`, ...
  private static func symbol(_ number: Int) -> String {
    let letters = [number / 676 % 26, number / 26 % 26, number % 26]
    return "S" + letters.map { String(UnicodeScalar(UInt8(ascii: "A") + UInt8($0))) }.joined()
  }

  /// The number of the currency in which an instrument is traded.
  func currency(of stock: Int) -> Int { stock % Self.currencies.count }

  /// The document's rows before the groups.
  var head: WorkRow {
    [
      ("format", .word("folio/1")),
      (
        "settings",
        .row([("base_currency", .word("USD")), ("cost_basis_method", .word("fifo"))])
      ),
      ("cash_accounts", .rows(accounts.indices.map { accountRow($0) })),
      ("stocks", .rows(stocks.indices.map { stockRow($0) })),
      ("fx_rates", .rows([Self.rateRow("EUR", cents: 110), Self.rateRow("GBP", cents: 130)])),
    ]
  }

  private func accountRow(_ account: Int) -> WorkRow {
    let currency = Self.currencies[account]
    return [
      ("id", .id(accounts[account])), ("name", .word("Cash " + currency)),
      ("currency", .word(currency)),
    ]
  }

  private func stockRow(_ stock: Int) -> WorkRow {
    [
      ("id", .id(stocks[stock].id)), ("symbol", .word(stocks[stock].symbol)),
      ("name", .word("Company " + stocks[stock].symbol)), ("market", .word("XNYS")),
      ("currency", .word(Self.currencies[currency(of: stock)])),
    ]
  }

  private static func rateRow(_ from: String, cents: Int) -> WorkRow {
    [
      ("date", .day(firstDay)), ("from", .word(from)), ("to", .word("USD")),
      ("rate", .number(cents, places: 2)),
    ]
  }
}
