import Folio

// What an app does with Folio, in the order in which it does it: no disk, no clock, no globals.

let document = """
  {"settings": {"base_currency": "USD"},
   "portfolio_cash_accounts": [{"id": "c-eur", "currency": "EUR"}],
   "stocks_master": [{"symbol": "MULR", "name": "Müller & Söhne", "currency": "EUR"}],
   "transaction_groups": [
     {"id": "g1", "occurred_at": "2024-01-02T09:00:00Z",
      "cash_transactions": [
        {"cash_account_id": "c-eur", "leg_type": "deposit", "direction": "in",
         "amount": "2000"}]},
     {"id": "g2", "occurred_at": "2024-01-03T10:00:00Z",
      "stock_transactions": [
        {"symbol": "MULR", "trade_type": "buy", "quantity": "10",
         "price_per_share": "80.00", "fees": "5.00"}],
      "cash_transactions": [
        {"cash_account_id": "c-eur", "leg_type": "principal", "direction": "out",
         "amount": "805.00"}]},
     {"id": "g3", "occurred_at": "2024-06-03T10:00:00Z",
      "stock_transactions": [
        {"symbol": "MULR", "trade_type": "sell", "quantity": "4",
         "price_per_share": "95.00"}],
      "cash_transactions": [
        {"cash_account_id": "c-eur", "leg_type": "principal", "direction": "in",
         "amount": "380.00"}]}],
   "fx_rates": [
     {"date": "2024-01-01", "from": "EUR", "to": "USD", "rate": "1.1050"},
     {"date": "2024-06-01", "from": "EUR", "to": "USD", "rate": "1.0850"}]}
  """

do {
  let ledger = try Ledger(reading: document)
  let booked = try BookedLedger(booking: ledger)

  for holding in try booked.holdings() {
    print("\(holding.name): \(holding.quantity) at \(holding.averageCost)")
  }
  for disposal in booked.disposals {
    print("sold \(disposal.quantity) on \(disposal.disposed), cost \(disposal.cost)")
  }
  print(Report.gains(booked).text(as: .table))
  print(Report.cash(booked).text(as: .json))

  var lifo = BookingOptions()
  lifo.method = .lifo
  print(Report.lots(try BookedLedger(booking: ledger, lifo)).text(as: .markdown))
} catch let faults as LedgerFaults {
  print(faults.text())
}

// A ledger at fault says everything that is wrong with it, as values or as text.
let faulty = document.replacing("\"amount\": \"805.00\"", with: "\"amount\": \"800.00\"")
let found = Ledger.diagnostics(of: Array(faulty.utf8), name: "faulty.json")
print(found.errors.map { "\($0.code.rawValue): \($0.message)" }.joined(separator: "\n"))
