#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How much memory this process has held at most.
enum PeakMemory {
  /// The largest resident set so far, in bytes; 0 where the system does not tell.
  ///
  /// A new process begins with what its parent held, so that the parent must be a small one.
  static var bytes: Int {
    var usage = rusage()
    // RUSAGE_SELF is 0 everywhere; only its type differs between the systems.
    guard unsafe getrusage(0, &usage) == 0 else { return 0 }
    #if canImport(Darwin)
    return usage.ru_maxrss
    #else
    return usage.ru_maxrss * 1_024
    #endif
  }
}
