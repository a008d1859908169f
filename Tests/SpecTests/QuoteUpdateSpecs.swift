import Folio
import Testing

@testable import FolioCLI

/// `prices update` and `rates update`, with a network that a script plays.
struct QuoteUpdateSpecs {
  private static let ledger = """
    {"settings": {"base_currency": "EUR"},
     "portfolio_cash_accounts": [
        {"id": "eur", "currency": "EUR"}, {"id": "usd", "currency": "USD"}],
     "stocks_master": [
       {"symbol": "VWCE", "currency": "EUR", "isin": "IE00BK5BQT80"},
       {"symbol": "AAPL", "currency": "USD", "price_source": "tiingo/AAPL"}],
     "historical_prices": [{"symbol": "AAPL", "date": "2024-01-02", "close": "100"}],
     "transaction_groups": [
       {"id": "1", "occurred_at": "2024-01-02", "cash_transactions": [
         {"cash_account_id": "eur", "leg_type": "deposit", "direction": "in", "amount": "500"}]},
       {"id": "2", "occurred_at": "2024-01-03",
        "stock_transactions": [
          {"symbol": "VWCE", "trade_type": "buy", "quantity": "2", "price_per_share": "100"}],
        "cash_transactions": [{"cash_account_id": "eur", "leg_type": "principal",
          "direction": "out", "amount": "200"}]}]}
    """

  private static func session(today: String = "2024-01-05") throws -> CommandSession {
    let session = CommandSession(["l.json": Array(ledger.utf8)])
    session.today = try Day(today)
    session.network = ScriptedNetwork()
    session.environment = ["TIINGO_TOKEN": "hidden"]
    session.run(["init", "file:data/l.folio", "l.json"])
    return session
  }

  private static func chart(_ days: [Int], _ closes: String) -> String {
    let times = days.map { "\((19723 + $0 - 1) * 86_400 + 30_000)" }.joined(separator: ",")
    return """
      {"chart":{"result":[{"meta":{"currency":"EUR","gmtoffset":3600},"timestamp":[\(times)],
       "indicators":{"quote":[{"close":[\(closes)]}]}}],"error":null}}
      """
  }

  private static let tiingo = """
    [{"date":"2024-01-02T00:00:00.000Z","close":185.64},
     {"date":"2024-01-03T00:00:00.000Z","close":184.25}]
    """

