/// A leg of a group: one of units or one of cash.
enum QueryLeg: Sendable {
  case stock(StockLeg, GroupIndex)
  case cash(CashLeg, GroupIndex)

  var group: GroupIndex {
    switch self {
    case .stock(_, let group), .cash(_, let group): group
    }
  }

  var stock: StockLeg? { if case .stock(let leg, _) = self { leg } else { nil } }
  var cash: CashLeg? { if case .cash(let leg, _) = self { leg } else { nil } }

  /// A column that the row of a stock leg gave.
  func given(_ column: StockColumns, _ value: (StockLeg) -> ExactDecimal) -> ExactDecimal? {
    stock.flatMap { $0.given.contains(column) ? value($0) : nil }
  }

  /// The securities account or the cash account.
  func account(in books: QueryBooks) -> String {
    switch self {
    case .stock(let leg, _): books.securitiesAccounts[Int(leg.account)]
    case .cash(let leg, _): books.cashAccounts[Int(leg.account)]
    }
  }
}

/// The legs of all groups, in the order of the groups: stock legs first within a group.
struct QueryLegs: RandomAccessCollection, Sendable {
  private let rows: LedgerRows
  /// The group of each leg.
  private var groups: [UInt32] = []
  /// The first leg of each group.
  private var starts: [Int] = []

  init(_ rows: LedgerRows) {
    self.rows = rows
    groups.reserveCapacity(rows.stockLegs.count + rows.cashLegs.count)
    starts.reserveCapacity(rows.groups.count)
    for (index, group) in rows.groups.enumerated() {
      starts.append(groups.count)
      for _ in 0..<group.stockLegs.count + group.cashLegs.count {
        groups.append(UInt32(truncatingIfNeeded: index))
      }
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { groups.count }

  subscript(index: Int) -> QueryLeg {
    let number = Int(groups[index])
    let group = rows.groups[number]
    let place = index - starts[number]
    let stockCount = group.stockLegs.count
    if place < stockCount {
      return .stock(rows.stockLegs[group.stockLegs.lowerBound + place], GroupIndex(number))
    }
    let cash = rows.cashLegs[group.cashLegs.lowerBound + place - stockCount]
    return .cash(cash, GroupIndex(number))
  }
}

extension QueryTable {
  static let legs = QueryTable(
    "legs", "one row for each leg of a group: an event of a position, or cash in or out",
    indexed: ["group_id", "symbol"], rows: { QueryLegs($0.booked.ledger.rows) }, fields)

  private static let fields: [QueryField<QueryLeg>] = [
    .text("group_id", "the group") { $1.id(of: $0.group) },
    .text("kind", "`stock` or `cash`") { $0.cash == nil ? "stock" : "cash" },
    .text("id", "the id of the leg") { $1.tables.text($0.stock?.id ?? $0.cash?.id ?? .none) },
    .text("type", "the trade type, such as `buy`, or the type of the cash") {
      $0.stock?.type.rawValue ?? $0.cash?.type.rawValue
    },
    .day("day", "the trade date of a stock leg") { $0.stock?.tradeDay },
    .day("settlement_day", "the settlement date of a stock leg") { $0.stock?.settlementDay },
    .text("symbol", "the instrument") {
      $1.symbol($0.stock?.instrument ?? $0.cash?.instrument ?? .missing)
    },
    .text("account", "the securities account or the cash account") { $0.account(in: $1) },
    .exact("quantity", "units as written, above zero") { $0.given(.quantity, \.quantity) },
    .exact("price", "the price of one unit, in `currency`") { $0.given(.price, \.price) },
    .exact("gross", "units × price as the broker rounded it, in `currency`") { $0.stock?.gross },
    .exact("fees", "fees of the trade, in `currency`") { $0.stock?.fees },
    .exact("taxes", "taxes of the trade or of a dividend, in `currency`") { $0.stock?.taxes },
    .exact("amount", "cash in `currency`; below zero if it goes out") { $0.cash?.signedAmount },
    .text("currency", "the currency of the amounts") {
      $1.currency($0.stock?.currency ?? $0.cash?.currency ?? missingCurrency)
    },
    .exact("fx_rate", "base currency for one of `currency`, if the leg gives it") {
      $0.given(.fxRate, \.fxRate)
    },
  ]

  static let postings = QueryTable(
    "postings",
    "one row for each line of the double-entry journal, in the order of booking",
    indexed: ["group_id", "account"], needs: [.postings], rows: { $0.journal.postings },
    [
      .text("group_id", "the group") { $1.id(of: $0.group) },
      .day("day", "the trade date of the group, or that of its settlement") {
        $1.day(of: $0.group)
      },
      .text("account", "such as `Assets:Cash:usd`") { $0.account.name(in: $1.tables) },
      .exact("amount", "a debit; below zero a credit") { $0.amount },
      .text("currency", "the currency of the amount") { $1.currency($0.currency) },
    ])
}

extension QueryBooks {
  /// The day of a group by the date basis of the books.
  fileprivate func day(of group: GroupIndex) -> Day {
    let record = booked.ledger.rows.groups[Int(group)]
    return booked.options.dateBasis == .trade
      ? booked.ledger.tradeDay(of: record) : booked.ledger.settlementDay(of: record)
  }
}
