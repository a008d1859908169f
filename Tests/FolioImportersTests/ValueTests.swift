import Folio
import Testing

@testable import FolioImporters

/// Numbers, days and currencies as other programs write them.
struct ValueTests {
  private func read(_ text: String, _ mark: DecimalMark) -> String? {
    NumberText(Array(text.utf8)).value(mark).map { "\($0)" }
  }

  @Test(
    "numbers lose signs of currencies, blanks and grouping",
    arguments: [
      ("1,234.50", "1234.50"), ("-$1,259.59", "-1259.59"), ("$-0.88", "-0.88"), ("(1.5)", "-1.5"),
      ("1.5-", "-1.5"), ("1'234.5", "1234.5"), ("£1093.41", "1093.41"), ("1\u{A0}234.5", "1234.5"),
      ("1.0e-08", "1.0e-08"), (".9232", "0.9232"), ("+3", "3"), ("EUR 12.00", "12.00"),
      ("12.00 USD", "12.00"), ("\u{2212}4", "-4"), ("007", "7"), ("0.10", "0.10"),
    ])
  func numbers(text: String, expected: String) throws {
    let value = NumberText(Array(text.utf8)).value(.point)
    #expect(value == (try ExactDecimal(expected)), "\(text)")
  }

  @Test("what is no number is not read as one")
  func noNumbers() {
    for text in ["1.2.3", "12,34.5", "abc", "1-2", "5%", "1,2345.0", "--5x"] {
      #expect(read(text, .point) == nil, "\(text)")
    }
    for text in ["", "-", "--", "- -", "Not available", "n/a"] {
      #expect(NumberText(Array(text.utf8)).isEmpty, "\(text)")
    }
    #expect(read("1.234,5", .comma) == "1234.5")
    #expect(read("1.234,5", .point) == nil)
  }

  @Test("the decimal mark is decided over a column, or stays open")
  func marks() {
    func decided(_ texts: [String]) -> MarkDecision {
      var decision = MarkDecision()
      for text in texts { decision.see(Array(text.utf8)) }
      return decision
    }
    #expect(decided(["1", "2"]).mark == .point)
    #expect(decided(["1.234", "7,5"]).mark == .comma)
    #expect(decided(["1,234", "7.5"]).mark == .point)
    #expect(decided(["0.123"]).mark == .point)
    #expect(decided(["1.234"]).mark == nil && !decided(["1.234"]).isContradictory)
    #expect(decided(["1.5", "1,5"]).isContradictory)
  }

  @Test("the order of day and month is decided over the file, or stays open")
  func days() throws {
    let formats = ["dd/MM/yyyy", "MM/dd/yyyy"].compactMap { DateFormat($0) }
    func decided(_ texts: [String]) -> DateDecision {
      var decision = DateDecision(formats)
      for text in texts { decision.see(Array(text.utf8)) }
      return decision
    }
    #expect(decided(["01/02/2031", "13/02/2031"]).order == .dayFirst)
    #expect(decided(["01/02/2031", "02/13/2031"]).order == .monthFirst)
    #expect(decided(["01/02/2031"]).order == nil)
    #expect(decided(["02/02/2031"]).order != nil)
    #expect(decided(["13/13/2031"]).unreadable == "13/13/2031")
  }

  @Test(
    "days and times are read in many forms",
    arguments: [
      ("iso", "2031-02-03T04:05:06.5Z", "2031-02-03T04:05:06.5Z"),
      ("iso", "2031-02-03 04:05:06 UTC", "2031-02-03T04:05:06Z"),
      ("iso", "2031-02-03", "2031-02-03T00:00:00Z"),
      ("dd-MMM-yyyy", "02-Apr-2031", "2031-04-02T00:00:00Z"),
      ("yyyyMMdd", "20310203", "2031-02-03T00:00:00Z"),
      ("dd/MM/yy HH:mm:ss", "23/12/31 15:18:12", "2031-12-23T15:18:12Z"),
      ("MM/dd/yyyy' as of 'MM/dd/yyyy", "06/16/2031 as of 06/15/2031", "2031-06-15T00:00:00Z"),
      ("yyyy-MM-dd', 'HH:mm:ss", "2031-02-03, 10:00:00", "2031-02-03T10:00:00Z"),
    ])
  func times(format: String, text: String, expected: String) throws {
    let format = try #require(DateFormat(format))
    #expect(format.read(Array(text.utf8))?.description == expected)
    #expect(format.read(Array((text + "x").utf8)) == nil)
  }

  @Test("hundredths become the currency")
  func units() throws {
    let pence = try #require(Currency.unit("GBX"))
    #expect(pence.currency == "GBP" && pence.isHundredth)
    #expect(try pence.major(250) == ExactDecimal("2.50"))
    for text in ["GBp", "GBPence", "ILA", "ZAc"] {
      #expect(Currency.unit(text)?.isHundredth == true)
    }
    for text in ["GBP", "usd", "€"] { #expect(Currency.unit(text)?.isHundredth == false) }
    #expect(Currency.unit("$") == nil && Currency.unit("") == nil)
  }
}
