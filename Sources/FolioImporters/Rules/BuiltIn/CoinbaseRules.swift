// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let coinbase = #"""
    {"format": "folio-rules/1", "name": "coinbase", "title": "Coinbase, transaction history",
     "tables": [{
      "header": ["date", "kind", "symbol", "quantity"],
      "account": "coinbase",
      "columns": {
       "id": "ID", "date": "Timestamp", "kind": "Transaction Type", "symbol": "Asset",
       "quantity": "Quantity Transacted",
       "currency": ["Spot Price Currency", "Price Currency"],
       "price": ["Spot Price at Transaction", "Price at Transaction",
        "{currency} Spot Price at Transaction"],
       "value": ["Subtotal", "{currency} Subtotal"],
       "amount": ["Total (inclusive of fees and/or spread)", "Total (inclusive of fees)",
        "{currency} Total (inclusive of fees)",
         "{currency} Total (inclusive of fees and/or spread)",
        "Total"],
       "fees": ["Fees and/or Spread", "Fees", "{currency} Fees", "{currency} Fees and/or Spread"],
       "note": "Notes", "text": "Notes"},
      "set": {"type": "coin"},
      "read": {"decimal": ".", "date": ["iso", "MM/dd/yyyy"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned"},
      "rows": [
       {"if": {"symbol": ["EUR", "USD", "GBP", "CHF", "CAD", "AUD"],
         "kind": ["Buy", "*Deposit*", "Receive", "*Inbound*"]}, "is": "deposit",
        "values": {"amount": "quantity", "amount_currency": "symbol", "fees": {"value": "0"}}},
       {"if": {"symbol": ["EUR", "USD", "GBP", "CHF", "CAD", "AUD"],
         "kind": ["Sell", "*Withdraw*", "Send", "*Outbound*"]}, "is": "withdrawal",
        "values": {"amount": "quantity", "amount_currency": "symbol", "fees": {"value": "0"}}},
       {"if": {"kind": ["Buy", "Advance* Trade Buy"]}, "is": "buy"},
       {"if": {"kind": ["Sell", "Advance* Trade Sell"]}, "is": "sell"},
       {"if": {"kind": "Convert",
         "text": "Converted {sold} {sold_symbol} to {other_quantity} {new_symbol}"}, "is": "swap",
        "values": {"gross": "value", "fees": {"value": "0"}}},
       {"if": {"kind": ["*Income", "*Reward*", "Staking*", "Coinbase Earn", "Inflation Reward",
         "Incentives *"]}, "is": "reward", "values": {"gross": "value"}},
       {"if": {"kind": ["Receive", "*Deposit*", "Airdrop*"]}, "is": "transfer_in",
        "set": {"gross": ""}},
       {"if": {"kind": ["Send", "*Withdrawal*"]}, "is": "transfer_out", "set": {"gross": ""}},
       {"if": {"kind": ["Retail *", "Vault *", "Exchange *", "Asset Migration", "Pro *",
         "*Staking Transfer", "Delist*"]}, "is": "units"}],
      "join": [{"by": ["date"], "of": ["units"]}]}]}
    """#
}
