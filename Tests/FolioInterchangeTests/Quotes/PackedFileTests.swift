import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioInterchange
@testable import TestSupport

/// Packed files of prices: what is packed comes out, and damage is found.
struct PackedFileTests {
  private static let table = """
    date,symbol,price,currency
    2024-01-03,QA,12.75,USD
    2024-01-02,QA,12.50,USD
    2024-05-01,QB,99,EUR
    2024-01-02,QA,0.000001,USD

    """

  private func staging(_ bytes: [UInt8], kind: QuoteKind = .prices) -> QuoteStaging {
    var staging = QuoteStaging()
    staging.read(
      bytes, QuoteStaging.Request(kind: kind), sources: [SourceFile(name: "p", contents: [])])
    return staging
  }

  @Test(
    "known hashes",
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
    ] as [(String, UInt64)])
  func hashes(_ text: String, _ hash: UInt64) {
    #expect(ContentHash.value(of: FixedBytes(Array(text.utf8)), from: 0) == hash)
  }

  @Test("rows are sorted by day, and those of a day keep their order")
  func rows() throws {
    let staging = staging(try PricePacking.pack(Array(Self.table.utf8), name: "p.csv"))
    #expect(staging.faults.isEmpty)
    let rows = staging.prices.packedSeries.flatMap { series in
      series.rows.map { row in
        let price = staging.prices[row]
        return "\(staging.subjects[Int(price.subject)].symbol) \(price.day) \(price.price) "
          + staging.currencies[price.currency].code
      }
    }
    #expect(
      rows == [
        "QA 2024-01-02 12.50 USD", "QA 2024-01-02 0.000001 USD", "QA 2024-01-03 12.75 USD",
        "QB 2024-05-01 99 EUR",
      ])
  }

  @Test("a file that lost or changed a byte is refused, and so is one of prices as one of rates")
  func damage() throws {
    let bytes = try PricePacking.pack(Array(Self.table.utf8), name: "p.csv")
    for place in PackedPrices.mark.count..<bytes.count {
      var changed = bytes
      changed[place] ^= 0x10
      #expect(staging(changed).faults.map(\.code) == [.malformedTable], "byte \(place)")
    }
    for count in PackedPrices.mark.count..<bytes.count {
      #expect(staging(Array(bytes.prefix(count))).faults.map(\.code) == [.malformedTable])
    }
    #expect(staging(bytes + [0]).faults.map(\.code) == [.malformedTable])
    #expect(staging(bytes, kind: .rates).faults.map(\.code) == [.otherQuotes])
  }

  @Test("rows that no file of prices has are refused, although the hash is right")
  func falseRows() throws {
    let bytes = try PricePacking.pack(Array(Self.table.utf8), name: "p.csv")
    // The last row: coefficient, day, places.
    for (offset, byte) in [(7, 0x80), (11, 0x7F), (12, 200)] as [(Int, UInt8)] {
      var changed = bytes
      changed[changed.count - 16 + offset] = byte
      let hash = ContentHash.value(of: FixedBytes(changed), from: PackedFile.headerSize)
      for place in 0..<8 { changed[16 + place] = UInt8(truncatingIfNeeded: hash >> (8 * place)) }
      #expect(staging(changed).faults.map(\.code) == [.malformedTable])
    }
  }

  @Test("what cannot be packed is said")
  func failures() {
    func failure(_ text: String) -> PricePacking.Failure? {
      do {
        _ = try PricePacking.pack(Array(text.utf8), name: "p.csv")
        return nil
      } catch {
        return error as? PricePacking.Failure
      }
    }
    #expect(failure("date,symbol,price\n") == .empty)
    let two = "date,symbol,price,currency\n2024-01-02,QA,1,USD\n2024-01-03,QA,1,EUR\n"
    #expect(failure(two) == .severalCurrencies("QA"))
    #expect(failure("date,symbol,price\n2024-01-02,QA,12345678901234567890\n") == .tooLong("QA"))
    let rates = #"{"fx_rates": [{"date": "2024-01-02", "from": "EUR", "to": "USD", "rate": "1"}]}"#
    #expect(failure(rates) == .rates)
    #expect(throws: LedgerFaults.self) {
      try PricePacking.pack(Array("date,symbol,price\n2024-02-30,QA,1\n".utf8), name: "p.csv")
    }
  }
}
