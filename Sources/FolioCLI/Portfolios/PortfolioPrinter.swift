/// Prints the results for many portfolios as one document.
struct PortfolioPrinter {
  /// The number of portfolios so far, and of those that failed.
  private(set) var (count, failed) = (0, 0)
  let format: ReportFormat
  /// Whether the faults of a portfolio are in its line of JSON alone.
  private let isInline: Bool
  let writeOutput: (borrowing [UInt8]) throws(SinkFailure) -> Void
  let writeError: (TerminalText) -> Void
  /// The CSV header, once it has been printed.
  private var header: ArraySlice<UInt8>?
  private var isFirstTable = true

  init(_ options: Options, to file: OutputFile, errors: @escaping (TerminalText) -> Void) {
    (format, writeOutput, writeError) = (options.format, file.write, errors)
    isInline = options.portfolios.faults == .inline
  }

  /// Prints the result for the next portfolio.
  mutating func print(_ answer: PortfolioResult) throws(SinkFailure) {
    count += 1
    var (output, errors, status) = (answer.output, answer.errors, answer.status)
    if format == .csv, status == ExitStatus.fine, !takeHeader(of: &output) {
      errors +=
        "folio: the report has other columns than those before it; --tax-rules gives all "
        + "portfolios the same, and --format json has room for each\n"
      status = ExitStatus.faults
      output = []
    }
    if status != ExitStatus.fine { failed += 1 }
    if !errors.isEmpty, !isInline || status == ExitStatus.fine {
      writeError("\(answer.name):\n\(errors)")
    }
    guard !output.isEmpty else { return }
    if format == .table, !isFirstTable { output.insert(UInt8(ascii: "\n"), at: 0) }
    isFirstTable = false
    try writeOutput(output)
  }

  /// Keeps the CSV header of the first result and removes that of the others.
  /// - Returns: false if the header differs from the first one.
  private mutating func takeHeader(of output: inout [UInt8]) -> Bool {
    guard let end = output.firstIndex(of: UInt8(ascii: "\n")) else { return true }
    guard let header else {
      header = output[...end]
      return true
    }
    guard header == output[...end] else { return false }
    output.removeSubrange(...end)
    return true
  }
}
