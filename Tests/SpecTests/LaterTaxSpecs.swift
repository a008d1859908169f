import Folio
import Testing

@testable import FolioCLI

/// Corrections of withheld taxes in another Flex query than their dividend.
struct LaterTaxSpecs {
  private static func query(_ rows: [String]) -> [UInt8] {
    let text = """
      <FlexQueryResponse queryName="Q" type="AF">
      <FlexStatements count="1">
      <FlexStatement accountId="U7000005" fromDate="20230101" toDate="20240331" period="X">
      <AccountInformation accountId="U7000005" currency="USD" />
      <CashTransactions>
      \(rows.joined(separator: "\n"))
      </CashTransactions>
      </FlexStatement>
      </FlexStatements>
      </FlexQueryResponse>

      """
    return Array(text.utf8)
  }

  private static func row(
    _ type: String, _ text: String, _ amount: String, _ id: String, reported: String = "20230614"
  ) -> String {
    "<CashTransaction accountId=\"U7000005\" currency=\"USD\" fxRateToBase=\"1\" "
      + "assetCategory=\"STK\" symbol=\"HILL\" conid=\"905\" isin=\"US0000000905\" "
      + "description=\"HILL(US0000000905) CASH DIVIDEND USD 0.50 PER SHARE\(text)\" "
      + "dateTime=\"20230614;202000\" settleDate=\"20230614\" reportDate=\"\(reported)\" "
      + "amount=\"\(amount)\" type=\"\(type)\" transactionID=\"\(id)\" levelOfDetail=\"DETAIL\" />"
  }

  private static let dividend = [
    row("Dividends", " (Ordinary Dividend)", "50", "9001"),
    row("Withholding Tax", " - US TAX", "-7.5", "9002"),
  ]
  private static let correction = [
    row("Withholding Tax", " - US TAX", "7.5", "9003", reported: "20240216"),
    row("Withholding Tax", " - US TAX", "-5", "9004", reported: "20240216"),
  ]

  private func session() -> CommandSession {
    let session = CommandSession([
      "2023.xml": Self.query(Self.dividend), "2024.xml": Self.query(Self.correction),
      "both.xml": Self.query(Self.dividend + Self.correction),
    ])
    session.run(["init", "memory:books", "--base", "USD"])
    return session
  }

  /// The tax that was withheld in a year, or in all.
  private func withheld(_ session: CommandSession, _ period: [String]) throws -> String {
    session.run(["income", "memory:books", "--format", "csv"] + period)
    let lines = session.output.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let column = try #require(lines.first?.firstIndex(of: "tax_withheld"), "\(session.output)")
    var sum = ExactDecimal.zero
    for line in lines.dropFirst() where line.count > column {
      sum = try sum.adding(try ExactDecimal(String(line[column])))
    }
    return sum.normalized().description
  }

  /// 7.50 were withheld, 7.50 came back and 5.00 were kept: 5.00 in all.
  @Test("the tax of a correction in a second file is that of its own day")
  func twoFiles() throws {
    let session = session()
    for file in ["2023.xml", "2024.xml"] {
      session.run(["import", file, "--store", "memory:books"])
      #expect(session.status == 0, "\(session.errors)")
    }
    #expect(try withheld(session, ["--from", "2023-01-01", "--to", "2023-12-31"]) == "7.5")
    #expect(try withheld(session, ["--from", "2024-01-01", "--to", "2024-12-31"]) == "-2.5")
    // A file over both days changes nothing without --update, and counts nothing twice with it.
    session.run(["import", "both.xml", "--store", "memory:books"])
    #expect(try withheld(session, []) == "5")
    session.run(["import", "both.xml", "--store", "memory:books", "--update"])
    #expect(try withheld(session, []) == "5")
    #expect(try withheld(session, ["--from", "2023-01-01", "--to", "2023-12-31"]) == "5")
  }

  @Test("a ledger that has the dividend with all its tax keeps the correction as it is")
  func wholeFileFirst() throws {
    let session = session()
    session.run(["import", "both.xml", "--store", "memory:books"])
    #expect(try withheld(session, []) == "5")
    session.run(["import", "2024.xml", "--store", "memory:books", "--update"])
    #expect(session.errors.contains("2 already known"), "\(session.errors)")
    #expect(try withheld(session, []) == "5")
  }
}
