// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let acb = #"""
    {"format": "folio-rules/1", "name": "acb", "title": "acb, transactions",
     "tables": [{
      "header": ["symbol", "date", "kind", "quantity", "price"],
      "account": "{account_name}",
      "columns": {"symbol": "security", "date": "trade date", "settles": "settlement date",
       "kind": "action", "quantity": "shares", "price": "amount/share", "amount": "total amount",
       "currency": "currency", "fees": "commission", "ratio": ["split ratio"], "note": "memo",
       "rate": "exchange rate", "account_name": "affiliate"},
      "values": {"currency": {"first": ["currency", "home"]}},
      "set": {"home": "CAD"},
      "read": {"decimal": ".", "date": ["yyyy-MM-dd", "iso"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned"},
      "cash": false,
      "rows": [
       {"if": {"kind": "Buy"}, "is": "buy", "values": {"amount": {"value": ""}}},
       {"if": {"kind": "Sell"}, "is": "sell", "values": {"amount": {"value": ""}}},
       {"if": {"kind": "RoC", "amount": "?*"}, "is": "return_of_capital", "set": {"fees": ""}},
       {"if": {"kind": ["RiDiv", "CGDiv", "Dividend", "Div"], "amount": "?*"}, "is": "dividend",
         "set": {"fees": ""}},
       {"if": {"kind": "Split", "ratio": ["{new}-for-{old}", "{new}:{old}"]}, "is": "split",
        "set": {"currency": ""}},
       {"if": {"kind": ["SfLA"]}, "is": "skip",
        "why": "an adjustment for a superficial loss, which tax rules make"}]}]}
    """#
}
