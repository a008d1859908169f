// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let saxo = #"""
    {"format": "folio-rules/1", "name": "saxo", "title": "Saxo, transactions",
     "tables": [{
      "header": ["date", "kind", "event", "amount", "isin"],
      "account": "saxo", "ids": "orders",
      "columns": {"date": "Trade Date", "settles": "Value Date", "kind": "Type",
       "name": "Instrument", "isin": "Instrument ISIN", "currency": "Instrument currency",
       "event": "Event", "text": "Event", "note": "Event",
       "amount": ["Amount", "Booked Amount"], "id": "Order ID", "rate": "Conversion Rate"},
      "read": {"decimal": "each", "date": ["dd-MMM-yyyy", "dd-MM-yyyy"], "order": "newest-first"},
      "amounts": {"sign": "cash", "mean": "net", "rest": "fees",
       "rate": "account"},
      "rows": [
       {"if": {"kind": ["Trade", "Transactie"],
         "event": ["Buy {quantity} @ {price} {price_currency}",
          "Koop {quantity} @ {price} {price_currency}"]},
        "is": "buy"},
       {"if": {"kind": ["Trade", "Transactie"],
         "event": ["Sell [-]{quantity} @ {price} {price_currency}",
          "Verkoop [-]{quantity} @ {price} {price_currency}"]},
        "is": "sell"},
       {"if": {"kind": "Corporate action", "event": "*Dividend*", "amount": ">0"},
         "is": "dividend"},
       {"if": {"kind": "Corporate action", "event": "*Dividend*", "amount": "<0"},
         "is": "reversal"},
       {"if": {"event": "*interest*"}, "is": "interest", "set": {"isin": ""}},
       {"if": {"event": ["*fee*", "*commission*"]}, "is": "fee", "set": {"isin": ""}},
       {"if": {"event": "*tax*"}, "is": "tax"},
       {"if": {"kind": ["Cash*"], "event": ["Withdrawal*", "Opname*"]}, "is": "withdrawal"},
       {"if": {"kind": ["Cash*"], "event": ["Deposit*", "Storting*"]}, "is": "deposit"},
       {"if": {"kind": ["Cash*"], "event": "*transfer*"}, "is": "cash"}]}]}
    """#
}
