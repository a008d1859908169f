import Folio
import FolioImporters
import Testing

@testable import TestSupport

/// Figures of files that prove that no trade is lost: other levels of detail, closed lots, reports
/// of positions.
struct ProofOfTradesTests {
  private func result(_ files: [String], _ ledger: LedgerContents? = nil) -> ImportResult {
    var run = ImportRun()
    for (number, text) in files.enumerated() {
      run.read(Array(text.utf8), name: "export-\(number).csv")
    }
    return run.finish(addingTo: ledger)
  }

  private func codes(_ result: ImportResult) -> [DiagnosticCode] {
    result.findings.diagnostics.map(\.code)
  }

  private let header = """
    Statement,Header,Field Name,Field Value
    Account Information,Header,Field Name,Field Value
    Account Information,Data,Account,U1
    Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,\
    Proceeds,Comm/Fee,Basis,Realized P/L,Code

    """
  private let orders = [
    "Trades,Data,Order,Stocks,USD,QXA,\"2031-02-03, 10:00:00\",10,20,-200,0,200,0,O",
    "Trades,Data,Trade,Stocks,USD,QXA,\"2031-02-03, 10:00:00\",4,20,-80,0,80,0,O",
    "Trades,Data,Trade,Stocks,USD,QXA,\"2031-02-03, 10:00:01\",6,20,-120,0,120,0,O",
    "Trades,Data,Order,Stocks,USD,QXA,\"2031-02-04, 10:00:00\",5,20,-100,0,100,0,O",
    "Trades,Data,Trade,Stocks,USD,QXA,\"2031-02-04, 10:00:00\",5,20,-100,0,100,0,O",
    "Trades,SubTotal,,Stocks,USD,QXA,,15,,-300,0,300,0,",
  ]

  private func statement(_ rows: [String]) -> String {
    header + rows.map { $0 + "\n" }.joined()
  }

  @Test("orders have the sums of their executions and of the subtotal, or a row is lost")
  func levels() {
    #expect(codes(result([statement(orders)])) == [])
    for lost in [0, 1, 2, 3] {
      var rows = orders
      rows.remove(at: lost)
      #expect(codes(result([statement(rows)])) == [.differsFromSource], "\(orders[lost])")
    }
    #expect(codes(result([statement(orders.dropLast())])) == [])
  }

  @Test("executions without a subtotal prove their orders by day")
  func days() {
    // The file has executions of one order alone.
    #expect(codes(result([statement([orders[0], orders[1], orders[2], orders[3]])])) == [])
  }

  private let closing = [
    "Trades,Data,Order,Stocks,USD,QXA,\"2031-02-05, 10:00:00\",-15,30,450,0,-250,200,C",
    "Trades,Data,ClosedLot,Stocks,USD,QXA,2030-05-06,5,10,,,50,100,LT",
    "Trades,Data,ClosedLot,Stocks,USD,QXA,2031-02-03,10,20,,,200,100,ST",
  ]

  @Test("closed lots that no row has opened are the position before the files")
  func closedLots() throws {
    let found = result([statement([orders[0]] + closing)])
    #expect(codes(found) == [.lotsBefore])
    let opening = try #require(found.contents.groups.first { $0.type == .openingBalance })
    let lots = opening.stockLegs.flatMap(\.lots)
    #expect(lots.map(\.quantity) == [5] && lots.map(\.costBasis) == [50])
    #expect(lots.map(\.acquired) == ["2030-05-06"])
    #expect(found.report.comparisons.first { $0.subject == "gains" }?.agree == 1)
  }

  @Test("a closed lot is not added where the units are there, or where an event has changed them")
  func knownLots() {
    let before =
      "Trades,Data,Order,Stocks,USD,QXA,\"2030-05-06, 10:00:00\",5,10,-50,0,50,0,O"
    #expect(codes(result([statement([before, orders[0]] + closing)])) == [])
    #expect(codes(result([statement([orders[0], closing[0]])])) == [.soldMoreThanHeld])
  }

  private let transactions = """
    "Transactions  for account Example XXXX-1 as of 11/15/2031 18:01:20 ET"
    "Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount",
    "09/24/2031","Buy","QXA","QUIXA ETF","10","$10.00","","-$100.00",
    "09/01/2031","MoneyLink Transfer","","Tfr BANK","","","","$100.00",

    """

