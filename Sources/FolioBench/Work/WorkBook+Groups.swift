/// A purchase or a sale in whole numbers, so that its legs balance to the last digit.
struct WorkTrade: Sendable {
  var isSale: Bool
  var stock: Int
  /// In tenths of a unit.
  var tenths: Int
  /// In hundredths of the currency, like `fee`.
  var price: Int
  var fee: Int

  /// In thousandths of the currency.
  var gross: Int { tenths * price }
}

// The three kinds of groups that histories are made of.
extension WorkBook {
  /// Money from the owner, in hundredths.
  mutating func deposit(_ amount: Int, currency: Int, on day: Day) -> WorkRow {
    let group = groupRow("deposit", day)
    let leg = cashLeg("deposit", "in", .number(amount, places: 2), currency)
    return group + [("cash_transactions", .rows([leg]))]
  }

  /// A dividend, in hundredths.
  mutating func dividend(_ amount: Int, stock: Int, on day: Day) -> WorkRow {
    let gross = WorkValue.number(amount, places: 2)
    let group = groupRow("dividend", day)
    let leg =
      stockLeg("dividend", stock, day, settling: day) + [
        ("quantity", .word("0")), ("price_per_share", .word("0")), ("gross_amount", gross),
        ("fees", .word("0")), ("currency", .word(Self.currencies[currency(of: stock)])),
      ]
    let cash = cashLeg("dividend", "in", gross, currency(of: stock))
    return group + [("stock_transactions", .rows([leg])), ("cash_transactions", .rows([cash]))]
  }

  /// A trade that settles after two days.
  mutating func trade(_ trade: WorkTrade, on day: Day) -> WorkRow {
    let gross = WorkValue.number(trade.gross, places: 3)
    let fee = WorkValue.number(trade.fee, places: 2)
    let currency = currency(of: trade.stock)
    let group = groupRow("stock_trade", day)
    let settlement = day.adding(days: 2) ?? day
    let leg =
      stockLeg(trade.isSale ? "sell" : "buy", trade.stock, day, settling: settlement) + [
        ("quantity", .number(trade.tenths, places: 1)),
        ("price_per_share", .number(trade.price, places: 2)), ("gross_amount", gross),
        ("fees", fee), ("currency", .word(Self.currencies[currency])),
      ]
    var cash = [cashLeg("principal", trade.isSale ? "in" : "out", gross, currency)]
    if trade.fee > 0 { cash.append(cashLeg("fee", "out", fee, currency)) }
    return group + [("stock_transactions", .rows([leg])), ("cash_transactions", .rows(cash))]
  }

  private mutating func groupRow(_ type: String, _ day: Day) -> WorkRow {
    [
      ("id", .id(WorkID(&random))), ("group_type", .word(type)), ("status", .word("settled")),
      ("occurred_at", .afternoon(day)), ("notes", .null),
    ]
  }

  private mutating func stockLeg(
    _ type: String, _ stock: Int, _ day: Day, settling settlement: Day
  ) -> WorkRow {
    [
      ("id", .id(WorkID(&random))), ("stock_id", .id(stocks[stock].id)),
      ("symbol", .word(stocks[stock].symbol)), ("trade_type", .word(type)),
      ("trade_date", .day(day)), ("settlement_date", .day(settlement)),
    ]
  }

  private mutating func cashLeg(
    _ type: String, _ direction: String, _ amount: WorkValue, _ currency: Int
  ) -> WorkRow {
    [
      ("id", .id(WorkID(&random))), ("cash_account_id", .id(accounts[currency])),
      ("leg_type", .word(type)), ("direction", .word(direction)), ("amount", amount),
      ("currency", .word(Self.currencies[currency])),
    ]
  }
}
