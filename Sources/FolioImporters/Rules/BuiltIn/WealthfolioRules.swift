// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let wealthfolio = #"""
    {"format": "folio-rules/1", "name": "wealthfolio", "title": "Wealthfolio, activities",
     "tables": [{
      "header": ["date", "kind", "symbol", "quantity", "price", "currency", "fees"],
      "account": "{account_name}",
      "columns": {
       "date": ["date", "activityDate"], "kind": ["type", "activityType"], "symbol": "symbol",
       "type": "instrumentType", "quantity": "quantity", "price": ["unit_price", "unitPrice"],
       "currency": "currency", "fees": "fee", "amount": "amount", "note": "comment",
       "rate": "fxRate", "subtype": "subtype", "account_name": ["account", "accountName"]},
      "read": {"decimal": ".", "date": ["iso", "yyyy-MM-dd"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "gross", "costs": "unsigned"},
      "rows": [
       {"if": {"kind": "BUY"}, "is": "buy"},
       {"if": {"kind": "SELL"}, "is": "sell"},
       {"if": {"kind": "DIVIDEND", "amount": "?*"}, "is": "dividend"},
       {"if": {"kind": "DIVIDEND"}, "is": "dividend"},
       {"if": {"kind": "SPLIT", "amount": ">0"}, "is": "split", "values": {"new": "amount"}},
       {"if": {"kind": "SPLIT"}, "is": "split", "values": {"new": "quantity"}},
       {"if": {"kind": "INTEREST", "amount": "?*"}, "is": "interest", "set": {"symbol": ""}},
       {"if": {"kind": "DEPOSIT", "amount": "?*"}, "is": "deposit"},
       {"if": {"kind": "WITHDRAWAL", "amount": "?*"}, "is": "withdrawal"},
       {"if": {"kind": ["TRANSFER_IN"], "symbol": ["$CASH*", ""], "amount": "?*"},
         "is": "deposit"},
       {"if": {"kind": ["TRANSFER_OUT"], "symbol": ["$CASH*", ""], "amount": "?*"},
         "is": "withdrawal"},
       {"if": {"kind": ["TRANSFER_IN", "ADD_HOLDING"]}, "is": "transfer_in",
        "values": {"gross": "amount"}},
       {"if": {"kind": ["TRANSFER_OUT", "REMOVE_HOLDING"]}, "is": "transfer_out"},
       {"if": {"kind": "FEE", "amount": "?*"}, "is": "fee", "set": {"fees": "", "symbol": ""}},
       {"if": {"kind": "FEE"}, "is": "fee", "values": {"amount": "fees", "fees": {"value": "0"}},
         "set": {"symbol": ""}},
       {"if": {"kind": "TAX", "amount": "?*"}, "is": "tax"},
       {"if": {"kind": ["CREDIT"], "amount": "?*"}, "is": "other", "set": {"symbol": ""}}]}]}
    """#
}
