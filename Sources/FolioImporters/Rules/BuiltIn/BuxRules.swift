// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let bux = #"""
    {"format": "folio-rules/1", "name": "bux", "title": "BUX, transactions",
     "tables": [{
      "header": ["date", "category", "kind", "amount", "balance"],
      "account": "bux",
      "columns": {"date": ["Transaction Time (CET)", "Transaction Time"],
       "category": "Transaction Category", "kind": "Transaction Type", "side": "Transfer Type",
       "amount": "Transaction Amount", "currency": "Transaction Currency",
       "balance": "Cash Balance Amount", "isin": "Asset Id", "name": "Asset Name",
       "quantity": "Asset Quantity", "price": "Asset Price", "price_currency": "Asset Currency",
       "text": "Transaction Description", "rate": "Exchange Rate",
       "gain": "Profit And Loss Amount", "gain_currency": "Profit And Loss Currency",
       "whole": "Dividend Gross Amount", "withheld": "Dividend Tax Amount",
       "net_dividend": "Dividend Net Amount", "gross_currency": "Dividend Currency",
       "withheld_currency": "Dividend Currency", "net_dividend_currency": "Dividend Currency"},
      "read": {"decimal": ".", "date": ["iso"], "order": "auto"},
      "amounts": {"sign": "cash", "mean": "gross", "rate": "compared"},
      "rows": [
       {"if": {"kind": "Buy Trade"}, "is": "buy"},
       {"if": {"kind": "Sell Trade"}, "is": "sell"},
       {"if": {"category": "corporate_actions", "side": "ASSET_REDEEM", "date": "{day} *"},
        "is": "units_out", "set": {"amount": ""}},
       {"if": {"category": "corporate_actions", "side": "ASSET_DEPOSIT", "date": "{day} *"},
        "is": "units", "set": {"amount": ""}},
       {"if": {"category": "dividends", "amount": ">0", "whole": ">0"}, "is": "dividend",
        "values": {"gross": "whole", "taxes": ["withheld"]}, "compare": {"net_dividend": "net"}},
       {"if": {"category": "dividends", "amount": ">0"}, "is": "dividend",
        "set": {"quantity": "", "price": ""}},
       {"if": {"category": "dividends"}, "is": "reversal"},
       {"if": {"category": "interest"}, "is": "interest"},
       {"if": {"category": "fees"}, "is": "fee"},
       {"if": {"category": "taxes"}, "is": "tax"},
       {"if": {"category": "withdrawals"}, "is": "withdrawal"},
       {"if": {"category": "deposits"}, "is": "deposit"},
       {"if": {"category": "others"}, "is": "other", "set": {"isin": ""}}],
      "join": [{"by": ["day", "isin"], "of": ["units", "units_out"]}]}]}
    """#
}
