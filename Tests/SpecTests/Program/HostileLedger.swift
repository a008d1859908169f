import Foundation

/// A ledger, and what else the commands read, with a hostile text in every place for words.
struct HostileLedger {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Writes the files that the commands are run on.
  func write(in program: Program) throws {
    try write(document, to: "l.json", program)
    try write(["transaction_groups": [deposit("new", note: text)]], to: "more.json", program)
    try write(["transaction_groups": [deposit("1", note: "\(text)?")]], to: "mended.json", program)
    try program.write("{\"settings\": 7, \"\(quoted)\": 1", to: "bad\(text)")
    let folder = "each\(text)"
    try FileManager.default.createDirectory(
      atPath: program.path(folder), withIntermediateDirectories: true)
    try write(document, to: "\(folder)/a\(text).json", program)
    try program.write("{", to: "\(folder)/b\(text).json")
    let line = try json(document)
    try program.write("\(line)\n{\"\(quoted)\": ]\n\(line)\n", to: "lines")
    try write(flatApp, to: "app.json", program)
    try write(coinFlip, to: "coins.json", program)
  }

  /// The text as it stands between the quotes of JSON.
  private var quoted: String {
    let json = (try? json([text])) ?? ""
    return String(json.dropFirst(2).dropLast(2))
  }

  private func json(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
  }

  private func write(_ value: Any, to name: String, _ program: Program) throws {
    try program.write(try json(value), to: name)
  }

  private var document: [String: Any] {
    [
      "x_\(text)": 1, "settings": ["base_currency": "USD"],
      "portfolio_cash_accounts": [
        ["id": "\(text)c", "name": text, "currency": "USD", text: text],
        ["id": "\(text)e", "name": text, "currency": "EUR"],
      ],
      "stocks_master": [
        ["id": "\(text)s", "symbol": text, "name": text, "currency": "USD", "kind": text]
      ],
      "transaction_groups": [
        deposit("1", note: text),
        trade("2", "buy", "10", "100", status: "pending"),
        trade("3", "sell", "4", "44", status: "settled"),
        group("4", "dividend", [cash("4", "dividend", "in", "3", symbol: text)]),
      ],
    ]
  }

  private func deposit(_ id: String, note: String) -> [String: Any] {
    var group = group(id, "deposit", [cash(id, "deposit", "in", "1000")])
    group["notes"] = note
    return group
  }

  private func group(
    _ id: String, _ type: String, _ legs: [[String: Any]], status: String = "settled"
  ) -> [String: Any] {
    [
      "id": text + id, "group_type": type, "status": status, "notes": text,
      "occurred_at": "2024-03-0\(Int(id) ?? 9)T08:00:00Z", "cash_transactions": legs,
    ]
  }

  private func cash(
    _ id: String, _ type: String, _ direction: String, _ amount: String, symbol: String? = nil
  ) -> [String: Any] {
    var leg = [
      "id": "\(text)cash\(id)", "cash_account_id": "\(text)c", "leg_type": type,
      "direction": direction, "amount": amount, "currency": "USD",
    ]
    leg["symbol"] = symbol
    return leg
  }

  private func trade(
    _ id: String, _ type: String, _ quantity: String, _ gross: String, status: String
  ) -> [String: Any] {
    let direction = type == "buy" ? "out" : "in"
    var group = group(
      id, "stock_trade", [cash(id, "principal", direction, gross)], status: status)
    group["stock_transactions"] = [
      [
        "id": "\(text)stock\(id)", "symbol": text, "account_id": "\(text)a", "trade_type": type,
        "trade_date": "2024-03-0\(id)", "quantity": quantity, "gross_amount": gross,
        "price_per_share": type == "buy" ? "10" : "11", "currency": "USD",
      ]
    ]
    return group
  }

  private var flatApp: [String: Any] {
    [
      "currency": "USD", text: text,
      "capitals": [
        ["id": "\(text)1", "type": "deposit", "amount": 1000, "date": "2024-01-02T09:00:00Z"]
      ],
      "stock_tickers": [["name": text, "code": text, "market": text, "currency": "USD"]],
      "transactions": [
        [
          "id": "\(text)2", "type": "buy", "code": text, "quantity": 10, "price": 5,
          "date": "2024-03-01T14:30:00Z", "note": text,
        ]
      ],
    ]
  }

  private var coinFlip: [String: Any] {
    let time = "2024-03-04T08:00:00+00:00"
    return [
      text: text,
      "users": [
        [
          "id": "\(text)1", "username": text, "avatar_emoji": text, "created_at": time,
          "updated_at": time,
        ]
      ],
      "portfolios": [
        [
          "id": "\(text)2", "user_id": "\(text)1", "cash_balance": 900, "starting_balance": 1000,
          "created_at": time, "updated_at": time,
        ]
      ],
      "holdings": [
        [
          "id": "\(text)3", "portfolio_id": "\(text)2", "coin_id": text, "coin_symbol": text,
          "coin_name": text, "quantity": 1, "average_buy_price": 100,
        ]
      ],
      "transactions": [
        [
          "id": "\(text)4", "portfolio_id": "\(text)2", "coin_id": text, "coin_symbol": text,
          "coin_name": text, "type": "buy", "quantity": 1, "price_per_coin": 100,
          "total_value": 100, "timestamp": time,
        ]
      ],
    ]
  }
}
