import Testing

@testable import FolioCLI

/// Journals of beancount whose units leave and come back with another cost. The figures are those
/// of bean-query for the same journals.
struct JournalResetSpecs {
  private static let purchase = """
    option "operating_currency" "USD"
    2020-01-01 open Assets:Cash
    2020-01-01 open Assets:Inv
    2020-01-01 open Equity:Costs
    2020-01-02 * "Buy"
      Assets:Inv    10 XYZ {50.00 USD}
      Assets:Cash  -500.00 USD
    2020-02-14 * "Another cost"
      Assets:Inv   -10 XYZ {50.00 USD}

    """

  /// What a report has of each lot or gain: some of its columns.
  private func rows(
    _ report: String, _ columns: [Int], of journal: [UInt8]
  ) throws -> [String] {
    let session = CommandSession(["a.beancount": journal])
    session.run(["init", "memory:books", "--base", "USD"])
    session.run(["import", "a.beancount", "--store", "memory:books"])
    try #require(session.status == 0, "\(session.errors)")
    session.run([report, "memory:books", "--format", "csv"])
    return session.output.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      return columns.map { String(fields[$0]) }.joined(separator: " ")
    }
  }

  /// The symbol, the day, the units and the cost of each lot.
  private func lots(_ postings: String) throws -> [String] {
    try rows("lots", [0, 2, 3, 5], of: Array((Self.purchase + postings).utf8))
  }

  @Test func spinOffMovesTheCost() throws {
    let lots = try lots(
      """
        Assets:Inv    10 XYZ {40.00 USD, 2020-01-02}
        Assets:Inv     5 SPN {20.00 USD, 2020-01-02}
      """)
    #expect(lots == ["SPN 2020-01-02 5 100.00", "XYZ 2020-01-02 10 400.00"])
  }

  @Test func returnOfCapitalLowersTheCost() throws {
    let lots = try lots(
      """
        Assets:Inv    10 XYZ {49.00 USD, 2020-01-02}
        Assets:Cash   10.00 USD
      """)
    #expect(lots == ["XYZ 2020-01-02 10 490.00"])
  }

  @Test func adjustmentChangesTheCost() throws {
    for (cost, rest) in [("45.00", "50.00"), ("52.50", "-25.00")] {
      let lots = try lots(
        """
          Assets:Inv    10 XYZ {\(cost) USD, 2020-01-02}
          Equity:Costs  \(rest) USD
        """)
      #expect(lots == ["XYZ 2020-01-02 10 \(cost == "45.00" ? "450.00" : "525.00")"])
    }
  }

  @Test("units that come back with another day are new lots, with and without money")
  func anotherDay() throws {
    for rest in ["Assets:Cash  10.00 USD", "Equity:Costs  10.00 USD"] {
      let lots = try lots("  Assets:Inv   10 XYZ {49.00 USD, 2019-05-06}\n  \(rest)\n")
      #expect(lots == ["XYZ 2019-05-06 10 490.00"])
    }
    let lots = try lots(
      """
        Assets:Inv    10 XYZ {40.00 USD, 2019-05-06}
        Assets:Inv     5 SPN {20.00 USD, 2019-05-06}
      """)
    #expect(lots == ["SPN 2019-05-06 5 100.00", "XYZ 2019-05-06 10 400.00"])
  }

  @Test("lots, and gains of later sales, are those of bean-query")
  func severalLots() throws {
    let journal = try SpecFiles.bytes("import/beancount/resets.beancount")
    #expect(
      try rows("lots", [0, 2, 3, 5], of: journal) == [
        "ALFA 2020-01-02 5 195.00", "ALFA 2020-01-02 1 40.50", "ALFA 2020-01-20 6 288.00",
        "BETA 2020-01-20 4 96.00", "CODA 2020-01-02 10 280.00", "DELT 2019-12-30 6 6.00",
        "ECHO 2020-01-10 5 117.50", "FARO 2020-01-02 5 175.00", "FARO 2020-01-20 10 400.00",
        "GALA 2020-01-02 2 55.00", "GALA 2020-01-02 7 140.00",
      ])
    #expect(
      try rows("gains", [1, 3, 5, 8], of: journal) == [
        "DELT 2020-01-02 0 3.00", "DELT 2020-01-02 10 0.00", "BETA 2020-01-20 1 6.00",
        "ALFA 2020-01-20 4 88.00", "ALFA 2020-01-02 3 88.50", "ALFA 2020-01-02 1 31.00",
        "BETA 2020-01-02 5 25.00", "CODA 2020-01-20 5 5.00", "DELT 2019-12-30 4 8.00",
        "ECHO 2020-01-10 15 22.50", "FARO 2020-01-02 5 50.00", "GALA 2020-01-02 2 5.00",
      ])
  }
}
