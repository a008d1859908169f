import Folio
import Testing

@testable import FolioImporters

/// Figures that files of brokers state, and that are compared with what is booked or with other
/// figures; and rows that were refused or booked wrongly.
struct BrokerFigureTests {
  private func result(
    _ text: String, _ options: ImportOptions = ImportOptions()
  ) -> ImportResult {
    var run = ImportRun(options)
    run.read(Array((text + "\n").utf8), name: "export.csv")
    return run.finish()
  }

  private func codes(_ result: ImportResult) -> [String] {
    result.findings.diagnostics.map(\.code.rawValue).filter { $0 != "W641" }.sorted()
  }

  private func trades(_ result: ImportResult) -> [LedgerGroup.StockLeg] {
    result.contents.groups.flatMap(\.stockLegs)
  }

  @Test func bunqNamesItsCurrencyInARow() {
    #expect(codes(result(Self.bunq)) == ["F503"])
    var options = ImportOptions()
    options.currency = Currency("USD")
    let dollars = result(Self.bunq, options)
    #expect(codes(dollars) == [])
    #expect(dollars.contents.groups.flatMap(\.cashLegs).map(\.currency?.code) == ["USD", "USD"])
    #expect(dollars.report.assumedCurrencies.isEmpty)
    let unnamed = result(Self.bunq.replacing(" USD", with: ""))
    #expect(unnamed.report.assumedCurrencies == ["export.csv": "EUR"])
    #expect(unnamed.report.description.contains("currency: EUR in export.csv"))
  }

  @Test func aPriceOfCoinbaseIsNearWhatWasPaid() {
    #expect(codes(result(Self.coinbase)) == ["W631"])
    #expect(codes(result(Self.coinbase.replacing("USDC,500", with: "USDC,505.5"))) == [])
  }

  @Test func dollarsOfDirecta() throws {
    let result = result(Self.directa)
    #expect(codes(result) == [])
    #expect(codes(self.result(Self.directa.replacing("-185.00", with: "-1850.00"))) == ["W631"])
    let purchase = try #require(trades(result).first { $0.type == .buy })
    #expect(purchase.gross == 200 && purchase.currency?.code == "USD")
  }

  @Test func netWorthOfKoinly() {
    #expect(codes(result(Self.koinly)) == ["W631", "W631", "W649", "W649"])
    let right = Self.koinly.replacing("200,EUR,reward", with: "20,EUR,reward")
      .replacing("500,EUR,cost", with: "50,EUR,cost")
    #expect(codes(result(right)) == [])
  }

  @Test func dollarsOfNexo() {
    let found = codes(result(Self.nexo))
    #expect(found.contains("W631") && found.contains("W649"))
    let right = Self.nexo.replacing("USDC,316", with: "USDC,216")
      .replacing("$154.00", with: "$54.00").replacing("$84.00", with: "$54.00")
    #expect(codes(result(right)) == [])
  }

  @Test func bondsOfSaxo() {
    let result = result(Self.saxo)
    #expect(codes(result) == [])
    #expect(trades(result).map(\.quantity) == [10_000, 10_000, 1500])
    #expect(result.report.priceFactors.count == 2)
  }

  @Test func optionsOfOtherSizes() {
    let result = result(Self.schwab)
    #expect(codes(result) == ["W612", "W612"])
    #expect(Set(result.contents.instruments.map(\.multiplier)) == [10, 1000])
  }

  @Test func dividendsInTheCurrencyOfTheAccount() {
    #expect(codes(result(Self.trading212)) == ["W652"])
    #expect(codes(result(Self.trading212.replacing("39.50", with: "3.95"))) == [])
  }

  @Test func netAmountsOfZero() {
    #expect(codes(result(Self.vanguard)) == ["W601", "W601"])
  }

  @Test func aStatementWithTheOldestRowFirst() {
    let result = result(Self.degiro)
    #expect(codes(result) == [])
    #expect(result.report.comparisons.map(\.agree) == [4])
    #expect(result.report.comparisons.map(\.count) == [4])
  }

  // MARK: Files

