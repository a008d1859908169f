import Testing

@testable import FolioCLI

/// A rule file that a user writes for a broker that the program does not know.
struct RuleFileSpecs {
  private static let export = """
    Quixbank Depotauszug 2031;;;;;;;;;
    Buchungstag;Vorgang;Wertpapier;ISIN;Stück;Kurs;Betrag;Spesen;Währung;Saldo
    02.01.2031;Gutschrift;;;;;1.000,00;;EUR;1.000,00
    03.01.2031;Kauf;Quixa AG;DE0000000QX1;10;40,00;-401,50;1,50;EUR;598,50
    05.05.2031;Ertrag;Quixa AG;DE0000000QX1;;;12,00;;EUR;610,50
    06.06.2031;Verkauf;Quixa AG;DE0000000QX1;4;45,00;178,50;1,50;EUR;789,00
    30.06.2031;Depotentgelt;;;;;-3,00;;EUR;786,00

    """

  /// The rules, of which the last one may be missing.
  private static func rules(_ last: String = "") -> String {
    """
    {"format": "folio-rules/1", "name": "quixbank", "title": "Quixbank, statement",
     "tables": [{
      "header": ["date", "kind", "isin", "amount", "balance"],
      "account": "quixbank",
      "columns": {"date": "Buchungstag", "kind": "Vorgang", "name": "Wertpapier", "isin": "ISIN",
       "quantity": "Stück", "price": "Kurs", "amount": "Betrag", "fees": "Spesen",
       "currency": "Währung", "balance": "Saldo"},
      "read": {"decimal": ",", "date": ["dd.MM.yyyy"], "order": "oldest-first"},
      "amounts": {"sign": "cash", "mean": "net", "costs": "unsigned"},
      "rows": [
       {"if": {"kind": "Kauf"}, "is": "buy"},
       {"if": {"kind": "Verkauf"}, "is": "sell"},
       {"if": {"kind": "Ertrag"}, "is": "dividend"},
       {"if": {"kind": "Gutschrift"}, "is": "cash"}\(last)]}]}
    """
  }

  private static let fee = #", {"if": {"kind": "Depotentgelt"}, "is": "fee"}"#

  private func run(_ arguments: [String], rules: String) -> CommandSession {
    let session = CommandSession([
      "export.csv": Array(Self.export.utf8), "quix.json": Array(rules.utf8),
    ])
    session.run(arguments)
    return session
  }

  @Test("a kind without a rule is named with the rule to add")
  func unknownKind() {
    let session = run(["import", "--rules", "quix.json", "export.csv"], rules: Self.rules())
    #expect(session.faultCodes == ["F503"])
    #expect(session.errors.contains("export.csv:7:1: error: \"Depotentgelt\" is a kind of row"))
    #expect(session.errors.contains(#"Add a rule: {"if": {"kind": "Depotentgelt"}, "is": "..."}"#))
  }

