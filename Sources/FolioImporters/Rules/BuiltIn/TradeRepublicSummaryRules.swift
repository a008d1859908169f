// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let tradeRepublicSummary = #"""
    {"format": "folio-rules/1", "name": "trade-republic-summary",
     "title": "Trade Republic, table of transactions by other tools",
     "tables": [{
      "header": ["date", "kind", "amount", "isin"], "width": 8,
      "account": "trade-republic",
      "columns": {
       "date": ["Datum", "Date"], "kind": ["Transactietype", "Type", "Typ"],
       "amount": ["Waarde (netto)", "Value", "Wert"], "name": ["Opmerking", "Note", "Notiz"],
       "isin": "ISIN", "quantity": ["Aantal", "Shares", "Stück"],
       "fees": ["Kosten", "Fees", "Gebühren"], "taxes": ["Belasting", "Taxes", "Steuern"]},
      "set": {"currency": "EUR"},
      "read": {"decimal": "each", "date": ["iso"], "order": "auto"},
      "amounts": {"sign": "cash", "mean": "net", "costs": "unsigned"},
      "rows": [
       {"if": {"kind": ["Aankoop", "Buy", "Kauf"]}, "is": "buy"},
       {"if": {"kind": ["Verkoop", "Sell", "Verkauf"]}, "is": "sell",
        "values": {"gains_tax": "taxes", "taxes": {"value": "0"}}},
       {"if": {"kind": ["Dividend", "Dividende"]}, "is": "dividend"},
       {"if": {"kind": ["Rente", "Interest", "Zinsen"]}, "is": "interest"},
       {"if": {"kind": ["Onttrekking", "Removal", "Withdrawal", "Entnahme"]},
        "is": "withdrawal", "set": {"isin": ""}},
       {"if": {"kind": ["Storting", "Deposit", "Einlage"]}, "is": "deposit",
        "set": {"isin": ""}}]}]}
    """#
}
