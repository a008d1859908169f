// Writes the NDJSON layout one line at a time. Stores use this layout, so that a change costs one
// line.
extension LedgerWriter {
  /// The first line of the NDJSON layout, without its end: everything but the groups.
  package func headLine() -> [UInt8] {
    var line: [UInt8] = []
    var text = JSONText()
    writeHead(.lines, &text, hasGroups: false) { line += $0 }
    return line + text.bytes
  }

  /// The line of one group in the NDJSON layout, without its end.
  /// - Parameter number: its number among the groups of the ledger, from 0.
  package func line(ofGroup number: Int) -> [UInt8] {
    var text = JSONText()
    writeGroup(number, to: &text)
    return text.bytes
  }
}
