// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let acb = #"""
    {"format": "folio-rules/1", "name": "acb", "title": "acb, transactions",
     "tables": [{
      "header": ["symbol", "date", "kind", "quantity", "price"],
      "account": "{account_name}",
      "columns": {"symbol": "security", "date": "trade date", "settles": "settlement date",
       "kind": "action", "quantity": "shares", "price": "amount/share", "amount": "total amount",
       "currency": "currency", "fees": "commission",
       "fees_currency": "commission currency", "ratio": ["split ratio"], "note": "memo",
       "rate": "exchange rate", "account_name": "affiliate"},
      "values": {"currency": {"first": ["currency", "home"]}},
      "set": {"home": "CAD"},
      "read": {"decimal": ".", "date": ["yyyy-MM-dd", "iso"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned", "rate": {"to": "CAD"}},
      "cash": false, "symbols": "unique", "lots": "account",
      "capacities": [
       {"if": {"account_name": ["*(R)*", "*(r)*"]}, "is": "sheltered"},
       {"if": {"account_name": ["", "Default"]}, "is": "taxable"},
       {"if": {"account_name": "Spouse"}, "is": "spouse"},
       {"if": {"account_name": "?*"}, "is": "affiliated"}],
      "rows": [
       {"if": {"kind": "Buy"}, "is": "buy", "values": {"amount": {"value": ""}}},
       {"if": {"kind": "Sell"}, "is": "sell", "values": {"amount": {"value": ""}}},
       {"if": {"kind": "RoC", "amount": ">0"}, "is": "return_of_capital",
        "set": {"fees": ""}},
       {"if": {"kind": "RoC", "quantity": ">0"}, "is": "return_of_capital",
        "set": {"fees": ""}, "values": {"amount": {"each": "price"}}},
       {"if": {"kind": "RoC", "price": ">0"}, "is": "return_of_capital",
        "set": {"fees": ""}, "values": {"amount": {"held": "price"}}},
       {"if": {"kind": ["RiDiv", "RiCGDist"], "amount": ">0"}, "is": "cost_adjustment",
        "set": {"fees": ""}},
       {"if": {"kind": ["RiDiv", "RiCGDist"], "quantity": ">0"}, "is": "cost_adjustment",
        "set": {"fees": ""}, "values": {"amount": {"each": "price"}}},
       {"if": {"kind": ["RiDiv", "RiCGDist"], "price": ">0"}, "is": "cost_adjustment",
        "set": {"fees": ""}, "values": {"amount": {"held": "price"}}},
       {"if": {"kind": ["CGDiv", "Dividend", "Div"], "amount": ">0"}, "is": "dividend",
        "set": {"fees": ""}},
       {"if": {"kind": ["CGDiv", "Dividend", "Div"], "quantity": ">0"}, "is": "dividend",
        "set": {"fees": ""}, "values": {"amount": {"each": "price"}}},
       {"if": {"kind": ["CGDiv", "Dividend", "Div"], "quantity": "", "price": ">0"},
        "is": "dividend", "set": {"fees": ""}, "values": {"amount": {"held": "price"}}},
       {"if": {"kind": "Split", "ratio": ["{new}-for-{old}", "{new}:{old}"]}, "is": "split",
        "set": {"currency": ""}},
       {"if": {"kind": ["SfLA"]}, "is": "skip",
        "why": "an adjustment for a superficial loss, which tax rules make"}]}]}
    """#
}
