import Folio

extension CoinFlip.Document {
  /// The rows as JSON: one object with the tables, a row a line, columns in the order of the
  /// tables, numbers with the 8 places that the columns have.
  public func json() -> [UInt8] {
    var text = JSONText()
    text.startDocument()
    writeTables(to: &text)
    text.raw("\n}\n")
    return text.bytes
  }

  func writeTables(to text: inout JSONText) {
    text.table("users", users) { $0.write(to: &$1) }
    text.table("portfolios", portfolios) { $0.write(to: &$1) }
    text.table("holdings", holdings) { $0.write(to: &$1) }
    text.table("transactions", transactions) { $0.write(to: &$1) }
  }
}

extension JSONText {
  /// A number of a `DECIMAL(20,8)` column.
  mutating func column(_ key: String, _ value: ExactDecimal) {
    digits(key, value.inColumn)
  }

  mutating func coin(_ coin: CoinFlip.Coin) {
    text("coin_id", coin.id.utf8)
    text("coin_symbol", coin.symbol.utf8)
    text("coin_name", coin.name.utf8)
  }
}

extension CoinFlip.User {
  func write(to text: inout JSONText) {
    text.text("id", id.utf8)
    text.optionalText("auth_user_id", authUserID)
    text.text("username", username.utf8)
    text.optionalText("avatar_emoji", avatarEmoji)
    text.time("created_at", createdAt)
    text.time("updated_at", updatedAt)
  }
}

extension CoinFlip.Portfolio {
  func write(to text: inout JSONText) {
    text.text("id", id.utf8)
    text.text("user_id", userID.utf8)
    text.column("cash_balance", cashBalance)
    text.column("starting_balance", startingBalance)
    text.time("created_at", createdAt)
    text.time("updated_at", updatedAt)
  }
}

extension CoinFlip.Holding {
  func write(to text: inout JSONText) {
    text.text("id", id.utf8)
    text.text("portfolio_id", portfolioID.utf8)
    text.coin(coin)
    text.column("quantity", quantity)
    text.column("average_buy_price", averageBuyPrice)
  }
}

extension CoinFlip.Transaction {
  func write(to text: inout JSONText) {
    text.text("id", id.utf8)
    text.text("portfolio_id", portfolioID.utf8)
    text.coin(coin)
    text.text("type", type.rawValue.utf8)
    text.column("quantity", quantity)
    text.column("price_per_coin", pricePerCoin)
    text.column("total_value", totalValue)
    text.time("timestamp", timestamp)
  }
}
