// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let centraalBeheer = #"""
    {"format": "folio-rules/1", "name": "centraal-beheer",
     "title": "Centraal Beheer, fund account",
     "tables": [{
      "header": ["booked", "kind", "name", "date", "quantity", "gross_paid", "net_paid"],
      "account": "centraal-beheer-{account_number}",
      "columns": {"booked": "Boekdatum", "kind": "Soort", "name": "Fondsnaam",
       "date": "Transactiedatum", "quantity": "Aantal stukken", "price": "Koers",
       "fees": "Aankoopkosten", "taxes": "Dividendbelasting", "side": "Af Bij",
       "gross_paid": "Bruto bedrag (EUR)", "net_paid": "Netto bedrag (EUR)",
       "account_number": "Rekeningnummer", "note": "Omschrijving"},
      "set": {"currency": "EUR"},
      "values": {"date": {"first": ["date", "booked"]}, "settles": "booked"},
      "read": {"decimal": ",", "date": ["dd/MM/yyyy", "dd-MM-yyyy"], "order": "auto"},
      "amounts": {"sign": "none", "mean": "net", "costs": "unsigned"},
      "rows": [
       {"if": {"kind": "Aankoop*"}, "is": "buy", "values": {"amount": "gross_paid"}},
       {"if": {"kind": "Verkoop*"}, "is": "sell", "values": {"amount": "net_paid"}},
       {"if": {"kind": "Dividend Uitkering"}, "is": "dividend", "values": {"amount": "net_paid"}},
       {"if": {"kind": "Dividend reservering"}, "is": "skip",
        "why": "a dividend that is paid out later"},
       {"if": {"kind": "Overboeking*", "side": "Af"}, "is": "withdrawal",
        "values": {"amount": "net_paid"}},
       {"if": {"kind": "Overboeking*"}, "is": "deposit", "values": {"amount": "net_paid"}}]}]}
    """#
}
