#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
if let status = CommandRunner(surroundings: .ofTheSystem).tellVersion(arguments) { exit(status) }

// An asynchronous main gives its thread away, and the thread is ended: in a static program that
// sorts the tables of all functions first, which takes longer than most commands. So the work is
// a task of its own, and this thread sleeps until the process ends.
Task.detached { [arguments] in
  exit(await CommandRunner(surroundings: .ofTheSystem).run(arguments))
}
while true { _ = pause() }
