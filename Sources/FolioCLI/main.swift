import Folio

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

StandardDescriptors.open()
EndingSignals.block()
let runner = CommandRunner(surroundings: .ofTheSystem)
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
  exit(await CommandRunner(surroundings: .ofTheSystem).run(arguments))
}
EndingSignals.wait()
