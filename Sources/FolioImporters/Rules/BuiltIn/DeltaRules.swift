// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let delta = #"""
    {"format": "folio-rules/1", "name": "delta", "title": "Delta, transactions",
     "tables": [{
      "header": ["date", "kind", "quantity", "base", "class", "amount", "currency"],
      "account": "{broker}",
      "columns": {"date": "Date", "kind": "Way", "quantity": "Base amount",
       "base": "Base currency (name)", "class": "Base type", "amount": "Quote amount",
       "currency": "Quote currency", "fees": "Fee amount",
       "fees_currency": "Fee currency (name)", "broker": ["Broker", "Exchange"],
       "note": "Notes"},
      "read": {"decimal": ".", "date": ["iso"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "gross", "costs": "unsigned"},
      "cash": "auto",
      "rows": [
       {"if": {"kind": "BUY", "class": "CRYPTO", "base": ["{symbol} ({name})", "{symbol}"]},
        "is": "buy", "set": {"type": "coin"}},
       {"if": {"kind": "SELL", "class": "CRYPTO", "base": ["{symbol} ({name})", "{symbol}"]},
        "is": "sell", "set": {"type": "coin"}},
       {"if": {"kind": "BUY", "base": ["{symbol} ({name})", "{symbol}"]}, "is": "buy"},
       {"if": {"kind": "SELL", "base": ["{symbol} ({name})", "{symbol}"]}, "is": "sell"},
       {"if": {"kind": "DIVIDEND", "base": ["{symbol} ({name})", "{symbol}"]}, "is": "dividend",
        "set": {"quantity": ""}},
       {"if": {"kind": ["DEPOSIT", "RECEIVE"], "class": ["FIAT", "CASH"],
         "base": ["{amount_currency} ({name})", "{amount_currency}"]}, "is": "deposit",
        "values": {"amount": "quantity"}},
       {"if": {"kind": ["WITHDRAW*", "SEND"], "class": ["FIAT", "CASH"],
         "base": ["{amount_currency} ({name})", "{amount_currency}"]}, "is": "withdrawal",
        "values": {"amount": "quantity"}},
       {"if": {"kind": ["DEPOSIT", "RECEIVE"], "class": "CRYPTO",
         "base": ["{symbol} ({name})", "{symbol}"]}, "is": "transfer_in",
        "set": {"type": "coin"}},
       {"if": {"kind": ["WITHDRAW*", "SEND"], "class": "CRYPTO",
         "base": ["{symbol} ({name})", "{symbol}"]}, "is": "transfer_out",
        "set": {"type": "coin"}}]}]}
    """#
}
