extension CoinFlip.Source {
  /// Converts the rows to a draft of a ledger.
  ///
  /// Each portfolio becomes a cash account that opens with the starting balance, and each
  /// transaction a transaction group. Every row keeps its user. Users, portfolios and holdings are
  /// stored in the column `coinflip` of the document, so that an export can restore them.
  public func draft() -> LedgerDraft {
    var draft = LedgerDraft()
    draft.tables.sources = [file]
    draft.tables.settings.baseCurrency = CoinFlip.currency
    draft.tables.settings.costBasisMethod = .average
    draft.tables.settings.lotScope = .account
    let names = CoinNames(document)
    let places = firstMentions
    for coin in names.coins {
      draft.append(coin, as: names.symbol(of: coin.id), at: places[coin.id] ?? .none)
    }
    var groups: [(LedgerGroup, SourcePosition)] = []
    for placed in portfolios {
      draft.append(placed)
      guard let opening = placed.row.openingGroup() else { continue }
      groups.append((opening.owned(by: placed.row.userID), placed.position))
    }
    let owners = Dictionary(
      document.portfolios.map { ($0.id, $0.userID) }, uniquingKeysWith: { first, _ in first })
    for placed in transactions {
      let row = placed.row
      var group = row.expanded(as: names.symbol(of: row.coin.id))
        .owned(by: owners[row.portfolioID])
      if let coin = names.coin(row.coin.id) { group.keep(row.coin, unlike: coin) }
      groups.append((group, placed.position))
    }
    draft.append(groups)
    var rest = document
    rest.transactions = []
    draft.keep(
      LedgerColumn(CoinFlip.key, json: rest.compactJSON), of: .document, row: 0, at: .none)
    return draft
  }

  private var firstMentions: [String: SourcePosition] {
    let mentions =
      transactions.map { ($0.row.coin.id, $0.position) }
      + holdings.map { ($0.row.coin.id, $0.position) }
    return Dictionary(mentions, uniquingKeysWith: { first, _ in first })
  }

  /// Returns warnings about stored cash balances and holdings that differ from those computed from
  /// the transactions.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public func differences() throws(ArithmeticFault) -> [Diagnostic] {
    let replay = try CoinFlip.Replay(of: document)
    var found: [Diagnostic] = []
    for placed in portfolios {
      let (row, cash) = (placed.row, replay.cash[placed.row.id, default: .zero])
      if row.cashBalance != cash {
        found.append(
          .differs("cash_balance", row.cashBalance, computed: cash, row.id, at: placed.position))
      }
    }
    var rest = replay.positions
    for placed in holdings {
      let row = placed.row
      let own = rest.removeValue(forKey: CoinFlip.Replay.Key(row)) ?? CoinFlip.Replay.Position()
      if row.quantity != own.quantity {
        found.append(
          .differs(
            "quantity", row.quantity, computed: own.quantity, row.coin.id, at: placed.position))
      } else if row.quantity.isPositive, !own.explains(row.averageBuyPrice) {
        found.append(
          .differs(
            "average_buy_price", row.averageBuyPrice, computed: own.averagePrice, row.coin.id,
            at: placed.position))
      }
    }
    let missing = rest.filter { $0.value.quantity.isPositive }.sorted { $0.key < $1.key }
    return found
      + missing.map {
        .notStored(
          "\($0.value.quantity) of \($0.key.coin) in the portfolio \"\($0.key.portfolio)\"")
      }
  }
}

extension CoinFlip {
  /// The key of the document column that stores rows without a table in a ledger.
  static let key = "coinflip"
}

extension CoinFlip.Document {
  /// The JSON of the document on one line, to be stored in a column of a ledger.
  fileprivate var compactJSON: String {
    let lines = json().split(separator: UInt8(ascii: "\n")).map { line in
      line.drop { $0 == UInt8(ascii: " ") }
    }
    return String(decoding: Array(lines.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
  }
}

extension LedgerDraft {
  fileprivate mutating func append(
    _ coin: CoinFlip.Coin, as symbol: String, at position: SourcePosition
  ) {
    var row = Instrument(
      symbol: identifier(symbol), stockID: identifier(coin.id), position: position)
    row.name = coin.name
    row.kind = "coin"
    row.currency = currency(CoinFlip.currency)
    row.hasMasterRow = true
    if symbol != coin.symbol {
      keep(
        LedgerColumn("coin_symbol", text: coin.symbol), of: .stocks,
        row: tables.instruments.count, at: position)
    }
    tables.instruments.append(row)
  }

  fileprivate mutating func append(_ placed: PlacedRow<CoinFlip.Portfolio>) {
    let row = placed.row
    keep(
      LedgerColumn("user_id", text: row.userID), of: .cashAccounts,
      row: tables.cashAccounts.count, at: placed.position)
    tables.cashAccounts.append(
      CashAccount(
        id: identifier(row.id), currency: currency(CoinFlip.currency), position: placed.position))
  }
}

extension LedgerGroup {
  /// The group with the user it belongs to.
  fileprivate func owned(by user: String?) -> LedgerGroup {
    var group = self
    if let user { group.otherColumns.append(LedgerColumn("user_id", text: user)) }
    return group
  }

  /// Keeps the symbol and name of the coin of a transaction if they differ from those of its first
  /// mention.
  fileprivate mutating func keep(_ coin: CoinFlip.Coin, unlike first: CoinFlip.Coin) {
    if coin.symbol != first.symbol {
      stockLegs[0].otherColumns.append(LedgerColumn("coin_symbol", text: coin.symbol))
    }
    if coin.name != first.name {
      stockLegs[0].otherColumns.append(LedgerColumn("coin_name", text: coin.name))
    }
  }
}
