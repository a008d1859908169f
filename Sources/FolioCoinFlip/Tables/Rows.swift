extension Timestamp {
  fileprivate static let blank = Timestamp(secondsSince1970: 0, nanoseconds: 0)
}

extension CoinFlip.User: TableRow {
  static let blank = Self(id: "", username: "", createdAt: .blank)

  static let columns: [RowColumn<Self>] = [
    .text("id", \.id), .optionalText("auth_user_id", \.authUserID), .text("username", \.username),
    .optionalText("avatar_emoji", \.avatarEmoji), .time("created_at", \.createdAt),
    .time("updated_at", \.updatedAt),
  ]
}

extension CoinFlip.Portfolio: TableRow {
  static let blank = Self(id: "", userID: "", createdAt: .blank)

  static let columns: [RowColumn<Self>] = [
    .text("id", \.id), .text("user_id", \.userID), .number("cash_balance", \.cashBalance),
    .number("starting_balance", \.startingBalance), .time("created_at", \.createdAt),
    .time("updated_at", \.updatedAt),
  ]

  /// The columns of a stored change of the cash balance.
  static let cashColumns: [RowColumn<Self>] = [
    .text("portfolio_id", \.id), .number("cash_balance", \.cashBalance),
    .time("timestamp", \.updatedAt),
  ]
}

extension CoinFlip.Holding: TableRow {
  static let blank = Self(
    id: "", portfolioID: "", coin: .blank, quantity: .zero, averageBuyPrice: .zero)

  static let columns: [RowColumn<Self>] = [
    .text("id", \.id), .text("portfolio_id", \.portfolioID), .text("coin_id", \.coin.id),
    .text("coin_symbol", \.coin.symbol), .text("coin_name", \.coin.name),
    .number("quantity", \.quantity), .number("average_buy_price", \.averageBuyPrice),
  ]
}

extension CoinFlip.Transaction: TableRow {
  static let blank = Self(
    id: "", portfolioID: "", coin: .blank, .buy, quantity: .zero, pricePerCoin: .zero,
    totalValue: .zero, timestamp: .blank)

  static let columns: [RowColumn<Self>] =
    orderColumns.dropLast() + [.number("total_value", \.totalValue), timestamp]

  private static let timestamp = RowColumn.time("timestamp", \Self.timestamp)

  /// The columns of a stored order. Its total value is computed.
  static let orderColumns: [RowColumn<Self>] = [
    .text("id", \.id), .text("portfolio_id", \.portfolioID), .text("coin_id", \.coin.id),
    .text("coin_symbol", \.coin.symbol), .text("coin_name", \.coin.name),
    .type("type", \.type), .number("quantity", \.quantity, .aboveZero),
    .number("price_per_coin", \.pricePerCoin), timestamp,
  ]
}

extension CoinFlip.Coin {
  fileprivate static let blank = Self(id: "", symbol: "", name: "")

  /// Whether the coin has all texts that a row requires.
  var isNamed: Bool { !id.isEmpty && !symbol.isEmpty && !name.isEmpty }
}

extension ExactDecimal {
  /// The number as stored in a `DECIMAL(20,8)` column. PostgreSQL rounds halves away from zero.
  var inColumn: ExactDecimal {
    rounded(toPlaces: CoinFlip.places, .halfUp).padded(toPlaces: CoinFlip.places)
  }

  /// Whether the number can be stored in a `DECIMAL(20,8)` column.
  var fitsColumn: Bool { DecimalLimits.decimal20x8.hold(self) }

  /// Whether the number fits its column and is not negative.
  var isAmount: Bool { !isNegative && fitsColumn }
}
