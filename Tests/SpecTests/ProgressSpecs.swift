import Folio
import Testing

@testable import FolioCLI
@testable import TestSupport

/// Progress on the terminal of a whole command, by a clock that jumps.
struct ProgressSpecs {
  private final class Screen {
    var text = ""
    var output: [UInt8] = []
  }

  private func run(_ arguments: [String], width: Int?) async throws -> Screen {
    let (screen, clock) = (Screen(), SteppingClock())
    let bytes = try SpecFiles.bytes("../Examples/ledgers/five-years.ndjson")
    let surroundings = CommandEnvironment(
      today: { Day.first }, errorWidth: width,
      clock: { clock.read() },
      openLedger: { name, _ in LedgerSource(bytes, name: name) },
      contents: { _ in [] }, folder: { $0 == "all" ? ["a.json", "b.json", "c.json"] : nil },
      lines: { _, _ in DocumentLines([]) },
      openStore: { address, _ throws(StoreFailure) in throw .notFound(.store(address.text)) },
      now: { Timestamp(secondsSince1970: 0) }, newID: { "" },
      writeOutput: { bytes throws(SinkFailure) in
        #expect(screen.text.isEmpty || screen.text.hasSuffix("\u{1B}[K"))
        screen.output += copy bytes
      },
      writeError: { screen.text += $0.string },
      prepareOutput: { _, _ in nil })
    let status = await CommandRunner(environment: surroundings).run(arguments)
    #expect(status == 0)
    return screen
  }

  @Test func aCommandShowsReadingThenBookingAndLeavesNothing() async throws {
    // A journal is booked when all of it is read.
    let screen = try await run(["journal", "l.ndjson"], width: 80)
    let drawn = screen.text.split(separator: "\r").map(String.init)
    #expect(drawn.contains { $0.hasPrefix("Reading [") && $0.contains("%") })
    #expect(drawn.contains { $0.hasPrefix("Booking [") && $0.contains("0%") })
    #expect(drawn.last == "\u{1B}[K")
    #expect(drawn.allSatisfy { $0.hasSuffix("\u{1B}[K") })
    #expect(!screen.output.isEmpty)
  }

  @Test func manyPortfoliosAreCounted() async throws {
    let screen = try await run(["holdings", "--each", "file", "all"], width: 80)
    let drawn = screen.text.split(separator: "\r").map(String.init)
    #expect(drawn.contains { $0.hasPrefix("Reporting [") && $0.contains("1 portfolios") })
    #expect(drawn.contains { $0.contains("2 portfolios") })
    #expect(drawn.last == "\u{1B}[K")
    #expect(!drawn.contains { $0.hasPrefix("Reading") })
  }

  @Test(arguments: ["l.ndjson", "all"])
  func aPipeAndQuietHaveNone(_ name: String) async throws {
    let each = name == "all" ? ["--each", "file"] : []
    let plain = try await run(["holdings", name] + each, width: nil)
    #expect(plain.text.isEmpty)
    let quiet = try await run(["holdings", "--quiet", name] + each, width: 80)
    #expect(quiet.text.isEmpty)
    let shown = try await run(["holdings", name] + each, width: 80)
    #expect(shown.output == plain.output && quiet.output == plain.output)
  }
}
