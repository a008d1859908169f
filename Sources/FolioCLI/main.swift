StandardDescriptors.open()
TerminationSignals.block()
let runner = CommandRunner(environment: .system)
let arguments: [String]
do throws(UsageError) {
  arguments = try CommandLine.checkedArguments()
} catch {
  exit(runner.end(with: error))
}
if let status = runner.handleVersionFlag(arguments) { exit(status) }

// An asynchronous main would end the main thread. In a statically linked program, that first sorts
// the unwind tables of all functions, which takes longer than most commands. So the work runs in a
// task, and this thread waits for signals until the process ends.
Task.detached { [arguments] in
  exit(await CommandRunner(environment: .system).run(arguments))
}
TerminationSignals.wait()
