#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

let status = await CommandRunner(surroundings: .ofTheSystem)
  .run(Array(CommandLine.arguments.dropFirst()))
exit(status)
