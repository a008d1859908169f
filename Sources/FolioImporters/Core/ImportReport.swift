/// The proof that an import lost nothing: what became of each row, and how the figures of the files
/// compare with what was booked.
public struct ImportReport: Sendable, Hashable {
  /// A file that was read.
  public struct File: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// The name of its format; empty if it is not known.
    public var format: String
    /// The number of its rows.
    public var rows: Int
  }

  /// A comparison with figures of the files.
  public struct Comparison: Sendable, Hashable {
    /// What is compared: `cash`, `units` or `gains`.
    public var subject: String
    /// The number of figures that agree.
    public var agree: Int
    /// The number of figures.
    public var count: Int
    /// The figures that differ and have a place in a file, in its order.
    public var differences: [Difference] = []
    /// The number of figures that are not compared, such as gains in a currency without a rate.
    public var notCompared = 0
    /// The broker's method, by which more gains agree than by that of the ledger. `nil` if there
    /// is none.
    public var byMethod: OtherMethod?

    /// A method, and the number of gains that agree by it.
    public struct OtherMethod: Sendable, Hashable {
      /// The method.
      public var method: CostBasisMethod
      /// The number of gains that agree.
      public var agree: Int
    }
  }

  /// A figure of a file that differs from what was booked.
  public struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// The symbol that it is about, or `nil` if only its row says it.
    public var name: String?
    /// The name of the file.
    public var file: String
    /// The line in the file, starting at 1.
    public var line: Int
    /// The figure of the file.
    public var given: ExactDecimal
    /// The figure that was booked.
    public var booked: ExactDecimal

    /// The place and both figures.
    public var description: String { "\(file):\(line): \(given) in the file, \(booked) booked" }
  }

  /// Units that one account sent and another one received.
  public struct Joined: Sendable, Hashable {
    /// The instrument.
    public var symbol: String
    /// The units.
    public var quantity: ExactDecimal
    /// The account that sent them.
    public var sender: String
    /// The day on which it sent them.
    public var sent: Day
    /// The account that received them.
    public var receiver: String
    /// The day on which it received them.
    public var received: Day
  }

  /// The files, in the order in which they were read.
  public var files: [File] = []
  /// The rows that were read.
  public var rowsRead = 0
  /// The rows that became groups.
  public var rowsBooked = 0
  /// The rows with master data, prices, or figures to compare with.
  public var rowsNoted = 0
  /// The rows that wait for answers to questions.
  public var rowsWaiting = 0
  /// The groups made of the rows, each once.
  public var groupsMade = 0
  /// The groups that come again in these files.
  public var groupsRepeated = 0
  /// The units that were received and joined to the transfer of their sender.
  public var joined: [Joined] = []
  /// The groups that the ledger has already.
  public var groupsKnown = 0
  /// The groups that the ledger has, but that were deleted there. They stay deleted.
  public var groupsDeleted = 0
  /// The groups that the broker has corrected since they were added.
  public var groupsCorrected = 0
  /// The groups that the broker has corrected, but that the user has edited. They stay.
  public var groupsEdited = 0
  /// The groups of the ledger that the files lack, although they have the days around them.
  public var groupsGone = 0
  /// The prices.
  public var prices = 0
  /// The exchange rates.
  public var rates = 0
  /// The reasons for which rows were skipped, with their numbers.
  public var skipped: [Reason] = []
  /// The kinds of rows that are not known, with their numbers.
  public var unknown: [Reason] = []
  /// The number of open questions.
  public var questions = 0
  /// The ids of answers to which these files have no question.
  public var unusedAnswers: [String] = []
  /// The ids and tickers for which a symbol was given, and that no instrument of the files has.
  public var unusedSymbols: [String] = []
  /// The comparisons with figures of the files.
  public var comparisons: [Comparison] = []

  /// The price factors that amounts of the files show, by symbol.
  public var priceFactors: [String: ExactDecimal] = [:]
  /// The currencies of files that name none, by the name of the file.
  public var assumedCurrencies: [String: String] = [:]

  /// The settings of the files that the ledger has in another way, so that they do not apply.
  public var otherSettings: [String] = []

  /// A text and a number of rows.
  public struct Reason: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The number of rows.
    public var count: Int
  }

  /// The groups that are new.
  public var groupsNew: Int {
    groupsMade - groupsKnown - groupsDeleted - groupsCorrected - groupsEdited
  }
}

