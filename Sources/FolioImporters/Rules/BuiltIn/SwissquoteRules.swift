// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let swissquote = #"""
    {"format": "folio-rules/1", "name": "swissquote", "title": "Swissquote, transactions",
     "tables": [{
      "header": ["date", "kind", "symbol", "isin", "quantity", "price", "amount"],
      "account": "swissquote",
      "columns": {"date": ["Date", "Datum"], "order": ["Order #", "Auftrag #"],
       "kind": ["Transaction", "Transaktionen"], "symbol": "Symbol", "name": "Name",
       "isin": "ISIN", "quantity": ["Quantity", "Anzahl"],
       "price": ["Unit price", "Stückpreis"], "fees": ["Costs", "Kosten"],
       "accrued": ["Accrued Interest", "Aufgelaufene Zinsen"],
       "amount": ["Net Amount", "Nettobetrag"],
       "amount_currency": ["Net Amount Currency", "Währung Nettobetrag"],
       "currency": ["Currency", "Währung"], "balance": ["Balance", "Saldo"]},
      "values": {"amount_currency": {"first": ["amount_currency", "currency"]},
       "price_currency": {"first": ["amount_currency", "currency"]},
       "fees_currency": {"first": ["amount_currency", "currency"]}},
      "read": {"decimal": ".", "date": ["dd-MM-yyyy HH:mm", "dd-MM-yyyy HH:mm:ss"],
       "order": "newest-first"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned"},
      "rows": [
       {"if": {"kind": ["Fx-*", "Forex *", "FX *"]}, "is": "part", "as": "fx",
        "set": {"fees": "", "quantity": "", "price": "", "symbol": "", "isin": ""}},
       {"if": {"kind": ["*Buy*", "Kauf*", "*Fractions purchase*"]}, "is": "buy"},
       {"if": {"kind": ["*Sell*", "Verkauf*"]}, "is": "sell"},
       {"if": {"kind": ["*Dividend*", "Capital Gain*", "Ausschüttung*"]}, "is": "dividend",
        "set": {"quantity": "", "price": ""},
        "values": {"taxes": "fees", "fees": {"value": "0"}}},
       {"if": {"kind": ["Custody Fees", "Depotgebühren*", "*Fees*"]}, "is": "fee",
        "set": {"fees": "", "symbol": "", "isin": ""}},
       {"if": {"kind": ["Interest on debits", "Sollzinsen*"]}, "is": "fee",
        "set": {"fees": "", "symbol": "", "isin": ""}},
       {"if": {"kind": ["Interest on credits", "*Interest*", "*zins*"]}, "is": "interest",
        "set": {"fees": "", "symbol": "", "isin": ""}},
       {"if": {"kind": ["Payment", "Vergütung", "Deposit*", "Einzahlung*", "Credit"]},
        "is": "deposit",
        "set": {"fees": "", "symbol": "", "isin": ""}},
       {"if": {"kind": ["Withdrawal", "Auszahlung*", "Debit", "Belastung"]}, "is": "withdrawal",
        "set": {"fees": "", "symbol": "", "isin": ""}}],
      "join": [{"by": ["order", "date"], "of": ["fx"]}]}]}
    """#
}
