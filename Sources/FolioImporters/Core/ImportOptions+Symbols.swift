extension ImportOptions {
  /// Reads a file of symbols: in each line an ISIN, another id or a ticker, a comma, and the symbol
  /// that the instrument gets.
  /// - Throws: The faults of lines that have another form.
  public static func symbols(
    reading bytes: [UInt8], name: String
  ) throws(LedgerFaults) -> [String: String] {
    let source = ImportSource(bytes, name: name)
    var symbols: [String: String] = [:]
    var faults: [Diagnostic] = []
    var start = 0
    for line in source.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { start += line.count + 1 }
      let text = String(decoding: line, as: UTF8.self).filter { $0 != "\r" }
      if text.isEmpty { continue }
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        faults.append(
          Diagnostic(
            .unreadableRule, "the line is not an id and a symbol",
            help: "Write US0378331005,AAPL.", at: SourcePosition(file: 0, offset: start),
            field: [.length(max(1, line.count))]))
        continue
      }
      symbols[String(parts[0])] = String(parts[1])
    }
    if faults.isEmpty { return symbols }
    throw LedgerFaults(faults, sources: [source.file])
  }
}

extension ImportDraft {
  /// The ids for which the user gave symbols, and that no instrument has.
  var unusedSymbols: [String] {
    let used = Set(names.all.flatMap { [$0.isin, $0.otherID, $0.ticker] })
    return options.symbols.keys.filter { !used.contains($0) }.sorted()
  }
}
