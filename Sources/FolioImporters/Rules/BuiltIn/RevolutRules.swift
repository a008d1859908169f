// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let revolut = #"""
    {"format": "folio-rules/1", "name": "revolut", "title": "Revolut, trading account",
     "tables": [{
      "header": ["date", "symbol", "kind", "quantity", "price", "amount", "currency"],
      "account": "revolut",
      "columns": {"date": "Date", "symbol": "Ticker", "kind": "Type", "quantity": "Quantity",
       "price": "Price per share", "amount": "Total Amount", "currency": "Currency",
       "rate": "FX Rate"},
      "set": {"class": "stock"},
      "read": {"decimal": ".", "date": ["iso"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "rest": "fees"},
      "rows": [
       {"if": {"kind": "BUY*"}, "is": "buy"},
       {"if": {"kind": "SELL*"}, "is": "sell"},
       {"if": {"kind": "DIVIDEND TAX*"}, "is": "refund", "as": "withheld"},
       {"if": {"kind": "DIVIDEND*"}, "is": "dividend", "set": {"quantity": "", "price": ""}},
       {"if": {"kind": "CASH TOP-UP"}, "is": "deposit"},
       {"if": {"kind": "CASH WITHDRAWAL"}, "is": "withdrawal"},
       {"if": {"kind": ["*FEE*REVERSAL*", "*FEE*REFUND*", "*FEE*CORRECTION*"]}, "is": "refund",
        "as": "fee", "set": {"symbol": ""}},
       {"if": {"kind": "*FEE*"}, "is": "fee", "set": {"symbol": ""}},
       {"if": {"kind": "STOCK SPLIT", "quantity": ">0"}, "is": "stock_dividend",
        "set": {"amount": ""}},
       {"if": {"kind": "STOCK SPLIT", "quantity": "<0"}, "is": "split", "set": {"amount": ""}},
       {"if": {"kind": "TRANSFER FROM REVOLUT*"}, "is": "skip",
        "why": "a move between companies of Revolut"}]}]}
    """#
}
