// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let directa = #"""
    {"format": "folio-rules/1", "name": "directa", "title": "Directa, movements",
     "tables": [{
      "header": ["date", "kind", "symbol", "isin", "euros"],
      "account": "directa",
      "columns": {"date": "Data operazione", "settles": "Data valuta", "kind": "Tipo operazione",
       "symbol": "Ticker", "isin": "Isin", "name": "Descrizione", "quantity": "Quantità",
       "euros": "Importo euro", "foreign": "Importo Divisa", "currency": "Divisa",
       "order": "Riferimento ordine", "x_protocol": "Protocollo",
       "x_euros": "Importo euro", "foreign_currency": "Divisa"},
      "set": {"currency": "EUR", "x_euros_currency": "EUR"},
      "compare": {"x_euros": {"value_of": "foreign"}},
      "values": {"amount": {"first": ["foreign", "x_euros"]}},
      "read": {"decimal": "auto", "date": ["dd-MM-yyyy"], "order": "newest-first",
       "empty": ["0", "0.00", "0,00"]},
      "amounts": {"sign": "cash", "mean": "net"},
      "rows": [
       {"if": {"currency": {"not": "EUR"}, "foreign": "", "euros": "?*"}, "is": "refused",
         "why": "they have an amount in euros and the code of another currency"},
       {"if": {"kind": "", "euros": "", "foreign": ""}, "is": "skip",
         "why": "a row without a movement"},
       {"if": {"kind": ["Acquisto*", "Sottoscrizione*"]}, "is": "buy"},
       {"if": {"kind": ["Vendita*", "Rimborso*"]}, "is": "sell"},
       {"if": {"kind": ["Rit.*", "Ritenuta*dividend*", "Ritenuta*provent*", "Ritenuta*cedol*",
         "Ritenuta*coupon*"], "isin": "?*"}, "is": "part", "as": "withheld"},
       {"if": {"kind": ["Provento*", "Dividend*", "Coupon*", "Cedola*"], "foreign": ">0"},
        "is": "dividend"},
       {"if": {"kind": ["Provento*", "Dividend*", "Coupon*", "Cedola*"], "foreign": "",
         "euros": ">0"}, "is": "dividend"},
       {"if": {"kind": ["Provento*", "Dividend*", "Coupon*", "Cedola*"]}, "is": "reversal"},
       {"if": {"kind": ["Ritenuta*", "Rit.*", "Imposta*", "*bollo*", "Tobin*", "Capital gain*"]},
        "is": "tax"},
       {"if": {"kind": ["Commission*", "Canone*", "Spese*"]}, "is": "fee"},
       {"if": {"kind": ["Interess*"]}, "is": "interest"},
       {"if": {"kind": "Prelievo*"}, "is": "withdrawal"},
       {"if": {"kind": "Conferimento*"}, "is": "deposit"},
       {"if": {"kind": "Bonifico*"}, "is": "cash"}],
      "join": [{"by": ["date", "isin"], "of": ["dividend", "withheld"]},
       {"by": ["date", "isin", "order"], "of": ["buy", "sell", "fee"]}]}]}
    """#
}
