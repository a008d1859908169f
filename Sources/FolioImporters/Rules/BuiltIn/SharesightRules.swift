// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let sharesight = #"""
    {"format": "folio-rules/1", "name": "sharesight", "title": "Sharesight, trades and income",
     "tables": [
     {"name": "trades",
      "header": ["market", "symbol", "name", "kind", "date", "quantity", "price"],
      "account": "sharesight",
      "columns": {"market": "Market", "symbol": "Code", "name": "Name", "kind": "Type",
       "date": "Date", "quantity": "Quantity", "price": "Price *",
       "fees": ["Brokerage *", "Brokerage"], "currency": ["Currency", "Brokerage Currency"],
       "note": "Comments", "value_rate": "Exchange Rate", "value": "Value"},
      "compare": {"value": {"gross": "value_rate"}},
      "read": {"decimal": ".", "date": ["dd/MM/yyyy", "yyyy-MM-dd"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "gross", "costs": "unsigned"},
      "cash": false,
      "footer": ["\\* Prices*", "* Prices and*"],
      "rows": [
       {"if": {"market": ""}, "is": "skip", "why": "a line without a trade"},
       {"if": {"market": "FX"}, "is": "skip",
        "why": "a currency account, whose value the report has in no named currency"},
       {"if": {"kind": ["Buy", "Opening Balance"]}, "is": "buy"},
       {"if": {"kind": "Sell"}, "is": "sell"},
       {"if": {"kind": ["Split", "Bonus*"], "quantity": ">0"}, "is": "stock_dividend"}]},
     {"name": "foreign income", "header": ["symbol_at", "date", "currency", "amount", "taxes"],
      "account": "sharesight",
      "columns": {"symbol_at": "Code", "name": "Name", "date": "Date Paid",
       "currency": "Currency", "amount": "Net Amount", "taxes": "Foreign Tax Deducted",
       "note": "Comments", "x_rate": "Exchange Rate", "before_tax": "Gross Amount"},
      "compare": {"before_tax": "gross"},
      "read": {"decimal": ".", "date": ["dd/MM/yyyy", "yyyy-MM-dd"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned"},
      "cash": false,
      "rows": [
       {"if": {"symbol_at": ["Total*", ""]}, "is": "skip", "why": "a total or a heading"},
       {"if": {"date": ""}, "is": "skip", "why": "a total or a heading"},
       {"if": {"symbol_at": "{symbol}.{market}"}, "is": "dividend"},
       {"if": {"symbol_at": "{symbol}"}, "is": "dividend"}]},
     {"name": "local income", "header": ["symbol_at", "date", "amount", "taxes"],
      "account": "sharesight",
      "columns": {"symbol_at": "Code", "name": "Name", "date": "Date Paid",
       "amount": "Net Dividend", "taxes": "Tax Deducted", "note": "Comments",
       "before_tax": "Gross Dividend"},
      "compare": {"before_tax": "gross"},
      "read": {"decimal": ".", "date": ["dd/MM/yyyy", "yyyy-MM-dd"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned"},
      "cash": false,
      "rows": [
       {"if": {"symbol_at": ["Total*", ""]}, "is": "skip", "why": "a total or a heading"},
       {"if": {"date": ""}, "is": "skip", "why": "a total or a heading"},
       {"if": {"symbol_at": "{symbol}.{market}"}, "is": "dividend"},
       {"if": {"symbol_at": "{symbol}"}, "is": "dividend"}]}]}
    """#
}
