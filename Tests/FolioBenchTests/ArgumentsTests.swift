import FolioTools
import Testing

@testable import FolioBench

@Suite struct ArgumentsTests {
  @Test("Without options everything is measured at three sizes")
  func defaults() throws {
    let arguments = try Arguments([])
    #expect(arguments.plan.sizes == [10_000, 100_000, 1_000_000])
    #expect(arguments.plan.stages == Set(Stage.allCases))
    #expect(arguments.plan.clock == .processor)
    #expect(arguments.format == .table)
    #expect(arguments.job == nil)
  }

  @Test("Every option is understood, in any order")
  func options() throws {
    let arguments = try Arguments([
      "--format", "json", "--groups", "300,100", "--clock", "wall", "--runs", "3", "--stages",
      "read,depth", "--job", "memory:100", "--tiny",
    ])
    #expect(arguments.plan.sizes == [100, 300])
    #expect(arguments.plan.runs == 3)
    #expect(arguments.plan.clock == .wall)
    #expect(arguments.plan.stages == [.read, .depth])
    #expect(arguments.plan.depth.deep == Plan.tiny.depth.deep)
    #expect(arguments.format == .json)
    #expect(arguments.isTiny)
    #expect(arguments.job == .memory(groups: 100))
  }

  @Test(
    "What can't be understood is named",
    arguments: [
      (["--frobnicate"], "--frobnicate"), (["--groups"], "needs a value"),
      (["--groups", "10,x"], "not x"), (["--groups", "1,,2"], "not "),
      (["--groups", "0"], "not 0"),
      (["--runs", "-1"], "not -1"), (["--runs", "99999999999999999999"], "10000000"),
      (["--stages", "read,sleep"], "sleep"), (["--format", "xml"], "table or json"),
      (["--clock", "sun"], "processor or wall"), (["--job", "rest"], "rest"),
    ] as [([String], String)])
  func refusals(words: [String], mention: String) {
    let fault = #expect(throws: UsageFault.self) { try Arguments(words) }
    #expect(fault?.message.contains(mention) == true)
    let answer = Program.run(words)
    #expect(answer.status == 2)
    #expect(answer.output.isEmpty)
    #expect(answer.complaint.hasPrefix("folio-bench: "))
  }

  @Test("The help names every option and every stage")
  func help() {
    let answer = Program.run(["--help"])
    #expect(answer.status == 0)
    for word in ["--groups", "--runs", "--stages", "--clock", "--format", "--tiny"]
      + Stage.allCases.map(\.rawValue)
    {
      #expect(answer.output.contains(word), "\(word)")
    }
  }

  @Test("A job is the same after it went through the command line")
  func jobWords() {
    for job in [
      Job.time(groups: 10), .memory(groups: 1_000_000), .streamMemory(groups: 5), .numbers, .depth,
      .imports(groups: 7),
    ] {
      #expect(Job(job.word) == job)
    }
    for word in ["", "time", "time:", "time:0", "time:-5", "depth:3", "memory:1:2"] {
      #expect(Job(word) == nil, "\(word)")
    }
  }

  @Test("A job answers in JSON, for the process that asked")
  func jobOutput() {
    let answer = Program.run(["--tiny", "--job", "memory:200"])
    #expect(answer.status == 0)
    #expect(answer.output.contains("\"fingerprint\":\"d647133725f58899\""))
  }
}
