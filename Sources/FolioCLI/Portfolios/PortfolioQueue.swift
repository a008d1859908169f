import Folio

/// The portfolios of a command line, in order. A file with one portfolio per line is read line by
/// line; at most two lines are in memory.
struct PortfolioQueue {
  /// A file, and whether it was found in a folder.
  private typealias File = (name: String, isMember: Bool)

  /// All files, including those found in folders.
  var files: [String] { all.map(\.name) }
  let folders: [String]
  private let all: [File]
  private let each: EachChoice
  private let open: CommandEnvironment.OpenLines
  private var rest: ArraySlice<File>
  private var file = ""
  private var lines: DocumentLines?
  private var given = 0
  private var ahead: ArraySlice<DocumentLine> = []

  /// Finds the portfolios in these files and folders.
  init(
    _ names: [String], each: EachChoice, _ environment: CommandEnvironment
  ) throws {
    var (files, folders): ([File], [String]) = ([], [])
    for name in names {
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
    guard all.count == 1, let lines, let size = lines.size, lines.bytesRead > 0 else {
      return nil
    }
    return Int(Int128(given) * Int128(size) / Int128(lines.bytesRead))
  }

  /// The next portfolio; nil at the end.
  mutating func next() throws -> Portfolio? {
    switch each {
    case .file:
      return rest.popFirst().map { Portfolio(name: $0.name, file: $0.name, isMember: $0.isMember) }
    case .line:
      while true {
        if let line = try nextLine() {
          given += 1
          return Portfolio(name: "\(file):\(line.number)", line: line, file: file)
        }
        guard let next = rest.popFirst() else { return nil }
        try begin(next)
      }
    }
  }

  private mutating func nextLine() throws -> DocumentLine? {
    if let line = ahead.popFirst() { return line }
    return try lines?.next()
  }

  private mutating func begin(_ next: File) throws {
    file = next.name
    if StoreAddress(file) != nil {
      throw CommandFailure.usage(
        "\(file): a store is one ledger, not one on each line. \(Self.advice)")
    }
    lines = try open(next.name, next.isMember)
    var beginning: [DocumentLine] = []
    while beginning.count < 2, let line = try nextLine() { beginning.append(line) }
    if let failure = Self.misreading(file, beginning) { throw failure }
    ahead = beginning[...]
  }

  private static let advice: TerminalText = "Use --each file, or leave --each out."

  /// Detects a single ledger by its first lines. Read line by line, it would become thousands of
  /// broken ledgers.
  private static func misreading(
    _ file: String, _ beginning: [DocumentLine]
  ) -> CommandFailure? {
    if let line = beginning.first(where: \.isGroup) {
      return .usage(
        "\(file):\(line.number): the line is a group, so that the file is one ledger and not one "
          + "on each line. \(advice)")
    }
    guard beginning.count > 1, beginning.first?.isOpening ?? false else { return nil }
    return .usage("\(file): a ledger goes over many lines, not one on each line. \(advice)")
  }
}
