/// The portfolios of a command line, in order. A file with one portfolio per line is read line by
/// line; at most two lines are in memory.
///
/// The writer of the lines may wait for the report of one before it writes the next, so that a
/// report is never held back until more lines come.
struct PortfolioQueue {
  /// A file, and whether it was found in a folder.
  private typealias File = (name: String, isMember: Bool)

  /// All files, including those found in folders.
  var files: [String] { all.map(\.name) }
  let folders: [String]
  private let all: [File]
  private let each: EachChoice
  private let options: PortfolioOptions
  private let open: CommandEnvironment.OpenLines
  private var rest: ArraySlice<File>
  private var file = ""
  /// The lines of the file that is being read, each a ledger or with a key.
  private var single: DocumentLines?
  private var keyed: KeyedLines?
  private var given = 0
  /// The number of lines of the file so far, as far as they tell whether it is a single ledger.
  private var checked = 0
  private var isOpening = false
  private var ahead: DocumentLine?

  /// Finds the portfolios in the files and folders of a command line.
  init(
    _ invocation: Invocation, each: EachChoice, _ environment: CommandEnvironment
  ) throws {
    options = invocation.options.portfolios
    var (files, folders): ([File], [String]) = ([], [])
    for name in invocation.ledgers {
      let isFolderless = name == "-" || StoreAddress(name) != nil
      if !isFolderless, let members = try environment.folder(name) {
        folders.append(name)
        files += members.map { ($0, true) }
      } else {
        files.append((name, false))
      }
    }
    (all, self.folders) = (files, folders)
    self.each = each
    open = environment.lines
    rest = files[...]
  }

  /// The number of portfolios, if it is known or can be estimated. With one portfolio per line, it
  /// is estimated from the bytes read so far.
  var total: Int? {
    if each == .file { return all.count }
    guard all.count == 1, let lines = single ?? keyed?.lines, let size = lines.size,
      lines.bytesRead > 0
    else { return nil }
    return Int(Int128(given) * Int128(size) / Int128(lines.bytesRead))
  }

  /// The next portfolio.
  /// - Parameter waits: Whether to wait for it if the input is idle.
  mutating func next(waits: Bool) throws -> Arrival<Portfolio> {
    if each == .file {
      guard let next = rest.popFirst() else { return .end }
      return .value(Portfolio(file: next.name, isMember: next.isMember))
    }
    while true {
      switch try nextInFile(waits) {
      case .value(let portfolio):
        given += 1
        return .value(portfolio)
      case .later: return .later
      case .end:
        guard let next = rest.popFirst() else { return .end }
        try begin(next)
      }
    }
  }

  private mutating func nextInFile(_ waits: Bool) throws -> Arrival<Portfolio> {
    if let line = ahead.take() { return .value(portfolio(line)) }
    // In place: a copy of the lines would copy a long line whenever they wait for more of it.
    switch try keyed?.next(waits: waits) {
    case .value(let ledger):
      return .value(
        Portfolio(ledger, of: file, key: options.key ?? "", limit: options.mostBytes))
    case .later: return .later
    case nil, .end: break
    }
    switch try single?.next(waits: waits) {
    case .value(let line):
      try check(line)
      // A single ledger is refused before the report of its first line is printed, unless the
      // second line has yet to come.
      if checked == 1, case .value(let second) = try single?.next(waits: false) {
        try check(second)
        ahead = second
      }
      return .value(portfolio(line))
    case .later: return .later
    case nil, .end: return .end
    }
  }

  private func portfolio(_ line: DocumentLine) -> Portfolio {
    Portfolio(line, of: file, limit: options.mostBytes)
  }

  private mutating func begin(_ next: File) throws {
    file = next.name
    if StoreAddress(file) != nil {
      throw CommandFailure.usage(
        "\(file): a store is one ledger, not one on each line. \(Self.advice)")
    }
    (checked, isOpening) = (0, false)
    var opened = try open(next.name, next.isMember)
    if each == .key {
      keyed = KeyedLines(opened, column: options.key ?? "", limit: options.mostBytes)
    } else {
      opened.limit = options.mostBytes
      single = opened
    }
  }

  /// Detects a single ledger by its first lines. Read line by line, it would become thousands of
  /// broken ledgers.
  private mutating func check(_ line: DocumentLine) throws(CommandFailure) {
    if checked == 2 { return }
    if line.isGroup {
      throw .usage(
        "\(file):\(line.number): the line is a group, so that the file is one ledger and not one "
          + "on each line. \(Self.advice)")
    }
    if isOpening {
      throw .usage("\(file): a ledger goes over many lines, not one on each line. \(Self.advice)")
    }
    isOpening = line.isOpening
    checked += 1
  }

  private static let advice: TerminalText = "Use --each file, or leave --each out."
}
