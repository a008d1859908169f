// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let vanguardUk = #"""
    {"format": "folio-rules/1", "name": "vanguard-uk", "title": "Vanguard UK, cash transactions",
     "tables": [
     {"name": "cash", "header": ["date", "text", "amount", "balance"],
      "account": "vanguard-uk",
      "columns": {"date": "Date", "text": "Details", "note": "Details", "amount": "Amount",
       "balance": "Balance"},
      "set": {"currency": "GBP"},
      "read": {"decimal": ".", "date": ["dd/MM/yyyy"], "order": "oldest-first"},
      "amounts": {"sign": "cash", "mean": "net"},
      "footer": ["Investment Transactions", "Cost"],
      "rows": [
       {"if": {"date": "Balance"}, "is": "closing_cash", "values": {"amount": "text"}},
       {"if": {"text": "Bought {quantity} {name} ({symbol})"}, "is": "buy"},
       {"if": {"text": "Bought {quantity} {name}"}, "is": "buy"},
       {"if": {"text": "Sold {quantity} {name} ({symbol})"}, "is": "sell"},
       {"if": {"text": "Sold {quantity} {name}"}, "is": "sell"},
       {"if": {"text": ["DIV: {symbol}.{exchange} @ *", "DIV: {symbol} @ *"], "amount": ">0"},
        "is": "dividend"},
       {"if": {"text": ["Reversal of DIV: {symbol}.{exchange} @ *",
         "DIV: {symbol}.{exchange} @ *"]},
        "is": "reversal"},
       {"if": {"text": ["*interest*"]}, "is": "interest"},
       {"if": {"text": ["*fee*"]}, "is": "fee"},
       {"if": {"text": "*withdrawal*"}, "is": "withdrawal"},
       {"if": {"text": ["*deposit*", "*contribution*"]}, "is": "deposit"},
       {"if": {"text": ["*payment*", "*transfer*", "*direct debit*"]}, "is": "cash"}]},
     {"name": "investments", "header": ["date", "fund", "text", "quantity", "cost"],
      "skip": "a trade that the cash transactions have, too",
      "columns": {"date": "Date", "fund": "InvestmentName", "text": "TransactionDetails",
       "quantity": "Quantity", "cost": "Cost"}}]}
    """#
}
