extension CoinFlip {
  /// A transaction group converted to a CoinFlip transaction, and the parts that CoinFlip cannot
  /// express.
  public struct Flattened: Sendable, Hashable {
    /// The transaction, if the group can be expressed as one.
    public var transaction: Transaction?
    /// The parts of the group that are lost.
    public var unsupported: [UnsupportedPart] = []
  }

  /// Converts a transaction group to a CoinFlip transaction. The group of a starting balance has no
  /// transaction and loses nothing.
  /// - Parameters:
  ///   - group: A group of a checked ledger.
  ///   - portfolios: The existing portfolios, by id.
  ///   - coin: Returns the coin of a leg.
  public static func flatten(
    _ group: LedgerGroup, _ portfolios: [String: Portfolio],
    coin: (LedgerGroup.StockLeg) -> Coin
  ) -> Flattened {
    var flat = Flattened()
    let bare = group.withoutKnownColumns
    if bare.type == .openingBalance, let account = bare.cashLegs.first?.account,
      portfolios[account]?.openingGroup() == bare
    {
      return flat
    }
    guard group.status != .void, !group.isDeleted, let transaction = transaction(group, coin),
      portfolios[transaction.portfolioID] != nil
    else {
      let kind = group.isDeleted ? "deleted" : group.status.rawValue
      flat.unsupported = [
        UnsupportedPart(
          .group, of: group.id,
          "all of it, a \(kind) group of type \(group.type?.rawValue ?? "that is not given")")
      ]
      return flat
    }
    flat.transaction = transaction
    let symbol = group.stockLegs.first?.symbol ?? ""
    flat.unsupported = bare.parts(missingIn: transaction.expanded(as: symbol))
    return flat
  }

  private static func transaction(
    _ group: LedgerGroup, _ coin: (LedgerGroup.StockLeg) -> Coin
  ) -> Transaction? {
    guard group.stockLegs.count == 1, let leg = group.stockLegs.first,
      leg.type == .buy || leg.type == .sell, leg.currency == CoinFlip.currency,
      let quantity = leg.quantity, quantity.isPositive, quantity.fitsColumn, let gross = leg.gross,
      let portfolio = leg.account ?? group.cashLegs.first?.account
    else { return nil }
    let price =
      leg.price ?? (try? gross.divided(by: quantity, places: places, rounding: .halfUp))
    guard let price, price.inColumn.fitsColumn, gross.inColumn.fitsColumn else { return nil }
    return Transaction(
      id: group.id, portfolioID: portfolio, coin: coin(leg), leg.type == .buy ? .buy : .sell,
      quantity: quantity.inColumn, pricePerCoin: price.inColumn,
      totalValue: gross.inColumn, timestamp: group.occurredAt)
  }
}

extension LedgerGroup {
  /// The group without the columns that were imported from CoinFlip.
  fileprivate var withoutKnownColumns: LedgerGroup {
    var group = self
    group.otherColumns.removeAll { $0.key == "user_id" }
    for index in group.stockLegs.indices {
      group.stockLegs[index].otherColumns.removeAll {
        $0.key == "coin_symbol" || $0.key == "coin_name"
      }
    }
    return group
  }
}

extension CoinFlip.Document {
  /// Converts a ledger to the tables of CoinFlip, and lists the data that they cannot express.
  ///
  /// Users, portfolios and the ids of holdings are those stored when the ledger was imported from
  /// CoinFlip. Cash and holdings are computed from the transactions.
  /// - Returns: `nil` if the ledger was not imported from CoinFlip.
  /// - Throws: Faults in the stored CoinFlip rows.
  public static func flattened(
    _ ledger: Ledger, user: String? = nil
  ) throws(LedgerFaults) -> (document: CoinFlip.Document, unsupported: [UnsupportedPart])? {
    guard var document = try ledger.coinFlipRows() else { return nil }
    if let user {
      document.users.removeAll { $0.id != user }
      document.portfolios.removeAll { $0.userID != user }
    }
    var unsupported: [UnsupportedPart] = []
    let coins = LedgerCoins(ledger)
    let portfolios = Dictionary(
      document.portfolios.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, group) in ledger.completeGroups.enumerated() {
      let flat = CoinFlip.flatten(group, portfolios, coin: coins.coin)
      if let transaction = flat.transaction { document.transactions.append(transaction) }
      unsupported += flat.unsupported.map { $0.placed(at: ledger.tables.groups[index].position) }
    }
    unsupported += ledger.unsupportedAccounts { account, _ in portfolios[account] != nil }
    unsupported += ledger.unsupportedTables
    do throws(ArithmeticFault) {
      try document.recompute(keeping: document.holdings)
    } catch {
      throw LedgerFaults([.tooManyDigits(at: .none)], sources: ledger.tables.sources)
    }
    return (document, unsupported)
  }

