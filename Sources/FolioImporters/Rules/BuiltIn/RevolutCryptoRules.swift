// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let revolutCrypto = #"""
    {"format": "folio-rules/1", "name": "revolut-crypto", "title": "Revolut, crypto statement",
     "tables": [{
      "header": ["symbol", "kind", "quantity", "price_text", "worth_text", "fees", "date"],
      "account": "revolut-crypto",
      "columns": {"symbol": "Symbol", "kind": "Type", "quantity": "Quantity",
       "price_text": "Price", "worth_text": "Value", "fees": "Fees", "date": "Date"},
      "set": {"type": "coin"},
      "cash": false,
      "read": {"decimal": ".", "order": "auto",
       "date": ["MMM d, yyyy, HH:mm:ss a", "MMM d, yyyy, HH:mm:ss\u202Fa"]},
      "amounts": {"sign": "none", "mean": "gross", "costs": "unsigned"},
      "rows": [
       {"if": {"kind": "Buy", "worth_text": "€{amount}"}, "is": "buy",
        "set": {"currency": "EUR"}},
       {"if": {"kind": "Buy", "worth_text": "${amount}"}, "is": "buy",
        "set": {"currency": "USD"}},
       {"if": {"kind": "Buy", "worth_text": "£{amount}"}, "is": "buy",
        "set": {"currency": "GBP"}},
       {"if": {"kind": "Buy", "worth_text": "{amount} {currency}"}, "is": "buy"},
       {"if": {"kind": "Sell", "worth_text": "€{amount}"}, "is": "sell",
        "set": {"currency": "EUR"}},
       {"if": {"kind": "Sell", "worth_text": "${amount}"}, "is": "sell",
        "set": {"currency": "USD"}},
       {"if": {"kind": "Sell", "worth_text": "£{amount}"}, "is": "sell",
        "set": {"currency": "GBP"}},
       {"if": {"kind": "Sell", "worth_text": "{amount} {currency}"}, "is": "sell"},
       {"if": {"kind": ["Staking reward", "Learn reward", "Receive"]}, "is": "transfer_in"},
       {"if": {"kind": ["Send", "Payment"]}, "is": "transfer_out"},
       {"if": {"kind": ["Stake", "Unstake"]}, "is": "skip",
        "why": "coins that stay in the account while they are staked"}]}]}
    """#
}
