// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let nibc = #"""
    {"format": "folio-rules/1", "name": "nibc", "title": "NIBC, savings account",
     "tables": [{
      "header": ["id", "date", "kind", "amount", "currency"],
      "account": "nibc-{account_number}",
      "facts": [["Nr v/d rekening :", "{account_number}"]],
      "columns": {"id": "Nr v/d verrichting", "date": "Boekhdk. datum", "kind": "Beschrijving",
       "amount": "Bedrag v/d verrichting", "currency": "Munt", "settles": "Valutadatum",
       "note": "Mededeling 1 :"},
      "read": {"decimal": ",", "date": ["dd-MM-yyyy"], "order": "auto"},
      "amounts": {"sign": "cash"},
      "rows": [
       {"if": {"kind": ["Renteuitkering", "Bonusrente", "*rente"]}, "is": "interest"},
       {"if": {"kind": "Uitgaande overboeking"}, "is": "withdrawal"},
       {"if": {"kind": "Inkomende overboeking"}, "is": "deposit"},
       {"if": {"kind": "*overboeking*"}, "is": "cash"},
       {"if": {"kind": "*kosten*"}, "is": "fee"}]}]}
    """#
}
