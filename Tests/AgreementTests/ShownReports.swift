import Folio
import Testing

@testable import FolioReports
@testable import TestSupport

/// The reports on a ledger, each made as the command makes it for the same flags.
struct ShownReports {
  let ledger: Ledger
  let rules: TaxRules
  let from: Day?
  let to: Day?
  let base: Currency
  private let dateBasis: DateBasis
  private let accounts: Set<String>

  init(
    _ ledger: Ledger, rules: TaxRules, base: Currency, from: Day? = nil, to: Day? = nil,
    by dateBasis: DateBasis = .trade, accounts: Set<String> = []
  ) {
    (self.ledger, self.rules, self.base) = (ledger, rules, base)
    (self.from, self.to) = (from, to)
    (self.dateBasis, self.accounts) = (dateBasis, accounts)
  }

  /// The options of the flags `--base`, `--as-of` and `--date-basis`.
  var options: BookingOptions {
    var options = BookingOptions()
    options.baseCurrency = base
    options.asOf = to
    options.dateBasis = dateBasis
    if rules == .none { options.taxRules = TaxRules.none }
    return options
  }

  /// The request of the flags `--from`, `--to`, `--as-of` and `--account`.
  func request(_ kind: ReportKind) -> ReportRequest {
    var request = ReportRequest()
    request.asOf = to
    request.selection.accounts = accounts
    if kind.refusedOptions.contains("from") { return request }
    (request.selection.from, request.selection.to) = (from, to)
    return request
  }

  func report(
    _ kind: ReportKind, _ change: (inout ReportRequest) -> Void = { _ in }
  ) throws -> Report {
    var request = request(kind)
    change(&request)
    let made = try kind.report(on: ledger, options, request)
    return try #require(made).report
  }

  /// A report on everything that the books of the last day have, or on the period if it has a first
  /// day. The day of a row may be later than that of its group.
  func booksOfEnd(
    _ kind: ReportKind, _ change: (inout ReportRequest) -> Void = { _ in }
  ) throws -> Report {
    try report(kind) { request in
      if from == nil { request.selection.to = nil }
      change(&request)
    }
  }

  var symbols: [String] { ledger.tables.instruments.map { ledger.tables.text($0.symbol) } }

  /// The same ledger, up to another day.
  func until(_ day: Day?) -> ShownReports {
    ShownReports(ledger, rules: rules, base: base, to: day, by: dateBasis, accounts: accounts)
  }

  /// The same ledger and days, for the places of one account.
  func inAccount(_ account: String) -> ShownReports {
    ShownReports(
      ledger, rules: rules, base: base, from: from, to: to, by: dateBasis, accounts: [account])
  }

  /// The same reports without tax rules: with the figures of the statements.
  var onBookBasis: ShownReports {
    ShownReports(
      ledger, rules: .none, base: base, from: from, to: to, by: dateBasis, accounts: accounts)
  }

  /// Another ledger, with the same flags.
  func on(_ other: Ledger) -> ShownReports {
    ShownReports(
      other, rules: rules, base: base, from: from, to: to, by: dateBasis, accounts: accounts)
  }
}

extension History {
  /// The ledger, with a price and a rate for everything from before its first day on, so that every
  /// figure is known.
  func fullyPriced() throws -> Ledger {
    let builder = builder()
    for currency in Set(accounts.map(\.currency) + stocks.map(\.currency)).subtracting(["USD"]) {
      builder.rate("1990-01-01", currency, "USD", "1.17")
    }
    let symbols = groups.flatMap(\.stock).flatMap { [$0.symbol, $0.newSymbol] }
    for symbol in Set(symbols.compactMap { $0 }).sorted() {
      let isListed = stocks.contains { $0.symbol == symbol }
      builder.price(symbol, "1990-01-01", "7.31", isListed ? nil : "USD")
    }
    return try builder.ledger()
  }

  /// The same events with all money in US dollars, so that the journal has one currency.
  func inDollars() -> History {
    var other = self
    let currencies = Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0.currency) })
    other.rates = []
    other.accounts = accounts.map { ($0.id, "USD") }
    other.stocks = stocks.map { ($0.symbol, "USD") }
    let payer = LedgerBuilder(base: "USD")
    for account in other.accounts { payer.account(account.id, account.currency) }
    for stock in other.stocks { payer.stock(stock.symbol, stock.currency) }
    // An exchange of currencies has no meaning in one currency.
    other.groups.removeAll { group in
      group.stock.isEmpty && Set(group.cash.map { currencies[$0.account] }).count > 1
    }
    for index in other.groups.indices {
      let group = groups.first { $0.id == other.groups[index].id } ?? other.groups[index]
      for leg in group.stock.indices {
        other.groups[index].stock[leg].fxRate = nil
        if group.stock[leg].currency != nil { other.groups[index].stock[leg].currency = "USD" }
        for lot in group.stock[leg].lots.indices {
          other.groups[index].stock[leg].lots[lot].costBase = nil
        }
      }
      if !group.stock.isEmpty, let account = group.cash.first?.account {
        other.groups[index].cash = other.groups[index].stock.flatMap {
          payer.payment(for: $0, from: account)
        }
      }
    }
    return other
  }
}
