import FolioSystem

/// The largest amount of memory that this process has held.
enum PeakMemory {
  /// The largest resident set so far, in bytes; 0 if the system does not report it.
  ///
  /// A new process begins with the memory of its parent, so the parent must be small.
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
