// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let portfolioPerformance = #"""
    {"format": "folio-rules/1", "name": "portfolio-performance",
     "title": "Portfolio Performance, transactions as CSV",
     "tables": [{
      "header": ["date", "kind", "amount", "name", "isin"],
      "account": "{account_name}",
      "columns": {
       "date": ["Date", "Datum"], "kind": ["Type", "Typ"], "amount": ["Value", "Wert"],
       "currency": ["Transaction Currency", "Buchungswährung"],
       "gross": ["Gross Amount", "Bruttobetrag"],
       "gross_currency": ["Currency Gross Amount", "Währung Bruttobetrag"],
       "rate": ["Exchange Rate", "Wechselkurs"], "fees": ["Fees", "Gebühren"],
       "taxes": ["Taxes", "Steuern"], "quantity": ["Shares", "Stück"], "isin": "ISIN",
       "other_id": "WKN", "symbol": ["Ticker Symbol", "Ticker-Symbol"],
       "name": ["Security Name", "Wertpapiername"], "note": ["Note", "Notiz"],
       "account_name": ["Cash Account", "Konto", "Securities Account", "Depot"]},
      "read": {"decimal": "auto", "date": ["iso", "yyyy-MM-dd'T'HH:mm", "dd.MM.yyyy"],
       "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned"},
      "rows": [
       {"if": {"kind": ["Buy", "Kauf"]}, "is": "buy"},
       {"if": {"kind": ["Sell", "Verkauf"]}, "is": "sell"},
       {"if": {"kind": ["Dividend", "Dividends", "Dividende"]}, "is": "dividend"},
       {"if": {"kind": ["Delivery (Inbound)", "Einlieferung"]}, "is": "transfer_in",
        "values": {"gross": {"first": ["gross", "amount"]}}},
       {"if": {"kind": ["Delivery (Outbound)", "Auslieferung"]}, "is": "transfer_out",
        "set": {"gross": ""}},
       {"if": {"kind": ["Interest", "Zinsen"]}, "is": "interest"},
       {"if": {"kind": ["Interest Charge", "Zinsbelastung"], "amount": "<0"}, "is": "interest"},
       {"if": {"kind": ["Interest Charge", "Zinsbelastung"]}, "is": "fee"},
       {"if": {"kind": ["Fees Refund", "Gebührenerstattung", "Tax Refund", "Taxes Refund",
         "Steuerrückerstattung"]}, "is": "other", "set": {"fees": "", "taxes": ""}},
       {"if": {"kind": ["Fees", "Gebühren"]}, "is": "fee", "set": {"fees": "", "taxes": ""}},
       {"if": {"kind": ["Taxes", "Steuern"]}, "is": "tax", "set": {"fees": "", "taxes": ""}},
       {"if": {"kind": ["Deposit", "Einlage", "Transfer (Inbound)", "Umbuchung (Eingang)"],
         "quantity": ["", "0", "0,00", "0.00"]},
        "is": "deposit"},
       {"if": {"kind": ["Removal", "Withdrawal", "Entnahme", "Transfer (Outbound)",
         "Umbuchung (Ausgang)"], "quantity": ["", "0", "0,00", "0.00"]},
        "is": "withdrawal"},
       {"if": {"kind": ["Transfer (Inbound)", "Umbuchung (Eingang)"]}, "is": "transfer_in",
        "values": {"gross": {"first": ["gross", "amount"]}}},
       {"if": {"kind": ["Transfer (Outbound)", "Umbuchung (Ausgang)"]}, "is": "transfer_out",
        "set": {"gross": ""}}]}]}
    """#
}
