// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let bitvavo = #"""
    {"format": "folio-rules/1", "name": "bitvavo", "title": "Bitvavo, transaction history",
     "tables": [{
      "header": ["date", "time", "kind", "symbol", "quantity", "status"],
      "account": "bitvavo",
      "columns": {"date": "Date", "time": "Time", "kind": "Type",
       "symbol": "Currency", "quantity": "Amount", "price_currency": "Quote Currency",
       "price": "Quote Price", "currency": ["Received / Paid Currency"],
       "amount": ["Received / Paid Amount"], "fees_currency": "Fee currency",
         "fees": "Fee amount",
       "status": "Status", "id": "Transaction ID"},
      "set": {"type": "coin"},
      "read": {"decimal": ".", "date": ["iso"], "time": ["HH:mm:ss"], "order": "auto"},
      "amounts": {"sign": "cash", "mean": "net", "costs": "positive"},
      "rows": [
       {"if": {"status": ["Pending", "Cancelled", "Canceled", "Rejected", "Expired", "Failed"]},
        "is": "skip", "why": "a transaction that is not completed"},
       {"if": {"status": {"not": ["Completed", "Distributed"]}}, "is": "refused",
        "why": "their status does not say that they are completed"},
       {"if": {"kind": "buy"}, "is": "buy"},
       {"if": {"kind": "sell"}, "is": "sell"},
       {"if": {"symbol": {"is": "currency"}, "kind": "withdrawal"},
        "is": "withdrawal", "values": {"amount": "quantity", "amount_currency": "symbol"}},
       {"if": {"symbol": {"is": "currency"}, "kind": "deposit"},
        "is": "deposit", "values": {"amount": "quantity", "amount_currency": "symbol"}},
       {"if": {"symbol": {"is": "currency"}}, "is": "other",
        "values": {"amount": "quantity", "amount_currency": "symbol"}, "set": {"symbol": ""}},
       {"if": {"kind": ["deposit", "staking", "fixed_staking", "rebate", "affiliate",
         "campaign_new_user_incentive"]}, "is": "transfer_in"},
       {"if": {"kind": "withdrawal"}, "is": "transfer_out", "set": {"fees": ""}}]}]}
    """#
}