  private func positions(_ units: Int) -> String {
    """
    "Positions for account Example XXXX-1 as of 02:45 AM ET, 10/25/2031"

    "Symbol","Description","Quantity","Price","Market Value","Security Type",
    "QXA","QUIXA ETF","\(units)","$10.00","$150.00","ETFs & Closed End Funds",
    "Cash & Cash Investments","--","--","--","$0.00","--",
    "Account Total","--","--","--","$150.00","--",

    """
  }

  @Test("a report of positions beside transactions is compared, and alone it makes no ledger")
  func positionsOfSchwab() {
    #expect(codes(result([transactions, positions(10)])) == [])
    #expect(codes(result([transactions, positions(15)])) == [.differsFromSource])
    #expect(codes(result([positions(10)])) == [.nothingImported])
    let ledger = result([transactions]).contents
    #expect(codes(result([positions(10)], ledger)) == [])
    #expect(codes(result([positions(15)], ledger)) == [.differsFromSource])
  }

  @Test("closed lots of Flex trades as CSV are the position before the file, and prove gains")
  func lotsOfFlexTrades() throws {
    let header =
      "ClientAccountID,CurrencyPrimary,AssetClass,Symbol,TradeID,DateTime,Buy/Sell,Quantity,"
      + "TradePrice,TradeMoney,CostBasis,FifoPnlRealized,OpenDateTime,LevelOfDetail\n"
    let rows = [
      "U1,USD,STK,QXA,1,20310203;100000,BUY,10,20,200,200,0,,EXECUTION",
      "U1,USD,STK,QXA,2,20310205;100000,SELL,-15,30,-450,-250,200,,EXECUTION",
      "U1,USD,STK,QXA,,20310205;100000,SELL,5,30,150,50,100,20300506;100000,CLOSED_LOT",
      "U1,USD,STK,QXA,,20310205;100000,SELL,10,30,300,200,100,20310203;100000,CLOSED_LOT",
    ]
    let found = result([header + rows.joined(separator: "\n")])
    #expect(codes(found) == [.lotsBefore, .addedCash])
    let opening = try #require(found.contents.groups.first { $0.type == .openingBalance })
    let lots = opening.stockLegs.flatMap(\.lots)
    #expect(lots.map(\.quantity) == [5] && lots.map(\.costBasis) == [50])
    #expect(lots.map(\.acquired) == ["2030-05-06"])
    #expect(found.report.comparisons.first { $0.subject == "gains" }?.agree == 1)
  }

  @Test("cash in the base currency alone is compared, unless rows are in another currency")
  func cashInBase() {
    func file(_ cash: Int, _ more: [String] = []) -> String {
      let rows = [
        "Account Information,Data,Base Currency,USD",
        "Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount",
        "Deposits & Withdrawals,Data,USD,2031-03-01,Transfer,50",
      ]
      let report = [
        "Cash Report,Header,Currency Summary,Currency,Total",
        "Cash Report,Data,Starting Cash,Base Currency Summary,0",
        "Cash Report,Data,Ending Cash,Base Currency Summary,\(cash)",
      ]
      return statement(rows + more + report)
    }
    #expect(codes(result([file(50)])) == [])
    #expect(codes(result([file(51)])) == [.differsFromSource])
    let other = "Deposits & Withdrawals,Data,EUR,2031-03-01,Transfer,50"
    let found = result([file(51, [other])])
    #expect(codes(found) == [])
    #expect(found.report.skipped.contains { $0.text.contains("have no rate") })
    // The report by currency is compared instead.
    let byCurrency = [
      "Cash Report,Data,Starting Cash,USD,0", "Cash Report,Data,Ending Cash,USD,50",
    ]
    #expect(codes(result([file(51) + byCurrency.map { $0 + "\n" }.joined()])) == [])
  }

  @Test("a fault about units names an instrument of nearly the same name")
  func alike() {
    let rows = """
      "Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
      "10/22/2031","Reverse Split","QXA","QUIXA GOLD ETF","5","","",""
      "10/22/2031","Reverse Split","999285105","QUIXA GOLD ETF XXXREVERSE SPLIT","-10","","",""
      "09/24/2031","Buy","QXA","QUIXA GOLD ETF","10","$10.00","","-$100.00"
      "09/01/2031","MoneyLink Transfer","","Tfr BANK","","","","$100.00"

      """
    let found = result([rows])
    #expect(codes(found) == [.nothingHeld])
    #expect(found.findings.text().contains("write the line 999285105,QXA into a file"))
  }
}
