// Everything that moves cash alone.
extension PortfolioReader {
  /// Books a transaction that has no other half. One that moves nothing is skipped.
  mutating func booking(_ transaction: PortfolioTransaction) throws(FieldFault) -> Booking? {
    if transaction.isOfSecurities {
      guard transaction.kind == .deliveryIn || transaction.kind == .deliveryOut else {
        throw wrongAccount(transaction)
      }
      return try delivery(transaction)
    }
    switch transaction.kind {
    case .deposit: return try cash(transaction, .deposit, rank: 0)
    case .removal: return try cash(transaction, .withdrawal, rank: 3)
    case .interest, .interestCharge: return try cash(transaction, .interest, rank: 3)
    case .fees, .feesRefund: return try cash(transaction, .fee, rank: 3)
    case .taxes, .taxRefund: return try cash(transaction, .tax, rank: 3)
    case .dividend: return try dividend(transaction)
    case .buy, .sell, .transferIn, .transferOut, .deliveryIn, .deliveryOut:
      throw wrongAccount(transaction)
    }
  }

  private func wrongAccount(_ transaction: PortfolioTransaction) -> FieldFault {
    FieldFault(
      .contradictoryRow, "\(transaction.kind.rawValue) does not belong into this kind of account",
      help: "Save the file again in Portfolio Performance.")
  }

  /// A payment with its fees and taxes.
  private mutating func cash(
    _ transaction: PortfolioTransaction, _ type: CashLegType, rank: Int
  ) throws(FieldFault) -> Booking? {
    let account = try names.cash(of: transaction)
    let symbol: String? = transaction.security == nil ? nil : try instrument(of: transaction).key
    let direction: Direction = transaction.kind.isDebit ? .out : .in
    var imported = group(transaction)
    imported.group.cashLegs = payments(transaction, type, direction, account)
    for place in imported.group.cashLegs.indices
    where ![.deposit, .withdrawal].contains(imported.group.cashLegs[place].type) {
      imported.group.cashLegs[place].symbol = symbol
    }
    if imported.group.cashLegs.isEmpty { return skipEmpty([transaction]) }
    return Booking(group: imported, rank: rank)
  }

  /// The amount of a transaction before costs, and its costs.
  func payments(
    _ transaction: PortfolioTransaction, _ type: CashLegType, _ direction: Direction,
    _ account: String
  ) -> [LedgerGroup.CashLeg] {
    LedgerGroup.CashLeg.payments(
      [
        (type, direction, transaction.gross), (.fee, .out, transaction.fees),
        (.tax, .out, transaction.taxes),
      ], account, transaction.currency)
  }

  private mutating func skipEmpty(_ transactions: [PortfolioTransaction]) -> Booking? {
    for transaction in transactions { draft.skip(transaction.row, "an amount of zero") }
    return nil
  }

  /// A dividend. Its fees and taxes were taken from it before it was paid.
  private mutating func dividend(
    _ transaction: PortfolioTransaction
  ) throws(FieldFault) -> Booking? {
    if transaction.security == nil { return try cash(transaction, .dividend, rank: 3) }
    if !transaction.gross.isPositive { return skipEmpty([transaction]) }
    let key = try instrument(of: transaction).key
    let account = try names.cash(of: transaction)
    var imported = group(transaction)
    if transaction.foreign != nil { imported.kept = keptCosts(transaction) }
    imported.group.stockLegs = [try leg(.dividend, transaction, key)]
    imported.group.cashLegs = payments(transaction, .dividend, .in, account)
    return Booking(group: imported, rank: 3)
  }

  /// Money that moves between two accounts of the file, perhaps into another currency.
  mutating func cashTransfer(
    _ out: PortfolioTransaction, _ into: PortfolioTransaction
  ) throws(FieldFault) -> Booking? {
    let isSame = out.currency == into.currency
    guard !isSame || out.amount == into.amount else {
      throw FieldFault(
        .contradictoryRow, "\(out.amount) leaves one account, and \(into.amount) arrives",
        help: "Correct the transfer in Portfolio Performance.")
    }
    if out.amount.isZero, into.amount.isZero { return skipEmpty([out, into]) }
    var imported = group(out, and: into)
    let type: CashLegType = isSame ? .transfer : .fx
    imported.group.cashLegs = [
      .init(type, .out, out.amount, account: try names.cash(of: out), currency: out.currency),
      .init(type, .in, into.amount, account: try names.cash(of: into), currency: into.currency),
    ]
    imported.cashRows = [out.row, into.row]
    return Booking(group: imported, rank: 2)
  }
}
