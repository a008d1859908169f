// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let etoro = #"""
    {"format": "folio-rules/1", "name": "etoro", "title": "eToro, account activity",
     "tables": [{
      "header": ["date", "kind", "text", "amount", "quantity", "change"],
      "account": "etoro",
      "columns": {"date": "Date", "kind": "Type", "text": "Details", "note": "Details",
       "amount": "Amount", "quantity": ["Units", "Units / Contracts"],
       "change": "Realized Equity Change", "balance": "Balance",
       "type": "Asset type", "x_equity": "Realized Equity"},
      "compare": {"x_equity": {"running_sum_of": "change"}},
      "read": {"decimal": "auto", "date": ["dd/MM/yyyy HH:mm:ss"], "order": "auto",
       "empty": ["-"]},
      "amounts": {"sign": "none", "mean": "net"},
      "rows": [
       {"if": {"kind": "Open Position", "type": "CFD"}, "is": "skip",
        "why": "money that a CFD ties up", "balance": "-amount"},
       {"if": {"kind": "Position closed", "type": "CFD"}, "is": "other",
        "values": {"amount": "change"}, "balance": "+amount"},
       {"if": {"kind": "Open Position", "text": "{symbol}/*"}, "is": "buy"},
       {"if": {"kind": "Position closed", "text": "{symbol}/*"}, "is": "sell",
        "values": {"gain": "change"}},
       {"if": {"kind": "Dividend", "type": "CFD"}, "is": "other", "values": {"amount": "change"}},
       {"if": {"kind": "Dividend", "text": "{symbol}/*"}, "is": "dividend"},
       {"if": {"kind": ["Interest Payment", "Interest*"]}, "is": "interest"},
       {"if": {"kind": ["Deposit*"]}, "is": "deposit"},
       {"if": {"kind": ["Withdraw Request"]}, "is": "withdrawal"},
       {"if": {"kind": ["Withdraw* Fee", "Withdraw* Conversion Fee"], "change": "=0"},
        "is": "skip", "why": "a fee that the withdrawal contains", "balance": "+change"},
       {"if": {"kind": "Rollover Fee", "text": "Payment caused by dividend*"}, "is": "other",
        "values": {"amount": "change"},
        "warn": "this dividend counts as other cash, because its row names no instrument"},
       {"if": {"kind": ["Overnight fee", "Rollover Fee", "Withdraw* Fee", "SDRT*"],
         "change": ">0"}, "is": "refund", "as": "fee", "values": {"amount": "change"}},
       {"if": {"kind": ["Overnight fee", "Rollover Fee", "Withdraw* Fee", "SDRT*"]}, "is": "fee",
        "values": {"amount": "change"}},
       {"if": {"kind": "Overnight refund"}, "is": "refund", "as": "fee",
        "values": {"amount": "change"}}]}]}
    """#
}
