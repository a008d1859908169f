import FolioModel
import FolioNumbers

/// A stock leg as a test writes it.
struct StockRow {
  var type: TradeType
  var symbol: String?
  var stockID: String?
  var id: String?
  var quantity: ExactDecimal?
  var price: ExactDecimal?
  var gross: ExactDecimal?
  var fees: ExactDecimal?
  var taxes: ExactDecimal?
  var fxRate: ExactDecimal?
  var currency: Currency?
  var account: String?
  var day: Day?
  var settles: Day?
  var detail = StockLegDetail()
  var newSymbol: String?
  var lots: [LotRow] = []

  init(_ type: TradeType, _ symbol: String?) {
    self.type = type
    self.symbol = symbol
  }

  /// The row with some more columns.
  func with(_ change: (inout StockRow) -> Void) -> StockRow {
    var copy = self
    change(&copy)
    return copy
  }

  /// The row in this securities account.
  func inAccount(_ account: String?) -> StockRow { with { $0.account = account } }
  /// The row in this currency.
  func inCurrency(_ currency: Currency?) -> StockRow { with { $0.currency = currency } }
  /// The row with its own rate to the base currency.
  func atRate(_ rate: ExactDecimal) -> StockRow { with { $0.fxRate = rate } }
  /// The row with fees, and perhaps taxes.
  func fees(_ fees: ExactDecimal, taxes: ExactDecimal? = nil) -> StockRow {
    with {
      $0.fees = fees
      $0.taxes = taxes
    }
  }
  /// The row with its own choice of lots, or with lots from outside.
  func lots(_ lots: LotRow...) -> StockRow { with { $0.lots = lots } }
  /// The row with cash for a fraction of a unit.
  func cashInLieu(_ cash: ExactDecimal) -> StockRow { with { $0.detail.cashInLieu = cash } }
  /// The row with interest that had accrued.
  func accrued(_ interest: ExactDecimal) -> StockRow {
    with { $0.detail.accruedInterest = interest }
  }
  /// The row with a number of units.
  func units(_ quantity: ExactDecimal) -> StockRow { with { $0.quantity = quantity } }
  /// The row with an amount.
  func gross(_ gross: ExactDecimal) -> StockRow { with { $0.gross = gross } }
}

/// An entry of `lots` as a test writes it.
struct LotRow {
  var group: String?
  var acquired: Day?
  var quantity: ExactDecimal
  var cost: ExactDecimal?
  var costBase: ExactDecimal?
  var fairValue: ExactDecimal?
  var account: String?
}

extension StockRow {
  static func trade(
    _ type: TradeType, _ symbol: String, _ quantity: ExactDecimal, at price: ExactDecimal
  ) -> StockRow {
    StockRow(type, symbol).with {
      $0.quantity = quantity
      $0.price = price
    }
  }

  static func buy(
    _ symbol: String, _ quantity: ExactDecimal, at price: ExactDecimal
  ) -> StockRow { trade(.buy, symbol, quantity, at: price) }

  static func sell(
    _ symbol: String, _ quantity: ExactDecimal, at price: ExactDecimal
  ) -> StockRow { trade(.sell, symbol, quantity, at: price) }

  static func shortSell(
    _ symbol: String, _ quantity: ExactDecimal, at price: ExactDecimal
  ) -> StockRow { trade(.shortSell, symbol, quantity, at: price) }

  static func cover(
    _ symbol: String, _ quantity: ExactDecimal, at price: ExactDecimal
  ) -> StockRow { trade(.cover, symbol, quantity, at: price) }

  static func dividend(
    _ symbol: String, _ gross: ExactDecimal, withheld: ExactDecimal? = nil
  ) -> StockRow {
    StockRow(.dividend, symbol).gross(gross).with { $0.taxes = withheld }
  }

  static func split(_ symbol: String, _ new: ExactDecimal, for old: ExactDecimal) -> StockRow {
    StockRow(.split, symbol).with { $0.detail.ratio = Ratio(new: new, old: old) }
  }

  static func stockDividend(_ symbol: String, _ quantity: ExactDecimal) -> StockRow {
    StockRow(.stockDividend, symbol).units(quantity)
  }

