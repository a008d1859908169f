/// A history of trades in files of other programs: purchases and sales of fifty shares.
struct ForeignHistory {
  /// A format that is written.
  enum Format: String, CaseIterable {
    /// The CSV of a broker, read by rules.
    case csv
    /// A journal for beancount.
    case beancount
    /// A journal for hledger.
    case hledger
  }

  private struct Trade {
    var day: String
    var time: String
    var symbol: String
    var share: Int
    var units: Int
    var price: Int
    var isSale: Bool
  }

  let groups: Int
  let seed: UInt64

  /// The file.
  func bytes(_ format: Format) -> [UInt8] {
    var text = Self.head(format)
    text.reserveCapacity(groups * 160)
    var random = SplitMix(seed: seed)
    for number in 0..<groups {
      text += Self.row(number, trade(number, &random), format).utf8
    }
    return text
  }

  private func trade(_ number: Int, _ random: inout SplitMix) -> Trade {
    let share = number % 50
    // Every share is bought before it is sold, and sales are of one unit.
    let isSale = number >= 50 && number % 3 == 2
    let day = number * 20 / 1_440
    return Trade(
      day: "\(2020 + day / 336)-\(Self.two(day / 28 % 12 + 1))-\(Self.two(day % 28 + 1))",
      time: "\(Self.two(number * 20 / 60 % 24)):\(Self.two(number * 20 % 60)):00.001",
      symbol: "QX" + Self.two(share), share: share, units: isSale ? 1 : random.next(in: 1..<41),
      price: random.next(in: 1_000..<30_000), isSale: isSale)
  }

  private static func head(_ format: Format) -> [UInt8] {
    switch format {
    case .csv:
      Array(
        """
        Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),\
        Exchange rate,Result,Currency (Result),Total,Currency (Total),Withholding tax,\
        Currency (Withholding tax),Notes,ID,Currency conversion fee,\
        Currency (Currency conversion fee)
        Deposit,2020-01-01 09:00:00,,,,,,,,,,100000000.00,"GBP",,,"Bank",d-0,,

        """.utf8)
    case .beancount:
      Array(
        """
        option "operating_currency" "GBP"
        2020-01-01 open Assets:Broker:Cash GBP
        2020-01-01 open Assets:Broker:Stocks "FIFO"
        2020-01-01 open Equity:Opening
        2020-01-01 open Expenses:Fees
        2020-01-01 open Income:Gains
        2020-01-01 * "Opening"
          Assets:Broker:Cash  100000000.00 GBP
          Equity:Opening

        """.utf8)
    case .hledger:
      (0..<50).flatMap { "commodity 1 \"QX\(two($0))\" ; lots: FIFO\n".utf8 }
        + """
        commodity 1000.00 GBP
        account Assets:Cash ; type: A
        account Assets:Stocks ; type: A
        account Income:Gains ; type: G
        account Expenses:Fees ; type: X
        account Equity:Opening ; type: E
        2020-01-01 Opening
            Assets:Cash  100000000.00 GBP
            Equity:Opening

        """.utf8
    }
  }

  private static func row(_ number: Int, _ trade: Trade, _ format: Format) -> String {
    let sum = trade.units * trade.price
    let (price, total) = (money(trade.price), money(sum))
    switch format {
    case .csv:
      return "Market \(trade.isSale ? "sell" : "buy"),\(trade.day) \(trade.time),"
        + "US00000000\(two(trade.share)),\(trade.symbol),\"Quix \(trade.share) Inc\","
        + "\(trade.units).0000000000,\(price),GBP,1.00000,,\"GBP\",\(total),\"GBP\",,,,"
        + "o-\(number),,\n"
    case .beancount:
      return trade.isSale
        ? "\(trade.day) * \"Broker\" \"Sell \(trade.symbol)\"\n"
          + "  Assets:Broker:Stocks  -\(trade.units) \(trade.symbol) {} @ \(price) GBP\n"
          + "  Assets:Broker:Cash  \(money(sum - 100)) GBP\n  Expenses:Fees  1.00 GBP\n"
          + "  Income:Gains\n\n"
        : "\(trade.day) * \"Broker\" \"Buy \(trade.symbol)\"\n"
          + "  Assets:Broker:Stocks  \(trade.units) \(trade.symbol) {\(price) GBP}\n"
          + "  Expenses:Fees  1.00 GBP\n  Assets:Broker:Cash  -\(money(sum + 100)) GBP\n\n"
    case .hledger:
      return trade.isSale
        ? "\(trade.day) sell\n    Assets:Stocks  -\(trade.units) \"\(trade.symbol)\" {} @ "
          + "\(price) GBP\n    Assets:Cash  \(money(sum - 100)) GBP\n"
          + "    Expenses:Fees  1.00 GBP\n    Income:Gains\n\n"
        : "\(trade.day) buy\n    Assets:Stocks  \(trade.units) \"\(trade.symbol)\" @ \(price) GBP\n"
          + "    Expenses:Fees  1.00 GBP\n    Assets:Cash\n\n"
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func money(_ hundredths: Int) -> String {
    "\(hundredths / 100).\(two(hundredths % 100))"
  }
}
