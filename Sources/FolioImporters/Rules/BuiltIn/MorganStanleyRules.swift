// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let morganStanley = #"""
    {"format": "folio-rules/1", "name": "morgan-stanley",
     "title": "Morgan Stanley at Work, releases and withdrawals",
     "tables": [
     {"name": "releases", "header": ["date", "symbol", "kind", "price", "quantity"],
      "account": "morgan-stanley",
      "columns": {"date": "Vest Date", "symbol": "Plan", "kind": "Type",
       "status": "Status", "price": "Price",
       "quantity": "Net Share Proceeds", "x_released": "Quantity"},
      "set": {"currency": "USD"},
      "read": {"decimal": ".", "date": ["dd-MMM-yyyy"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "gross"},
      "cash": false,
      "rows": [
       {"if": {"status": ["Pending*", "Cancel*", "Reject*", "In Progress", "Open"]}, "is": "skip",
        "why": "a release that is not complete"},
       {"if": {"status": {"not": ["Complete", "Staged"]}}, "is": "refused",
        "why": "their status does not say that they are complete"},
       {"if": {"kind": "Release"}, "is": "buy"}]},
     {"name": "withdrawals", "header": ["date", "symbol", "kind", "status", "quantity", "amount"],
      "account": "morgan-stanley",
      "columns": {"date": ["Execution Date", "Date"],
       "symbol": ["Plan", "Symbol"], "kind": "Type", "status": "Order Status", "price": "Price",
       "quantity": "Quantity", "amount": ["Net Amount", "Net Cash Proceeds"]},
      "set": {"currency": "USD"},
      "read": {"decimal": ".", "date": ["dd-MMM-yyyy"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "rest": "fees"},
      "cash": false,
      "rows": [
       {"if": {"date": "Please note*"}, "is": "skip", "why": "a note"},
       {"if": {"status": ["Pending*", "Cancel*", "Reject*", "In Progress", "Open", "Expired"]},
        "is": "skip", "why": "an order that is not complete"},
       {"if": {"status": {"not": ["Complete"]}}, "is": "refused",
        "why": "their status does not say that they are complete"},
       {"if": {"kind": "Wire"}, "is": "withdrawal"},
       {"if": {"symbol": "Cash"}, "is": "withdrawal"},
       {"if": {"kind": "Sale"}, "is": "sell"}]}]}
    """#
}
