import Folio
import Testing

@testable import FolioBench

@Suite struct GeneratorTests {
  private static let history = TradeHistory(groups: 200, seed: Plan.seed)

  @Test(
    "One seed makes the same bytes on every machine",
    arguments: [
      (WorkLayout.canonical, 231_425, "296687b5ad30d2d2"),
      (.shuffled, 231_425, "1ffd236077eb247a"), (.pretty, 287_620, "c1f84b517b8d554e"),
    ])
  func bytes(layout: WorkLayout, count: Int, hash: String) {
    let document = WorkStream(Self.history, layout).document(expecting: 0)
    #expect(document.count == count)
    #expect(Fingerprint(of: document).text == hash)
  }

  @Test("Another seed makes other bytes")
  func anotherSeed() {
    let other = WorkStream(TradeHistory(groups: 200, seed: Plan.seed + 1)).document(expecting: 0)
    #expect(other != WorkStream(Self.history).document(expecting: 0))
  }

  @Test(
    "The document is the same whether it is read in parts or made at once",
    arguments: [1, 7, 70_000])
  func parts(size: Int) throws {
    var stream = WorkStream(Self.history)
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: size)
    while true {
      let count = try part.withUnsafeMutableBytes { try stream.read(into: $0) }
      if count == 0 { break }
      bytes.append(contentsOf: part[..<count])
    }
    #expect(bytes == WorkStream(Self.history).document(expecting: 0))
    #expect(bytes.count == WorkStream(Self.history).countBytes())
  }

  @Test(
    "Every layout reads, checks and books without a fault or a warning",
    arguments: WorkLayout.allCases)
  func soundness(layout: WorkLayout) throws {
    let document = WorkStream(Self.history, layout).document(expecting: 0)
    let ledger = try Ledger(reading: document, strict: true)
    #expect(ledger.tables.groups.count == 200)
    #expect(ledger.tables.instruments.count == 500)
    #expect(ledger.warnings.isEmpty)
    let booked = try BookedLedger(booking: ledger)
    #expect(booked.bookedGroups == 200)
    #expect(booked.warnings.isEmpty)
  }

  @Test("Every layout leads to the same results")
  func sameResults() throws {
    let hashes = try WorkLayout.allCases.map { layout in
      let document = WorkStream(Self.history, layout).document(expecting: 0)
      return try Pipeline(.processor) { $0.read(document, name: "work.json") }.fingerprint
    }
    #expect(Set(hashes).count == 1)
  }

  @Test("A history has its share of deposits, dividends, purchases and sales")
  func mixture() throws {
    let document = WorkStream(TradeHistory(groups: 10_000, seed: 1)).document(expecting: 0)
    let tables = try Ledger(reading: document).tables
    let types = Dictionary(grouping: tables.groups, by: \.type).mapValues(\.count)
    #expect((450...550).contains(types[.deposit] ?? 0))
    #expect((900...1_100).contains(types[.dividend] ?? 0))
    let sales = tables.stockLegs.count { $0.type == .sell }
    let purchases = tables.stockLegs.count { $0.type == .buy }
    #expect((3_000...4_000).contains(sales))
    #expect((4_500...5_500).contains(purchases))
  }

  @Test("The sales of the depth stage find as many lots open as they should")
  func depth() throws {
    let history = DepthHistory(depth: 20, sales: 50, seed: 1)
    let ledger = try Ledger(reading: WorkStream(history).document(expecting: 0), strict: true)
    for method in DepthBench.methods {
      var options = BookingOptions()
      options.method = method
      let whole = try BookedLedger(booking: ledger, options)
      #expect(whole.disposals.count == 50)
      #expect(whole.lots.count == 20)
      options.asOf = DepthHistory.lastOpeningDay
      let opening = try BookedLedger(booking: ledger, options)
      #expect(opening.disposals.isEmpty)
      #expect(opening.lots.count == 20)
    }
  }
}
