import FolioDiagnostics
import FolioModel

extension DocumentReader {
  /// How far into a file is looked to see whether its first object is a group.
  static let firstLookLimit = 1 << 16

  /// What stands at the start of the file.
  mutating func startStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    try refuseByteOrderMark(bytes)
    try refuseUTF16(bytes)
    scanner.blanks(bytes)
    if scanner.index >= scanner.end, scanner.isLast {
      throw .fault(SyntaxFault(kind: .emptyInput, offset: scanner.index))
    }
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "{") else {
      try refuseOtherValue(bytes)
      return
    }
    if try firstObjectIsGroup(bytes) {
      isLines = true
      stage = .line
    } else {
      scanner.index &+= 1
      stage = .firstMember
    }
  }

  private func refuseByteOrderMark(_ bytes: Span<UInt8>) throws(ScanStop) {
    for (offset, byte) in [0xEF, 0xBB, 0xBF].enumerated() where bytes.byte(at: offset) != byte {
      if offset >= scanner.end, !scanner.isLast { throw .needMore }
      return
    }
    throw .fault(SyntaxFault(kind: .byteOrderMark, offset: 0))
  }

  /// UTF-16 is known by its own byte order mark: neither of its bytes is ever part of UTF-8.
  private func refuseUTF16(_ bytes: Span<UInt8>) throws(ScanStop) {
    guard bytes.byte(at: 0) >= 0xFE else { return }
    if scanner.end < 2, !scanner.isLast { throw .needMore }
    guard bytes.byte(at: 0) ^ bytes.byte(at: 1) == 0x01, bytes.byte(at: 1) >= 0xFE else { return }
    throw .fault(SyntaxFault(kind: .utf16, offset: 0))
  }

  private mutating func refuseOtherValue(_ bytes: Span<UInt8>) throws(ScanStop) {
    guard let kind = ValueKind(startingWith: bytes.byte(at: scanner.index)) else {
      throw scanner.stop(.notJSON)
    }
    report(Messages.notALedger(kind), at: position(scanner.index))
    if kind == .array { scanner.index &+= 1 }
    stage = kind == .array ? .firstElement : .otherValue
  }

  /// Past a value that is no ledger, an element of an array at a time: what is wrong with its JSON
  /// is said as well. One nested too deep is not followed further.
  mutating func otherValueStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    do throws(ScanStop) {
      if stage == .otherValue {
        try scanner.skipValue(bytes, depth: 0)
        stage = .afterOtherValue
      } else if try hasNext(isFirst: stage == .firstElement, closing: "]", bytes) {
        try scanner.skipValue(bytes, depth: 1)
        stage = .afterElement
      } else {
        stage = .afterOtherValue
      }
    } catch .fault(let fault) where fault.kind == .nestedTooDeep {
      stage = .ended
    }
  }

  /// After a value that is no ledger: blanks to the end of the file.
  mutating func afterOtherValueStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    scanner.blanks(bytes)
    guard scanner.index >= scanner.end else { throw scanner.stop(.trailingContent) }
    try endOfInput()
  }

  /// Whether the first object is a line of NDJSON: its keys tell.
  private func firstObjectIsGroup(_ bytes: Span<UInt8>) throws(ScanStop) -> Bool {
    let start = scanner.index
    var sniffer = FormatSniffer(scanner: scanner)
    do throws(ScanStop) {
      let isGroup = try sniffer.isGroup(bytes)
      return isGroup && sniffer.scanner.index - start <= Self.firstLookLimit
    } catch {
      if case .needMore = error, scanner.end - start < Self.firstLookLimit { throw .needMore }
      return false
    }
  }

  /// A comma and a row of a table, or the table's end.
  mutating func rowStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    if try hasNext(isFirst: stage == .firstRow, closing: "]", bytes) {
      try row(of: table, bytes, depth: 2)
      stage = .afterRow
    } else {
      stage = .afterMember
    }
  }

  /// Up to the next element (true), or past the closing bracket (false).
  @inline(__always)
  mutating func hasNext(
    isFirst: Bool, closing: Unicode.Scalar, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    guard isFirst else { return try scanner.isFollowedByMore(closing: closing, bytes) }
    scanner.blanks(bytes)
    return !scanner.take(closing, bytes)
  }

  /// After the document: blanks to the end of the file, or the first line of groups.
  mutating func afterDocumentStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    let start = scanner.index
    scanner.blanks(bytes)
    if scanner.index >= scanner.end {
      try endOfInput()
      return
    }
    // On a line of its own it may be a group, or a line with a fault among groups.
    isLines = (start..<scanner.index).contains { bytes.byte(at: $0) == 0x0A }
    guard isLines, bytes.byte(at: scanner.index) == UInt8(ascii: "{") else {
      throw scanner.stop(.trailingContent)
    }
    stage = .line
  }

  /// One line of NDJSON.
  mutating func lineStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    scanner.blanks(bytes)
    if scanner.index >= scanner.end {
      try endOfInput()
      return
    }
    guard ValueKind(startingWith: bytes.byte(at: scanner.index)) != nil else {
      throw scanner.stop(.expectedValue)
    }
    try row(of: .groups, bytes, depth: 0)
  }

  /// A line with a syntax fault: on to the next one.
  mutating func badLineStep(_ bytes: Span<UInt8>) throws(ScanStop) {
    if scanner.index >= scanner.end { try endOfInput() }
    while scanner.index < scanner.end {
      scanner.index &+= 1
      if bytes.byte(at: scanner.index &- 1) == 0x0A {
        stage = .line
        return
      }
    }
  }

  private mutating func endOfInput() throws(ScanStop) {
    guard scanner.isLast else { throw .needMore }
    stage = .ended
  }
}
