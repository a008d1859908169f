// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let ghostfolioSidekick = #"""
    {"format": "folio-rules/1", "name": "ghostfolio-sidekick",
     "title": "Ghostfolio Sidekick, generic activities",
     "tables": [{
      "header": ["kind", "isin", "date", "currency", "quantity", "price"],
      "account": "{account_name}",
      "columns": {"kind": "ActivityType", "isin": "Symbol", "name": "Name", "date": "Date",
       "currency": "Currency", "quantity": "Quantity", "price": "UnitPrice", "fees": "Fee",
       "taxes": "Tax", "account_name": "Account"},
      "read": {"decimal": ".", "date": ["iso", "dd-MM-yyyy", "dd/MM/yyyy"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned"},
      "cash": "auto",
      "rows": [
       {"if": {"kind": "Buy"}, "is": "buy"},
       {"if": {"kind": "Sell"}, "is": "sell"},
       {"if": {"kind": "Dividend"}, "is": "dividend"},
       {"if": {"kind": "Receive"}, "is": "transfer_in", "set": {"price": ""}},
       {"if": {"kind": "Send"}, "is": "transfer_out"},
       {"if": {"kind": "Interest", "quantity": "=0"}, "is": "interest",
        "values": {"amount": "price"}, "set": {"isin": ""}},
       {"if": {"kind": "Interest"}, "is": "interest", "set": {"isin": ""}},
       {"if": {"kind": "Fee"}, "is": "fee",
        "set": {"isin": ""}},
       {"if": {"kind": "Tax"}, "is": "tax",
        "set": {"isin": ""}},
       {"if": {"kind": "CashDeposit", "quantity": "=0"}, "is": "deposit",
        "values": {"amount": "price"}},
       {"if": {"kind": "CashDeposit"}, "is": "deposit"},
       {"if": {"kind": "CashWithdrawal", "quantity": "=0"}, "is": "withdrawal",
        "values": {"amount": "price"}},
       {"if": {"kind": "CashWithdrawal"}, "is": "withdrawal"}]}]}
    """#
}
