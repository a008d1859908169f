import Folio
import FolioImporters
import Testing

/// Rows that are joined, and the days on which their cash counts.
struct JoinedDayTests {
  private func groups(_ lines: [String]) -> [LedgerGroup] {
    var run = ImportRun()
    run.read(Array((lines + [""]).joined(separator: "\n").utf8), name: "rows.csv")
    let result = run.finish()
    #expect(result.findings.diagnostics.isEmpty, "\(result.findings.text())")
    return result.contents.groups
  }

  private let degiro =
    "Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id"

  @Test("a tax that is corrected on a later day stays on that day")
  func correctedTax() {
    let groups = groups([
      degiro,
      "16-01-2025,07:00,18-12-2024,QUIXA,US0000000QX1,Dividend Tax,,USD,-1.50,USD,8.50,",
      "16-01-2025,07:00,18-12-2024,QUIXA,US0000000QX1,Dividend,,USD,10.00,USD,10.00,",
      "15-01-2025,07:00,18-12-2024,QUIXA,US0000000QX1,Dividend Tax,,USD,3.00,USD,0.00,",
      "15-01-2025,07:00,18-12-2024,QUIXA,US0000000QX1,Dividend,,USD,-10.00,USD,-3.00,",
      "18-12-2024,07:00,18-12-2024,QUIXA,US0000000QX1,Dividend Tax,,USD,-3.00,USD,7.00,",
      "18-12-2024,07:00,18-12-2024,QUIXA,US0000000QX1,Dividend,,USD,10.00,USD,10.00,",
    ])
    var days: [Day: ExactDecimal] = [:]
    for group in groups {
      for leg in group.cashLegs {
        let amount = leg.direction == .in ? leg.amount : -leg.amount
        days[group.day] = (try? days[group.day, default: 0].adding(amount)) ?? 0
      }
    }
    #expect(days == ["2024-12-18": 7, "2025-01-15": -7, "2025-01-16": "8.50"])
    let taxes = groups.flatMap(\.stockLegs).filter { $0.type == .dividend }.map(\.taxes)
    #expect(taxes == [3, "1.50"])
  }

  @Test("two exchanges of one minute are the pairs of rows that follow each other")
  func twoExchanges() {
    let groups = groups([
      degiro, "08-05-2024,07:11,07-05-2024,,,FX Credit,,EUR,18.00,EUR,1041.00,",
      "08-05-2024,07:11,07-05-2024,,,FX Debit,1.1000,USD,-19.80,USD,0.00,",
      "08-05-2024,07:11,07-05-2024,,,FX Credit,,EUR,23.00,EUR,1023.00,",
      "08-05-2024,07:11,07-05-2024,,,FX Debit,0.8696,GBP,-20.00,GBP,0.00,",
      "01-05-2024,09:00,01-05-2024,,,flatex Deposit,,EUR,1000.00,EUR,1000.00,",
      "01-05-2024,09:00,01-05-2024,,,flatex Deposit,,USD,19.80,USD,19.80,",
      "01-05-2024,09:00,01-05-2024,,,flatex Deposit,,GBP,20.00,GBP,20.00,",
    ])
    let exchanges = groups.filter { $0.type == .fxExchange }.map(\.cashLegs)
    #expect(exchanges.map { $0.map(\.amount) } == [["20.00", "23.00"], ["19.80", "18.00"]])
  }

  @Test("units that move between accounts of one file keep their cost and their day")
  func transferInsideAFile() throws {
    let groups = groups([
      "date,type,symbol,instrumentType,quantity,unit_price,currency,fee,amount,comment,fxRate,"
        + "subtype,account",
      "2023-01-02T10:00:00Z,DEPOSIT,$CASH-USD,,,,USD,0,900,,,,A",
      "2023-01-03T10:00:00Z,BUY,QXA,EQUITY,10,50,USD,1,500,,,,A",
      "2024-05-06T10:00:00Z,TRANSFER_OUT,QXA,EQUITY,10,80,USD,0,,,,,A",
      "2024-05-06T10:00:00Z,TRANSFER_IN,QXA,EQUITY,10,80,USD,0,,,,,B",
    ])
    let transfer = try #require(groups.last)
    #expect(transfer.stockLegs.map(\.type) == [.transferOut, .transferIn])
    #expect(transfer.stockLegs.map(\.account) == ["A", "B"])
    #expect(transfer.stockLegs.map(\.lots.count) == [0, 0])
  }
}
