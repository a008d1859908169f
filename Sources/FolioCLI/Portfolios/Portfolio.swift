import Folio

/// One of many portfolios.
struct Portfolio: Sendable {
  /// What it is called: its path, or the path and the number of the line that it is.
  var name: String
  /// The line that it is; nil where it is a file.
  var line: DocumentLine?
  /// The file that it is, or is a line of.
  var file: String
  /// Whether the file was found in a folder, and not named.
  var isMember = false
}

/// What came of the command for one portfolio.
struct PortfolioAnswer: Sendable {
  var name: String
  var output: [UInt8] = []
  var errors: TerminalText = ""
  var status = ExitStatus.fine
}
