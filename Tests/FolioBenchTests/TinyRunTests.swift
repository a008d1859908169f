import Folio
import Foundation
import Testing

@testable import FolioBench
@testable import TestSupport

@Suite struct TinyRunTests {
  /// On a thread of its own: it waits for tasks, which the threads of the tests are there for.
  private func run(
    _ plan: Plan, changing change: @escaping @Sendable (Job, inout Outcome) -> Void = { _, _ in }
  ) async throws -> Figures {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try Bench(plan: plan) { job throws(BenchFault) in
              var outcome = try job.perform(plan)
              change(job, &outcome)
              return outcome
            }.run()
          })
      }
    }
  }

  /// One run for the tests that only look at its figures.
  private static let tiny = Task { try await TinyRunTests().run(.tiny) }

  @Test("A tiny run prints every row, and its results are those of every run before")
  func everyRow() async throws {
    let figures = try await Self.tiny.value
    let ofSize = [
      "read", "check", "book", "report", "read and check", "whole job",
      "book with journal", "trial balance", "read, shuffled keys", "read, pretty-printed",
      "JSONDecoder", "booked while read", "the same on two cores",
      "peak memory, booked while read", "peak memory", "append to live books",
      "change one year back",
    ]
    let ofNumbers = ["add", "multiply", "multiply and round", "divide", "parse", "print"]
    let ofDepth = ["fifo", "lifo", "hifo", "lofo", "average"].flatMap {
      ["\($0), 5 lots open", "\($0), 50 lots open"]
    }
    let ofRules = ["book with gains"] + ["us", "uk", "ca"].map { "the same, tax rules \($0)" }
    let ofSeries = ["book with movements", "order the prices", "daily value and return"]
    var expected = ofSize + ofSize + ["whole job, cost per group"]
    let ofStores =
      StoreBench.kinds.flatMap { kind in
        ["open", "20 newest groups", "group by id", "durable append", "checked change"].map {
          "\(kind.name): \($0)"
        }
      }
      + StoreBench.kinds.flatMap { kind in
        (kind == .file ? ["sync of one change", "rewriting"] : ["sync of one change"]).map {
          "\(kind.name): \($0)"
        }
      } + [
        "memory: checked change", "file: longest append while rewriting", "file: journal and cache",
      ]
    let ofImports = ["csv", "beancount", "hledger"].flatMap { ["read \($0)", "import \($0)"] }
    expected += ofNumbers + ofDepth + ofRules + ofSeries + ofImports + ofStores + ofStores
    #expect(figures.rows.map(\.title) == expected)
    let hash = figures.results.last?.fingerprint
    #expect(hash == "d647133725f58899", "the reports on 200 groups read otherwise than before")
    // The hash of a default run is compared with that of every run before.
    guard TestScale.isFull else { return }
    let again = try await run(.tiny)
    #expect(again.results.last?.fingerprint == hash)
  }

  @Test("Every figure that has a target says whether it is met")
  func targets() async throws {
    let figures = try await Self.tiny.value
    let withTarget = figures.rows.filter { $0.target != nil }
    // Against JSONDecoder, memory, growth, two cores, numbers, sales, rules, series, stores,
    // live books.
    let ofStores = StoreBench.kinds.count == 1 ? 6 : 14
    #expect(withTarget.count == [2, 2, 1, 1, 6, 5, 3, 1, ofStores, 3].reduce(0, +))
    for row in withTarget {
      guard case .text(let met) = row.cells.last else {
        Issue.record("\(row.title) does not say whether it is met")
        continue
      }
      #expect(["yes", "no"].contains(met))
    }
  }

  @Test("The table and the JSON carry the rows and the hash")
  func output() async throws {
    let report = try await Self.tiny.value.report
    for format in [ReportFormat.table, .json] {
      let text = report.text(as: format)
      #expect(text.contains("read, shuffled keys"))
      #expect(text.contains("d647133725f58899"))
    }
  }

  @Test("Only the stages that are asked for are measured")
  func stages() async throws {
    var plan = Plan.tiny
    plan.stages = [.decoder]
    var titles: [String]
    titles = try await run(plan).rows.map(\.title)
    #expect(titles == ["JSONDecoder", "JSONDecoder"])
    plan.stages = [.memory]
    titles = try await run(plan).rows.map(\.title)
    #expect(titles == ["peak memory", "peak memory"])
    plan.stages = [.streamMemory]
    let streamed = "peak memory, booked while read"
    titles = try await run(plan).rows.map(\.title)
    #expect(titles == [streamed, streamed])
    plan.stages = [.read, .check]
    titles = try await run(plan).rows.map(\.title)
    #expect(titles == ["read", "check", "read", "check"])
  }

  @Test("Results that differ between two processes are a fault, not a figure")
  func differentResults() async {
    await #expect(throws: BenchFault.self) {
      try await run(.tiny) { job, outcome in
        if case .memory = job { outcome.fingerprint = "0" }
      }
    }
  }
}
