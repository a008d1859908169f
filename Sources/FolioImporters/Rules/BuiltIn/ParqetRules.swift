// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let parqet = #"""
    {"format": "folio-rules/1", "name": "parqet", "title": "Parqet, activities",
     "tables": [{
      "header": ["date", "quantity", "amount", "kind", "id_text", "currency"],
      "account": "{broker}",
      "columns": {"date": "datetime", "local_day": "date",
       "price": "price", "quantity": "shares", "amount": "amount",
       "taxes": "tax", "fees": "fee", "gain": "realizedgains", "kind": "type", "broker": "broker",
       "class": "assettype", "id_text": "identifier", "other_id": "wkn",
       "name": ["holdingname"], "x_rate": "fxrate",
       "currency": "currency", "id": ["activityid", "id"]},
      "read": {"decimal": "auto", "date": ["iso", "dd.MM.yyyy"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "gross", "costs": "positive"},
      "cash": "auto",
      "rows": [
       {"if": {"kind": "Buy", "class": "crypto", "id_text": "{symbol}"}, "is": "buy",
        "set": {"type": "coin"}},
       {"if": {"kind": "Sell", "class": "crypto", "id_text": "{symbol}"}, "is": "sell",
        "set": {"type": "coin"}, "values": {"gains_tax": "taxes", "taxes": {"value": "0"}}},
       {"if": {"kind": "Buy", "id_text": "{isin}"}, "is": "buy"},
       {"if": {"kind": "Sell", "id_text": "{isin}"}, "is": "sell",
        "values": {"gains_tax": "taxes", "taxes": {"value": "0"}}},
       {"if": {"kind": "Dividend", "id_text": "{isin}"}, "is": "dividend"},
       {"if": {"kind": "TransferIn", "id_text": "{isin}"}, "is": "transfer_in",
        "values": {"gross": "amount"}},
       {"if": {"kind": "TransferOut", "id_text": "{isin}"}, "is": "transfer_out"},
       {"if": {"kind": "Interest"}, "is": "interest"},
       {"if": {"kind": ["Cost", "Fee"]}, "is": "fee"},
       {"if": {"kind": "Deposit"}, "is": "deposit"},
       {"if": {"kind": "Withdrawal"}, "is": "withdrawal"}]}]}
    """#
}