extension ImportReport: CustomStringConvertible {
  /// The report as lines of text, with three differences for each symbol.
  public var description: String { text(listsAll: false) }

  /// The report as lines of text.
  package func text(listsAll: Bool) -> String {
    var lines = files.map { file in
      "\(file.name): \(file.format.isEmpty ? "unknown format" : file.format), "
        + Self.count(file.rows, "row")
    }
    var rows = "rows: \(rowsRead) read, \(rowsBooked) booked"
    if rowsNoted > 0 { rows += ", \(rowsNoted) with other data" }
    let left = skipped.reduce(0) { $0 + $1.count }
    if left > 0 { rows += ", \(left) skipped" }
    if rowsWaiting > 0 { rows += ", \(rowsWaiting) waiting for answers" }
    lines.append(rows)
    for reason in skipped { lines.append("  skipped: \(reason.count) × \(reason.text)") }
    for reason in unknown { lines.append("  unknown: \(reason.count) × \(reason.text)") }
    lines.append(groupLine)
    for transfer in joined.prefix(Self.mostNamed) {
      lines.append(
        "  joined: \(transfer.quantity) \(transfer.symbol) from \(transfer.sender) on "
          + "\(transfer.sent) to \(transfer.receiver) on \(transfer.received)")
    }
    if joined.count > Self.mostNamed {
      lines.append("  joined: \(joined.count - Self.mostNamed) more")
    }
    if prices + rates > 0 {
      lines.append("quotes: \(Self.count(prices, "price")), \(Self.count(rates, "rate"))")
    }
    if questions > 0 { lines.append("questions: \(questions) open") }
    if let first = unusedAnswers.first {
      lines.append("answers: \(unusedAnswers.count) without a question; the first is \"\(first)\"")
    }
    if let first = unusedSymbols.first {
      let count = unusedSymbols.count
      lines.append("symbols: \(count) without an instrument; the first is \"\(first)\"")
    }
    lines += comparisons.flatMap { $0.lines(listsAll: listsAll) }
    for (symbol, factor) in priceFactors.sorted(by: { $0.key < $1.key }) {
      lines.append("price_factor: \(factor) for \(symbol), by the amounts of its trades")
    }
    for (file, currency) in assumedCurrencies.sorted(by: { $0.key < $1.key }) {
      lines.append("currency: \(currency) in \(file), which names none (--currency)")
    }
    if !otherSettings.isEmpty {
      let others = otherSettings.joined(separator: ", ")
      lines.append("settings: those of the store apply; the files have \(others)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// How many transfers the text names.
  private static let mostNamed = 10

  private var groupLine: String {
    var parts = ["\(groupsMade) made"]
    let others = [
      (groupsRepeated, "repeated in the files"), (groupsKnown, "already known"),
      (groupsDeleted, "deleted before"), (groupsCorrected, "corrected at the source"),
      (groupsEdited, "corrected at the source, but edited here"),
      (groupsGone, "in the ledger alone"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if groupsNew != groupsMade { parts.append("\(groupsNew) new") }
    return "groups: " + parts.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }
}

extension ImportReport.Comparison {
  /// How many figures agree, and which differ.
  fileprivate func lines(listsAll: Bool) -> [String] {
    var first = "\(subject): \(agree) of \(count) agree"
    if notCompared > 0 { first += ", \(notCompared) not compared" }
    if differences.count == 1 { first += "; the first difference is \(differences[0])" }
    var lines = [first]
    if differences.count > 1 {
      let groups = Dictionary(grouping: differences) { $0.name ?? "" }
      for (name, group) in groups.sorted(by: { $0.value[0].line < $1.value[0].line }) {
        let label = name.isEmpty ? "differs" : "\(name) differs"
        lines += group.prefix(listsAll ? group.count : 3).map { "  \(label): \($0)" }
        if group.count > 3, !listsAll {
          lines.append("  \(label): \(group.count - 3) more; --all-warnings lists all")
        }
      }
    }
    if let byMethod {
      let all = byMethod.agree == count ? "all" : "\(byMethod.agree) of \(count)"
      let name = byMethod.method.rawValue
      lines.append(
        "  by the method \(name) \(all) agree, so the broker uses it. To book as it does, set "
          + "cost_basis_method to \(name), or give reports --method \(name)")
    }
    return lines
  }
}
