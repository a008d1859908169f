import Foundation
import Testing

@testable import FolioNumbers

@Suite("Coded numbers, days and times")
struct CodableTests {
  private func coded<Value: Codable>(_ value: Value) throws -> (text: String, back: Value) {
    let data = try JSONEncoder().encode([value])
    let back = try JSONDecoder().decode([Value].self, from: data)
    return (String(decoding: data, as: UTF8.self), back[0])
  }

  @Test("keep every digit")
  func roundTrip() throws {
    let number = try ExactDecimal("123456789012345678901234567890.500000")
    #expect(try coded(number).text == "[\"123456789012345678901234567890.500000\"]")
    #expect(try coded(number).back.bits == number.bits)
    let day = try Day("2024-02-29")
    #expect(try coded(day) == ("[\"2024-02-29\"]", day))
    let time = try Timestamp("2024-03-01T14:30:00.5+05:30")
    #expect(try coded(time).text == "[\"2024-03-01T14:30:00.5+05:30\"]")
    #expect(try coded(time).back.offsetMinutes == 330)
    #expect(try coded(Money(number, .usDollar)).back == Money(number, .usDollar))
    #expect(try coded(RoundingRule.halfUp) == ("[\"halfUp\"]", .halfUp))
  }

  @Test("are refused if a digit may be lost, or with the reason why a text is none")
  func refusals() throws {
    let decoder = JSONDecoder()
    #expect(try decoder.decode([ExactDecimal].self, from: Data("[7]".utf8)) == [7])
    #expect(throws: DecodingError.self) {
      try decoder.decode([ExactDecimal].self, from: Data("[180.25]".utf8))
    }
    do {
      _ = try decoder.decode([Currency].self, from: Data("[\"usd\"]".utf8))
      Issue.record("nothing was thrown")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.underlyingError as? CurrencyFault == .lowercase(offset: 0))
      #expect(context.debugDescription.contains("USD"))
    }
  }
}