  /// Recomputes cash and holdings from the transactions. A stored holding keeps its id and
  /// position, and also its average price if that is within rounding of the computed one.
  mutating func recompute(
    keeping stored: [CoinFlip.Holding]
  ) throws(ArithmeticFault) {
    let replay = try CoinFlip.Replay(of: self)
    for index in portfolios.indices {
      portfolios[index].cashBalance = replay.cash[portfolios[index].id, default: .zero]
    }
    var rest = replay.positions
    holdings = stored.compactMap { row in
      guard let own = rest.removeValue(forKey: CoinFlip.Replay.Key(row)) else { return nil }
      return own.holding(like: row)
    }
    for key in replay.order {
      guard let own = rest.removeValue(forKey: key), let coin = own.coin,
        let row = own.holding(of: coin, in: key.portfolio, id: nil)
      else { continue }
      holdings.append(row)
    }
  }
}

extension CoinFlip.Replay.Position {
  /// Returns the stored row with the current quantity and average price, or `nil` if the position
  /// is closed.
  fileprivate func holding(like row: CoinFlip.Holding) -> CoinFlip.Holding? {
    // CoinFlip may store rows of closed positions, which are kept.
    guard quantity.isPositive || row.quantity.isZero else { return nil }
    var row = row
    let isSame = quantity == row.quantity && explains(row.averageBuyPrice)
    if !isSame && quantity.isPositive { row.averageBuyPrice = averagePrice.inColumn }
    row.quantity = quantity.inColumn
    return row
  }
}

extension Ledger {
  /// Parses the CoinFlip rows stored in the ledger. Returns `nil` if there are none.
  fileprivate func coinFlipRows() throws(LedgerFaults) -> CoinFlip.Document? {
    let kept = tables.kept.first {
      $0.table == .document && tables.texts[$0.key] == CoinFlip.key
    }
    guard let bytes = kept.flatMap({ tables.texts.utf8($0.value) }) else { return nil }
    return try CoinFlip.Source(reading: Array(bytes), name: CoinFlip.key).document
  }
}

/// Finds the coins of the legs of a ledger.
private struct LedgerCoins {
  private let instruments: [String: LedgerInstrument]

  init(_ ledger: Ledger) {
    let instruments = LedgerContents(ledger).instruments
    self.instruments = Dictionary(
      instruments.map { ($0.stockID ?? $0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func coin(of leg: LedgerGroup.StockLeg) -> CoinFlip.Coin {
    let id = leg.stockID ?? leg.symbol
    let instrument = instruments[id]
    let name = instrument?.name ?? ""
    return CoinFlip.Coin(
      id: id,
      symbol: Self.text("coin_symbol", leg.otherColumns)
        ?? instrument.flatMap { Self.text("coin_symbol", $0.otherColumns) } ?? leg.symbol,
      name: Self.text("coin_name", leg.otherColumns) ?? (name.isEmpty ? leg.symbol : name))
  }

  /// The text of a column without a meaning.
  private static func text(_ key: String, _ columns: [LedgerColumn]) -> String? {
    let column = columns.last { $0.key == key }
    return column.flatMap { try? JSONNode.parse(Array($0.json.utf8)).string }
  }
}