  @Test("the whole statement is imported, and its balances agree")
  func wholeFile() {
    let session = run(
      ["import", "--rules", "quix.json", "export.csv"], rules: Self.rules(Self.fee))
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.errors.contains("cash: 4 of 4 agree"))
    #expect(session.output.contains(#""gross_amount": "400.00", "fees": "1.50""#))
    #expect(session.output.contains(#""gross_amount": "180.00", "fees": "1.50""#))
  }

  @Test("'rules try' shows the rule and the legs of each row")
  func trial() {
    let session = run(["rules", "try", "quix.json", "export.csv"], rules: Self.rules())
    let lines = session.output.split(separator: "\n").map(String.init)
    #expect(lines.count(where: { $0.hasPrefix("    rule: {") }) == 4)
    #expect(lines.contains("    -> buy DE0000000QX1 10 at 40.00 gross 400.00 fees 1.50 EUR"))
    #expect(lines.contains("    -> fee out 1.50 quixbank-eur"))
    #expect(
      lines.suffix(2) == [
        "7: 30.06.2031;Depotentgelt;;;;;-3,00;;EUR;786,00", "    rule: none fits",
      ])
  }

  @Test("a printed rule file is what the program uses")
  func shown() throws {
    let file = "import/degiro/orders.csv"
    let session = CommandSession(["export.csv": try SpecFiles.bytes(file)])
    session.run(["rules", "show", "degiro"])
    let rules = session.output
    #expect(rules.hasPrefix("{\"format\": \"folio-rules/1\""))
    let own = CommandSession([
      "export.csv": try SpecFiles.bytes(file), "own.json": Array(rules.utf8),
    ])
    own.run(["import", "--rules", "own.json", "export.csv"])
    session.run(["import", "export.csv"])
    #expect(own.status == 0 && own.output == session.output)
  }

  @Test("faults of a rule file are listed with their places")
  func faults() {
    let rules = Self.rules(#", {"if": {"kind": "Zins"}, "is": "intrest"}, {"is": "skip"}"#)
    let session = run(["import", "--rules", "quix.json", "export.csv"], rules: rules)
    #expect(session.faultCodes == ["F508", "F508"])
    #expect(session.errors.contains("there is no \"intrest\""))
    #expect(session.errors.contains("a row is skipped without a reason"))
  }

  @Test("without the rules, the nearest ones are named with the missing columns")
  func nearest() {
    let session = CommandSession(["export.csv": Array("Action,ISIN,Ticker,Name\nx,y,z,n\n".utf8)])
    session.run(["import", "export.csv"])
    #expect(session.faultCodes == ["F501"])
    #expect(session.errors.contains("like a file for the rules trading212"), "\(session.errors)")
    #expect(session.errors.contains("no column \"time\""), "\(session.errors)")
  }

  @Test("a file that has no table of a rule file is told to look there")
  func otherFile() {
    let session = CommandSession([
      "export.csv": Array("one,two,three\n1,2,3\n".utf8), "quix.json": Array(Self.rules().utf8),
    ])
    session.run(["rules", "try", "quix.json", "export.csv"])
    #expect(session.errors.contains("The rule file lists their other names."))
    session.run(["rules", "try", "degiro", "export.csv"])
    #expect(session.errors.contains("'folio rules show degiro' lists their other names."))
  }

  @Test("a symbol for an instrument that no file has is named")
  func unusedSymbol() {
    let session = CommandSession([
      "export.csv": Array(Self.export.utf8), "quix.json": Array(Self.rules(Self.fee).utf8),
      "symbols.csv": Array("DE0000000QX1,QUIX\nNOPE,N\n".utf8),
    ])
    session.run(["import", "--rules", "quix.json", "export.csv", "--symbols", "symbols.csv"])
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.errors.contains("symbols: 1 without an instrument; the first is \"NOPE\""))
  }

  @Test("two currencies without a rate ask for a second file, which an import takes")
  func ratesOfAnotherFile() {
    let rows = """
      Buchungstag;Vorgang;Wertpapier;ISIN;Stück;Kurs;Betrag;Spesen;Währung;Saldo
      02.01.2024;Gutschrift;;;;;1.000,00;;USD;
      03.01.2024;Kauf;Quixa AG;DE0000000QX1;10;40,00;-400,00;;USD;
      06.06.2024;Verkauf;Quixa AG;DE0000000QX1;4;45,00;180,00;;EUR;

      """
    let rates = """
      {"format": "folio/1",
       "fx_rates": [{"from": "USD", "to": "EUR", "date": "2024-03-01", "rate": "0.92"}]}
      """
    let session = CommandSession([
      "export.csv": Array(rows.utf8), "quix.json": Array(Self.rules().utf8),
      "rates.json": Array(rates.utf8),
    ])
    session.run(["import", "--rules", "quix.json", "export.csv"])
    #expect(session.faultCodes == ["F311"], "\(session.errors)")
    #expect(session.errors.contains("Give a second file with the rate in the same import"))
    session.run(["import", "--rules", "quix.json", "export.csv", "rates.json"])
    #expect(session.status == 0, "\(session.errors)")
  }
}
