// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let finpension = #"""
    {"format": "folio-rules/1", "name": "finpension", "title": "finpension, transactions",
     "tables": [{
      "header": ["date", "kind", "isin", "quantity", "amount", "balance"],
      "account": "finpension",
      "columns": {"date": "Date", "kind": "Category", "name": "Asset Name", "isin": "ISIN",
       "quantity": "Number of Shares", "price": "Asset Price in CHF", "amount": "Cash Flow",
       "balance": "Balance", "x_rate": "Currency Rate",
       "x_asset_currency": "Asset Currency"},
      "set": {"currency": "CHF"},
      "read": {"decimal": ".", "date": ["iso", "dd.MM.yyyy"], "order": "newest-first"},
      "amounts": {"sign": "cash", "mean": "net"},
      "rows": [
       {"if": {"isin": "?*", "quantity": ">0", "amount": "<0"}, "is": "buy"},
       {"if": {"isin": "?*", "amount": ">0",
         "kind": ["Sell", "Portfolio Transaction", "*sale*"]}, "is": "sell"},
       {"if": {"isin": "?*", "quantity": "<0", "amount": ">0"}, "is": "sell"},
       {"if": {"kind": ["*Dividend*", "*Distribution*"], "amount": ">0"}, "is": "dividend",
        "set": {"quantity": "", "price": ""}},
       {"if": {"kind": ["*Dividend*", "*Distribution*"]}, "is": "reversal"},
       {"if": {"kind": ["Interest*"]}, "is": "interest"},
       {"if": {"kind": ["*fee*"]}, "is": "fee"},
       {"if": {"kind": ["*tax*"]}, "is": "tax"},
       {"if": {"kind": "Withdrawal*"}, "is": "withdrawal"},
       {"if": {"kind": ["Deposit*", "*contribution*"]}, "is": "deposit"},
       {"if": {"kind": ["Transfer*", "Payment*"]}, "is": "cash"}]}]}
    """#
}
