import Foundation

/// Executes a command line, and returns the text to print.
enum Program {
  /// The text that the program prints, and its exit status.
  struct Answer: Sendable {
    var output = ""
    var complaint = ""
    var status: Int32 = 0
  }

  /// - Parameter words: the command line without the name of the program.
  static func run(_ words: [String]) -> Answer {
    do {
      let arguments = try Arguments(words)
      if arguments.wantsHelp { return Answer(output: Arguments.help) }
      if let job = arguments.job { return Answer(output: try output(of: job, arguments.plan)) }
      let figures = try Bench(
        plan: arguments.plan,
        perform: { job throws(BenchFault) in
          try ChildProcess(arguments: arguments).perform(job)
        }
      ).run()
      return Answer(output: figures.report.text(as: arguments.format == .json ? .json : .table))
    } catch let fault as UsageFault {
      return Answer(complaint: "folio-bench: \(fault.message)\n", status: 2)
    } catch let fault as BenchFault {
      return Answer(complaint: "folio-bench: \(fault.message)\n", status: 1)
    } catch {
      return Answer(complaint: "folio-bench: \(error)\n", status: 1)
    }
  }

  /// The outcome of a job, in the form that the parent process reads.
  private static func output(of job: Job, _ plan: Plan) throws -> String {
    let outcome = try JSONEncoder().encode(try job.perform(plan))
    return String(decoding: outcome, as: UTF8.self)
  }
}
