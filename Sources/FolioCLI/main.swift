import Folio

StandardDescriptors.open()
EndingSignals.block()
let runner = CommandRunner(environment: .ofTheSystem)
let arguments: [String]
do throws(UsageError) {
  arguments = try CommandLine.checkedArguments()
} catch {
  exit(runner.end(with: error))
}
if let status = runner.tellVersion(arguments) { exit(status) }

// An asynchronous main gives its thread away, and the thread is ended: in a static program that
// sorts the tables of all functions first, which takes longer than most commands. So the work is
// a task of its own, and this thread waits for signals until the process ends.
Task.detached { [arguments] in
  exit(await CommandRunner(environment: .ofTheSystem).run(arguments))
}
EndingSignals.wait()
