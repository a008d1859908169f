import Folio
import FolioImporters
import Testing

/// The same account in a statement and in a Flex query of Interactive Brokers.
struct TwoFormatsTests {
  /// - Parameter fills: The number of equal purchases.
  private func statement(fills: Int = 1, units: Int = 10, fee: String = "-1") -> String {
    let lines =
      [
        "Statement,Header,Field Name,Field Value",
        "Statement,Data,Title,Activity Statement",
        "Account Information,Header,Field Name,Field Value",
        "Account Information,Data,Account,U1",
        "Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount",
        "Deposits & Withdrawals,Data,USD,2024-01-05,Electronic Fund Transfer,1000",
        "Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,"
          + "T. Price,Proceeds,Comm/Fee,Basis,Realized P/L,Code",
      ]
      + Array(
        repeating:
          "Trades,Data,Order,Stocks,USD,QUUX,\"2024-01-10, 10:00:00\",\(units),20,"
          + "-\(units * 20),\(fee),0,0,O",
        count: fills) + [""]
    return lines.joined(separator: "\n")
  }

  private func query(fills: Int = 1) -> String {
    let trades = (0..<fills).map { number in
      """
      <Trade currency="USD" assetCategory="STK" symbol="QUUX" conid="1001" isin="US0000001001" \
      tradeID="7\(number)" tradeDate="2024-01-10" dateTime="2024-01-10, 10:00:00 EST" \
      quantity="10" tradePrice="20" proceeds="-200" ibCommission="-1" \
      ibCommissionCurrency="USD" buySell="BUY" levelOfDetail="EXECUTION" />
      """
    }
    return """
      <FlexQueryResponse queryName="All" type="AF"><FlexStatements count="1">
      <FlexStatement accountId="U1" fromDate="2024-01-02" toDate="2024-12-31">
      <Trades>\(trades.joined())</Trades>
      <CashTransactions><CashTransaction currency="USD" dateTime="2024-01-05" amount="1000" \
      type="Deposits/Withdrawals" transactionID="9" description="DEPOSIT" /></CashTransactions>
      </FlexStatement></FlexStatements></FlexQueryResponse>
      """
  }

  private func result(_ files: [String], _ ledger: LedgerContents? = nil) -> ImportResult {
    var run = ImportRun()
    for (number, file) in files.enumerated() {
      run.read(Array(file.utf8), name: "\(number).txt")
    }
    return run.finish(addingTo: ledger)
  }

  private func units(_ contents: LedgerContents) -> ExactDecimal {
    contents.groups.flatMap(\.stockLegs).compactMap(\.quantity).reduce(.zero) { sum, units in
      (try? sum.adding(units)) ?? sum
    }
  }

  @Test("what both formats have comes once, in either order")
  func both() {
    for files in [[statement(), query()], [query(), statement()]] {
      let result = result(files)
      #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
      #expect(result.contents.groups.count == 2)
      #expect(result.report.groupsRepeated == 2)
      #expect(units(result.contents) == 10)
    }
  }

  @Test("of equal fills, the greater number counts")
  func fills() {
    #expect(units(result([statement(fills: 2), query(fills: 3)]).contents) == 30)
    #expect(units(result([statement(fills: 3), query(fills: 2)]).contents) == 30)
  }

  @Test("what the ledger has from one format is known in the other one")
  func stored() {
    let ledger = result([statement()]).contents
    #expect(ledger.groups.count == 2)
    let later = result([query(fills: 2)], ledger)
    #expect(later.report.groupsKnown == 2)
    #expect(units(later.contents) == 10, "the second fill is new")
    for files in [[statement()], [query(), statement()], [statement(), query()]] {
      #expect(result(files, ledger).contents.groups.isEmpty)
    }
  }

  @Test("a trade is the same if its commission has other digits, or was corrected")
  func otherCash() {
    for (fee, codes) in [("-1.0034", []), ("-1.50", ["W604"])] {
      for files in [[statement(fee: fee), query()], [query(), statement(fee: fee)]] {
        let both = result(files)
        #expect(units(both.contents) == 10 && both.contents.groups.count == 2)
        #expect(both.findings.diagnostics.map(\.code.rawValue) == codes)
        let ledger = result([files[0]]).contents
        let later = result([files[1]], ledger)
        #expect(later.contents.groups.isEmpty)
        #expect(later.findings.diagnostics.map(\.code.rawValue) == codes)
      }
    }
  }

  @Test("a deposit may have its order's day in one format, and its settlement's in the other")
  func depositDays() {
    let other = query().replacing("2024-01-05", with: "2024-01-04")
    for files in [[statement(), other], [other, statement()]] {
      #expect(result(files).contents.groups.count == 2)
      #expect(result([files[1]], result([files[0]]).contents).contents.groups.isEmpty)
    }
    let later = query().replacing("2024-01-05", with: "2024-01-15")
    #expect(result([statement(), later]).contents.groups.count == 3)
  }

  @Test("an order in one format is the same as its fills in the other one")
  func ordersAndFills() {
    let (order, fills) = (statement(units: 20), query(fills: 2))
    for files in [[order, fills], [fills, order]] {
      #expect(units(result(files).contents) == 20)
      let ledger = result([files[0]]).contents
      #expect(result([files[1]], ledger).contents.groups.isEmpty)
      #expect(result(files, ledger).contents.groups.isEmpty)
    }
    #expect(units(result([statement(units: 20), query(fills: 3)]).contents) == 50, "another order")
  }

  @Test("equal transactions of two programs or brokers are not the same")
  func otherPrograms() {
    let beancount = """
      2024-01-01 open Assets:Bank EUR
      2024-01-02 * "Salary"
        Assets:Bank   100 EUR
        Income:Salary

      """
    let journal = """
      2024-01-02 Gift
          Assets:Bank   100 EUR
          Income:Gift

      """
    let both = result([beancount, journal])
    #expect(both.report.groupsRepeated == 0, "\(both.report)")
    #expect(both.contents.groups.count == 2)
  }
}
