import Folio

extension CommandEnvironment {
  /// The process that the program runs in.
  static var ofTheSystem: CommandEnvironment {
    let start = ContinuousClock.now
    let opened = OpenedFiles()
    return CommandEnvironment(
      terminal: .ofStandardOutput(), today: systemDay,
      errorWidth: TerminalFacts.widthOfStandardError(),
      clock: { ContinuousClock.now - start },
      openLedger: { name throws(SourceFailure) in LedgerSource(try opened.open(name)) },
      openMember: { name throws(SourceFailure) in
        do throws(SourceFailure) {
          return LedgerSource(try opened.open(name, onlyFiles: true))
        } catch {
          // `Folder` escapes the bytes of such a name.
          let isEscaped = error.reason == .notFound && name.contains("\\x")
          throw isEscaped ? SourceFailure(name: name, reason: .notUTF8) : error
        }
      },
      contents: { name throws(SourceFailure) in
        try opened.open(name, givesBack: false).contents()
      },
      folder: { name throws(SourceFailure) in try Folder.ledgers(in: name) },
      lines: { name, isMember throws(SourceFailure) in
        let source = try opened.open(name, givesBack: false, onlyFiles: isMember)
        return DocumentLines(source, size: source.size)
      },
      tasks: OrderedTasks.cores,
      configuration: configuration,
      openStore: { address, access throws(StoreFailure) in
        try StoreLockRetry().open(address, access) { address, access throws(StoreFailure) in
          try address.book(access)
        }
      },
      now: systemTime, newID: randomID,
      writeOutput: { bytes throws(SinkFailure) in try Channel.standardOutput.write(bytes) },
      writeError: { text in try? Channel.standardError.write(text) },
      prepareOutput: { path, protected in
        try OutputCheck.prepare(path, protected.and(configured()), opened)
      })
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
      guard let bytes = variable(name) else { continue }
      guard let value = String(validating: bytes, as: UTF8.self) else {
        throw .configuration(name: name, reason: "'\(bytes.shown)' is not UTF-8; rename the file")
      }
      environment[name] = value
    }
    return try BackendConfiguration(environment: environment)
  }

  /// Every store and file that the environment names. What it says wrongly names none.
  private static func configured() -> ProtectedFiles {
    var environment: [String: String] = [:]
    for name in BackendConfiguration.variables {
      environment[name] = variable(name).flatMap { String(validating: $0, as: UTF8.self) }
    }
    var protected = ProtectedFiles()
    protected.stores = BackendConfiguration.stores(
      namedIn: environment, kinds: StoreKind.ofCommand)
    if let file = environment[BackendConfiguration.fileVariable], !file.isEmpty {
      protected.files.append(file)
    }
    return protected
  }

  private static func variable(_ name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
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
}
