import Foundation
import Testing

/// The built program, run as a process of its own in a folder of its own.
final class Program {
  /// Where its output goes.
  enum Screen { case files, terminal }

  /// What a run left.
  struct Answer {
    /// Standard output; on a terminal all that was shown.
    var output: [UInt8] = []
    /// Standard error; none on a terminal, which shows both.
    var errors: [UInt8] = []
    /// The exit status; nil where a signal ended it.
    var status: Int32?
    /// The signal that ended it.
    var signal: Int32?

    var text: String { String(decoding: output, as: UTF8.self) }
    var message: String { String(decoding: errors, as: UTF8.self) }
  }

  let folder: URL
  /// Variables that are set besides those that every run has.
  var environment: [String: [UInt8]] = [:]

  /// The program, in a new folder that goes with it.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "folio-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The executable, which is built beside the tests.
  static let executable: String = {
    #if canImport(Darwin)
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    #else
    let tests = Bundle.main.executableURL
    #endif
    return tests?.deletingLastPathComponent().appendingPathComponent("folio").path ?? "folio"
  }()

  /// Runs it with these words, and waits for its end.
  /// - Parameter shell: words for the shell, in place of `"$@"`, which runs the program.
  @discardableResult
  func run(
    _ arguments: String..., on screen: Screen = .files, shell: String = "exec \"$@\""
  ) throws -> Answer {
    try run(arguments.map { Array($0.utf8) }, on: screen, shell: shell)
  }

  /// Runs it with these bytes as its arguments.
  @discardableResult
  func run(
    _ arguments: [[UInt8]], on screen: Screen = .files, shell: String = "exec \"$@\""
  ) throws -> Answer {
    let words = words(arguments, shell: shell)
    switch screen {
    case .files: return try runIntoFiles(words)
    case .terminal: return try runOnTerminal(words)
    }
  }

  /// Runs it, and sends it a signal as soon as something holds.
  func run(
    _ arguments: String..., shell: String, signal: Int32, when isReady: () -> Bool
  ) throws -> Answer {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    let words = self.words(arguments.map { Array($0.utf8) }, shell: shell)
    let child = try spawn(words, output: nothing, errors: nothing)
    while !isReady() && waitpid(child, nil, WNOHANG) == 0 { usleep(1000) }
    kill(child, signal)
    return wait(for: child)
  }

  private func words(_ arguments: [[UInt8]], shell: String) -> [[UInt8]] {
    let script = "cd \"$FOLDER\" || exit 99\n" + shell
    return ["/bin/sh", "-c", script, "sh", Self.executable].map { Array($0.utf8) } + arguments
  }

  private func runIntoFiles(_ words: [[UInt8]]) throws -> Answer {
    let outside = FileManager.default.temporaryDirectory
    let paths = ["out", "err"].map { end in
      outside.appendingPathComponent("folio-\(UUID().uuidString).\(end)")
    }
    defer { for path in paths { try? FileManager.default.removeItem(at: path) } }
    let files = paths.map { open($0.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    let child = try spawn(words, output: files[0], errors: files[1])
    for file in files { close(file) }
    var answer = wait(for: child)
    answer.output = Array(try Data(contentsOf: paths[0]))
    answer.errors = Array(try Data(contentsOf: paths[1]))
    return answer
  }

  private func runOnTerminal(_ words: [[UInt8]]) throws -> Answer {
    var (screen, terminal): (Int32, Int32) = (-1, -1)
    try #require(openpty(&screen, &terminal, nil, nil, nil) == 0)
    // Programs that other tests start don't get them: the screen ends with this one.
    for end in [screen, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // As it is written, without a carriage return before each line break.
    var mode = termios()
    tcgetattr(terminal, &mode)
    cfmakeraw(&mode)
    tcsetattr(terminal, TCSANOW, &mode)
    let child = try spawn(words, output: terminal, errors: terminal)
    close(terminal)
    var shown: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(screen, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      shown += buffer[..<count]
    }
    close(screen)
    var answer = wait(for: child)
    answer.output = shown
    return answer
  }

  private func spawn(_ words: [[UInt8]], output: Int32, errors: Int32) throws -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The threads of tests block signals, and a shell could wait for ever with that.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var variables = environment
    variables["FOLDER"] = Array(folder.path.utf8)
    variables["PATH"] = Array("/usr/bin:/bin".utf8)
    variables["TERM"] = variables["TERM"] ?? Array("xterm".utf8)
    variables["LANG"] = Array("C.UTF-8".utf8)
    let settings = variables.map { Array("\($0.key)=".utf8) + $0.value }
    var child = pid_t()
    let result = Self.withStrings(words) { words in
      Self.withStrings(settings) { settings in
        posix_spawn(&child, "/bin/sh", &actions, &attributes, words, settings)
      }
    }
    try #require(result == 0)
    return child
  }

  private func wait(for child: pid_t) -> Answer {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return Answer(
      status: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal == 0 ? nil : signal)
  }

  private static func withStrings<Result>(
    _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { bytes in
      let start = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (index, byte) in (bytes + [0]).enumerated() { start[index] = CChar(bitPattern: byte) }
      return start
    }
    defer { for pointer in pointers { pointer.deallocate() } }
    return body(pointers + [nil])
  }
}

// Files in the program's folder.
extension Program {
  func path(_ name: String) -> String { folder.path + "/" + name }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  func text(_ name: String) -> String? {
    (try? Data(contentsOf: URL(fileURLWithPath: path(name))))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Every name in the folder, also hidden ones, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  func mode(of name: String) -> Int? {
    let facts = try? FileManager.default.attributesOfItem(atPath: path(name))
    return (facts?[.posixPermissions] as? NSNumber)?.intValue
  }
}
