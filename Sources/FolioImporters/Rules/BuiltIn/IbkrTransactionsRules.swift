// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let ibkrTransactions = #"""
    {"format": "folio-rules/1", "name": "ibkr-transactions",
     "title": "Interactive Brokers, transaction history and Flex trades as CSV",
     "tables": [
     {"name": "transaction history", "section": "Transaction History",
      "header": ["date", "kind", "amount"],
      "account": "ibkr-{account_number}",
      "columns": {
       "date": "Date", "account_number": "Account", "text": "Description", "note": "Description",
       "kind": "Transaction Type", "symbol": "Symbol", "quantity": "Quantity", "price": "Price",
       "price_currency": "Price Currency", "units_amount": "Gross Amount",
       "commission": "Commission", "amount": "Net Amount", "day": "Date"},
      "facts": [["Summary", "Data", "Base Currency", "{base}"]],
      "values": {"fees": ["commission"], "currency": "base",
       "price_currency": {"first": ["price_currency", "base"]}},
      "read": {"decimal": ".", "date": ["iso"], "order": "newest-first"},
      "amounts": {"sign": "cash", "mean": "net", "costs": "negative"},
      "rows": [
       {"if": {"kind": "Buy"}, "is": "buy"},
       {"if": {"kind": "Sell"}, "is": "sell"},
       {"if": {"kind": ["Dividend", "Payment in Lieu"], "amount": ">0"}, "is": "dividend"},
       {"if": {"kind": ["Dividend", "Payment in Lieu"]}, "is": "reversal"},
       {"if": {"kind": ["Foreign Tax Withholding", "Withholding Tax", "*Tax*"]}, "is": "tax"},
       {"if": {"kind": ["*Interest*"]}, "is": "interest", "set": {"symbol": ""}},
       {"if": {"kind": ["*Fee*", "*Commission*"]}, "is": "fee"},
       {"if": {"kind": ["Deposit*", "Withdrawal*", "Cash Transfer", "Electronic*"]},
        "is": "cash", "set": {"symbol": ""}},
       {"if": {"kind": ["Forex*", "Adjustment", "FX*"]}, "is": "other", "set": {"symbol": ""}},
       {"if": {"kind": ["Corporate Action", "Stock Split", "Split"], "quantity": ">0"},
        "is": "stock_dividend"}]},
     {"name": "flex trades", "header": ["kind", "date", "quantity", "price", "currency"],
      "account": "ibkr-{account_number}",
      "columns": {
       "kind": "Buy/Sell", "date": ["DateTime", "TradeDate"], "isin": "ISIN", "symbol": "Symbol",
       "name": "Description", "id": ["TransactionID", "TradeID"],
         "account_number": "ClientAccountID",
       "class": "AssetClass", "multiplier": "Multiplier", "quantity": "Quantity",
       "price": "TradePrice", "money": "TradeMoney", "currency": "CurrencyPrimary",
       "commission": "IBCommission", "commission_currency": "IBCommissionCurrency",
       "taxes": "Taxes", "proceeds": "Proceeds", "settles": "SettleDateTarget"},
      "values": {"fees": ["commission"]},
      "read": {"decimal": ".", "date": ["yyyyMMdd", "yyyyMMdd';'HHmmss", "iso",
         "yyyy-MM-dd';'HHmmss"],
       "order": "auto"},
      "amounts": {"sign": "none", "mean": "gross", "costs": "negative"},
      "cash": false,
      "rows": [
       {"if": {"class": "CASH"}, "is": "skip",
        "why": "an exchange of currencies, of which the file has one amount"},
       {"if": {"isin": "", "symbol": ""}, "is": "skip",
        "why": "an exchange of currencies, of which the file does not name the pair"},
       {"if": {"kind": ["BUY*"]}, "is": "buy"},
       {"if": {"kind": ["SELL*"]}, "is": "sell"}]}]}
    """#
}
