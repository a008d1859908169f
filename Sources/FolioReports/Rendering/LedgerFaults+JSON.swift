extension LedgerFaults {
  /// Returns a line of JSON that replaces the report of a portfolio, for output with several
  /// portfolios:
  /// `{"portfolio": "a", "faults": [{"code": "F301", "message": "...", "file": "a", ...}]}`.
  ///
  /// Warnings are omitted. `file`, `line` and `column` are `null` if a fault has no position.
  package func jsonLine(portfolio: String) -> String {
    let located = SourceLocator(sources).locate(diagnostics.filter { $0.severity == .error })
    return Self.line(portfolio, located.map { ($0.code.rawValue, $0.message, $1) })
  }

  /// Returns such a line for a problem outside the ledger. Its `code` is `null`.
  package static func jsonLine(portfolio: String, message: String) -> String {
    line(portfolio, [(nil, message, nil)])
  }

  private static func line(
    _ portfolio: String, _ faults: [(code: String?, message: String, place: SourceLocation?)]
  ) -> String {
    var bytes: [UInt8] = []
    JSONRenderer.append(("portfolio", .text(portfolio)), after: "{", to: &bytes)
    JSONRenderer.appendKey("faults", after: ", ", to: &bytes)
    for (number, fault) in faults.enumerated() {
      bytes.append(contentsOf: (number == 0 ? "[" : ", ").utf8)
      JSONRenderer.append(
        [
          ("code", .text(orNull: fault.code)), ("message", .text(fault.message)),
          ("file", .text(orNull: fault.place?.file)),
          ("line", fault.place?.line.map { .integer($0) } ?? .null),
          ("column", fault.place?.column.map { .integer($0) } ?? .null),
        ], to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self) + (faults.isEmpty ? "[]}\n" : "]}\n")
  }
}
