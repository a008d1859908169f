/// What a page shows, and how.
public struct PageRequest: Sendable {
  /// The period, the report date and the prices. Selected symbols and accounts are ignored.
  public var report = ReportRequest()
  /// The heading of the page, such as the name of a client. `nil` uses "Portfolio report".
  public var title: String?
  /// Whether the page shows percentages alone: no amount, quantity, price, account or path.
  public var isRedacted = false
  /// The command line that reads the same ledger.
  public var command = PageCommand()

  /// Creates a request for the whole ledger.
  public init() {}
}

/// The words of a command line after the name of a report, from which each table's own command is
/// made.
public struct PageCommand: Sendable {
  /// A flag with its value, which is empty if it takes none.
  public struct Flag: Sendable {
    /// The flag as typed: `--from`.
    public var name: String
    /// The value; empty if the flag takes none.
    public var value: String
    /// The names of the reports that take the flag.
    public var reports: Set<String>
    /// Whether the value is a file.
    public var isFile: Bool

    /// Creates a flag.
    public init(name: String, value: String, reports: Set<String>, isFile: Bool) {
      (self.name, self.value, self.reports) = (name, value, reports)
      self.isFile = isFile
    }
  }

  /// The ledgers as typed.
  public var ledgers: [String] = []
  /// The flags in the order given.
  public var flags: [Flag] = []

  /// Creates a command without words.
  public init() {}

  /// Returns the command line of a report.
  /// - Parameter extra: the flags of the table itself, such as `--by year`.
  func line(_ report: String, _ extra: String, isRedacted: Bool) -> String {
    var words = ["folio", report] + (extra.isEmpty ? [] : [extra])
    words += isRedacted ? ["LEDGER"] : ledgers.map(Self.quoted)
    for flag in flags where flag.reports.contains(report) {
      // The name of a file may say whose ledger it is.
      let value = isRedacted && flag.isFile ? "FILE" : Self.quoted(flag.value)
      words.append(flag.value.isEmpty ? flag.name : "\(flag.name) \(value)")
    }
    return words.joined(separator: " ")
  }

  /// A word as a shell reads it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"),
        UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    if isPlain && !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
