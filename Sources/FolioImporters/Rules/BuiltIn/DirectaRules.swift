// Facts of the format: Specs/import/rules.md.
extension BuiltInRules {
  static let directa = #"""
    {"format": "folio-rules/1", "name": "directa", "title": "Directa, movements",
     "tables": [{
      "header": ["date", "kind", "symbol", "isin", "amount"],
      "account": "directa",
      "columns": {"date": "Data operazione", "settles": "Data valuta", "kind": "Tipo operazione",
       "symbol": "Ticker", "isin": "Isin", "name": "Descrizione", "quantity": "Quantità",
       "amount": "Importo euro"},
      "set": {"currency": "EUR"},
      "read": {"decimal": "auto", "date": ["dd-MM-yyyy"], "order": "newest-first"},
      "amounts": {"sign": "cash", "mean": "net"},
      "rows": [
       {"if": {"kind": "", "amount": ""}, "is": "skip", "why": "a row without a movement"},
       {"if": {"kind": ["Acquisto*", "Sottoscrizione*"]}, "is": "buy"},
       {"if": {"kind": ["Vendita*", "Rimborso*"]}, "is": "sell"},
       {"if": {"kind": ["Rit.*"], "isin": "?*"}, "is": "part", "as": "withheld"},
       {"if": {"kind": ["Provento*", "Dividend*", "Coupon*", "Cedola*"], "amount": ">0"},
        "is": "dividend"},
       {"if": {"kind": ["Provento*", "Dividend*", "Coupon*", "Cedola*"]}, "is": "reversal"},
       {"if": {"kind": ["Ritenuta*", "Rit.*", "Imposta*", "*bollo*", "Tobin*", "Capital gain*"]},
        "is": "tax"},
       {"if": {"kind": ["Commission*", "Canone*", "Spese*"]}, "is": "fee"},
       {"if": {"kind": ["Interess*"]}, "is": "interest"},
       {"if": {"kind": "Prelievo*"}, "is": "withdrawal"},
       {"if": {"kind": "Conferimento*"}, "is": "deposit"},
       {"if": {"kind": "Bonifico*"}, "is": "cash"}],
      "join": [{"by": ["date", "isin"], "of": ["dividend", "withheld"]}]}]}
    """#
}
