extension CommandEnvironment {
  /// The environment of the running process: its files, clock, terminal and variables.
  static var system: CommandEnvironment {
    let start = ContinuousClock.now
    let opened = OpenedFiles()
    return CommandEnvironment(
      terminal: .standardOutput(), today: systemDay,
      errorWidth: TerminalProperties.widthOfStandardError(),
      messageWidth: TerminalProperties.widthOfMessages(),
      clock: { ContinuousClock.now - start },
      openLedger: { name, isMember throws(SourceFailure) in
        do throws(SourceFailure) {
          return LedgerSource(try opened.open(name, onlyFiles: isMember))
        } catch {
          // `Folder` escapes the bytes of a file name that is not UTF-8.
          let isEscaped = isMember && error.reason == .notFound && name.contains("\\x")
          throw isEscaped ? SourceFailure(name: name, reason: .notUTF8) : error
        }
      },
      contents: { name throws(SourceFailure) in
        try opened.open(name, givesBack: false).contents()
      },
      priceContents: { name throws(SourceFailure) in
        let source = try opened.open(name, givesBack: false)
        if let packed = source.packedPrices { return .packed(packed) }
        return .bytes(try source.contents())
      },
      namedContents: { name, limit throws(SourceFailure) in
        // In settings, this is no name of standard input.
        let path = name == "-" ? "./-" : name
        let source = try opened.open(path, givesBack: false, onlyFiles: true)
        try refuseOutput(source)
        return try source.contents(atMost: limit)
      },
      realFolder: realFolder,
      folder: { name throws(SourceFailure) in try Folder.ledgers(in: name) },
      entries: { name throws(SourceFailure) in try Folder.entries(in: name) ?? [] },
      lines: { name, isMember throws(SourceFailure) in
        let source = try opened.open(name, givesBack: false, onlyFiles: isMember)
        return DocumentLines(source, size: source.size)
      },
      tasks: OrderedTasks.cores, jobs: jobs,
      configuration: configuration,
      openStore: { address, access throws(StoreFailure) in
        try StoreLockRetry().open(address, access) { address, access throws(StoreFailure) in
          try address.open(access)
        }
      },
      openDocument: { address throws(StoreFailure) in try address.document() },
      readSecret: SecretReader.read,
      ask: TerminalProperties.widthOfMessages() == nil ? nil : SecretReader.ask,
      http: SystemHTTP.client,
      variable: { variable($0).flatMap { String(validating: $0, as: UTF8.self) } }, pause: sleep,
      programOutput: ProgramOutput.of, now: systemTime, newID: randomID,
      readInput: InputDescriptor.read,
      writeOutput: { bytes throws(SinkFailure) in try OutputDescriptor.standardOutput.write(bytes)
      },
      writeError: { text in try? OutputDescriptor.standardError.write(text) },
      prepareOutput: { path, protected in
        try OutputCheck.prepare(path, addingConfigured(to: protected), opened)
      })
  }

  /// Today's calendar date in the machine's time zone.
  private static func systemDay() -> Day {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe localtime_r(&now, &parts)
    let (year, month) = unsafe (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1)
    let day = unsafe try? Day(year: year, month: month, day: Int(parts.tm_mday))
    return day ?? Day.last
  }

  /// The backend configuration from the environment variables.
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

  /// How many portfolios to process at a time, as the environment gives it.
  private static func jobs() -> String? {
    guard let bytes = variable("FOLIO_JOBS"), !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds every store and file named by the environment variables. Invalid values are ignored.
  private static func addingConfigured(to files: ProtectedFiles) -> ProtectedFiles {
    var environment: [String: String] = [:]
    for name in BackendConfiguration.variables {
      environment[name] = variable(name).flatMap { String(validating: $0, as: UTF8.self) }
    }
    var protected = files
    protected.stores += BackendConfiguration.stores(
      namedIn: environment, kinds: StoreKind.supportedByCommand)
    if let file = environment[BackendConfiguration.fileVariable], !file.isEmpty {
      protected.files.append(file)
    }
    return protected
  }

  private static func sleep(_ pause: Duration) {
    let (seconds, attoseconds) = pause.components
    var left = timespec(
      tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var rest = timespec()
    while unsafe nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
  }

  private static func variable(_ name: String) -> [UInt8]? {
    unsafe getenv(name).map { unsafe [UInt8](cString: $0) }
  }

  /// Throws if standard output goes to a file that settings name. `--output` is checked when it is
  /// opened.
  private static func refuseOutput(_ source: FileSource) throws(SourceFailure) {
    // The message itself would go there.
    if FileIdentity(descriptor: 2) == source.identity { StandardDescriptors.silenceErrors() }
    guard FileIdentity(descriptor: 1) == source.identity else { return }
    throw SourceFailure(name: source.name, reason: .other("the output goes to it"))
  }

  @Sendable private static func realFolder(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The current time in UTC, truncated to the millisecond.
  private static func systemTime() -> Timestamp {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    let milliseconds = Int(now.tv_nsec) / 1_000_000
    return Timestamp(
      secondsSince1970: Int(now.tv_sec), nanoseconds: UInt32(milliseconds) * 1_000_000)
  }

  /// A random UUID, version 4.
  private static func randomID() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return NameBasedID.text(bytes)
  }
}
