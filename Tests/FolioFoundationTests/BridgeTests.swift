import Folio
import FolioFoundation
import Foundation
import Testing

@Suite("Foundation's dates and numbers")
struct BridgeTests {
  @Test(
    "A day is that of the time zone",
    arguments: [
      ("2024-03-01T23:30:00Z", "Europe/Paris", "2024-03-02"),
      ("2024-03-01T00:30:00Z", "America/New_York", "2024-02-29"),
      ("1969-12-31T23:59:59Z", "GMT", "1969-12-31"),
    ])
  func dayOfDate(_ time: String, _ zone: String, _ expected: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    #expect(try Day(Date(Timestamp(time)), in: zone) == Day(expected))
  }

  @Test(
    "A day begins at its first instant, also where clocks change at midnight",
    arguments: [
      ("2024-03-01", "Europe/Paris", "2024-02-29T23:00:00Z"),
      ("2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z"),
      ("2018-02-18", "America/Sao_Paulo", "2018-02-18T03:00:00Z"),
      ("0001-01-01", "GMT", "0001-01-01T00:00:00Z"),
    ])
  func dateOfDay(_ day: String, _ zone: String, _ expected: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    #expect(try Timestamp(Date(Day(day), in: zone)) == Timestamp(expected))
  }

  @Test("Each day of some years comes back in every zone")
  func days() throws {
    for name in ["America/Sao_Paulo", "Europe/London", "Asia/Kathmandu", "Pacific/Apia"] {
      let zone = try #require(TimeZone(identifier: name))
      for number in stride(from: Int32(14_000), to: 18_500, by: 1) {
        let day = try #require(Day(daysSince1970: number))
        // Apia has no 30 December 2011.
        if try name == "Pacific/Apia" && day == Day("2011-12-30") { continue }
        #expect(Day(Date(day, in: zone), in: zone) == day, "\(name) \(day)")
      }
    }
  }

  @Test("A time comes back to the microsecond, and strange dates do no harm")
  func times() throws {
    let time = try Timestamp("2024-03-01T14:30:00.123456Z")
    #expect(Timestamp(Date(time)) == time)
    #expect(Timestamp(Date(timeIntervalSince1970: .infinity)).day == Day.last)
    #expect(Timestamp(Date(timeIntervalSince1970: -.infinity)).day == Day.first)
    #expect(Timestamp(Date(timeIntervalSince1970: .nan)).seconds == 0)
    #expect(Day(Date(timeIntervalSince1970: .infinity), in: .gmt) == nil)
  }

  @Test(
    "Decimals keep every digit",
    arguments: [
      "0", "-1802.5", "123456789012345678901234567890.123456", "0.000000000000000000000000000001",
    ])
  func decimals(_ text: String) throws {
    let number = try ExactDecimal(text)
    #expect(Decimal(number).description == text)
    #expect(try ExactDecimal(Decimal(number)) == number)
    #expect(throws: NumberFault.self) { try ExactDecimal(Decimal.nan) }
  }

  @Test("A binary number is rounded as it is shown")
  func doubles() throws {
    #expect(try ExactDecimal(0.1 + 0.2, places: 2, rounding: .halfEven).description == "0.30")
    #expect(try ExactDecimal(1.005, places: 2, rounding: .halfUp).description == "1.01")
    #expect(try ExactDecimal(-1e-300, places: 2, rounding: .floor).description == "-0.01")
    #expect(try ExactDecimal(1e-7, places: 8, rounding: .down) == ExactDecimal("0.0000001"))
    #expect(throws: NumberFault.self) {
      try ExactDecimal(Double.infinity, places: 2, rounding: .down)
    }
    #expect(try Double(ExactDecimal("180.25")) == 180.25)
  }

  @Test("A builder takes a Decimal")
  func builder() throws {
    let price = try #require(Decimal(string: "180.25"))
    let entry = try GroupEntry.buy("AAPL", 10, at: price, on: Day("2024-03-01"), id: "g1")
    #expect(try entry.price == ExactDecimal("180.25"))
  }

  @Test("Errors say the problem and the remedy")
  func errors() throws {
    let fault: any Error = EntryFault.noAccount(in: .usDollar)
    #expect(
      fault.localizedDescription
        == "The ledger has no cash account in USD: add one, or name another account.")
    let failure: any Error = StoreFailure.notFound(.group("g1"))
    #expect(failure.localizedDescription == "there is no group 'g1'. Check the id.")
    #expect((failure as? any LocalizedError)?.recoverySuggestion == "Check the id.")
    let network = StoreFailure.unreachable(EntryFault.unknownAccount("c"))
    #expect(network.failureReason == EntryFault.unknownAccount("c").description)
    #expect(network.recoverySuggestion == "Check the connection, and try again.")
    let store = StoreInput("{\"settings\": {\"base_currency\": 1}}")
    do {
      _ = try Ledger(reading: store.bytes)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.localizedDescription.contains("base_currency"))
      #expect(error.failureReason?.contains("^") == true)
    }
  }
}
