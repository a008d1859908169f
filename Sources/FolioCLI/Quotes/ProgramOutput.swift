/// Why a program gave no output.
struct ProgramFault: Error {
  /// One sentence, without a full stop.
  var reason: String
}

/// Runs programs of sources that are commands.
enum ProgramOutput {
  /// The most bytes that a program may write.
  private static let limit = 64 << 20

  /// Runs a program, and returns what it wrote to standard output. Its messages go to standard
  /// error, and it has no input.
  static func of(_ words: [String]) throws(ProgramFault) -> [UInt8] {
    #if os(Linux) || os(macOS)
    var ends: [Int32] = [0, 0]
    guard let name = words.first, unsafe pipe(&ends) == 0 else {
      throw ProgramFault(reason: "no program can be started")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do {
      defer { close(ends[1]) }
      child = try start(words, output: ends[1])
    }
    let bytes = read(ends[0])
    if bytes == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard let bytes else { throw ProgramFault(reason: "\(name) writes too much") }
    if status == 0 { return bytes }
    let code = status >> 8 & 0xFF
    throw ProgramFault(
      reason: status & 0x7F == 0 ? "\(name) ended with status \(code)" : "\(name) was ended")
    #else
    throw ProgramFault(reason: "programs cannot be started on this system")
    #endif
  }

  #if os(Linux) || os(macOS)
  private static func start(_ words: [String], output: Int32) throws(ProgramFault) -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    // The main thread blocks signals, which the program should get.
    #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
    #else
    var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments = unsafe words.map { unsafe strdup($0) }
    defer { unsafe arguments.forEach { unsafe free($0) } }
    unsafe arguments.append(nil)
    var child = pid_t()
    let code = unsafe posix_spawnp(&child, words[0], &actions, &attributes, arguments, environ)
    guard code == 0 else {
      let reason = unsafe String(cString: strerror(code))
      throw ProgramFault(reason: "\(words[0]) cannot be started: \(reason)")
    }
    return child
  }

  /// Everything until the end; nil if it is too much.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe FolioSystem.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { return nil }
    }
  }
  #endif
}
