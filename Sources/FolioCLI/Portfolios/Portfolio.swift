import Folio

/// One of many portfolios.
struct Portfolio: Sendable {
  /// The name: the path, with the line number if the portfolio is a line of a file.
  var name: String
  /// The line that contains the portfolio; nil if it is a whole file.
  var line: DocumentLine?
  /// The file that contains the portfolio.
  var file: String
  /// Whether the file was found in a folder instead of named by the user.
  var isMember = false
}

/// The result of the command for one portfolio.
struct PortfolioResult: Sendable {
  var name: String
  var output: [UInt8] = []
  var errors: TerminalText = ""
  var status = ExitStatus.fine
}
