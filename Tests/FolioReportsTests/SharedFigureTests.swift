import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import FolioReports
@testable import FolioValuation
@testable import TestSupport

/// A figure that two reports show is the same in both, to the last digit.
@Suite("Figures that several reports share")
struct SharedFigureTests {
  @Test(
    "are the same in all of them, in every history and base", arguments: Way.third(0, of: Way.all))
  func areTheSame(_ way: Way) throws {
    let last = Day(daysSince1970: 19_060)
    for (place, history) in way.histories(211..<213).enumerated() {
      // Rates lead to USD: to another currency they are inverted or crossed.
      let base: Currency = place == 0 ? "EUR" : "JPY"
      try Figures(history, base: base, from: nil, to: place == 0 ? last : nil).compare()
      try Figures(history, base: base, from: Day(daysSince1970: 19_030), to: last).compare()
    }
  }
}

/// All reports on one history.
private struct Figures {
  private let name: String
  private let books: BookedLedger
  private let profit: ProfitAndLoss
  private let statement: ProfitAndLoss
  private let from: Day?
  /// Whether no units come or leave without money: else they count at market value in one report,
  /// and at cost in another.
  private let isPaid: Bool

  init(_ history: History, base: Currency, from: Day?, to: Day?) throws {
    name = "\(history.name), in \(base), \(from?.description ?? "") to \(to?.description ?? "")"
    var options = BookingOptions()
    options.baseCurrency = base
    options.feeTreatment = .expense
    options.asOf = to
    options.keepsMovements = true
    let builder = history.builder()
    // Everything has a price and a rate from before the first day on.
    for currency in HistoryMaker.currencies.dropFirst() {
      builder.rate("1990-01-01", currency, "USD", "1.17")
    }
    let symbols = history.groups.flatMap(\.stock).flatMap { [$0.symbol, $0.newSymbol] }
    for symbol in Set(symbols.compactMap { $0 }).sorted() {
      let isListed = history.stocks.contains { $0.symbol == symbol }
      builder.price(symbol, "1990-01-01", "7.31", isListed ? nil : "USD")
    }
    let ledger = try builder.ledger()
    books = try BookedLedger(booking: ledger, options)
    profit = try ProfitAndLoss(of: ledger, options, from: from)
    statement = try ProfitAndLoss(of: ledger, options, from: from, .cost)
    self.from = from
    isPaid = history.groups.allSatisfy { group in
      group.stock.allSatisfy { row in
        ![.gift, .transferIn, .transferOut].contains(row.type) || group.stock.count == 2
      }
    }
  }

  private var selection: Selection {
    var selection = Selection()
    selection.from = from
    selection.to = books.options.asOf
    return selection
  }

  private func performance(_ scope: ReturnScope) -> Report {
    var request = PerformanceQuestion()
    request.scope = scope
    return .performance(books, selection, request)
  }

  func compare() throws {
    let positions = try Report.positions(books)
    let symbols = Report.profitAndLoss(profit, per: .symbol)
    let accounts = Report.profitAndLoss(profit, per: .account)
    let returns = performance(.portfolio)
    compareUnits(positions, symbols)
    compareCash(.cash(books), accounts)
    try compareWhole(positions, symbols, returns)
    compareParts(symbols, accounts)
    compareEarned(symbols)
  }

  /// What is held of each instrument.
  private func compareUnits(_ positions: Report, _ symbols: Report) {
    let returns = performance(.symbol)
    let lots = Report.lots(books)
    let sheet = from == nil ? Report.balanceSheet(statement) : nil
    for symbol in positions.texts("symbol") {
      let held: (Report, String) -> ExactDecimal? = { report, key in
        report.sum(key, where: ["symbol": symbol])
      }
      same(held(positions, "market_value_base"), held(symbols, "end_value"), "\(symbol) value")
      let part = returns.sum("end_value", where: ["part": symbol])
      same(held(positions, "market_value_base"), part, "\(symbol) value in performance")
      same(held(positions, "cost_basis_base"), held(lots, "cost_basis_base"), "\(symbol) cost")
      same(held(positions, "cost_basis"), held(lots, "cost_basis"), "\(symbol) own cost")
      guard let sheet else { continue }
      let (assets, owed) = (["section": "assets"], ["section": "liabilities"])
      for (key, other) in [
        ("market_value_base", "amount_base"), ("cost_basis_base", "cost_basis_base"),
      ] {
        let own = sheet.sum(other, where: assets.merging(["symbol": symbol]) { $1 })
        let less = sheet.sum(other, where: owed.merging(["symbol": symbol]) { $1 })
        same(held(positions, key), difference(own, less), "\(symbol) \(key) in the balance sheet")
      }
      if !isPaid { continue }
      for (key, other) in [
        ("unrealized_gain_base", "period_unrealized"),
        ("price_effect_base", "period_unrealized_price_effect"),
        ("fx_effect_base", "period_unrealized_fx_effect"),
      ] {
        same(held(positions, key), held(symbols, other), "\(symbol) \(other)")
      }
    }
  }

