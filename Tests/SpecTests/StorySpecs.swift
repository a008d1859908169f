import Folio
import Testing

@testable import FolioCLI
@testable import TestSupport

/// `folio explain` against the reports: what it tells of a gain is what `gains` prints.
struct StorySpecs {
  /// A ledger under some rules, as arguments.
  struct Books: CustomTestStringConvertible, Sendable {
    var ledger: String
    var arguments: [String]
    var testDescription: String { ([ledger] + arguments).joined(separator: " ") }
  }

  static let all: [Books] =
    ["fifo", "lifo", "hifo", "lofo", "average"].map {
      Books(ledger: "paper.json", arguments: ["--method", $0])
    }
    + [
      Books(ledger: "five-years.json", arguments: []),
      Books(ledger: "five-years.json", arguments: ["--base", "EUR", "--lot-scope", "portfolio"]),
      Books(ledger: "five-years.json", arguments: ["--fee-treatment", "expense"]),
      Books(ledger: "five-years.json", arguments: ["--tax-rules", "us"]),
      Books(ledger: "five-years.json", arguments: ["--tax-rules", "uk"]),
      Books(ledger: "five-years.json", arguments: ["--tax-rules", "ca"]),
      Books(ledger: "taxes.json", arguments: ["--tax-rules", "us"]),
      Books(ledger: "taxes.json", arguments: ["--tax-rules", "uk", "--base", "GBP"]),
      Books(ledger: "taxes.json", arguments: ["--tax-rules", "ca", "--base", "CAD"]),
      Books(ledger: "story.json", arguments: []),
    ]

  private func rows(_ arguments: [String]) throws -> [SpecValue] {
    let text = try ReportSpecs.output(of: arguments + ["--quiet", "--format", "json"])
    return try SpecParser.parse(Array(text.utf8))["rows"]?.elements ?? []
  }

  @Test(arguments: all) func everyGainIsToldAsItIsReported(_ books: Books) throws {
    let gains = try rows(["gains", books.ledger] + books.arguments)
    #expect(!gains.isEmpty)
    let groups = Set(gains.compactMap { $0["group_id"]?.text })
    for group in TestScale.some(groups.sorted()) {
      let told = try rows(["explain", group, books.ledger] + books.arguments)
        .filter { $0["event"]?.text == "disposed" && $0["proceeds"]?.text != nil }
      let reported = gains.filter { $0["group_id"]?.text == group }
      for key in ["symbol", "proceeds", "gain", "gain_base", "disallowed", "taxable_gain", "rule"] {
        #expect(
          told.map { $0[key]?.text }.sorted() == reported.map { $0[key]?.text }.sorted(),
          "\(group) \(key)")
      }
    }
  }

  /// The running figures of a story add up, and lead to what is held.
  @Test(arguments: all) func runningFiguresAddUp(_ books: Books) throws {
    let lots = try rows(["lots", books.ledger] + books.arguments)
    let symbols = Set(lots.compactMap { $0["symbol"]?.text })
    #expect(!symbols.isEmpty)
    for symbol in TestScale.some(symbols.sorted(), every: 2) {
      let steps = try rows(["explain", symbol, books.ledger] + books.arguments)
      var held = ExactDecimal.zero
      for step in steps {
        let change = try ExactDecimal(try #require(step["quantity"]?.text))
        held = try held.adding(change)
        #expect(try ExactDecimal(try #require(step["held_quantity"]?.text)) == held, "\(symbol)")
      }
      let open = try lots.filter { $0["symbol"]?.text == symbol }.reduce(ExactDecimal.zero) {
        try $0.adding(try ExactDecimal(try #require($1["quantity"]?.text)))
      }
      #expect(held == open, "\(symbol)")
    }
  }

  @Test func everyStepNamesItsLine() throws {
    for step in try rows(["explain", "sell-2", "story.json"]) {
      #expect(step["source"]?.text?.hasPrefix("story.json:") == true)
    }
    let ledger = try SpecFiles.bytes("../Examples/ledgers/story.json")
    let lines = ledger.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = try #require(try rows(["explain", "sell-2", "story.json"]).last)
    let number = try #require(Int(last["source"]?.text?.split(separator: ":").last ?? ""))
    #expect(String(decoding: lines[number - 1], as: UTF8.self).contains("\"id\": \"sell-2-mill\""))
  }

  @Test func groupsThatChangeNothingSaySo() throws {
    let moved = try ReportSpecs.output(of: ["explain", "save", "story.json"])
    #expect(moved.hasSuffix("Group save changes no lot; 'folio journal' shows what it posts.\n"))
    let later = try ReportSpecs.output(
      of: ["explain", "sell-2", "--as-of", "2023-09-19", "story.json"])
    #expect(
      later.hasSuffix("Group sell-2 is of 2023-09-20, after the day of this report, 2023-09-19.\n"))
    let early = try ReportSpecs.output(
      of: ["explain", "BLDE", "--as-of", "2023-01-01", "story.json"])
    #expect(early.hasSuffix("No group up to the day of this report changes a lot of BLDE.\n"))
  }

  @Test func namesThatAreNoneAreRefusedWithWhatIsNear() throws {
    let bytes = try SpecFiles.bytes("../Examples/ledgers/story.json")
    let session = CommandSession(["story.json": bytes])
    session.run(["explain", "sel-2", "story.json"])
    #expect(session.status == 2)
    #expect(
      session.errors == "folio: explain: the ledger has no group and no symbol 'sel-2'. "
        + "Did you mean 'sell-2'?\n")
    session.run(["explain", "", "story.json"])
    #expect(session.status == 2)
    session.run(["explain", "story.json"])
    #expect(session.status == 2)
    #expect(session.errors.hasSuffix("after the GROUP-ID|SYMBOL. Or set FOLIO_STORE.\n"))
    session.run(["explain", "sell-2", "--from", "2023", "story.json"])
    #expect(session.errors.hasPrefix("folio: 'explain' takes no --from."))
  }

  @Test func aNameThatIsBothIsTheGroup() throws {
    let text = String(
      decoding: try SpecFiles.bytes("../Examples/ledgers/story.json"), as: UTF8.self)
    let both = text.replacing("\"id\": \"sell-2\"", with: "\"id\": \"MILL\"")
    let session = CommandSession(["both.json": Array(both.utf8)])
    session.run(["explain", "MILL", "both.json"])
    #expect(session.output.hasPrefix("Explanation of group MILL"))
    #expect(session.output.contains("'MILL' is the id of a group and a symbol; this is the group."))
  }
}

extension [String?] {
  fileprivate func sorted() -> [String] { map { $0 ?? "null" }.sorted() }
}
