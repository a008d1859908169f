/// One of many portfolios.
struct Portfolio: Sendable {
  /// The name: the path, with the line number if the portfolio is a line of a file; or its key.
  var name: String
  /// The line or the lines that contain the portfolio; nil if it is a whole file.
  var line: DocumentLine?
  /// The places in them that are not part of the ledger.
  var blanks: [Range<Int>] = []
  /// The file that contains the portfolio.
  var file: String
  /// Whether the file was found in a folder instead of named by the user.
  var isMember = false
  /// The reason why it cannot be read.
  var failure: CommandFailure?

  /// A whole file.
  init(file: String, isMember: Bool) {
    (name, self.file, self.isMember) = (file, file, isMember)
  }

  /// A line of a file.
  init(_ line: DocumentLine, of file: String, limit: Int?) {
    (name, self.line, self.file) = ("\(file):\(line.number)", line, file)
    if line.isTooLong { failure = Self.tooLong(limit, name) }
  }

  /// Lines of a file with one key.
  init(_ ledger: KeyedLines.Ledger, of file: String, key: String, limit: Int?) {
    line = ledger.lines
    blanks = ledger.keyPlaces
    self.file = file
    let place = "\(file):\(ledger.lines.number)"
    name = ledger.key ?? place
    switch ledger.fault {
    case .isTooLong: failure = Self.tooLong(limit, place)
    case .isApart:
      failure = .ended(
        ExitStatus.faults,
        "\(place): the key '\(name)' has come before, and others since; sort the lines by "
          + "'\(key)'")
    case .mayLack(let other):
      failure = .ended(
        ExitStatus.faults,
        "\(place): line \(other) before it has no '\(key)' that can be read, so that it may belong "
          + "to this portfolio; correct that line")
    case nil:
      guard ledger.key == nil else { return }
      failure = .ended(
        ExitStatus.faults,
        "\(place): there is no '\(key)' that can be read; write a text or a "
          + "whole number")
    }
  }

  private static func tooLong(_ limit: Int?, _ place: String) -> CommandFailure {
    .ended(
      ExitStatus.faults,
      "\(place): the portfolio has more bytes than --max-bytes allows, \(limit ?? 0); raise it, "
        + "or split the portfolio")
  }

  /// Takes the name and the place of the ledger from its envelope, if it has one.
  mutating func open() {
    guard let line else { return }
    do throws(EnvelopeFault) {
      guard let envelope = try line.envelope() else { return }
      if let key = envelope.portfolio { name = key }
      let ledger = envelope.ledger
      blanks = [0..<ledger.lowerBound, ledger.upperBound..<line.bytes.count]
    } catch {
      if line.isTooLong { return }
      failure = .ended(
        ExitStatus.faults,
        "\(file):\(line.number):\(error.offset + 1): \(error.problem); write "
          + "{\"portfolio\": \"u-17\", \"ledger\": {...}}")
    }
  }

  /// The ledger in the lines; nil for a whole file.
  var source: LedgerSource? {
    guard let line else { return nil }
    if blanks.isEmpty { return LedgerSource(line.bytes, name: file, firstLine: line.number) }
    return line.source(name: file, blanking: blanks)
  }
}

extension EnvelopeFault {
  fileprivate var problem: TerminalText {
    switch kind {
    case .badName: "the name of the portfolio is neither text nor a whole number"
    case .emptyName: "the name of the portfolio is empty"
    case .missing: "the envelope of a ledger has the keys 'portfolio' and 'ledger', and no others"
    }
  }
}

/// The result of the command for one portfolio.
struct PortfolioResult: Sendable {
  var name: String
  var output: [UInt8] = []
  var errors: TerminalText = ""
  var status = ExitStatus.fine
}
