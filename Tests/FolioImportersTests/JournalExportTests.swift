import Folio
import Testing

@testable import FolioImporters
@testable import TestSupport

/// Journals of random histories: what the postings say, and what an import reads back.
struct JournalExportTests {
  private static let ways = Way.all + Way.ruled
  /// The ways to book by number: each has a history and a format of its own.
  private static let numbers = TestScale.some(Array(ways.indices), every: 5)

  private func histories(_ number: Int) -> [History] {
    (1...TestScale.part(of: UInt64(10))).map { seed in
      var maker = HistoryMaker(
        seed: seed &* 0x1F1F &+ UInt64(number), Self.ways[number], keepsUnits: false)
      return maker.make(40)
    }
  }

  private func traced(_ history: History) throws -> BookedLedger {
    try Booked(history.builder()) { $0.keepsTrace = true }.result
  }

  @Test(
    "the postings have the units and costs of the lots, and add up",
    arguments: numbers)
  func postings(_ number: Int) throws {
    for history in histories(number) {
      let booked = try traced(history)
      var builder = JournalBuilder(booked)
      let journal = try builder.build()
      var books = PostedBooks()
      for entry in journal.entries {
        let rests = try books.post(entry)
        #expect(rests.isEmpty, "seed \(history.seed), \(entry.id): \(rests)")
      }
      #expect(books.mistakes.isEmpty, "seed \(history.seed): \(books.mistakes)")
      let holdings = try booked.holdings()
      var expected: [String: ExactDecimal] = [:]
      for holding in holdings {
        let key = "\(holding.symbol) \(holding.currency?.code ?? "")"
        expected[key] = try (expected[key] ?? .zero).adding(holding.costBasis)
        expected[holding.symbol] = try (expected[holding.symbol] ?? .zero).adding(holding.quantity)
      }
      let found = try books.figures(journal.names)
      for key in Set(expected.keys).union(found.keys) {
        let difference = try (found[key] ?? .zero).subtracting(expected[key] ?? .zero)
        #expect(
          difference.magnitude <= "0.000001",
          "seed \(history.seed), \(key): \(found[key] ?? .zero), \(expected[key] ?? .zero)")
      }
      let accounts = zip(booked.ledger.tables.cashAccounts, booked.cash)
      for (account, cash) in accounts where cash.balance != .zero {
        let id = booked.ledger.tables.text(account.id)
        let name = journal.names.cash.first { $0.value == id }?.key ?? ""
        #expect(books.cash[name] == cash.balance, "seed \(history.seed), \(id)")
      }
    }
  }

  @Test(
    "export, import and export give the same groups and figures", arguments: numbers)
  func roundTrip(_ number: Int) throws {
    for history in histories(number) {
      let booked = try traced(history)
      let formats = [ExportFormat.beancount, .ledgerJournal]
      for format in TestScale.isFull ? formats : [formats[number % 2]] {
        guard case .model(let make) = format.content else { continue }
        let (document, unsupported) = try make(booked, nil)
        #expect(unsupported.isEmpty, "seed \(history.seed): \(unsupported.prefix(3))")
        var run = ImportRun()
        run.read(document, name: "export", format: format.name)
        let back = run.finish()
        let errors = back.findings.errors.map(\.message)
        #expect(errors.isEmpty, "seed \(history.seed): \(errors)")
        var reader = LedgerReader()
        reader.read(back.contents.document(.lines), name: "back")
        let check = LedgerCheck(of: reader.finish())
        var options = BookingOptions()
        options.keepsTrace = true
        let again = try BookedLedger(booking: check.validPart, options)
        #expect(try again.holdings() == booked.holdings(), "seed \(history.seed)")
        #expect(again.cash == booked.cash, "seed \(history.seed)")
        #expect(again.disposals.count == booked.disposals.count, "seed \(history.seed)")
        let gains = { (books: BookedLedger) in
          try books.disposals.map { try $0.proceeds.subtracting($0.cost).normalized() }
        }
        #expect(try gains(again) == gains(booked), "seed \(history.seed)")
        let (second, _) = try make(again, nil)
        #expect(second == document, "seed \(history.seed), \(format.name)")
      }
    }
  }

  @Test func `names are legal and differ`() {
    var names = JournalNames()
    #expect(names.commodity("AAPL") == "AAPL")
    #expect(names.commodity("aapl") == "AAPL.2")
    #expect(names.commodity("F") == "X.F")
    #expect(names.commodity("7203.T") == "X.7203.T")
    #expect(names.commodity("TRUE") == "X.TRUE")
    #expect(names.commodity("é") == "X.0")
    #expect(names.commodity("BRK/B ") == "BRK-B")
    #expect(names.commodity("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "ABCDEFGHIJKLMNOPQRST")
    #expect(names.account("c-usd", below: "Assets:Cash") == "Assets:Cash:C-usd")
    #expect(names.account("c usd", below: "Assets:Cash") == "Assets:Cash:C-usd-2")
    #expect(names.account("-", below: "Assets:Cash") == "Assets:Cash:X")
  }
}

/// What a program makes of the postings: units by lot, as beancount's method STRICT keeps them.
private struct PostedBooks {
  private struct Key: Hashable {
    var account: String
    var commodity: String
    var lot: ExportedJournal.Lot
  }

  private var units: [Key: ExactDecimal] = [:]
  private(set) var cash: [String: ExactDecimal] = [:]
  private(set) var mistakes: [String] = []

  /// Books an entry.
  /// - Returns: The amounts to which it adds up, if they are more than programs tolerate.
  mutating func post(_ entry: ExportedJournal.Entry) throws -> [String] {
    var sums: [String: ExactDecimal] = [:]
    for posting in entry.postings {
      guard let lot = posting.lot else {
        sums[posting.commodity] = try (sums[posting.commodity] ?? .zero).adding(posting.number)
        cash[posting.account] = try (cash[posting.account] ?? .zero).adding(posting.number)
        continue
      }
      sums[lot.currency] = try (sums[lot.currency] ?? .zero).adding(posting.number.atCost(lot.cost))
      let key = Key(account: posting.account, commodity: posting.commodity, lot: lot)
      let old = units[key] ?? .zero
      let isShort = posting.account.hasPrefix("Liabilities")
      let new = try old.adding(posting.number)
      if isShort ? new > .zero : new < .zero {
        mistakes.append("\(entry.id): \(posting.number) \(posting.commodity) of \(old)")
      }
      units[key] = new
    }
    return sums.filter { $0.value.magnitude > "0.0000005" }.map { "\($0.value) \($0.key)" }
  }

  /// The units by symbol, and the costs by symbol and currency.
  func figures(_ names: OwnNames) throws -> [String: ExactDecimal] {
    var sums: [String: ExactDecimal] = [:]
    for (key, held) in units {
      let symbol = names.symbols[key.commodity] ?? key.commodity
      let cost = "\(symbol) \(names.currencies[key.lot.currency]?.code ?? "")"
      sums[symbol] = try (sums[symbol] ?? .zero).adding(held)
      sums[cost] = try (sums[cost] ?? .zero).adding(held.atCost(key.lot.cost))
    }
    return sums
  }
}
