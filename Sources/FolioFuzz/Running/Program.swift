import Foundation
import Synchronization

/// Executes a command line.
enum Program {
  /// - Parameter words: the command line without the name of the program.
  /// - Returns: the exit status: 0 for success, 1 for a failure, 2 for wrong usage.
  static func run(_ words: [String]) -> Int32 {
    do {
      let arguments = try Arguments(words)
      if arguments.wantsHelp {
        write(Arguments.help)
        return 0
      }
      if let folder = arguments.imports {
        if let table = arguments.mutations {
          return try measure(folder, table, isRecording: arguments.isRecording)
        }
        return try run(arguments, Mutator(SeedBank([]), foreign: try ForeignSeed.all(in: folder)))
      }
      return try run(
        arguments, Mutator(SeedBank(try SeedFiles.documents(in: arguments.ledgers))))
    } catch {
      let message = (error as? UsageFault)?.message ?? "\(error)"
      FileHandle.standardError.write(Data("folio-fuzz: \(message)\n".utf8))
      return 2
    }
  }

  /// Plants mistakes into the files of a folder, and compares what is silent with a table.
  private static func measure(
    _ folder: String, _ path: String, isRecording: Bool
  ) throws -> Int32 {
    let table = MutationTable(try ForeignSeed.all(in: folder))
    write(table.silent.map { $0 + "\n" }.joined() + table.summary)
    let place = URL(fileURLWithPath: path)
    if isRecording {
      try Data(table.text.utf8).write(to: place)
      return 0
    }
    let recorded = MutationTable(recorded: try String(contentsOf: place, encoding: .utf8))
    let worse = table.regressions(from: recorded)
    write(worse.map { "worse: \($0)\n" }.joined())
    return worse.isEmpty ? 0 : 1
  }

  private static func run(_ arguments: Arguments, _ mutator: Mutator) throws -> Int32 {
    if let shown = arguments.shown {
      FileHandle.standardOutput.write(Data(mutator.input(shown, seed: arguments.seed).bytes))
      return 0
    }
    if arguments.isChild {
      let batch = Batch(mutator: mutator, seed: arguments.seed, threads: arguments.threads)
      var result = batch.run(arguments.range)
      if arguments.threads > 1 { result.add(streams(batch, arguments.range)) }
      write(result.text)
      return 0
    }
    let files =
      mutator.foreign.isEmpty
      ? "\(mutator.bank.documents.count) ledgers" : "\(mutator.foreign.count) files to import"
    write("\(files), seed \(arguments.seed)\n")
    let child = ChildProcess(arguments: arguments, mutator: mutator)
    var campaign = Campaign(arguments, perform: child.perform) { write($0 + "\n") }
    campaign.run()
    for failure in campaign.result.mishaps.prefix(50) {
      try keep(failure.input, arguments, mutator)
    }
    return campaign.result.mishaps.isEmpty ? 0 : 1
  }

  /// Waits for inputs that are booked while they are read, on two cores. This is the program's
  /// first thread, which no task needs.
  private static func streams(_ batch: Batch, _ range: Range<Int>) -> BatchResult {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex(BatchResult())
    Task {
      let found = await batch.streamOnTwoCores(range)
      result.withLock { $0 = found }
      done.signal()
    }
    done.wait()
    return result.withLock { $0 }
  }

  /// Writes at once: a long campaign is watched, and may be ended.
  private static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  private static func keep(_ input: Int, _ arguments: Arguments, _ mutator: Mutator) throws {
    let folder = URL(fileURLWithPath: arguments.failures)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(mutator.input(input, seed: arguments.seed).bytes)
      .write(to: folder.appendingPathComponent("\(arguments.seed)-\(input).json"))
  }
}
