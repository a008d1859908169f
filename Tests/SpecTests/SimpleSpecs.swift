import Testing

@testable import FolioCLI

/// The sample data of the simple systems under Specs/simple: in and out unchanged, to the byte.
struct SimpleSpecs {
  static let files = SpecFiles.paths(in: "simple", ending: ".json")

  private func converted(_ arguments: [[String]], _ path: String) throws -> String {
    var bytes = try SpecFiles.bytes(path)
    for words in arguments {
      let session = CommandSession(["file": bytes])
      session.run(words + ["file"])
      #expect(session.status == 0, "\(path): \(words)\n\(session.errors)")
      #expect(!session.errors.contains("W43"), "\(path): \(words)\n\(session.errors)")
      bytes = Array(session.output.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: ["simple/flat-app.json", "simple/flat-app-numbers.json", "simple/coinflip.json"])
  func sampleDataComeBack(_ path: String) throws {
    let format = path == "simple/coinflip.json" ? "coinflip" : "simple"
    let text = String(decoding: try SpecFiles.bytes(path), as: UTF8.self)
    #expect(text.count > 1000)
    #expect(try converted([["import", format], ["export", format]], path) == text)
    // A ledger that Folio has written again holds the same.
    let again = try converted(
      [["import", format], ["export", format], ["import", format], ["export", format]], path)
    #expect(again == text)
  }

  @Test(arguments: ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"])
  func holdingsOfAUserAreThoseThatAreStored(_ user: String) throws {
    let ledger = try converted([["import", "coinflip", "--user", user]], "simple/coinflip.json")
    let session = CommandSession(["ledger.json": Array(ledger.utf8)])
    session.run(["holdings", "ledger.json", "--format", "json"])
    let printed = try SpecParser.parse(Array(session.output.utf8))
    let stored = try SpecParser.parse(try SpecFiles.bytes("simple/coinflip.json"))
    let portfolios = stored["portfolios"]?.elements.filter { $0["user_id"]?.text == user } ?? []
    let ids = portfolios.compactMap { $0["id"]?.text }
    let expected = (stored["holdings"]?.elements ?? []).filter {
      ids.contains($0["portfolio_id"]?.text ?? "")
    }
    #expect(!expected.isEmpty)
    #expect(printed["rows"]?.elements.count == expected.count)
  }

  @Test func leaderboard() throws {
    let session = CommandSession([
      "coinflip.json": try SpecFiles.bytes("simple/coinflip.json"),
      "prices.json": try SpecFiles.bytes("simple/simple-price.json"),
    ])
    session.run(["leaderboard", "coinflip.json", "--prices", "prices.json"])
    #expect(session.status == 0, "\(session.errors)")
    try Golden(path: "simple/leaderboard.txt").expect(session.output)
    // A percentage in every format, as the key says.
    session.run(["leaderboard", "coinflip.json", "--prices", "prices.json", "-f", "json"])
    let rows = try SpecParser.parse(Array(session.output.utf8))["rows"]?.elements ?? []
    #expect(rows.first?["gain_percent"]?.text?.hasPrefix("0.3896") == true)
    session.run(["leaderboard", "coinflip.json", "coinflip.json"])
    #expect(session.status == 1 && session.errors.contains("is in two files"))
  }

  @Test func everyFileIsRead() {
    let names = ["coinflip", "flat-app-numbers", "flat-app", "simple-price"]
    #expect(Self.files == names.map { "simple/\($0).json" })
  }
}
