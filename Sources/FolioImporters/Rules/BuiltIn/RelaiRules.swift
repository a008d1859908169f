// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let relai = #"""
    {"format": "folio-rules/1", "name": "relai", "title": "Relai, transactions",
     "tables": [{
      "header": ["date", "kind", "quantity", "amount", "currency"],
      "account": "relai",
      "columns": {"date": "Date", "kind": "Transaction Type", "quantity": "BTC Amount",
       "price": "BTC Price", "amount": "Fiat Amount (excl. fees)", "currency": "Fiat Currency",
       "fees": "Fee", "fees_currency": "Fee Currency", "id": "Operation ID"},
      "set": {"symbol": "BTC", "type": "coin"},
      "read": {"decimal": ".", "date": ["iso"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "gross", "costs": "unsigned", "price": "market"},
      "cash": false,
      "rows": [{"if": {"kind": "Buy"}, "is": "buy"}, {"if": {"kind": "Sell"}, "is": "sell"}]}]}
    """#
}
