import Folio
import Testing

@testable import FolioCLI

/// `start`: from the file of a broker to a page.
struct StartSpecs {
  private static let broker = """
    date;time;status;reference;description;assetType;type;isin;shares;price;amount;fee;tax;currency
    2024-01-04;12:00:00;Executed;"g2";"Quixa AG";Security;Buy;\
    DE0000000QX1;2;40,00;-80,00;0,99;0,00;EUR
    2024-01-02;09:00:00;Executed;"g1";"Scalable Capital";Cash;Deposit;;;;500,00;0,00;;EUR
    """

  private static func session() throws -> CommandSession {
    let session = CommandSession(["broker.csv": Array(broker.utf8)])
    session.today = "2024-01-05"
    let network = ScriptedNetwork()
    network.answer("ecb", 200, "CURRENCY,TIME_PERIOD,OBS_VALUE\nUSD,2024-01-02,1.0956\n")
    network.answer(
      "yahoo", 200,
      """
      {"chart":{"result":[{"meta":{"currency":"EUR"},"timestamp":[1704441600],
       "indicators":{"quote":[{"close":[102.25]}]}}],"error":null}}
      """)
    session.network = network
    return session
  }

  private func steps(_ session: CommandSession) -> [String] {
    session.errors.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map(String.init)
  }

  @Test func `on a terminal it asks, and shows each step`() throws {
    let session = try Self.session()
    session.typed = ["usd", "", "", "ecb", "yahoo/QX1.DE"]
    session.run(["start", "broker.csv"])
    #expect(session.status == 0, "\(session.errors)")
    #expect(
      steps(session) == [
        "$ folio init file:portfolio.folio --base USD",
        "$ folio import broker.csv --store file:portfolio.folio",
        "$ folio rates update file:portfolio.folio --source ecb",
        "$ folio prices update file:portfolio.folio --source DE0000000QX1=yahoo/QX1.DE",
        "$ folio report file:portfolio.folio --output portfolio.html",
      ])
    // 2 × 102.25 EUR at 1.0956 dollars.
    #expect(session.written["portfolio.html"]?.contains("224.05") == true)
    #expect(session.output.contains("export FOLIO_STORE=file:portfolio.folio"))
    #expect(session.output.split(separator: "\n").count { $0.hasPrefix("  folio ") } == 5)
    session.run(["positions", "file:portfolio.folio", "-f", "csv"])
    #expect(session.output.contains("102.25"))
  }

  @Test func `a long command line is continued as a shell does`() throws {
    let session = try Self.session()
    session.messageWidth = 50
    session.run(["start", "broker.csv", "--base", "EUR", "--store", "file:a-long-name.folio"])
    #expect(
      session.errors.contains(
        """
        $ folio import broker.csv --store \\
            file:a-long-name.folio

        """), "\(session.errors)")
  }

  @Test func `without a terminal it does what the flags say, and nothing else`() throws {
    let session = try Self.session()
    session.run(["start", "broker.csv"])
    #expect(session.status == 2)
    #expect(session.errors.contains("The files have EUR. For example: --base EUR"))
    session.run(["start", "broker.csv", "--base", "EUR"])
    #expect(session.status == 2)
    #expect(session.errors.contains("--store file:portfolio.folio"))
    session.run(["start", "broker.csv", "--base", "EUR", "--store", "file:a.folio"])
    #expect(session.status == 0, "\(session.errors)")
    #expect(steps(session).count == 2)
    #expect(session.errors.contains("no source of prices: DE0000000QX1."))
    #expect(session.written.isEmpty)
    #expect(session.network?.requests.isEmpty == true)
    session.run([
      "start", "broker.csv", "--base", "USD", "--store", "file:b.folio", "--source", "ecb",
      "--source",
      "DE0000000QX1=yahoo/QX1.DE", "-o", "page.html", "--quiet",
    ])
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.errors == "")
    #expect(session.written.keys.sorted() == ["b.prices.csv", "b.rates.csv", "page.html"])
  }

  @Test func `files that are not understood leave nothing behind`() throws {
    let session = try Self.session()
    session.files["broker.csv"] = Array("some,other,file\n1,2,3\n".utf8)
    session.run(["start", "broker.csv", "--base", "EUR", "--store", "file:a.folio"])
    #expect(session.status == 1)
    session.run(["log", "file:a.folio"])
    #expect(session.status == 3)
  }

  @Test func `offline, the page has what is there`() throws {
    let session = try Self.session()
    session.network = ScriptedNetwork()
    session.run([
      "start", "broker.csv", "--base", "USD", "--store", "file:a.folio", "--source", "ecb", "-o",
      "page.html",
    ])
    #expect(session.status == 3)
    #expect(session.errors.contains("offline: not everything was fetched."))
    #expect(session.written.keys.sorted() == ["page.html"])
  }

  @Test func `files of prices and rates are stored`() throws {
    let session = try Self.session()
    session.files["q.csv"] = Array("Datum;Kurs\n05.01.2024;102,25\n".utf8)
    session.files["r.csv"] = Array("date,from,to,rate\n2024-01-02,EUR,USD,1.1\n".utf8)
    session.run([
      "start", "broker.csv", "--base", "USD", "--store", "file:a.folio", "--prices",
      "DE0000000QX1=q.csv", "--rates", "r.csv",
    ])
    #expect(session.status == 0, "\(session.errors)")
    #expect(
      steps(session).last == "$ folio add file:a.folio --prices DE0000000QX1=q.csv --rates r.csv")
    session.run(["positions", "file:a.folio", "-f", "csv"])
    #expect(session.output.contains(",224.95,"), "\(session.output)")
  }
}
