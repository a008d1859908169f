// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let ghostfolioCsv = #"""
    {"format": "folio-rules/1", "name": "ghostfolio-csv",
         "title": "Ghostfolio, activities as CSV",
     "tables": [{
      "header": ["date", "symbol", "currency", "price", "quantity", "kind", "fees"],
      "account": "{account_name}",
      "columns": {
       "date": ["Date", "TradeDate"], "symbol": ["Code", "Symbol", "Ticker"],
       "currency": ["Currency", "CCY", "CurrencyPrimary"],
       "price": ["Price", "UnitPrice", "TradePrice", "Value"],
       "quantity": ["Quantity", "Qty", "Shares", "Units"],
       "kind": ["Action", "Type", "Buy/Sell", "ActivityType"],
       "fees": ["Fee", "Commission", "IBCommission"], "note": ["Note", "Comment"],
       "account_name": ["Account", "AccountId"], "x_amount": "Amount", "x_close": "ClosePrice",
       "x_basis": "CostBasis", "x_rate": "FXRateToBase", "x_gain": "MtmPnl", "net_cash": "NetCash",
       "proceeds": "Proceeds", "trade_money": "TradeMoney"},
      "compare": {"net_cash": "net", "proceeds": "gross", "trade_money": "gross",
       "x_amount": "worth"},
      "read": {"decimal": ".", "date": ["iso", "yyyyMMdd", "yyyy/MM/dd", "dd-MM-yyyy",
         "dd/MM/yyyy", "dd.MM.yyyy"],
       "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned"},
      "cash": false,
      "rows": [
       {"if": {"kind": "buy", "quantity": "=0"}, "is": "skip", "why": "an activity of no units"},
       {"if": {"kind": "buy"}, "is": "buy"},
       {"if": {"kind": "sell"}, "is": "sell"},
       {"if": {"kind": "dividend"}, "is": "dividend"},
       {"if": {"kind": "fee"}, "is": "fee", "set": {"symbol": ""}},
       {"if": {"kind": "interest", "quantity": "=0"}, "is": "interest",
        "values": {"amount": "price"}, "set": {"symbol": ""}},
       {"if": {"kind": "interest"}, "is": "interest", "set": {"symbol": ""}},
       {"if": {"kind": ["item", "liability"]}, "is": "skip",
         "why": "a thing of value or a debt"}]}]}
    """#
}
