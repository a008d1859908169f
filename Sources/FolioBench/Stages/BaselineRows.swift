// The rows that a program without this library would decode: the same columns, with numbers as
// strings, as in the document. The generated memberwise decoding is Foundation's own.

struct BaselineLedger: Decodable {
  var format: String
  var settings: BaselineSettings
  var accounts: [BaselineAccount]
  var stocks: [BaselineStock]
  var rates: [BaselineRate]
  var groups: [BaselineGroup]

  enum CodingKeys: String, CodingKey {
    case format, settings, stocks
    case accounts = "cash_accounts"
    case rates = "fx_rates"
    case groups = "transaction_groups"
  }
}

struct BaselineSettings: Decodable {
  var baseCurrency: String
  var method: String

  enum CodingKeys: String, CodingKey {
    case baseCurrency = "base_currency"
    case method = "cost_basis_method"
  }
}

struct BaselineAccount: Decodable {
  var id: String
  var name: String
  var currency: String
}

struct BaselineStock: Decodable {
  var id: String
  var symbol: String
  var name: String
  var market: String
  var currency: String
}

struct BaselineRate: Decodable {
  var date: String
  var from: String
  var to: String
  var rate: String
}

struct BaselineGroup: Decodable {
  var id: String
  var type: String
  var status: String
  var occurredAt: String
  var notes: String?
  var stockLegs: [BaselineStockLeg]?
  var cashLegs: [BaselineCashLeg]

  enum CodingKeys: String, CodingKey {
    case id, status, notes
    case type = "group_type"
    case occurredAt = "occurred_at"
    case stockLegs = "stock_transactions"
    case cashLegs = "cash_transactions"
  }
}

struct BaselineStockLeg: Decodable {
  var id: String
  var stockID: String
  var symbol: String
  var type: String
  var tradeDate: String
  var settlementDate: String
  var quantity: String
  var price: String
  var gross: String
  var fees: String
  var currency: String

  enum CodingKeys: String, CodingKey {
    case id, symbol, quantity, fees, currency
    case stockID = "stock_id"
    case type = "trade_type"
    case tradeDate = "trade_date"
    case settlementDate = "settlement_date"
    case price = "price_per_share"
    case gross = "gross_amount"
  }
}

struct BaselineCashLeg: Decodable {
  var id: String
  var account: String
  var type: String
  var direction: String
  var amount: String
  var currency: String

  enum CodingKeys: String, CodingKey {
    case id, direction, amount, currency
    case account = "cash_account_id"
    case type = "leg_type"
  }
}
