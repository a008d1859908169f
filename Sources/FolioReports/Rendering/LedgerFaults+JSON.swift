import FolioDiagnostics
import FolioModel

extension LedgerFaults {
  /// The line of JSON that stands in place of the report of a portfolio, where reports of many are
  /// written one after the other:
  /// `{"portfolio": "a", "faults": [{"code": "F301", "message": "...", "file": "a", ...}]}`.
  /// Warnings are left out. `file`, `line` and `column` are `null` where a fault has no place.
  public func jsonLine(portfolio: String) -> String {
    let located = SourceLocator(sources).locate(diagnostics.filter { $0.severity == .error })
    return Self.line(portfolio, located.map { ($0.code.rawValue, $0.message, $1) })
  }

  /// The same where something else than its ledger is wrong: `code` is `null`.
  public static func jsonLine(portfolio: String, message: String) -> String {
    line(portfolio, [(nil, message, nil)])
  }

  private static func line(
    _ portfolio: String, _ faults: [(code: String?, message: String, place: SourceLocation?)]
  ) -> String {
    var bytes: [UInt8] = []
    JSONRenderer.appendKey("portfolio", after: "{", to: &bytes)
    JSONRenderer.appendString(portfolio, to: &bytes)
    JSONRenderer.appendKey("faults", after: ", ", to: &bytes)
    bytes.append(UInt8(ascii: "["))
    for (number, fault) in faults.enumerated() {
      JSONRenderer.appendKey("code", after: number == 0 ? "{" : ", {", to: &bytes)
      JSONRenderer.appendValue(.text(orNull: fault.code), to: &bytes)
      JSONRenderer.appendKey("message", after: ", ", to: &bytes)
      JSONRenderer.appendString(fault.message, to: &bytes)
      JSONRenderer.appendKey("file", after: ", ", to: &bytes)
      JSONRenderer.appendValue(.text(orNull: fault.place?.file), to: &bytes)
      JSONRenderer.appendKey("line", after: ", ", to: &bytes)
      JSONRenderer.appendValue(fault.place.map { .integer($0.line) } ?? .null, to: &bytes)
      JSONRenderer.appendKey("column", after: ", ", to: &bytes)
      JSONRenderer.appendValue(fault.place.map { .integer($0.column) } ?? .null, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    return String(decoding: bytes, as: UTF8.self) + "]}\n"
  }
}
