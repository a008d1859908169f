import Folio
import Testing

@testable import FolioImporters

/// Commissions that a broker pays back with a trade.
struct RebateTests {
  private func legs(_ text: String) -> [String] {
    var run = ImportRun()
    run.read(Array(text.utf8), name: "a.csv")
    let result = run.finish()
    if !result.findings.errors.isEmpty { return result.findings.errors.map(\.code.rawValue) }
    return result.contents.groups.filter { !$0.stockLegs.isEmpty }.flatMap { group in
      group.stockLegs.map { leg in
        "gross \(leg.gross.map { "\($0.normalized())" } ?? "-") fees "
          + (leg.fees.map { "\($0.normalized())" } ?? "-")
      }
        + group.cashLegs.filter { $0.type == .principal || $0.type == .fee }.map {
          "\($0.type.rawValue) \($0.direction.rawValue) \($0.amount.normalized())"
        }
    }
  }

  @Test(
    "a rebate of Interactive Brokers lowers the cost, or raises what comes in",
    arguments: [
      ("10", "-1000", "0.5", "gross 999.5 fees -", "principal out 999.5"),
      ("-10", "1000", "0.5", "gross 1000.5 fees -", "principal in 1000.5"),
    ])
  func statement(units: String, proceeds: String, fee: String, leg: String, cash: String) {
    let rows = """
      Statement,Header,Field Name,Field Value
      Statement,Data,BrokerName,Interactive Brokers
      Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,\
      Proceeds,Comm/Fee,Basis,Realized P/L,Code
      Trades,Data,Order,Stocks,USD,QXA,"2024-01-02, 10:00:00",\(units),100,\(proceeds),\(fee),,0,O
      """
    #expect(legs(rows + "\n") == [leg, cash])
  }

  @Test func flexTradesHaveNetCashAndProceedsBesides() {
    let header =
      "ClientAccountID,CurrencyPrimary,AssetClass,Symbol,TradeDate,Buy/Sell,Quantity,TradePrice,"
      + "Proceeds,IBCommission,IBCommissionCurrency,NetCash\n"
    let row = "U1,USD,STK,QXA,20240102,BUY,10,100,-1000,0.25,USD,"
    #expect(legs("\(header)\(row)-999.75\n") == ["gross 999.75 fees -", "principal out 999.75"])
    #expect(legs("\(header)\(row)-1000.25\n") == ["F524"])
  }

  @Test func schwabHasNoSignsSoThatTheAmountDecides() {
    let header =
      "\"Date\",\"Action\",\"Symbol\",\"Description\",\"Quantity\",\"Price\","
      + "\"Fees & Comm\",\"Amount\"\n"
    let row = "\"01/02/2024\",\"Buy\",\"QXA\",\"QUIXA\",\"10\",\"$100.00\","
    #expect(
      legs("\(header)\(row)\"-$0.25\",\"-$999.75\"\n")
        == ["gross 999.75 fees -", "principal out 999.75"])
    let cost = ["gross 1000 fees 0.25", "principal out 1000", "fee out 0.25"]
    #expect(legs("\(header)\(row)\"-$0.25\",\"-$1000.25\"\n") == cost)
    #expect(legs("\(header)\(row)\"$0.25\",\"-$1000.25\"\n") == cost)
    #expect(legs("\(header)\(row)\"$0.25\",\"-$999.75\"\n") == ["F524"])
  }

  @Test func degiroHasTheTotalBesides() {
    let header =
      "Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,"
      + "Exchange rate,Transaction and/or third,,Total,,Order ID\n"
    let row = "11-02-2031,09:05,QUIXA NV,NL0000000QX1,EAM,XAMS,3,17.50,EUR,-52.50,EUR,-52.50,EUR,,"
    #expect(
      legs("\(header)\(row)0.50,EUR,-52.00,EUR,b1\n")
        == ["gross 52 fees -", "principal out 52"])
    #expect(legs("\(header)\(row)0.50,EUR,-53.00,EUR,b1\n") == ["F524"])
  }
}
