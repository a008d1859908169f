import FolioDiagnostics
import FolioNumbers
import Testing

@testable import FolioModel
@testable import TestSupport

/// A hostile file may not fill the memory with its faults: beyond a limit they are counted.
@Suite("More faults than anyone reads")
struct FaultLimitTests {
  /// A ledger in which every group but the first repeats its id.
  private func repeated(_ count: Int) -> LedgerBuilder {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD")
    for _ in 0...count {
      builder.group("g", "2024-01-01", cash: [.into("usd", 1, .deposit)])
    }
    return builder
  }

  @Test("faults of checking beyond the hundred thousandth are counted")
  func checking() {
    let builder = repeated(LedgerDraft.faultLimit)
    let all = builder.check().faults
    #expect(all.count == LedgerDraft.faultLimit)
    #expect(all.allSatisfy { $0.code == .duplicateID })
    for _ in 0..<2 { builder.group("g", "2024-01-01", cash: [.into("usd", 1, .deposit)]) }
    let more = builder.check().faults
    #expect(more.count == LedgerDraft.faultLimit + 1)
    #expect(more.last?.code == .tooManyRecords)
    #expect(more.last?.message == "2 more faults are not listed")
  }

  @Test("those of reading are in the same count")
  func readingAndChecking() {
    let builder = repeated(3)
    var draft = builder.draft
    let fault = Diagnostic(.badNumber, "", help: "", at: SourcePosition(file: 0, offset: 0))
    draft.faults = Array(repeating: fault, count: LedgerDraft.faultLimit)
    draft.faults.append(.unlistedFaults(5))
    draft.unlistedFaults = 5
    let faults = LedgerCheck(of: draft).faults
    #expect(faults.count == LedgerDraft.faultLimit + 1)
    #expect(faults.last?.message == "8 more faults are not listed")
  }

  @Test("a list of methods may change that of an instrument on a hundred days")
  func methods() {
    func check(_ days: Int, _ symbols: String...) -> LedgerCheck {
      let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
        .event("g", "2024-01-01", .buy("A", 1, at: 1))
      let names = symbols.map { builder.identifier($0) }
      builder.settings { settings in
        settings.methodsPosition = SourcePosition(file: 0, offset: 9)
        settings.methodEntries = (0..<days).map { number in
          MethodEntry(
            number % 2 == 0 ? .fifo : .lifo, from: Day(daysSince1970: Int32(number)),
            symbols: names)
        }
      }
      return builder.check()
    }
    #expect(check(100).faults == [])
    #expect(check(100, "A", "B").faults == [])
    let faults = check(150, "A", "B").faults
    #expect(faults.map(\.code) == [.tooManyRecords, .tooManyRecords])
    #expect(faults.first?.field == ["cost_basis_method", .index(100)])
    #expect(faults.first?.message.contains("for A on more than 100 days") == true)
    #expect(check(150).faults.first?.message.contains("for all instruments") == true)
    // What is booked by such a list would follow each of its days.
    #expect(check(150).isIncomplete)
  }
}
