import Testing

@testable import FolioReports

@Suite("The arguments of reports")
struct ReportArgumentTests {
  private static let all = ReportArgument.ofReports + ReportArgument.supposed

  @Test("tools name no flags and nothing that only the command reads")
  func tools() {
    for argument in Self.all where argument.isInTools {
      #expect(!argument.tool.meaning.contains("--"), "\(argument.name)")
      #expect(!argument.tool.meaning.contains("today"), "\(argument.name)")
      #expect(argument.tool.meaning.hasSuffix("."), "\(argument.name)")
    }
  }

  @Test("no report takes two arguments of one name")
  func names() {
    for kind in ReportKind.all {
      let taken = ReportArgument.ofReports.filter(kind.takes)
      #expect(Set(taken.map(\.name)).count == taken.count, "\(kind.name)")
      #expect(Set(taken.map(\.tool.name)).count == taken.count, "\(kind.name)")
    }
  }

  @Test("a contradiction names the arguments as they were given")
  func contradictions() {
    var choices = ReportChoices()
    #expect(choices.faultOfPeriod { $0 } == nil && choices.faultOfRates { $0 } == nil)
    choices.supposed.shortRate = .zero
    let fault = choices.faultOfRates(ReportArgument.nameInTools)
    #expect(fault == "rate_short and rate_long belong together. Give both.")
    choices.to = .today
    choices.taxYear = TaxYearChoice("2024")
    let other = choices.faultOfPeriod { "--\($0)" }
    #expect(other == "--tax-year and --to both set the period. Leave one of them out.")
  }
}
