import Folio

// A change as a row: the word for it, and the columns of the row that it is about.
extension CoinFlip.Change {
  private enum Word: String, CaseIterable {
    case createUser = "create_user"
    case updateUser = "update_user"
    case createPortfolio = "create_portfolio"
    case updateCashBalance = "update_cash_balance"
    case createHolding = "create_holding"
    case updateHolding = "update_holding"
    case deleteHolding = "delete_holding"
    case createTransaction = "create_transaction"
    case execute
  }

  private var word: Word {
    switch self {
    case .createUser: .createUser
    case .updateUser: .updateUser
    case .createPortfolio: .createPortfolio
    case .updateCashBalance: .updateCashBalance
    case .createHolding: .createHolding
    case .updateHolding: .updateHolding
    case .deleteHolding: .deleteHolding
    case .createTransaction: .createTransaction
    case .execute: .execute
    }
  }

  func write(to text: inout JSONText) {
    text.text("change", word.rawValue.utf8)
    switch self {
    case .createUser(let user), .updateUser(let user): user.write(to: &text)
    case .createPortfolio(let portfolio): portfolio.write(to: &text)
    case .updateCashBalance(let cash, let portfolio, let time):
      text.text("portfolio_id", portfolio.utf8)
      text.column("cash_balance", cash)
      text.time("timestamp", time)
    case .createHolding(let row), .updateHolding(let row): row.write(to: &text)
    case .deleteHolding(let id): text.text("id", id.utf8)
    case .createTransaction(let row): row.write(to: &text)
    case .execute(let order, let portfolio, let time, let id):
      text.text("id", id.utf8)
      text.text("portfolio_id", portfolio.utf8)
      text.coin(order.coin)
      text.text("type", order.type.rawValue.utf8)
      text.column("quantity", order.quantity)
      text.column("price_per_coin", order.price)
      text.time("timestamp", time)
    }
  }

  init?(_ row: inout RowReader) {
    guard let word: Word = row.word("change", .badTradeType) else { return nil }
    guard let change = Self.read(word, &row) else { return nil }
    self = change
  }

  private static func read(_ word: Word, _ row: inout RowReader) -> Self? {
    switch word {
    case .createUser: CoinFlip.User(&row).map { .createUser($0) }
    case .updateUser: CoinFlip.User(&row).map { .updateUser($0) }
    case .createPortfolio: CoinFlip.Portfolio(&row).map { .createPortfolio($0) }
    case .updateCashBalance: cashBalance(&row)
    case .createHolding: CoinFlip.Holding(&row).map { .createHolding($0) }
    case .updateHolding: CoinFlip.Holding(&row).map { .updateHolding($0) }
    case .deleteHolding: row.text("id").map { .deleteHolding(id: $0) }
    case .createTransaction: CoinFlip.Transaction(&row).map { .createTransaction($0) }
    case .execute: order(&row)
    }
  }

  private static func cashBalance(_ row: inout RowReader) -> Self? {
    let portfolio = row.text("portfolio_id")
    let cash = row.number("cash_balance", .zeroOrAbove, .decimal20x8)
    let time = row.time("timestamp")
    guard let portfolio, let cash, let time else { return nil }
    return .updateCashBalance(cash.inColumn, portfolio: portfolio, at: time)
  }

  private static func order(_ row: inout RowReader) -> Self? {
    let (id, portfolio) = (row.text("id"), row.text("portfolio_id"))
    let coin = CoinFlip.Coin(&row)
    let type: CoinFlip.TransactionType? = row.word("type", .badTradeType)
    let quantity = row.number("quantity", .aboveZero, .decimal20x8)
    let price = row.number("price_per_coin", .zeroOrAbove, .decimal20x8)
    let time = row.time("timestamp")
    guard let id, let portfolio, let coin, let type, let quantity, let price, let time
    else { return nil }
    let order = CoinFlip.Order(
      type, coin, quantity: quantity.inColumn, price: price.inColumn)
    return .execute(order, portfolio: portfolio, at: time, id: id)
  }
}

/// What a device keeps of a service that is not always in reach.
struct OfflineCache: Sendable {
  /// The rows that the service had, with the changes that it has made since.
  var confirmed = CoinFlip.Document()
  /// What is to be sent, in the order in which it was asked for.
  var queue: [CoinFlip.Change] = []
  /// What was refused.
  var refused: [CoinFlip.RefusedChange] = []

  init() {}

  /// Reads what `json` wrote.
  /// - Throws: every fault at once.
  init(reading bytes: [UInt8]) throws(LedgerFaults) {
    let source = try CoinFlip.Source(reading: bytes, name: "cache")
    confirmed = source.document
    var reader = try TableReader(source.file, bytes)
    queue = reader.rows("queue", "change") { CoinFlip.Change(&$0) }.map(\.row)
    refused = reader.rows("refused", "change") { row in
      let reason = row.text("reason")
      guard let change = CoinFlip.Change(&row), let reason else { return nil }
      return CoinFlip.RefusedChange(change: change, reason: reason)
    }.map(\.row)
    try reader.finish(source.file)
  }

  /// The tables of the rows, and beside them `queue` and `refused`.
  func json() -> [UInt8] {
    var text = JSONText()
    text.startDocument()
    confirmed.writeTables(to: &text)
    text.table("queue", queue) { $0.write(to: &$1) }
    text.table("refused", refused) { row, text in
      text.text("reason", row.reason.utf8)
      row.change.write(to: &text)
    }
    text.raw("\n}\n")
    return text.bytes
  }
}
