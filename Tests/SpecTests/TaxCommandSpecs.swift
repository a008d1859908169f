import Folio
import Testing

@testable import FolioCLI

/// What `--tax-rules` and `--tax-year` do to the commands: periods, and what is refused.
struct TaxCommandSpecs {
  /// Runs a command line over the ledger, as `uk.json` with the rules uk in its settings.
  private func run(_ line: String) throws -> CommandSession {
    let bytes = try SpecFiles.bytes("../Examples/ledgers/taxes.json")
    let settings = #""settings": {"base_currency": "USD""#
    let ruled = String(decoding: bytes, as: UTF8.self).replacing(
      settings, with: settings + #", "tax_rules": "uk""#)
    let session = CommandSession(["taxes.json": bytes, "uk.json": Array(ruled.utf8)])
    session.run(line.split(separator: " ").map(String.init))
    return session
  }

  /// What a command line is refused with, as wrong usage.
  private func refusal(_ line: String) throws -> String {
    let session = try run(line)
    #expect(session.status == 2)
    #expect(session.output.isEmpty)
    return session.errors
  }

  @Test func `a form needs rules`() throws {
    let expected = """
      folio: 'tax-form' needs tax rules, and neither the ledger's tax_rules nor --tax-rules choose \
      any. Add --tax-rules us for the rows of Form 8949, uk for the computation of each \
      disposal, ca for the rows of Schedule 3, de for the sales of Anlagen KAP
      """
    #expect(try refusal("tax-form taxes.json").hasPrefix(expected))
    #expect(try refusal("tax-form --tax-rules none uk.json").hasPrefix(expected))
    #expect(try run("tax-form --base GBP uk.json").status == 0)
  }

  @Test func `a year from April to April needs the rules that have it`() throws {
    let expected = """
      folio: --tax-year: 2024/25 is a tax year of the United Kingdom, and the tax rules in effect \
      are 'us'. Write 2024, or add --tax-rules uk.

      """
    #expect(try refusal("gains --tax-rules us --tax-year 2024-25 taxes.json") == expected)
    #expect(try refusal("gains --tax-year 2024/25 taxes.json").contains("are 'none'"))
  }

  @Test func `the rules of the settings decide what a year is`() throws {
    let april = "Realized gains, 2024-04-06 to 2025-04-05, as of 2025-04-09, in USD"
    #expect(try run("gains --tax-year 2024 uk.json").output.hasPrefix(april))
    #expect(try run("gains --tax-year 2024/25 uk.json").output.hasPrefix(april))
    let january = "Realized gains, 2024-01-01 to 2024-12-31, as of 2025-04-09, in USD"
    #expect(try run("gains --tax-year 2024 taxes.json").output.hasPrefix(january))
  }

  /// The loss of 20 December is deferred by the purchase of 8 January.
  @Test func `what comes after the period still decides what a loss of it is`() throws {
    let deferred = #""disallowed": "25.75", "taxable_gain": "-51.50", "rule": "wash_sale""#
    for period in ["--tax-year 2024", "--from 2024 --to 2024"] {
      let session = try run("gains --tax-rules us -f json \(period) taxes.json")
      #expect(session.output.contains(deferred), "\(period)")
    }
  }

  @Test func `an earlier day of the report knows nothing of what comes after it`() throws {
    let session = try run("gains --tax-rules us -f json --as-of 2024-12-31 taxes.json")
    #expect(session.output.contains(#""disallowed": "104.00""#))
    #expect(!session.output.contains(#""disallowed": "25.75""#))
  }

  @Test func `the journal of a tax year is balanced`() throws {
    let session = try run("trial-balance --tax-rules us --tax-year 2024 -f json taxes.json")
    let report = try SpecParser.parse(Array(session.output.utf8))
    let (debit, credit) = (report["totals"]?["debit_USD"], report["totals"]?["credit_USD"])
    #expect(debit?.text != nil && debit?.text == credit?.text)
  }
}
