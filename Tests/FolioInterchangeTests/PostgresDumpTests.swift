import FolioDiagnostics
import FolioInterchange
import FolioModel
import Testing

@Suite("Dumps of PostgreSQL")
struct PostgresDumpTests {
  private func text(_ lines: [String]) -> [UInt8] {
    Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static let head = [
    "--", "-- PostgreSQL database dump", "--", "SET statement_timeout = 0;", "",
    "COPY public.stocks_master (id, symbol, name, currency) FROM stdin;",
    "s1\tAAPL\tApple\\tInc.\\\\\\n\tUSD", "s2\tX\t\\N\tUSD", "\\.", "",
  ]

  private func ledger(
    _ dump: PostgresDump
  ) -> (check: LedgerCheck, faults: [Diagnostic]) {
    var reader = LedgerReader()
    reader.read(dump.document, name: "dump.sql")
    let check = LedgerCheck(of: reader.finish())
    return (check, dump.translated(check.faults))
  }

  @Test("rows of COPY blocks, with their escapes, quoted names and nulls")
  func rows() throws {
    let dump = try PostgresDump(
      reading: text(
        Self.head + [
          "COPY public.fx_rates (date, \"from\", \"to\", rate) FROM stdin;",
          "2024-01-02\tEUR\tUSD\t1.0956", "\\.",
          "COPY public.transaction_groups (id, occurred_at, is_deleted) FROM stdin;",
          "g1\t2024-01-02 09:00:00.5+00\tt", "g2\t2024-01-03 09:00:00+01\tf", "\\.",
        ]))
    let check = ledger(dump).check
    #expect(check.faults.isEmpty)
    let tables = check.validPart.tables
    #expect(tables.instruments.map(\.name) == ["Apple\tInc.\\\n", ""])
    #expect(tables.groups.map(\.isDeleted) == [true, false])
    #expect(
      tables.groups.map(\.occurredAt.description) == [
        "2024-01-02T09:00:00.5+00:00", "2024-01-03T09:00:00+01:00",
      ])
    #expect(tables.rates.count == 1)
  }

  @Test("lots are JSON, and a method may be a list")
  func nested() throws {
    let dump = try PostgresDump(
      reading: text([
        "COPY user_portfolio_settings (base_currency, cost_basis_method) FROM stdin;",
        "USD\t[{\"from\": \"2024-01-01\", \"method\": \"lifo\"}]", "\\.",
      ]))
    let tables = ledger(dump).check.validPart.tables
    #expect(tables.settings.methodEntries.map(\.method) == [.lifo])
  }

  @Test("a fault is told at the row and column of the dump")
  func places() throws {
    let bytes = text(
      Self.head + [
        "COPY public.portfolio_cash_accounts (id, currency) FROM stdin;", "c1\tdollar", "\\.",
      ])
    let dump = try PostgresDump(reading: bytes)
    let faults = ledger(dump).faults
    let located = SourceLocator([dump.file]).locate(faults)
    #expect(faults.map(\.code) == [.badCurrency])
    #expect(located.first?.1?.line == 12)
    #expect(located.first?.1?.column == 4)
    #expect(located.first?.1?.highlight.count == 6)
  }

  @Test("rows of other lengths are faults, all at once")
  func lengths() throws {
    let bytes = text([
      "COPY stocks_master (id, symbol) FROM stdin;", "s1", "s2\tB", "s3\tC\tD", "\\.",
    ])
    #expect {
      _ = try PostgresDump(reading: bytes)
    } throws: { error in
      (error as? LedgerFaults)?.diagnostics.map(\.code) == [.malformedTable, .malformedTable]
    }
  }

  @Test("other tables are left out, and that is said; none at all is a fault")
  func otherTables() throws {
    let other = ["COPY auth.users (id, email) FROM stdin;", "1\ta@b", "2\tc@d", "\\."]
    let dump = try PostgresDump(reading: text(Self.head + other))
    #expect(dump.warnings.map(\.code) == [.unsupportedPart])
    #expect(dump.warnings.first?.message.contains("2 rows") == true)
    #expect {
      _ = try PostgresDump(reading: text(other))
    } throws: { error in
      (error as? LedgerFaults)?.diagnostics.map(\.code) == [.notALedger]
    }
  }

  @Test("a dump that is cut off anywhere is read or refused, and nothing worse")
  func cutOff() {
    let bytes = text(Self.head)
    for count in 0...bytes.count {
      guard let dump = try? PostgresDump(reading: Array(bytes.prefix(count))) else { continue }
      _ = ledger(dump)
    }
    #expect(PostgresDump.isText(bytes))
    #expect(!PostgresDump.isText(Array(" {}".utf8)))
  }
}
