// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let avanza = #"""
    {"format": "folio-rules/1", "name": "avanza", "title": "Avanza, transactions",
     "tables": [{
      "header": ["date", "account_number", "kind", "name", "quantity", "amount"],
      "account": "avanza-{account_number}",
      "columns": {"date": "Datum", "account_number": "Konto", "kind": "Typ av transaktion",
       "name": "Värdepapper/beskrivning", "text": "Värdepapper/beskrivning", "quantity": "Antal",
       "price": "Kurs", "amount": "Belopp", "currency": ["Transaktionsvaluta", "Valuta"],
       "fees": ["Courtage", "Courtage (SEK)"], "rate": "Valutakurs",
       "price_currency": "Instrumentvaluta", "isin": "ISIN", "result": "Resultat"},
      "set": {"currency": "SEK"},
      "read": {"decimal": ",", "date": ["yyyy-MM-dd"], "order": "newest-first",
       "empty": ["-"]},
      "amounts": {"sign": "cash", "mean": "net", "costs": "unsigned", "price": "foreign",
       "rate": "compared"},
      "rows": [
       {"if": {"kind": "Köp"}, "is": "buy"},
       {"if": {"kind": "Sälj"}, "is": "sell", "values": {"gain": "result"}},
       {"if": {"kind": "Utdelning", "amount": ">0"}, "is": "dividend"},
       {"if": {"kind": "Utdelning"}, "is": "reversal"},
       {"if": {"kind": ["Utländsk källskatt*", "*källskatt*"], "isin": "?*"}, "is": "part",
        "as": "withheld"},
       {"if": {"kind": ["*skatt*"]}, "is": "tax"},
       {"if": {"kind": "Övrigt", "text": ["*källskatt*"], "isin": "?*"}, "is": "part",
        "as": "withheld"},
       {"if": {"kind": "Övrigt", "text": ["*skatt*"]}, "is": "tax", "set": {"isin": ""}},
       {"if": {"kind": ["Ränta*", "Inlåningsränta"]}, "is": "interest"},
       {"if": {"kind": "Uttag"}, "is": "withdrawal"},
       {"if": {"kind": "Insättning"}, "is": "deposit"},
       {"if": {"kind": ["*avgift*"]}, "is": "fee"}],
      "join": [{"by": ["date", "isin"], "of": ["dividend", "withheld"]}]}]}
    """#
}
