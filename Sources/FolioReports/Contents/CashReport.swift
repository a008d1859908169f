import FolioBooking
import FolioModel
import FolioNumbers

extension ReportKind {
  /// Cash accounts.
  public static let cash = ReportKind(
    name: "cash", summary: "cash accounts: balance, settled, pending",
    description: """
      Cash is pending until its settlement day, and settled from that day on. What is available \
      has settled and is not about to go out.
      """,
    examples: [Example("Balances in euros too", "folio cash --base EUR ledger.json")],
    streaming: { _ in .nothing },
    source: .books { booked, request in .cash(booked, request.selection) })
}

extension Report {
  /// Cash accounts in the order of the ledger. What has not changed hands yet is pending: groups
  /// whose settlement date has not come, and those of status pending. What is available is settled
  /// and not about to go out. By settlement date the balance is what has settled.
  public static func cash(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report {
    let tables = booked.ledger.tables
    let selector = Selector(selection, tables)
    let accounts = tables.cashAccounts.indices.filter(selector.includes(cashAccount:))
    let converter = BaseConverter(booked)
    let rows = accounts.map { index in
      row(tables.cashAccounts[index], booked.cash[index], tables, converter)
    }
    var report = Report("cash", "Cash", columns, on: booked, rowCount: rows.count) { rows[$0] }
    var sole = SoleCurrency()
    var sums = Array(repeating: ColumnSum(), count: 7)
    for index in accounts {
      let account = tables.cashAccounts[index]
      let balance = booked.cash[index]
      sole.add(tables.currency(account.currency))
      sums[0].add(balance.balance)
      sums[1].add(balance.settled)
      sums[2].add(balance.pending)
      sums[3].add(balance.pendingIn)
      sums[4].add(balance.pendingOut)
      sums[5].add(balance.available)
      sums[6].add(converter.convert(balance.balance, account.currency))
    }
    report.totals = sole.totals(Array(zip(amountKeys, sums)), base: booked.baseCurrency)
    report.totals.append(Total("balance_base", sums[6].cell(booked.baseCurrency)))
    let used = accounts.filter { !booked.cash[$0].balance.isZero }
      .map { tables.cashAccounts[$0].currency }
    report.warnings += converter.warnings(for: used)
    report.tellRates(of: used, on: booked.options.asOf, booked.ledger)
    return report
  }

  /// The amounts in the currency of the account, in the order of their columns.
  private static let amountKeys = [
    "balance", "settled", "pending", "pending_in", "pending_out", "available",
  ]

  private static var columns: [Column] {
    [
      Column("account", "Account", .text, priority: Column.essential),
      Column("name", "Name", .text, priority: 10),
      Column("currency", "Cur", .text, priority: Column.essential),
      Column("balance", "Balance", .amount, priority: Column.essential),
      Column("settled", "Settled", .amount, priority: 60),
      Column("pending", "Pending", .amount, isInTable: false),
      Column("pending_in", "Coming in", .amount, priority: 50),
      Column("pending_out", "Going out", .amount, priority: 50),
      Column("available", "Available", .amount, priority: 70),
      Column("balance_base", "In base", .amount, priority: 80),
    ]
  }

  private static func row(
    _ account: CashAccount, _ balance: CashBalance, _ tables: LedgerTables,
    _ converter: BaseConverter
  ) -> [Cell] {
    let money: (ExactDecimal?) -> Cell = { amount in
      amount.map { tables.money($0, account.currency) } ?? .null
    }
    return [
      .text(tables.text(account.id)), .text(orNull: account.name),
      .text(orNull: tables.currency(account.currency)?.code),
      money(balance.balance), money(balance.settled), money(balance.pending),
      money(balance.pendingIn), money(balance.pendingOut), money(balance.available),
      .base(converter.convert(balance.balance, account.currency), converter.base),
    ]
  }
}

/// Amounts of the report's day in the base currency.
struct BaseConverter {
  let base: Currency?
  private let tables: LedgerTables
  private let day: Day?
  private let book: RateBook

  init(_ booked: BookedLedger) {
    base = booked.baseCurrency
    tables = booked.ledger.tables
    day = booked.options.asOf
    book = booked.ledger.rateBook
  }

  func convert(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> ExactDecimal? {
    if amount.isZero { return .zero }
    return rate(currency).flatMap { try? $0.value(of: amount) }
  }

  private func rate(_ index: CurrencyIndex) -> ExchangeRate? {
    guard let base, let currency = tables.currency(index) else { return nil }
    if currency == base { return .identity }
    return day.flatMap { book.rate(from: currency, to: base, on: $0) }
  }

  /// Says of which of these currencies some rate was not known by the day of a leg.
  func missingRates(_ currencies: [CurrencyIndex]) -> [Report.Warning] {
    guard let base else { return [] }
    return currencies.compactMap { tables.currency($0) }.map {
      Report.Warning(
        code: .noRate,
        message: "there is no rate from \($0) to \(base) by the day of some cash that moved")
    }
  }

  /// Says of which of these currencies the rate is not known.
  func warnings(for currencies: [CurrencyIndex]) -> [Report.Warning] {
    guard let base, let day else { return [] }
    let missing = Set(currencies.filter { rate($0) == nil }.compactMap { tables.currency($0) })
    return missing.sorted().map {
      Report.Warning(
        code: .noRate, message: "there is no rate from \($0) to \(base) on or before \(day)")
    }
  }
}