  private static let bunq =
    #"""
    "Date";"Interest Date";"Amount";"Account";"Counterparty";"Name";"Description"
    "2024-01-20";"2024-01-20";"1.500,00";"NL00BUNQ0000000004";"NL00BANK0000000002";\#
    "Somebody";"Top up"
    "2024-01-27";"2024-01-27";"3,50";"NL00BUNQ0000000004";"NL00BUNQ0000000003";"bunq";\#
    "bunq Payday 2024-01-27 USD"
    """#

  private static let coinbase =
    #"""
    ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,\#
    Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\#
    Fees and/or Spread,Notes
    s1,2024-01-02 10:00:00 UTC,Deposit,EUR,2000,EUR,€1.00,€2000.00,€2000.00,€0.00,\#
    Deposit from bank
    s2,2024-01-03 10:00:00 UTC,Buy,USDC,500,EUR,€0.900,€455.00,€459.50,€4.50,\#
    Bought 500 USDC for 459.50 EUR
    """#

  private static let directa =
    #"""
    Conto : 00000 NESSUNO,,,,,,,,,,,
    Dal : 01-01-2024,,,,,,,,,,,
    Data operazione,Data valuta,Tipo operazione,Ticker,Isin,Protocollo,Descrizione,Quantità,\#
    Importo euro,Importo Divisa,Divisa,Riferimento ordine
    12-04-2024,14-04-2024,Vendita,QXU,US0000000QX1,,QUIX INC,2,0,90.00,USD,Q2
    20-03-2024,20-03-2024,Rit.dividendo,QXU,US0000000QX1,Q,QUIX INC,0,0,-1.50,USD,
    20-03-2024,20-03-2024,Dividendo,QXU,US0000000QX1,Q,QUIX INC,0,0,10.00,USD,
    03-02-2024,05-02-2024,Acquisto,QXU,US0000000QX1,,QUIX INC,5,-185.00,-200.00,USD,Q1
    02-02-2024,02-02-2024,Conferimento con bonifico,,,Q,,0,1200,0,EUR,
    """#

  private static let koinly =
    #"""
    Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,\#
    Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash
    2024-01-02 10:00:00 UTC,,,3000,EUR,,,,,,,w1
    2024-01-03 10:00:00 UTC,400,EUR,0.2,ETH,,,400,EUR,,,w2
    2024-01-08 10:00:00 UTC,,,0.01,ETH,,,200,EUR,reward,,w3
    2024-01-09 10:00:00 UTC,50,EUR,,,,,500,EUR,cost,,w4
    """#

  private static let nexo =
    #"""
    Transaction,Type,Input Currency,Input Amount,Output Currency,Output Amount,\#
    USD Equivalent,Details,Date / Time (UTC)
    NXW1,Exchange Deposited On,EUR,500.00000000,EURX,500.00000000,$540.00,\#
    "approved / EUR to EURX",2024-01-05 10:00:00
    NXW2,Exchange,EURX,-200.00000000,USDC,316.00000000,$216.00,\#
    "approved / Exchange EURX to USD Coin",2024-01-06 10:00:00
    NXW3,Exchange,USDC,-100.00000000,BTC,0.00200000,$100.00,\#
    "approved / Exchange USD Coin to Bitcoin",2024-01-07 10:00:00
    NXW4,Exchange,BTC,-0.00100000,EURX,50.00000000,$154.00,\#
    "approved / Exchange Bitcoin to EURX",2024-01-08 10:00:00
    NXW5,Withdraw Exchanged,EUR,-50.00000000,EUR,50.00000000,$84.00,\#
    "approved / EUR withdrawal",2024-05-06 10:00:00
    """#

  private static let saxo =
    #"""
    Client ID,Trade Date,Value Date,Type,Instrument,Instrument ISIN,Instrument currency,\#
    Exchange Description,Instrument Symbol,Event,Amount,Order ID,Conversion Rate
    ,12-Apr-2024,16-Apr-2024,Trade,Quix Corp,US0000000QX1,USD,Somewhere,QXA:xnas,"Buy 1,\#
    500 @ 8.50 USD","-11,735.00",,0.92
    ,08-Apr-2024,10-Apr-2024,Trade,Quix Bond 3% 2031,XS0000000QX2,USD,Somewhere,QXC,"Buy 10,\#
    000 @ 98.50 USD","-9,070.00",,0.92
    ,05-Apr-2024,09-Apr-2024,Trade,Quix Bond 4% 2030,XS0000000QX1,EUR,Somewhere,QXB,"Buy 10,\#
    000 @ 98.50 EUR","-9,855.00",,1
    ,02-Apr-2024,02-Apr-2024,Cash Transfer,,,EUR,Unknown,,Deposit,"40,000.00",,1
    """#

  private static let schwab =
    #"""
    "Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
    "03/04/2024","Sell to Close","QXA7 03/15/2024 30.00 C",\#
    "CALL QUIXA INC $30 EXP 03/15/24","2","$1.50","$1.30","$28.70"
    "02/05/2024","Buy to Open","QXM 03/15/2024 30.00 C","CALL QUIXM INC $30 EXP 03/15/24",\#
    "1","$2.00","$0.66","-$2000.66"
    "02/03/2024","Buy to Open","QXA7 03/15/2024 30.00 C","CALL QUIXA INC $30 EXP 03/15/24",\#
    "2","$1.00","$1.30","-$21.30"
    "02/01/2024","MoneyLink Transfer","","Tfr BANK","","","","$6000.00"
    """#

  private static let trading212 =
    #"""
    Action,Time,ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,\#
    Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),\#
    Withholding tax,Currency (Withholding tax),Currency conversion fee,\#
    Currency (Currency conversion fee)
    Deposit,2024-01-02 09:00:00,,,,,d1,,,,,,,2000.00,EUR,,,,
    Market buy,2024-01-03 09:00:00,US0000000QX1,QXA,Quixa,,o1,10.0000000000,50.00,USD,\#
    1.25000000,,,400.60,EUR,,,0.60,EUR
    Dividend (Ordinary),2024-03-04 09:00:00,US0000000QX1,QXA,Quixa,,,10.0000000000,0.50,USD,\#
    Not available,,,3.95,EUR,0.75,USD,,
    Dividend (Ordinary),2024-05-04 09:00:00,US0000000QX1,QXA,Quixa,,,10.0000000000,0.50,USD,\#
    Not available,,,39.50,EUR,0.75,USD,,
    """#

  private static let vanguard =
    #"""
    Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,\#
    Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,\#
    Net Amount,Accrued Interest,Account Type
    3,01/02/2024,01/02/2024,Funds Received,Electronic bank transfer,CASH,,0.0,1.0,3000.00,\#
    0.0,3000.00,0.0,CASH
    3,01/03/2024,01/05/2024,Buy,Buy,QUIX TOTAL FUND,QXT,10.0,100.0,-1000.00,0.0,0.00,0.0,\#
    CASH
    3,02/15/2024,02/15/2024,Dividend,Dividend Received,QUIX TOTAL FUND,QXT,0.0,1.0,25.00,\#
    0.0,0.00,0.0,CASH
    3,02/15/2024,02/15/2024,Reinvestment,Dividend Reinvestment,QUIX TOTAL FUND,QXT,0.25,\#
    100.0,-25.00,0.0,0.00,0.0,CASH
    3,03/15/2024,03/15/2024,Dividend,Dividend Received,QUIX TOTAL FUND,QXT,0.0,1.0,26.00,\#
    0.0,0.00,0.0,CASH
    """#

  private static let degiro =
    #"""
    Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id
    10-02-2024,08:00,10-02-2024,,,Deposit,,EUR,"1000,00",EUR,"1000,00",
    11-02-2024,09:05,11-02-2024,QUIXA NV,NL0000000QX1,\#
    "Buy 10 Quixa NV@10 EUR (NL0000000QX1)",,EUR,"-100,00",EUR,"900,00",\#
    aaaaaaaa-0000-0000-0000-000000000011
    11-02-2024,09:05,11-02-2024,QUIXA NV,NL0000000QX1,\#
    DEGIRO Transaction and/or third party fees,,EUR,"-1,00",EUR,"899,00",\#
    aaaaaaaa-0000-0000-0000-000000000011
    11-02-2024,09:05,11-02-2024,QUIXA NV,NL0000000QX1,\#
    "Sell 4 Quixa NV@11 EUR (NL0000000QX1)",,EUR,"44,00",EUR,"943,00",\#
    aaaaaaaa-0000-0000-0000-000000000012
    20-03-2024,07:10,19-03-2024,QUIXA NV,NL0000000QX1,Dividend,,EUR,"6,00",EUR,"949,00",
    """#
}
