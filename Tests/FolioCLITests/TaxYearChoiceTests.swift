import FolioModel
import FolioReports
import Testing

@testable import FolioCLI

struct TaxYearChoiceTests {
  @Test(
    arguments: [
      ("2024", 2024, false), ("2024/25", 2024, true), ("2024-25", 2024, true),
      ("1999/00", 1999, true), ("0001", 1, false),
    ])
  func `a year, or two that follow each other`(text: String, year: Int, isSplit: Bool) throws {
    let choice = try #require(TaxYearChoice(text))
    #expect(choice.year.firstYear == year)
    #expect(choice.isSplit == isSplit)
  }

  @Test(
    arguments: [
      "", "24", "2024/", "/25", "2024/26", "2024-12", "2024-04-06", "2024/2025", "2024 25", "today",
      "0000", "9999", "+024", "２０２４",
    ])
  func `anything else is none`(text: String) {
    #expect(TaxYearChoice(text) == nil)
  }

  @Test func `the flags say which`() throws {
    let line = ["tax-form", "--tax-rules", "uk", "--tax-year", "2024/25", "ledger.json"]
    let options = try parse(line).options
    #expect(options.booking.taxRules == .uk)
    #expect(options.taxYear == TaxYearChoice("2024-25"))
    #expect(options.from == nil && options.to == nil && options.asOf == nil)
    #expect(
      try parse(["check", "--tax-rules", "none", "x"]).options.booking.taxRules == TaxRules.none)
  }
}
