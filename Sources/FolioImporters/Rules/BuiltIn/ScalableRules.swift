// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let scalable = #"""
    {"format": "folio-rules/1", "name": "scalable", "title": "Scalable Capital, transactions",
     "tables": [{
      "header": ["date", "status", "kind", "isin", "amount"],
      "account": "scalable",
      "columns": {"date": "date", "time": "time", "status": "status", "id": "reference",
       "name": "description", "note": "description", "kind": "type",
       "isin": "isin", "quantity": "shares", "price": "price", "amount": "amount", "fees": "fee",
       "taxes": "tax", "currency": "currency"},
      "read": {"decimal": "auto", "date": ["iso", "dd.MM.yyyy"], "time": ["HH:mm:ss"],
       "order": "auto"},
      "amounts": {"sign": "cash", "mean": "gross", "costs": "positive"},
      "rows": [
       {"if": {"status": ["Cancelled", "Rejected", "Expired", "Pending"]}, "is": "skip",
        "why": "an order that was not executed"},
       {"if": {"status": {"not": ["Executed", "Settled", "Completed"]}}, "is": "refused",
        "why": "their status does not say that they were executed"},
       {"if": {"kind": ["Buy", "Savings plan"]}, "is": "buy"},
       {"if": {"kind": "Sell"}, "is": "sell",
        "values": {"gains_tax": "taxes", "taxes": {"value": "0"}}},
       {"if": {"kind": ["Distribution", "Dividend"], "amount": ">0"}, "is": "dividend"},
       {"if": {"kind": ["Distribution", "Dividend"]}, "is": "reversal"},
       {"if": {"kind": "Deposit"}, "is": "deposit", "set": {"isin": ""}},
       {"if": {"kind": "Withdrawal"}, "is": "withdrawal", "set": {"isin": ""}},
       {"if": {"kind": "Interest"}, "is": "interest", "set": {"isin": ""}},
       {"if": {"kind": "Fee", "amount": ">0"}, "is": "refund", "as": "fee"},
       {"if": {"kind": "Fee"}, "is": "fee"},
       {"if": {"kind": ["Taxes", "Tax"], "amount": ">0"}, "is": "refund", "as": "tax"},
       {"if": {"kind": ["Taxes", "Tax"]}, "is": "tax"},
       {"if": {"kind": ["Security transfer", "Corporate action"], "quantity": ">0"},
        "is": "transfer_in", "set": {"amount": ""}},
       {"if": {"kind": ["Security transfer", "Corporate action"], "quantity": "<0"},
        "is": "transfer_out", "set": {"amount": ""}}]}]}
    """#
}
