// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let bunq = #"""
    {"format": "folio-rules/1", "name": "bunq", "title": "bunq, account statement",
     "tables": [{
      "header": ["date", "settles", "amount", "account_number", "party"],
      "account": "bunq-{account_number}",
      "columns": {"date": "Date", "settles": "Interest Date", "amount": "Amount",
       "account_number": "Account", "party": "Counterparty", "name": "Name",
       "text": "Description", "note": "Description"},
      "assume": {"currency": "EUR"},
      "read": {"decimal": "auto", "date": ["yyyy-MM-dd"], "order": "auto"},
      "amounts": {"sign": "cash"},
      "rows": [
       {"if": {"name": "bunq", "text": "bunq Payday * {paid_currency}",
         "currency": {"not": {"same": "paid_currency"}}}, "is": "refused",
        "why": "their text names another currency than that of the file; name it with --currency"},
       {"if": {"name": "bunq", "text": ["bunq Payday*", "*interest*", "*rente*"]},
        "is": "interest"},
       {"if": {"name": "bunq", "amount": "<0"}, "is": "fee"},
       {"if": {"name": "bunq", "amount": ">0", "text": ["*refund*", "*reimburse*",
         "*terugbetal*", "*restitutie*"]}, "is": "refund", "as": "fee"},
       {"if": {"amount": "?*"}, "is": "cash"}]}]}
    """#
}
