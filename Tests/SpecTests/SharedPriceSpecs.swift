import Folio
import Testing

@testable import FolioCLI
@testable import TestSupport

/// Prices that many portfolios share give each of them what it would have alone, whatever the files
/// look like.
struct SharedPriceSpecs {
  /// Ledgers and files of prices, some of which can be shared without copies and some cannot.
  private struct Trial {
    var dice: Dice
    private static let symbols = ["QA", "QB", "QC", "QD", "QE"]
    private static let days = (1...28).map { "2024-03-\($0 < 10 ? "0" : "")\($0)" }

    func currency(of symbol: String) -> String {
      ["QA": "USD", "QB": "EUR", "QC": "USD", "QD": "EUR", "QE": "GBP"][symbol] ?? "USD"
    }

    mutating func ledger(_ isOdd: Bool) -> String {
      var groups: [String] = []
      var masters: [String] = []
      for symbol in Self.symbols where dice.chance(70) {
        let currency = currency(of: symbol)
        let quoted = isOdd && symbol == "QE" && dice.chance(30) ? "GBX" : currency
        masters.append(#"{"symbol": "\#(symbol)", "currency": "\#(quoted)"}"#)
        let (number, units) = (groups.count, 1 + dice.below(9))
        groups.append(
          #"""
          {"id": "g\#(number)", "occurred_at": "\#(dice.pick(Array(Self.days.prefix(9))))",
            "stock_transactions": [{"trade_type": "transfer_in", "symbol": "\#(symbol)",
              "quantity": "\#(units)", "currency": "\#(currency)", "lots": [
              {"acquired": "2023-01-02", "quantity": "\#(units)",
                "cost_basis": "\#(100 + dice.below(900))"}]}]}
          """#)
      }
      var prices: [String] = []
      if isOdd, dice.chance(20) {
        prices = [#"{"symbol": "QA", "date": "2024-03-05", "price": "7", "currency": "USD"}"#]
      }
      return #"""
        {"settings": {"base_currency": "USD"},
        "stocks_master": [\#(masters.joined(separator: ","))],
        "historical_prices": [\#(prices.joined())],
        "transaction_groups": [\#(groups.joined(separator: ",\n"))]}
        """#
    }

    /// A file of prices; odd ones have other currencies, two spellings, and days without order.
    mutating func prices(_ isOdd: Bool) -> String {
      let namesCurrency = dice.chance(70)
      var rows: [String] = []
      for day in Self.days {
        for symbol in Self.symbols where dice.chance(60) {
          let name = isOdd && dice.chance(10) ? symbol.lowercased() : symbol
          var currency = isOdd && dice.chance(10) ? "CHF" : currency(of: symbol)
          if isOdd, currency == "GBP", dice.chance(20) { currency = "GBX" }
          let row = "\(day),\(name),\(dice.decimal(upTo: 9999, places: 2))"
          rows.append(namesCurrency ? "\(row),\(currency)" : row)
          if isOdd, dice.chance(5) { rows.append(rows[rows.count - 1]) }
        }
      }
      if dice.chance(50) { dice.shuffle(&rows) }
      let header = namesCurrency ? "date,symbol,price,currency" : "date,symbol,price"
      return ([header] + rows).joined(separator: "\n") + "\n"
    }
  }

  private static let rates = """
    date,from,to,rate
    2024-03-01,EUR,USD,1.1
    2024-03-09,EUR,USD,1.12
    2024-03-01,GBP,USD,1.3
    2024-03-01,CHF,USD,1.15

    """

  /// Reports with and without time series.
  private static let reports = [
    ["positions"], ["pnl"], ["holdings"], ["balance-sheet"], ["income-statement"],
    ["performance", "--by", "month"], ["drawdowns"],
    ["pnl", "--from", "2024-03-10", "--per", "symbol"],
    ["positions", "--as-of", "2024-03-15", "--max-price-age", "2"], ["pnl", "--trade-prices"],
    ["positions", "--strict"],
  ]

  @Test(arguments: 0..<TestScale.part(of: 120))
  func portfoliosHaveWhatTheyHaveAlone(_ seed: Int) async {
    var trial = Trial(dice: Dice(seed: UInt64(seed)))
    let isOdd = seed % 2 == 1
    var files = [
      "a.json": Array(trial.ledger(isOdd).utf8), "b.json": Array(trial.ledger(isOdd).utf8),
      "p.csv": Array(trial.prices(isOdd).utf8), "r.csv": Array(Self.rates.utf8),
    ]
    var flags = ["--prices", "p.csv", "--rates", "r.csv"]
    if trial.dice.chance(isOdd ? 50 : 20) {
      files["q.csv"] = Array(trial.prices(isOdd).utf8)
      flags += ["--prices", "q.csv"]
    }
    for report in Self.reports {
      let session = CommandSession(files)
      var (output, errors) = ("", "")
      for name in ["a.json", "b.json"] {
        session.run(report + flags + [name])
        if !isOdd, !report.contains("--strict") {
          #expect(session.status == 0, "seed \(seed): \(session.errors)")
        }
        if session.status == 0 { output += "\(name)\n\n\(session.output)" }
        if !session.errors.isEmpty { errors += "\(name):\n\(session.errors)" }
      }
      await session.run(report + flags + ["--each", "file", "a.json", "b.json"], tasks: 2)
      let joined = session.output.replacing("\n\nb.json\n\n", with: "\nb.json\n\n")
      #expect(
        joined.filter { $0 != "\n" } == output.filter { $0 != "\n" }, "seed \(seed): \(report)")
      #expect(
        session.errors.hasPrefix(errors) || session.errors == errors, "seed \(seed): \(report)")
    }
  }

  /// A packed file gives the same figures as the file that it was made of, alone and shared.
  @Test(arguments: 0..<TestScale.part(of: 120))
  func packedFilesGiveTheSame(_ seed: Int) async throws {
    var trial = Trial(dice: Dice(seed: UInt64(seed)))
    let isOdd = seed % 2 == 1
    var files = [
      "a.json": Array(trial.ledger(isOdd).utf8), "b.json": Array(trial.ledger(isOdd).utf8),
      "p.csv": Array(trial.prices(isOdd).utf8), "r.csv": Array(Self.rates.utf8),
    ]
    do {
      let bytes = try PricePacking.pack(files["p.csv"] ?? [], name: "p.csv")
      #expect(try PricePacking.pack(bytes, name: "again") == bytes)
      files["p.folio"] = bytes
    } catch PricePacking.Failure.severalCurrencies {
      #expect(isOdd)
      return
    }
    for report in Self.reports {
      var outputs: [[String]] = []
      for prices in ["p.csv", "p.folio"] {
        let flags = report + ["--prices", prices, "--rates", "r.csv"]
        let session = CommandSession(files)
        var printed: [String] = []
        for name in ["a.json", "b.json"] {
          session.run(flags + [name])
          printed.append(session.output)
          if !isOdd, !report.contains("--strict") { #expect(session.status == 0) }
        }
        await session.run(flags + ["--each", "file", "a.json", "b.json"], tasks: 2)
        outputs.append(printed + [session.output])
      }
      #expect(outputs[0] == outputs[1], "seed \(seed): \(report)")
    }
  }
}
