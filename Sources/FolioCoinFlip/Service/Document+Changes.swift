extension CoinFlip.Document {
  /// Applies a change, completely or not at all.
  /// - Parameter owner: The id of the user who makes the change. `nil` may change every row.
  /// - Returns: The trade, if the change is an order.
  @discardableResult
  mutating func apply(
    _ change: CoinFlip.Change, by owner: String?
  ) throws(CoinFlip.DataFault) -> CoinFlip.Trade? {
    switch change {
    case .createUser(let user):
      guard user.isValid else { throw .invalid }
      if let owner, owner != user.id { throw .unauthorized }
      try users.insert(user)
    case .updateUser(let user):
      _ = try self.user(of: owner) { $0.id == user.id }
      try users.replace(user)
    case .createPortfolio(let portfolio):
      if let owner, owner != portfolio.userID { throw .unauthorized }
      _ = try user(of: owner) { $0.id == portfolio.userID }
      try portfolios.insert(portfolio)
    case .updateCashBalance(let cash, let id, let time):
      var row = try portfolio(id, of: owner)
      guard cash.isAmount else { throw .invalid }
      row.cashBalance = cash.inColumn
      row.updatedAt = time
      try portfolios.replace(row)
    case .createHolding(let row):
      _ = try portfolio(row.portfolioID, of: owner)
      let isHeld = holdings.contains {
        $0.portfolioID == row.portfolioID && $0.coin.id == row.coin.id
      }
      if isHeld && row.isValid { throw .conflict }
      try holdings.insert(row)
    case .updateHolding(let holding):
      let before = try self.holding(holding.id, of: owner)
      guard holding.isValid else { throw .invalid }
      if before.portfolioID != holding.portfolioID || before.coin.id != holding.coin.id {
        throw .conflict
      }
      try holdings.replace(holding)
    case .deleteHolding(let id):
      _ = try holding(id, of: owner)
      holdings.removeAll { $0.id == id }
    case .createTransaction(let row):
      _ = try portfolio(row.portfolioID, of: owner)
      try transactions.insert(row)
    case .execute(let order, let portfolio, let time, let id):
      _ = try self.portfolio(portfolio, of: owner)
      if transactions.contains(where: { $0.id == id }) { throw .conflict }
      do throws(CoinFlip.Refusal) {
        return try execute(order, inPortfolio: portfolio, at: time, id: id)
      } catch {
        throw error == .notFound ? .notFound : .refused(error)
      }
    }
    return nil
  }
}

// Ownership of rows. For a signed-in user, rows of other users do not exist.
extension CoinFlip.Document {
  func user(
    of owner: String?, _ isWanted: (CoinFlip.User) -> Bool
  ) throws(CoinFlip.DataFault) -> CoinFlip.User {
    try users.row { (owner == nil || $0.id == owner) && isWanted($0) }
  }

  func portfolio(
    of owner: String?, _ isWanted: (CoinFlip.Portfolio) -> Bool
  ) throws(CoinFlip.DataFault) -> CoinFlip.Portfolio {
    try portfolios.row { (owner == nil || $0.userID == owner) && isWanted($0) }
  }

  func isOwn(portfolio id: String, of owner: String?) -> Bool {
    owner == nil || portfolios.contains { $0.id == id && $0.userID == owner }
  }

  private func portfolio(
    _ id: String, of owner: String?
  ) throws(CoinFlip.DataFault) -> CoinFlip.Portfolio {
    try portfolio(of: owner) { $0.id == id }
  }

  private func holding(
    _ id: String, of owner: String?
  ) throws(CoinFlip.DataFault) -> CoinFlip.Holding {
    try holdings.row { $0.id == id && isOwn(portfolio: $0.portfolioID, of: owner) }
  }
}

extension Array where Element: TableRow {
  fileprivate func row(
    _ isWanted: (Element) -> Bool
  ) throws(CoinFlip.DataFault) -> Element {
    guard let row = first(where: isWanted) else { throw .notFound }
    return row
  }

  fileprivate mutating func insert(_ row: Element) throws(CoinFlip.DataFault) {
    guard row.isValid else { throw .invalid }
    if contains(where: { $0.id == row.id }) { throw .conflict }
    append(row)
  }

  fileprivate mutating func replace(_ row: Element) throws(CoinFlip.DataFault) {
    guard row.isValid else { throw .invalid }
    guard let index = firstIndex(where: { $0.id == row.id }) else { throw .notFound }
    self[index] = row
  }
}