  private func compareCash(_ cash: Report, _ accounts: Report) {
    let sheet = from == nil ? Report.balanceSheet(statement) : nil
    for account in cash.texts("account") {
      let worth = cash.sum("balance_base", where: ["account": account])
      same(worth, accounts.sum("end_value", where: ["account": account]), "cash \(account)")
      guard let sheet else { continue }
      let (assets, owed) = (["section": "assets"], ["section": "liabilities"])
      let own = sheet.sum("amount_base", where: assets.merging(["account": account]) { $1 })
      let less = sheet.sum("amount_base", where: owed.merging(["account": account]) { $1 })
      same(worth, difference(own, less), "cash \(account) in the balance sheet")
    }
  }

  private func compareWhole(
    _ positions: Report, _ symbols: Report, _ returns: Report
  ) throws {
    let units = positions.totalAmount("market_value_base")
    let cash = Report.cash(books).totalAmount("balance_base")
    let worth = units.flatMap { units in cash.flatMap { try? units.adding($0) } }
    same(worth, symbols.totalAmount("end_value"), "end value")
    same(worth, returns.sum("end_value", where: [:]), "end value in performance")
    same(symbols.totalAmount("start_value"), returns.sum("start_value", where: [:]), "start value")
    same(
      symbols.totalAmount("net_contributions"), returns.sum("net_contributions", where: [:]),
      "put in")
    let holdings = try Report.holdings(books)
    same(
      holdings.totalAmount("cost_basis"), positions.totalAmount("cost_basis"), "cost in holdings")
    guard from == nil else { return }
    let sheet = Report.balanceSheet(statement)
    same(
      worth, difference(sheet.totalAmount("assets"), sheet.totalAmount("liabilities")),
      "balance sheet")
  }

  /// The same places, added up by different labels.
  private func compareParts(_ symbols: Report, _ accounts: Report) {
    let currencies = Report.profitAndLoss(profit, per: .currency)
    for total in symbols.totals {
      same(symbols.totalAmount(total.key), accounts.totalAmount(total.key), total.key)
      same(symbols.totalAmount(total.key), currencies.totalAmount(total.key), total.key)
    }
  }

  private func compareEarned(_ symbols: Report) {
    let results = Report.incomeStatement(statement)
    func line(_ name: String) -> ExactDecimal? {
      results.sum("amount_base", where: ["line": name])
    }
    let income = Report.income(books, selection)
    let gains = Report.gains(books, selection)
    same(
      gains.totalAmount("price_effect_base"), line("realized_gains_by_price"), "realized by price")
    same(
      gains.totalAmount("fx_effect_base"), line("realized_gains_by_currency"),
      "realized by currency")
    for (name, kinds) in [
      ("dividends", ["dividend", "stock_dividend"]),
      ("interest", ["interest", "accrued_interest"]),
    ] {
      let sums = kinds.map { income.sum("gross_base", where: ["kind": $0]) }
      let sum: ExactDecimal? = sums.reduce(ExactDecimal.zero) { sum, next in
        sum.flatMap { sum in next.flatMap { try? sum.adding($0) } }
      }
      same(sum, line(name), "\(name) in the income statement")
      same(sum, symbols.totalAmount(name), "\(name) in pnl")
    }
    for name in ["fees", "taxes", "other"] { same(line(name), symbols.totalAmount(name), name) }
    let byYear = Report.income(books, selection, by: .year)
    same(income.totalAmount("gross_base"), byYear.totalAmount("gross_base"), "income by year")
    if from == nil, isPaid {
      same(gains.totalAmount("gain_base"), symbols.totalAmount("period_realized"), "realized gain")
    }
  }

  private func difference(_ left: ExactDecimal?, _ right: ExactDecimal?) -> ExactDecimal? {
    left.flatMap { left in right.flatMap { try? left.subtracting($0) } }
  }

  private func same(_ left: ExactDecimal?, _ right: ExactDecimal?, _ what: String) {
    let (left, right) = (left?.normalized(), right?.normalized())
    #expect(left == right, "\(name): \(what)")
  }
}

extension Report {
  private func place(of key: String) -> Int { columns.firstIndex { $0.key == key } ?? 0 }

  /// The texts of a column, each once.
  fileprivate func texts(_ key: String) -> [String] {
    var found: Set<String> = []
    for index in 0..<rowCount {
      if case .text(let text) = row(index)[place(of: key)] { found.insert(text) }
    }
    return found.sorted()
  }

  /// The sum of a column over the rows with some texts; nil where a part of it is not known.
  fileprivate func sum(_ key: String, where texts: [String: String]) -> ExactDecimal? {
    var sum: ExactDecimal? = .zero
    for index in 0..<rowCount {
      let cells = row(index)
      guard texts.allSatisfy({ cells[place(of: $0.key)] == .text($0.value) }) else { continue }
      sum = sum.flatMap { sum in cells[place(of: key)].amount.flatMap { try? sum.adding($0) } }
    }
    return sum
  }

  fileprivate func totalAmount(_ key: String) -> ExactDecimal? {
    totals.first { $0.key == key }?.value.amount
  }
}

extension Report.Cell {
  fileprivate var amount: ExactDecimal? {
    switch self {
    case .money(let amount, _), .number(let amount, _): amount
    case .text, .day, .integer, .null: nil
    }
  }
}
