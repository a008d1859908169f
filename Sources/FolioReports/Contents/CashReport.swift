extension ReportKind {
  /// The balances of the cash accounts.
  public static let cash = ReportKind(
    name: "cash", summary: "cash accounts: balance, settled, pending",
    description: """
      Cash is pending until its settlement date, and settled from that day on. Available cash is \
      settled cash less pending payments.
      """,
    examples: [Example("Balances in euros too", "folio cash --base EUR ledger.json")],
    refusedOptions: ["from", "symbol"], keptWhileStreaming: { _ in .nothing },
    source: .books { booked, request in .cash(booked, request.selection) })
}

extension Report {
  /// The balances of the cash accounts, in the order of the ledger.
  ///
  /// Cash is pending until its settlement date, and as long as the status of its group is pending.
  /// `available` is settled cash that is not due to go out. By settlement date, the balance is the
  /// settled cash.
  public static func cash(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report {
    let (tables, cash) = (booked.ledger.tables, booked.cash)
    let rates = booked.ratesOfDay
    let currency: @Sendable (Int) -> Currency? = {
      tables.currency(tables.cashAccounts[$0].currency)
    }
    let fields: [ReportField<Int>] = [
      .text("account", "Account", priority: .max) { tables.text(tables.cashAccounts[$0].id) }
        .meaning("the cash account"),
      .text("name", "Name", priority: 10) { tables.cashAccounts[$0].name }.meaning("its name"),
      .text("currency", "Cur", priority: .max) { currency($0)?.code }.meaning("its currency"),
      .amount("balance", "Balance", priority: .max) { cash[$0].balance }
        .meaning("everything that was booked"),
      .amount("settled", "Settled", priority: 60) { cash[$0].settled }.meaning("settled cash"),
      .amount("pending", "Pending", isInTable: false) { cash[$0].pending },
      .amount("pending_in", "Coming in", priority: 50) { cash[$0].pendingIn }
        .meaning("cash that will come in"),
      .amount("pending_out", "Going out", priority: 50) { cash[$0].pendingOut }
        .meaning("cash that will go out"),
      .amount("available", "Available", priority: 70) { cash[$0].available }
        .meaning("settled less pending out"),
      .base("balance_base", "Balance in base", priority: 80) {
        let balance = cash[$0].balance
        return balance.isZero ? balance : rates?.inBase(balance, tables.cashAccounts[$0].currency)
      }.meaning("the balance in the base currency"),
    ]
    let selector = ResolvedSelection(selection, tables)
    let accounts = tables.cashAccounts.indices.filter(selector.includes(cashAccount:))
    var report = Report("cash", "Cash", fields, of: accounts, on: booked, in: currency)
    let used = accounts.filter { !cash[$0].balance.isZero }.map { tables.cashAccounts[$0].currency }
    report.warnings += booked.rateWarnings(for: used)
    // Balances need the rates of the report date only.
    report.missing = []
    report.addMissing(booked.missingRates(of: used, on: booked.options.asOf))
    report.addRates(of: used, on: booked.options.asOf, booked.ledger)
    return report
  }
}

extension BookedLedger {
  /// The exchange rates of the report date, or `nil` for a ledger without a day.
  var ratesOfDay: DayRates? { options.asOf.map { DayRates(self, on: $0) } }

  /// Returns warnings about currencies without a rate on the report date.
  func rateWarnings(for currencies: [CurrencyIndex]) -> [Report.Warning] {
    missingRates(of: currencies, on: options.asOf).compactMap {
      guard case .rate(let from, let base) = $0.subject else { return nil }
      return .noRate(from: from, to: base, "on or before \($0.day)")
    }
  }
}
