import FolioModel
import FolioNumbers
import FolioReports
import Testing

@testable import TestSupport

@Suite("Tax years")
struct TaxYearTests {
  @Test("the calendar year, or April to April")
  func periods() throws {
    let year = try #require(TaxYear(2024))
    #expect(year.period(under: .uk) == ("2024-04-06", "2025-04-05"))
    for rules in [TaxRules.none, .us, .ca] {
      #expect(year.period(under: rules.regime) == ("2024-01-01", "2024-12-31"))
      #expect(year.name(under: rules.regime) == "2024")
    }
  }

  @Test("both sides of 5 April", arguments: [("2024-04-05", 2023), ("2024-04-06", 2024)])
  func april(_ text: String, _ firstYear: Int) throws {
    let day = try Day(text)
    #expect(TaxYear(containing: day, under: .uk)?.firstYear == firstYear)
    #expect(TaxYear(containing: day, under: .us)?.firstYear == 2024)
  }

  @Test("the second year is written with two digits")
  func names() {
    #expect(TaxYear(2024)?.name(under: .uk) == "2024/25")
    #expect(TaxYear(1999)?.name(under: .uk) == "1999/00")
    #expect(TaxYear(2008)?.name(under: .uk) == "2008/09")
  }

  @Test("a year that has no next one is none")
  func bounds() {
    #expect(TaxYear(0) == nil && TaxYear(9999) == nil)
    #expect(TaxYear(1)?.period(under: .uk).first == "0001-04-06")
    #expect(TaxYear(9998)?.period(under: .uk).last == "9999-04-05")
    #expect(TaxYear(containing: "0001-04-05", under: .uk) == nil)
  }
}
