// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let xtb = #"""
    {"format": "folio-rules/1", "name": "xtb", "title": "XTB, cash operations",
     "tables": [{
      "header": ["id", "kind", "date", "text", "symbol", "amount"],
      "account": "xtb",
      "columns": {"id": "ID", "kind": "Type", "date": "Time", "text": "Comment",
       "note": "Comment", "symbol": "Symbol", "amount": "Amount", "currency": "Currency"},
      "read": {"decimal": ".", "date": ["dd.MM.yyyy HH:mm:ss", "dd/MM/yyyy HH:mm:ss"],
       "order": "newest-first"},
      "compare": {"at": "price"},
      "amounts": {"sign": "cash", "mean": "net"},
      "rows": [
       {"if": {"kind": ["Stocks/ETF purchase", "Stock purchase", "Ações/ETF compra"],
         "text": ["OPEN BUY {quantity}/{all} @ {at}", "OPEN BUY {quantity} @ {at}"]},
        "is": "buy"},
       {"if": {"kind": ["Stocks/ETF sale", "Stock sale", "Ações/ETF vende"],
         "text": ["CLOSE BUY {quantity}/{all} @ {at}", "CLOSE BUY {quantity} @ {at}"]},
        "is": "sell"},
       {"if": {"kind": ["Dividend", "Divident"], "amount": ">0"}, "is": "dividend"},
       {"if": {"kind": ["Dividend", "Divident"]}, "is": "reversal"},
       {"if": {"kind": ["Withholding tax"]}, "is": "part", "as": "withheld"},
       {"if": {"kind": ["*tax*"]}, "is": "tax"},
       {"if": {"kind": ["Free funds interest*", "Free-funds interest*"]}, "is": "interest"},
       {"if": {"kind": ["*fee*", "*commission*", "Swap"]}, "is": "fee"},
       {"if": {"kind": "Withdrawal"}, "is": "withdrawal", "set": {"symbol": ""}},
       {"if": {"kind": "Deposit"}, "is": "deposit", "set": {"symbol": ""}},
       {"if": {"kind": "*transfer*"}, "is": "cash", "set": {"symbol": ""}},
       {"if": {"kind": ["Profit/loss", "close trade"]}, "is": "part", "as": "proceeds"},
       {"if": {"kind": "*correction*"}, "is": "other"}],
      "join": [{"by": ["date", "symbol"], "of": ["dividend", "withheld"]},
       {"by": ["date", "symbol"], "of": ["sell", "proceeds"]}]}]}
    """#
}
