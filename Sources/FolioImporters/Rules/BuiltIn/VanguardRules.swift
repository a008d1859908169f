// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let vanguard = #"""
    {"format": "folio-rules/1", "name": "vanguard", "title": "Vanguard, transactions",
     "tables": [
     {"name": "holdings", "header": ["account_number", "symbol", "quantity", "total"],
      "account": "vanguard-{account_number}",
      "columns": {"account_number": "Account Number", "name": "Investment Name",
       "symbol": "Symbol", "quantity": "Shares", "total": "Total Value"},
      "set": {"currency": "USD"},
      "read": {"decimal": ".", "date": ["iso"]},
      "rows": [
       {"if": {"symbol": ""}, "is": "note"},
       {"if": {"symbol": "VMFXX"}, "is": "note"},
       {"if": {"symbol": "?*"}, "is": "position"}]},
     {"name": "transactions", "header": ["date", "kind", "symbol", "quantity", "amount"],
      "account": "vanguard-{account_number}",
      "columns": {
       "account_number": "Account Number", "date": "Trade Date", "settles": "Settlement Date",
       "kind": "Transaction Type", "text": "Transaction Description", "name": "Investment Name",
       "symbol": "Symbol", "quantity": "Shares", "price": "Share Price",
       "principal": "Principal Amount",
       "fees": ["Commission Fees", "Commissions and Fees", "Commission"], "amount": "Net Amount",
       "accrued": "Accrued Interest", "note": "Transaction Description"},
      "set": {"currency": "USD"},
      "read": {"decimal": ".", "date": ["MM/dd/yyyy", "yyyy-MM-dd"], "order": "auto"},
      "amounts": {"sign": "cash", "mean": "net", "costs": "unsigned"},
      "rows": [
       {"if": {"kind": ["Sweep*"]}, "is": "skip",
         "why": "a move into or out of the settlement fund"},
       {"if": {"kind": ["Conversion*"], "quantity": "?*"}, "is": "units", "set": {"amount": ""}},
       {"if": {"kind": ["Buy*", "Reinvestment*", "Exchange in"],
         "quantity": "?*", "amount": "?*"}, "is": "buy"},
       {"if": {"kind": ["Sell*", "Exchange out"], "quantity": "?*", "amount": "?*"},
        "is": "sell"},
       {"if": {"kind": ["Dividend*", "Capital gain*", "*capital gain*", "*Distribution*"],
         "amount": ">0"}, "is": "dividend"},
       {"if": {"kind": ["Interest*"]}, "is": "interest", "set": {"symbol": ""}},
       {"if": {"kind": ["*fee*", "Account Fee*"]}, "is": "fee"},
       {"if": {"kind": ["Stock split*"], "quantity": ">0"}, "is": "stock_dividend"},
       {"if": {"kind": ["Transfer (in*", "Transfer in*", "Incoming*"], "quantity": ">0",
         "symbol": "?*"}, "is": "transfer_in", "set": {"amount": ""}},
       {"if": {"kind": ["Transfer (out*", "Transfer out*", "Outgoing*"], "quantity": "?*",
         "symbol": "?*"}, "is": "transfer_out", "set": {"amount": ""}},
       {"if": {"kind": ["Funds *", "Withdrawal*", "Contribution*", "Rollover*", "Transfer*",
         "*deposit*"]}, "is": "cash", "set": {"symbol": ""}}],
      "join": [{"by": ["date"], "of": ["units"]}]}]}
    """#
}
