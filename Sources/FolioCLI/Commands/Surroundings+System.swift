import Folio

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Surroundings {
  /// The process that the program runs in.
  static var ofTheSystem: Surroundings {
    let start = ContinuousClock.now
    return Surroundings(
      terminal: .ofStandardOutput(), today: systemDay,
      errorWidth: TerminalFacts.widthOfStandardError(),
      clock: { ContinuousClock.now - start },
      openLedger: { name throws(SourceFailure) in try LedgerSource.file(name) },
      contents: { name throws(SourceFailure) in try FileSource.contents(of: name) },
      folder: { name throws(SourceFailure) in try Folder.ledgers(in: name) },
      lines: { name throws(SourceFailure) in
        let source = try FileSource.open(name, givesBack: false)
        return DocumentLines(source, size: source.size)
      },
      tasks: OrderedTasks.cores,
      configuration: configuration,
      openStore: { address, access throws(StoreFailure) in
        try Patience().open(address, access) { address, access throws(StoreFailure) in
          try address.book(access)
        }
      },
      now: systemTime, newID: randomID,
      writeOutput: { bytes throws(SinkFailure) in try writeAll(bytes, to: STDOUT_FILENO) },
      writeError: { text in try? writeAll(Array(text.utf8), to: STDERR_FILENO) },
      openFile: replace)
  }

  /// The civil day of the clock, in the machine's time zone.
  private static func systemDay() -> Day {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe localtime_r(&now, &parts)
    let (year, month) = unsafe (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1)
    let day = unsafe try? Day(year: year, month: month, day: Int(parts.tm_mday))
    return day ?? Day.last
  }

  /// What the environment says about where the ledger is kept.
  private static func configuration() throws(BackendFault) -> BackendConfiguration {
    var environment: [String: String] = [:]
    for name in BackendConfiguration.variables {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    return try BackendConfiguration(environment: environment)
  }

  /// The clock in UTC, to the millisecond.
  private static func systemTime() -> Timestamp {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    let milliseconds = Int(now.tv_nsec) / 1_000_000
    return Timestamp(
      secondsSince1970: Int(now.tv_sec), nanoseconds: UInt32(milliseconds) * 1_000_000)
  }

  /// A UUID of version 4.
  private static func randomID() -> String {
    let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
    let low = UInt64.random(in: .min ... .max) & ~(0b11 << 62) | 1 << 63
    let digits = [high, low].map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    var text = ""
    for (number, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(number) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  private static func writeAll(
    _ bytes: borrowing [UInt8], to descriptor: Int32
  ) throws(SinkFailure) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { throw systemFailure() }
      written += count
    }
  }

  private static func systemFailure(_ path: String? = nil) -> SinkFailure {
    let words = unsafe String(cString: strerror(errno))
    return SinkFailure(reason: path.map { "\($0): \(words)" } ?? words)
  }

  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func isStandardInput(_ facts: stat) -> Bool {
    var input = stat()
    guard unsafe fstat(STDIN_FILENO, &input) == 0, input.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    return input.st_dev == facts.st_dev && input.st_ino == facts.st_ino
  }

  /// Writes beside the file and takes its place only when all is written, so that a failure
  /// leaves the old file as it was. What is no regular file (a device, a pipe) is written to.
  private static func replace(_ path: String) throws(SinkFailure) -> OutputFile {
    // What a link points to is replaced, not the link.
    let path = resolved(path)
    var facts = stat()
    let exists = unsafe stat(path, &facts) == 0
    if exists && isStandardInput(facts) {
      throw SinkFailure(reason: "\(path): standard input is read from this very file")
    }
    let isRegular = !exists || facts.st_mode & S_IFMT == S_IFREG
    let target = isRegular ? "\(path).\(getpid()).partial" : path
    // Holdings are private: a file that others can't read stays so.
    let mode = exists ? facts.st_mode & 0o777 : 0o644
    let descriptor = unsafe open(target, O_WRONLY | O_CREAT | (isRegular ? O_EXCL : 0), mode)
    guard descriptor >= 0 else { throw systemFailure(path) }
    return OutputFile(
      write: { bytes throws(SinkFailure) in try writeAll(bytes, to: descriptor) },
      keep: { () throws(SinkFailure) in
        let isClosed = close(descriptor) == 0
        guard isRegular else { return }
        if unsafe !isClosed || rename(target, path) != 0 {
          let failure = systemFailure(path)
          _ = unsafe unlink(target)
          throw failure
        }
      },
      drop: {
        close(descriptor)
        if isRegular { _ = unsafe unlink(target) }
      })
  }
}
