import Folio

// What the tables ask of a row. A row that they would refuse could be written and not be read
// again, and all others with it.
extension ExactDecimal {
  var isAmount: Bool { !isNegative && fitsColumn }

  fileprivate static func areAmounts(_ numbers: ExactDecimal...) -> Bool {
    numbers.allSatisfy(\.isAmount)
  }
}

extension CoinFlip.Coin {
  /// Whether all that a row needs of it is there.
  var isNamed: Bool { !id.isEmpty && !symbol.isEmpty && !name.isEmpty }
}

extension CoinFlip.User {
  var isValid: Bool { !id.isEmpty && !username.isEmpty }
}

extension CoinFlip.Portfolio {
  var isValid: Bool { !id.isEmpty && ExactDecimal.areAmounts(cashBalance, startingBalance) }
}

extension CoinFlip.Holding {
  var isValid: Bool {
    !id.isEmpty && coin.isNamed && ExactDecimal.areAmounts(quantity, averageBuyPrice)
  }
}

extension CoinFlip.Transaction {
  var isValid: Bool {
    !id.isEmpty && coin.isNamed && quantity.isPositive
      && ExactDecimal.areAmounts(quantity, pricePerCoin, totalValue)
  }
}

// Whose a row is. What belongs to others is not there for a user who is signed in.
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

  func holding(
    _ id: String, of owner: String?
  ) throws(CoinFlip.DataFault) -> CoinFlip.Holding {
    try holdings.row { $0.id == id && isOwn(portfolio: $0.portfolioID, of: owner) }
  }
}

extension Array {
  fileprivate func row(
    _ isWanted: (Element) -> Bool
  ) throws(CoinFlip.DataFault) -> Element {
    guard let row = first(where: isWanted) else { throw .notFound }
    return row
  }

  mutating func insert(
    new row: Element, _ id: (Element) -> String
  ) throws(CoinFlip.DataFault) {
    if contains(where: { id($0) == id(row) }) { throw .conflict }
    append(row)
  }

  mutating func replace(
    with row: Element, _ id: (Element) -> String
  ) throws(CoinFlip.DataFault) {
    guard let index = firstIndex(where: { id($0) == id(row) }) else { throw .notFound }
    self[index] = row
  }
}
