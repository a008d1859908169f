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
  func given(
    _ column: StockColumns, _ value: (StockLeg) -> ExactDecimal
  ) -> QueryValue {
    guard let stock, stock.given.contains(column) else { return .null }
    return .exact(value(stock))
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
    QueryField("group_id", .text, "the group") { row, books in books.id(of: row.group) },
    QueryField("kind", .text, "`stock` or `cash`") { row, _ in
      .text(row.cash == nil ? "stock" : "cash")
    },
    QueryField("id", .text, "the id of the leg") { row, books in
      .text(orNull: books.tables.text(row.stock?.id ?? row.cash?.id ?? .none))
    },
    QueryField("type", .text, "the trade type, such as `buy`, or the type of the cash") { row, _ in
      .text(orNull: row.stock?.type.rawValue ?? row.cash?.type.rawValue)
    },
    QueryField("day", .day, "the trade date of a stock leg") { row, _ in
      .day(orNull: row.stock?.tradeDay)
    },
    QueryField("settlement_day", .day, "the settlement date of a stock leg") { row, _ in
      .day(orNull: row.stock?.settlementDay)
    },
    QueryField("symbol", .text, "the instrument") { row, books in
      books.symbol(row.stock?.instrument ?? row.cash?.instrument ?? .missing)
    },
    QueryField("account", .text, "the securities account or the cash account") { row, books in
      if let stock = row.stock {
        return .text(orNull: books.securitiesAccounts[Int(stock.account)])
      }
      return .text(orNull: row.cash.map { books.cashAccounts[Int($0.account)] })
    },
    QueryField("quantity", .exact, "units as written, above zero") { row, _ in
      row.given(.quantity, \.quantity)
    },
    QueryField("price", .exact, "the price of one unit, in `currency`") { row, _ in
      row.given(.price, \.price)
    },
    QueryField("gross", .exact, "units × price as the broker rounded it, in `currency`") {
      row, _ in row.stock.map { .exact($0.gross) } ?? .null
    },
    QueryField("fees", .exact, "fees of the trade, in `currency`") { row, _ in
      row.stock.map { .exact($0.fees) } ?? .null
    },
    QueryField("taxes", .exact, "taxes of the trade or of a dividend, in `currency`") { row, _ in
      row.stock.map { .exact($0.taxes) } ?? .null
    },
    QueryField("amount", .exact, "cash in `currency`; below zero if it goes out") { row, _ in
      row.cash.map { .exact($0.signedAmount) } ?? .null
    },
    QueryField("currency", .text, "the currency of the amounts") { row, books in
      books.currency(row.stock?.currency ?? row.cash?.currency ?? missingCurrency)
    },
    QueryField("fx_rate", .exact, "base currency for one of `currency`, if the leg gives it") {
      row, _ in row.given(.fxRate, \.fxRate)
    },
  ]

  static let postings = QueryTable(
    "postings",
    "one row for each line of the double-entry journal, in the order of booking",
    indexed: ["group_id", "account"], needs: [.postings], rows: { $0.journal.postings },
    [
      QueryField("group_id", .text, "the group") { row, books in books.id(of: row.group) },
      QueryField("day", .day, "the trade date of the group, or that of its settlement") {
        row, books in .day(books.day(of: row.group))
      },
      QueryField("account", .text, "such as `Assets:Cash:usd`") { row, books in
        .text(row.account.name(in: books.tables))
      },
      QueryField("amount", .exact, "a debit; below zero a credit") { row, _ in
        .exact(row.amount)
      },
      QueryField("currency", .text, "the currency of the amount") { row, books in
        books.currency(row.currency)
      },
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
