import FolioModel

extension LedgerTables {
  /// The rows of `portfolio_positions` and `portfolio_holdings`, which reading only keeps, in the
  /// order of the documents.
  public func derivedRows() -> [DerivedRow] {
    kept.compactMap { kept in
      guard kept.table == .storedPositions || kept.table == .storedHoldings,
        kept.key == TextTable.none, let json = texts.utf8(kept.value)
      else { return nil }
      return DerivedRow(
        table: kept.table, columns: (try? Array(json).withSpan(columns(in:))) ?? [],
        position: kept.position)
    }
  }

  /// The members of an object that reading has found to be valid, and kept without blanks.
  private func columns(
    in bytes: Span<UInt8>
  ) throws(ScanStop) -> [DerivedRow.Column] {
    var scanner = JSONScanner()
    scanner.end = bytes.count
    scanner.isLast = true
    var columns: [DerivedRow.Column] = []
    guard scanner.opensNonEmpty(closing: "}", bytes) else { return [] }
    repeat {
      let key = try scanner.key(bytes)
      try scanner.colon(bytes)
      if scanner.takeNull(bytes) { continue }
      let value: ScannedString
      if bytes.byte(at: scanner.index) == UInt8(ascii: "\"") {
        value = try scanner.string(bytes)
      } else {
        let start = scanner.index
        try scanner.skipValue(bytes, depth: 1)
        value = ScannedString(range: start..<scanner.index, hasEscapes: false)
      }
      columns.append(.init(key: text(key, bytes), text: text(value, bytes)))
    } while try scanner.isFollowedByMore(closing: "}", bytes)
    return columns
  }

  private func text(_ scanned: ScannedString, _ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    unescape(bytes, scanned, into: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