  @Test func `prices go to a file that the store names, each with its source`() throws {
    let session = try Self.session()
    session.network?.answer("tiingo", 200, Self.tiingo)
    session.network?.answer("yahoo", 200, Self.chart([2, 3, 4], "100.5,null,102.25"))
    let update = ["prices", "update", "file:data/l.folio"]
    session.run(update + ["--source", "IE00BK5BQT80=yahoo/VWCE.DE"])
    #expect(session.status == 0, "\(session.errors)")
    let lines = session.written["data/l.prices.csv"]?.split(separator: "\n") ?? []
    #expect(lines.first == "date,symbol,price,currency,source,retrieved,sha256")
    // The ledger has a price of its own for 2 January.
    #expect(
      lines.dropFirst().map { $0.split(separator: ",").prefix(5).joined(separator: ",") } == [
        "2024-01-03,AAPL,184.25,USD,tiingo/AAPL", "2024-01-02,VWCE,100.5,EUR,yahoo/VWCE.DE",
        "2024-01-04,VWCE,102.25,EUR,yahoo/VWCE.DE",
      ])
    let hash = SHA256.hexadecimal(of: Array(Self.tiingo.utf8))
    #expect(lines[1].hasSuffix(",\(hash)"))
    #expect(session.network?.requests.last?.headers.map(\.value) == ["Token hidden"])
    session.run(["positions", "file:data/l.folio", "-f", "csv"])
    #expect(session.output.contains("102.25"), "\(session.output)\(session.errors)")
    // The store remembers, and asks from the last row on.
    session.network?.forget("yahoo")
    session.network?.answer("yahoo", 200, Self.chart([4, 5], "103,104"))
    session.run(update)
    session.run(update)
    #expect(
      session.errors.hasSuffix("folio: 0 new prices, 0 changed in data/l.prices.csv, which has 4\n")
    )
    #expect(session.written["data/l.prices.csv"]?.contains("2024-01-04,VWCE,103,EUR") == true)
    let asked = session.network?.requests.map(\.url).filter { $0.contains("yahoo") } ?? []
    #expect(asked.map { $0.contains("period1=\((19723 + 3) * 86_400)") } == [false, true, false])
    #expect(asked.last?.contains("period1=\((19723 + 4) * 86_400)") == true)
  }

  @Test func `a price of closed books stays`() throws {
    let session = try Self.session()
    session.network?.answer("tiingo", 200, Self.tiingo)
    session.network?.answer("tiingo", 200, Self.tiingo.replacing("184.25", with: "999"))
    session.run(["prices", "update", "file:data/l.folio"])
    let before = session.written["data/l.prices.csv"]
    session.files["closing.json"] = Array(#"{"settings": {"closed_until": "2024-01-31"}}"#.utf8)
    session.run(["add", "file:data/l.folio", "closing.json"])
    session.run(["prices", "update", "file:data/l.folio", "--from", "2024-01-01"])
    #expect(session.errors.contains("1 prices of closed books differ from the source, and stay"))
    #expect(session.written["data/l.prices.csv"] == before)
  }

  @Test func `a source that fails does not stop the others, and no message has a key`() throws {
    let session = try Self.session()
    session.network?.answer("tiingo", 403, #"{"detail": "Invalid token hidden"}"#)
    session.network?.answer("yahoo", 200, Self.chart([4], "102.25"))
    session.run([
      "prices", "update", "file:data/l.folio", "--source", "VWCE=yahoo/VWCE.DE", "--quiet",
    ])
    #expect(session.status == 1)
    #expect(
      session.errors == """
        folio: AAPL, tiingo/AAPL: the answer has the status 403: {"detail": "Invalid token …"}
        folio: not everything was fetched. The rest is kept.

        """)
    #expect(session.written["data/l.prices.csv"]?.contains("102.25") == true)
  }

  @Test func `offline, what is there is used`() throws {
    let session = try Self.session()
    session.run(["rates", "update", "file:data/l.folio", "--source", "ecb"])
    #expect(session.status == 3)
    #expect(session.errors.contains("data-api.ecb.europa.eu cannot be reached: could not resolve"))
    #expect(session.errors.contains("offline: not everything was fetched."))
    session.run(["holdings", "file:data/l.folio"])
    #expect(session.status == 0, "\(session.errors)")
    session.network = nil
    session.run(["rates", "update", "file:data/l.folio", "--source", "ecb"])
    #expect(session.status == 3)
    #expect(session.errors.contains("swift build --traits Supabase"))
  }

  @Test func `busy servers are asked again after a pause`() throws {
    let session = try Self.session()
    session.network?.answer("tiingo", 429, "slow down", retryAfter: 7)
    session.network?.fail("tiingo", .noAnswer("timeout was reached"))
    session.network?.answer("tiingo", 302, location: "https://other.example/tiingo")
    session.network?.answer("tiingo", 200, Self.tiingo)
    session.run(["prices", "update", "file:data/l.folio"])
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.pauses == [.seconds(7), .seconds(4)])
    // The key is for its server alone.
    #expect(session.network?.requests.map(\.headers.count) == [1, 1, 1, 0])
    let late = try Self.session()
    late.network?.answer("tiingo", 429, "", retryAfter: 3_600)
    late.run(["prices", "update", "file:data/l.folio"])
    #expect(late.status == 1)
    #expect(late.errors.contains("asks to come back in 3600 seconds"))
    let lost = try Self.session()
    lost.network?.answer("tiingo", 302, location: "http://api.tiingo.com/tiingo")
    lost.run(["prices", "update", "file:data/l.folio"])
    #expect(lost.errors.contains("redirects to an address that is not followed"))
    let html = try Self.session()
    html.network?.answer("tiingo", 200, "<!DOCTYPE html><title>Just a moment</title>")
    html.run(["prices", "update", "file:data/l.folio"])
    #expect(html.errors.contains("the answer is not JSON: <!DOCTYPE html>"))
    #expect(html.written["data/l.prices.csv"] == nil)
  }

  @Test func `rates go to a file, and their source is remembered`() throws {
    let session = try Self.session()
    let csv = "CURRENCY,TIME_PERIOD,OBS_VALUE\nUSD,2024-01-02,1.0956\nUSD,2024-01-03,1.0919\n"
    session.network?.answer("ecb", 200, csv)
    session.run(["rates", "update", "l.json"])
    #expect(session.status == 2)
    session.run(["rates", "update", "l.json", "--source", "ecb", "-o", "rates.csv"])
    #expect(session.status == 0, "\(session.errors)")
    let written = try #require(session.written["rates.csv"])
    #expect(
      written.hasPrefix("date,from,to,rate,source,retrieved,sha256\n2024-01-02,EUR,USD,1.0956,ecb,")
    )
    session.run(["rates", "update", "l.json", "-o", "rates.csv"])
    #expect(session.errors.hasSuffix("0 new rates, 0 changed in rates.csv, which has 2\n"))
    #expect(session.network?.requests.count == 2)
    session.run(["rates", "update", "l.json", "--source", "ecb", "-o", "l.json"])
    #expect(session.status == 2)
  }

  @Test func `a command is a source if a flag names its file`() throws {
    let session = try Self.session()
    session.files["own.json"] = Array(
      """
      {"format": "folio-source/1", "name": "own", "gives": "prices",
       "request": {"command": ["prices", "{ticker}", "{from}", "{to}"]},
       "answer": {"form": "csv", "day": "Date", "value": "Close", "decimal": ","}}
      """.utf8)
    session.programs = { words in
      words == ["prices", "x y", "2024-01-04", "2024-01-05"]
        ? "Date;Close\n2024-01-04;1.234,50\n" : nil
    }
    let update = ["prices", "update", "file:data/l.folio", "--from", "2024-01-04"]
    session.run(update + ["--source", "VWCE=own/x y"])
    #expect(session.status == 2)
    session.network?.answer("tiingo", 200, "[]")
    session.run(update + ["--source", "VWCE=own/x y", "--source-file", "own.json"])
    #expect(session.status == 0, "\(session.errors)")
    #expect(
      session.written["data/l.prices.csv"]?.contains("2024-01-04,VWCE,1234.50,,own/x y") == true)
  }

  @Test func `what cannot be fetched is said before anything is asked`() throws {
    let session = try Self.session()
    for (words, part) in [
      (["--source", "VWCE"], "names no instrument"),
      (["--source", "VWC=yahoo/X"], "Did you mean 'VWCE'?"),
      (["--source", "VWCE=yaho/X"], "there is no source of prices 'yaho'"),
      (["--source", "VWCE=ecb/X"], "there is no source of prices 'ecb'"),
      (["--source", "VWCE=yahoo"], "Write SOURCE/TICKER"),
    ] {
      session.run(["prices", "update", "file:data/l.folio"] + words)
      #expect(session.status == 2)
      #expect(session.errors.contains(part), "\(session.errors)")
    }
    session.files["mine.csv"] = Array("date,symbol,price\n".utf8)
    session.run(["prices", "update", "l.json", "-o", "mine.csv"])
    #expect(session.status == 2)
    #expect(session.errors.contains("not a file of fetched prices"))
    #expect(session.network?.requests.isEmpty == true)
  }
}
