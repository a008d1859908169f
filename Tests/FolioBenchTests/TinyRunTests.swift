import Folio
import Testing

@testable import FolioBench

@Suite struct TinyRunTests {
  private func run(_ plan: Plan) throws -> Figures {
    try Bench(plan: plan) { job throws(BenchFault) in try job.perform(plan) }.run()
  }

  @Test("A tiny run prints every row, and its results are those of every run before")
  func everyRow() throws {
    let figures = try run(.tiny)
    let ofSize = [
      "read", "check", "book", "report", "read and check", "whole job",
      "book with journal", "trial balance", "read, shuffled keys", "read, pretty-printed",
      "JSONDecoder", "booked while read", "the same on two cores",
      "peak memory, booked while read", "peak memory",
    ]
    let ofNumbers = ["add", "multiply", "multiply and round", "divide", "parse", "print"]
    let ofDepth = ["fifo", "lifo", "hifo", "lofo", "average"].flatMap {
      ["\($0), 5 lots open", "\($0), 50 lots open"]
    }
    let ofRules = ["book with gains"] + ["us", "uk", "ca"].map { "the same, tax rules \($0)" }
    let ofSeries = ["book with movements", "order the prices", "daily value and return"]
    #expect(
      figures.rows.map(\.title)
        == ofSize + ofSize + ["whole job, cost per group"] + ofNumbers + ofDepth + ofRules
        + ofSeries)
    let hash = figures.results.last?.fingerprint
    #expect(hash == "36c0acb94c1de1b5", "the reports on 200 groups read otherwise than before")
    #expect(try run(.tiny).results.last?.fingerprint == hash)
  }

  @Test("Every figure that has a target says whether it is met")
  func targets() throws {
    let figures = try run(.tiny)
    let withTarget = figures.rows.filter { $0.target != nil }
    #expect(withTarget.count == 2 + 2 + 1 + 1 + 6 + 5 + 3 + 1)
    for row in withTarget {
      guard case .text(let met) = row.cells.last else {
        Issue.record("\(row.title) does not say whether it is met")
        continue
      }
      #expect(["yes", "no"].contains(met))
    }
  }

  @Test("The table and the JSON carry the rows and the hash")
  func output() throws {
    let report = try run(.tiny).report
    for format in [ReportFormat.table, .json] {
      let text = report.text(as: format)
      #expect(text.contains("read, shuffled keys"))
      #expect(text.contains("36c0acb94c1de1b5"))
    }
  }

  @Test("Only the stages that are asked for are measured")
  func stages() throws {
    var plan = Plan.tiny
    plan.stages = [.decoder]
    #expect(try run(plan).rows.map(\.title) == ["JSONDecoder", "JSONDecoder"])
    plan.stages = [.memory]
    #expect(try run(plan).rows.map(\.title) == ["peak memory", "peak memory"])
    plan.stages = [.streamMemory]
    let streamed = "peak memory, booked while read"
    #expect(try run(plan).rows.map(\.title) == [streamed, streamed])
    plan.stages = [.read, .check]
    #expect(try run(plan).rows.map(\.title) == ["read", "check", "read", "check"])
  }

  @Test("Results that differ between two processes are a fault, not a figure")
  func differentResults() {
    #expect(throws: BenchFault.self) {
      try Bench(plan: .tiny) { job throws(BenchFault) in
        var outcome = try job.perform(.tiny)
        if case .memory = job { outcome.fingerprint = "0" }
        return outcome
      }.run()
    }
  }
}
