extension DocumentReader {
  /// How much of the first object is read to decide whether it is a group.
  private static let sniffingLimit = 1 << 16

  /// The start of the file.
  mutating func startStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    if records.scanner.end < 3, !records.scanner.isLast { throw .needMore }
    if let kind = SyntaxFault.Kind(startOf: bytes) { throw records.scanner.stop(kind, at: 0) }
    records.scanner.blanks(bytes)
    if records.scanner.isAtEnd, records.scanner.isLast {
      throw records.scanner.stop(.emptyInput, at: records.scanner.index)
    }
    guard let kind = ValueKind(startingWith: bytes.byte(at: records.scanner.index)) else {
      throw records.scanner.stop(.notJSON)
    }
    if kind != .object {
      records.report(Messages.notALedger(kind), at: records.position(records.scanner.index))
      if kind == .array { records.scanner.index &+= 1 }
      stage = kind == .array ? .firstElement : .otherValue
    } else if try firstObjectIsGroup(bytes) {
      isLines = true
      stage = .line
    } else {
      records.scanner.index &+= 1
      stage = .firstMember
    }
  }

  /// Whether the keys of the first object are those of a group. The file is then NDJSON without a
  /// line for the other tables.
  private func firstObjectIsGroup(_ bytes: Span<UInt8>) throws(ScanStop) -> Bool {
    let start = records.scanner.index
    var sniffer = FormatSniffer(scanner: records.scanner)
    do throws(ScanStop) {
      let isGroup = try sniffer.isGroup(bytes)
      return isGroup && sniffer.scanner.index - start <= Self.sniffingLimit
    } catch {
      if case .needMore = error, records.scanner.end - start < Self.sniffingLimit {
        throw .needMore
      }
      return false
    }
  }

  /// Skips a value that is not a ledger, an array element by element, so that syntax faults in it
  /// are reported too. After a value that is nested too deeply it gives up.
  mutating func otherValueStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    do throws(ScanStop) {
      let isFirst = stage == .firstElement
      if stage == .otherValue {
        try records.scanner.skipValue(bytes, depth: 0)
        stage = .afterOtherValue
      } else if try records.scanner.hasNext(isFirst: isFirst, closing: "]", bytes) {
        try records.scanner.skipValue(bytes, depth: 1)
        stage = .afterElement
      } else {
        stage = .afterOtherValue
      }
    } catch .fault(let fault) where fault.kind == .nestedTooDeep {
      stage = .ended
    }
  }

  mutating func afterOtherValueStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    records.scanner.blanks(bytes)
    guard records.scanner.isAtEnd else { throw records.scanner.stop(.trailingContent) }
    try endOfInput()
  }

  /// A comma and a row of a table, or the end of the table.
  mutating func rowStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    if try records.scanner.hasNext(isFirst: stage == .firstRow, closing: "]", bytes) {
      try records.readRow(of: table, bytes, depth: 2)
      stage = .afterRow
    } else {
      stage = .afterMember
    }
  }

  mutating func afterDocumentStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    let start = records.scanner.index
    records.scanner.blanks(bytes)
    if records.scanner.isAtEnd { return try endOfInput() }
    // An object on a line of its own may be a group.
    isLines = (start..<records.scanner.index).contains { bytes.byte(at: $0) == 0x0A }
    guard isLines, bytes.byte(at: records.scanner.index) == UInt8(ascii: "{") else {
      throw records.scanner.stop(.trailingContent)
    }
    stage = .line
  }

  /// A line of NDJSON.
  mutating func lineStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    records.scanner.blanks(bytes)
    if records.scanner.isAtEnd { return try endOfInput() }
    guard ValueKind(startingWith: bytes.byte(at: records.scanner.index)) != nil else {
      throw records.scanner.stop(.expectedValue)
    }
    try records.readRow(of: .groups, bytes, depth: 0)
  }

  /// Skips the rest of a line with a syntax fault.
  mutating func badLineStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    if records.scanner.isAtEnd { try endOfInput() }
    while stage == .badLine, !records.scanner.isAtEnd {
      if bytes.byte(at: records.scanner.index) == 0x0A { stage = .line }
      records.scanner.index &+= 1
    }
  }

  private mutating func endOfInput() throws(ScanStop) {
    guard records.scanner.isLast else { throw .needMore }
    stage = .ended
  }
}
