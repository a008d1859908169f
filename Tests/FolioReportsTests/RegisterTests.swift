import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

@Suite("The register")
struct RegisterTests {
  @Test(
    "ends exactly at the figures of 'cash' and 'holdings', in every history",
    arguments: Way.third(0, of: Way.all + Way.ruled))
  func endsAtTheBalances(_ way: Way) throws {
    for history in histories(401..<404, way) {
      for basis in DateBasis.allCases {
        let books = try books(of: history, basis, asOf: nil)
        try expectEnds(books, "\(basis) \(history.name)")
        let middle = history.groups[history.groups.count / 2].at.day
        let half = try self.books(of: history, basis, asOf: middle)
        try expectEnds(half, "\(basis) \(history.name) \(middle)")
      }
    }
  }

  @Test(
    "of a period begins with the balance of the day before",
    arguments: Way.third(1, of: Way.all + Way.ruled))
  func opening(_ way: Way) throws {
    for history in histories(411..<413, way) {
      let booked = try books(of: history, .trade, asOf: nil)
      let from = history.groups[history.groups.count / 3].at.day
      var selection = Selection()
      selection.from = from
      let parts = try Report.register(booked.register, selection)
      let whole = try Report.register(booked.register)
      let openings = parts.cells("balance", where: "group_id", is: .null)
      #expect(openings.count == booked.plain.ledger.tables.cashAccounts.count, "\(history.name)")
      #expect(parts.last("balance", by: "account") == whole.last("balance", by: "account"))
      // Without changes before the period, an account begins with zero.
      selection.from = "1900-01-01"
      let all = try Report.register(booked.register, selection)
      for opening in all.cells("balance", where: "group_id", is: .null) {
        #expect(opening.exact == .zero, "\(history.name)")
      }
    }
  }

  /// Histories in which no sale chooses a lot that a tax rule may have divided.
  private func histories(_ seeds: Range<UInt64>, _ way: Way) -> [History] {
    var histories = way.histories(seeds)
    if way.rules != .none, way.method != .specific {
      for index in histories.indices { histories[index].takeLotsByMethod() }
    }
    return histories
  }

  private func books(of history: History, _ basis: DateBasis, asOf: Day?) throws -> Books {
    var options = BookingOptions()
    options.dateBasis = basis
    options.asOf = asOf
    let ledger = try history.builder().ledger()
    var request = ReportRequest()
    request.selection.symbols = Set(ledger.tables.instruments.map { ledger.tables.text($0.symbol) })
    let kept = ReportKind.register.bookingOptions(options, request, under: nil)
    return try Books(
      plain: BookedLedger(booking: ledger, options), register: BookedLedger(booking: ledger, kept),
      selection: request.selection)
  }

  private func expectEnds(_ books: Books, _ name: String) throws {
    let cash = Report.cash(books.plain)
    let balances = try Report.register(books.register).last("balance", by: "account")
    for row in 0..<cash.rowCount {
      let account = cash.text("account", row)
      let end = balances[account] ?? .zero
      #expect(end == cash.cell("balance", row).exact, "\(name): \(account)")
    }
    let register = try Report.register(books.register, books.selection)
    let (units, costs) = (register.totalOfLast("held_quantity"), register.totalOfLast("held_cost"))
    var (held, cost): ([String: ExactDecimal], [String: ExactDecimal]) = ([:], [:])
    for holding in try books.plain.holdings() {
      let side = holding.quantity.isNegative ? "short" : "long"
      let key = "\(holding.symbol) \(holding.currency?.code ?? "") \(side)"
      held[key] = holding.quantity
      cost[key] = holding.costBasis
    }
    #expect(units == held, "\(name)")
    #expect(costs == cost, "\(name)")
  }
}

/// The books that a register is made from, and those of `cash` and `holdings`.
private struct Books {
  var plain: BookedLedger
  var register: BookedLedger
  var selection: Selection
}

extension Report {
  fileprivate func cell(_ key: String, _ row: Int) -> Cell {
    self.row(row)[columns.firstIndex { $0.key == key } ?? 0]
  }

  fileprivate func text(_ key: String, _ row: Int) -> String {
    if case .text(let text) = cell(key, row) { text } else { "" }
  }

  fileprivate func cells(_ key: String, where other: String, is value: Cell) -> [Cell] {
    (0..<rowCount).filter { cell(other, $0) == value }.map { cell(key, $0) }
  }

  /// The last value of a column for each text of another.
  fileprivate func last(_ key: String, by other: String) -> [String: ExactDecimal] {
    var last: [String: ExactDecimal] = [:]
    for row in 0..<rowCount { last[text(other, row)] = cell(key, row).exact }
    // A period also begins accounts in which nothing ever happens.
    return last.filter { !$0.value.isZero }
  }

  /// The last value of each position that has units, by symbol, currency and side.
  fileprivate func totalOfLast(_ key: String) -> [String: ExactDecimal] {
    var last: [String: ExactDecimal] = [:]
    for row in 0..<rowCount {
      let place = "\(text("symbol", row)) \(text("currency", row)) \(text("side", row))"
      let isHeld = cell("held_quantity", row).exact?.isZero == false
      last[place] = isHeld ? cell(key, row).exact : nil
    }
    return last
  }
}

extension Report.Cell {
  fileprivate var exact: ExactDecimal? {
    switch self {
    case .money(let amount, _), .number(let amount, _): amount.normalized()
    case .text, .day, .integer, .null: nil
    }
  }
}
