// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let investengine = #"""
    {"format": "folio-rules/1", "name": "investengine",
         "title": "InvestEngine, trading statement",
     "tables": [{
      "header": ["security", "kind", "quantity", "price", "amount", "date"],
      "account": "investengine",
      "columns": {"security": "Security / ISIN", "kind": "Transaction Type",
         "quantity": "Quantity",
       "price": "Share Price", "amount": "Total Trade Value", "date": "Trade Date/Time",
       "settles": "Settlement Date"},
      "set": {"currency": "GBP"},
      "read": {"decimal": ".", "date": ["dd/MM/yy", "dd/MM/yy HH:mm:ss"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net"},
      "cash": false,
      "footer": ["Total", "Totals"],
      "rows": [
       {"if": {"security": "{name} / ISIN {isin}", "kind": "Buy"}, "is": "buy"},
       {"if": {"security": "{name} / ISIN {isin}", "kind": "Sell"}, "is": "sell"}]}]}
    """#
}
