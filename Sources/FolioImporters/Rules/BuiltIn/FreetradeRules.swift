// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let freetrade = #"""
    {"format": "folio-rules/1", "name": "freetrade", "title": "Freetrade, activity feed",
     "tables": [{
      "header": ["kind", "date", "amount", "isin", "side"],
      "account": "freetrade",
      "columns": {"name": "Title", "note": "Title", "kind": "Type", "date": "Timestamp",
       "currency": "Account Currency", "amount": "Total Amount", "side": "Buy / Sell",
       "symbol": "Ticker", "isin": "ISIN", "quantity": "Quantity", "id": "Order ID",
       "price": "Price per Share", "price_currency": "Instrument Currency",
       "stamp": "Stamp Duty", "conversion": "FX Fee Amount",
       "whole": "Dividend Gross Distribution Amount", "withheld": "Dividend Withheld Tax Amount",
       "units": "Dividend Eligible Quantity", "each": "Dividend Amount Per Share",
       "rate": "FX Rate"},
      "values": {"fees": ["conversion"], "taxes": ["stamp"], "conversion_currency": "currency",
       "stamp_currency": "currency",
       "each_currency": "price_currency", "withheld_currency": "price_currency"},
      "read": {"decimal": ".", "date": ["iso"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned", "rate": "compared"},
      "rows": [
       {"if": {"kind": "FREESHARE_ORDER", "side": "BUY"}, "is": "reward",
        "values": {"gross": "amount"}},
       {"if": {"kind": "ORDER", "side": "BUY"}, "is": "buy"},
       {"if": {"kind": ["ORDER", "FREESHARE_ORDER"], "side": "SELL"}, "is": "sell"},
       {"if": {"kind": ["DIVIDEND", "SPECIAL_DIVIDEND", "PROPERTY*"], "withheld": "=0"},
        "is": "dividend", "set": {"fees": "", "taxes": ""}},
       {"if": {"kind": ["DIVIDEND", "SPECIAL_DIVIDEND", "PROPERTY*"], "whole": ">0"},
        "is": "dividend", "values": {"gross": "whole", "gross_currency": "price_currency",
         "taxes": ["withheld"]}, "set": {"fees": ""}},
       {"if": {"kind": ["DIVIDEND", "SPECIAL_DIVIDEND", "PROPERTY*"]}, "is": "dividend",
        "values": {"gross": {"each": "each"}, "quantity": "units", "taxes": ["withheld"]},
        "set": {"fees": ""}},
       {"if": {"kind": ["TOP_UP", "INTERNAL_TRANSFER_IN", "PENSION_CONTRIBUTION"]},
         "is": "deposit"},
       {"if": {"kind": ["WITHDRAWAL", "INTERNAL_TRANSFER_OUT"]}, "is": "withdrawal"},
       {"if": {"kind": "INTEREST_FROM_CASH"}, "is": "interest", "set": {"symbol": "",
         "isin": ""}},
       {"if": {"kind": ["MONTHLY_*FEE*", "*FEE*", "SIPP*"]}, "is": "fee"},
       {"if": {"kind": ["*STATEMENT*", "TAX_CERTIFICATE"]}, "is": "skip", "why": "a document"},
       {"if": {"kind": "STOCK_SPLIT", "quantity": "?*"}, "is": "stock_dividend"}]}]}
    """#
}
