// A change is stored as a row: its kind, followed by columns of the changed row.
extension CoinFlip.Change {
  private enum Kind: String, CaseIterable {
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

  func write(to text: inout JSONText) {
    func write<Row: TableRow>(
      _ kind: Kind, _ row: Row, _ columns: [RowColumn<Row>] = Row.columns
    ) {
      text.text("change", kind.rawValue.utf8)
      row.write(to: &text, columns)
    }
    switch self {
    case .createUser(let user): write(.createUser, user)
    case .updateUser(let user): write(.updateUser, user)
    case .createPortfolio(let portfolio): write(.createPortfolio, portfolio)
    case .updateCashBalance(let cash, let id, let time):
      let row = CoinFlip.Portfolio(id: id, userID: "", cashBalance: cash, createdAt: time)
      write(.updateCashBalance, row, CoinFlip.Portfolio.cashColumns)
    case .createHolding(let holding): write(.createHolding, holding)
    case .updateHolding(let holding): write(.updateHolding, holding)
    case .deleteHolding(let id):
      var row = CoinFlip.Holding.blank
      row.id = id
      write(.deleteHolding, row, [.text("id", \.id)])
    case .createTransaction(let row): write(.createTransaction, row)
    case .execute(let order, let portfolio, let time, let id):
      let row = CoinFlip.Transaction(
        id: id, portfolioID: portfolio, coin: order.coin, order.type, quantity: order.quantity,
        pricePerCoin: order.price, totalValue: .zero, timestamp: time)
      write(.execute, row, CoinFlip.Transaction.orderColumns)
    }
  }

  init?(_ row: inout RowReader) {
    guard let kind: Kind = row.word("change", .badTradeType) else { return nil }
    switch kind {
    case .createUser: self = .createUser(.init(&row))
    case .updateUser: self = .updateUser(.init(&row))
    case .createPortfolio: self = .createPortfolio(.init(&row))
    case .updateCashBalance:
      let portfolio = CoinFlip.Portfolio(&row, CoinFlip.Portfolio.cashColumns)
      self = .updateCashBalance(
        portfolio.cashBalance, portfolio: portfolio.id, at: portfolio.updatedAt)
    case .createHolding: self = .createHolding(.init(&row))
    case .updateHolding: self = .updateHolding(.init(&row))
    case .deleteHolding: self = .deleteHolding(id: row.text("id") ?? "")
    case .createTransaction: self = .createTransaction(.init(&row))
    case .execute:
      let order = CoinFlip.Transaction(&row, CoinFlip.Transaction.orderColumns)
      self = .execute(
        .init(order.type, order.coin, quantity: order.quantity, price: order.pricePerCoin),
        portfolio: order.portfolioID, at: order.timestamp, id: order.id)
    }
  }
}

/// The data that a device stores for a service that may be unreachable.
struct OfflineCache: Sendable {
  /// The rows of the service at the last sync, and the changes that it has accepted since.
  var confirmed = CoinFlip.Document()
  /// Changes that have not been sent yet, oldest first.
  var queue: [CoinFlip.Change] = []
  /// Changes that the service rejected.
  var refused: [CoinFlip.RefusedChange] = []

  init() {}

  /// Parses the output of `json()`.
  /// - Throws: All faults together.
  init(reading bytes: [UInt8]) throws(LedgerFaults) {
    let source = try CoinFlip.Source(reading: bytes, name: "cache")
    confirmed = source.document
    var reader = try TableReader(source.file, bytes)
    queue = reader.rows("queue", "change") { CoinFlip.Change(&$0) }.map(\.row)
    refused = reader.rows("refused", "change") { row in
      let reason = row.text("reason") ?? ""
      return CoinFlip.Change(&row).map { CoinFlip.RefusedChange(change: $0, reason: reason) }
    }.map(\.row)
    try reader.finish(source.file)
  }

  /// Writes the tables of the rows, then `queue` and `refused`.
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