  static func stockDividend(
    _ symbol: String, _ new: ExactDecimal, for old: ExactDecimal
  ) -> StockRow {
    StockRow(.stockDividend, symbol).with { $0.detail.ratio = Ratio(new: new, old: old) }
  }

  static func returnOfCapital(_ symbol: String, _ gross: ExactDecimal) -> StockRow {
    StockRow(.returnOfCapital, symbol).gross(gross)
  }

  static func costAdjustment(
    _ symbol: String, _ direction: CostDirection, by gross: ExactDecimal
  ) -> StockRow {
    StockRow(.costAdjustment, symbol).gross(gross).with { $0.detail.costDirection = direction }
  }

  static func deemedDisposition(_ symbol: String, at value: ExactDecimal) -> StockRow {
    StockRow(.deemedDisposition, symbol).gross(value)
  }

  static func spinOff(
    _ symbol: String, into new: String, _ newUnits: ExactDecimal, for old: ExactDecimal,
    basis: ExactDecimal
  ) -> StockRow {
    StockRow(.spinOff, symbol).with {
      $0.newSymbol = new
      $0.detail.ratio = Ratio(new: newUnits, old: old)
      $0.detail.basisFraction = basis
    }
  }

  static func merger(
    _ symbol: String, into new: String, _ newUnits: ExactDecimal, for old: ExactDecimal
  ) -> StockRow {
    StockRow(.merger, symbol).with {
      $0.newSymbol = new
      $0.detail.ratio = Ratio(new: newUnits, old: old)
    }
  }

  static func cashMerger(_ symbol: String, _ gross: ExactDecimal) -> StockRow {
    StockRow(.merger, symbol).gross(gross)
  }

  static func symbolChange(_ symbol: String, to new: String) -> StockRow {
    StockRow(.symbolChange, symbol).with { $0.newSymbol = new }
  }

  static func transferOut(
    _ symbol: String, _ quantity: ExactDecimal, from account: String?
  ) -> StockRow { StockRow(.transferOut, symbol).units(quantity).inAccount(account) }

  static func transferIn(
    _ symbol: String, _ quantity: ExactDecimal, to account: String?
  ) -> StockRow { StockRow(.transferIn, symbol).units(quantity).inAccount(account) }

  static func writeOff(_ symbol: String) -> StockRow { StockRow(.writeOff, symbol) }

  static func gift(_ symbol: String, _ quantity: ExactDecimal) -> StockRow {
    StockRow(.gift, symbol).units(quantity)
  }

  static func giftToSpouse(_ symbol: String, _ quantity: ExactDecimal) -> StockRow {
    gift(symbol, quantity).with { $0.detail.recipient = .spouse }
  }

  static func unitFee(_ symbol: String, _ quantity: ExactDecimal) -> StockRow {
    StockRow(.unitFee, symbol).units(quantity)
  }
}

/// A cash leg as a test writes it.
struct CashRow {
  var account: String
  var type: CashLegType
  var direction: Direction
  var amount: ExactDecimal
  var currency: Currency?
  var id: String?
  /// The instrument that it is about.
  var symbol: String?

  func about(_ symbol: String?) -> CashRow {
    var row = self
    row.symbol = symbol
    return row
  }

  static func into(
    _ account: String, _ amount: ExactDecimal, _ type: CashLegType = .principal,
    _ currency: Currency? = nil
  ) -> CashRow {
    CashRow(account: account, type: type, direction: .in, amount: amount, currency: currency)
  }

  static func out(
    _ account: String, _ amount: ExactDecimal, _ type: CashLegType = .principal,
    _ currency: Currency? = nil
  ) -> CashRow {
    CashRow(account: account, type: type, direction: .out, amount: amount, currency: currency)
  }
}

/// A group as a test writes it.
struct GroupRow {
  var id: String
  var at: Timestamp
  var type: GroupType?
  var status = GroupStatus.settled
  var isDeleted = false
  var settledAt: Timestamp?
  var stock: [StockRow] = []
  var cash: [CashRow] = []
}
