/// Reads a file of many ledgers in which consecutive lines with one value of a key are one ledger,
/// as `COPY ... ORDER BY user_id` and sorted partitions deliver them. Each line is a group, or a
/// document without groups.
package struct KeyedLines {
  /// The lines of one ledger.
  package struct Ledger: Sendable {
    /// The value of the key; nil if the first line of the file has none.
    package var key: String?
    /// All lines, with those breaks between them that the file has.
    package var lines: DocumentLine
    /// The places of the key in lines that are documents, which may not have it.
    package var keyPlaces: [Range<Int>] = []
    /// The reason why it is not a whole ledger.
    package var fault: Fault?
  }

  package enum Fault: Sendable, Equatable {
    /// The key has come before, and other keys since.
    case isApart
    /// It has more bytes than the limit. Only its beginning was kept.
    case isTooLong
    /// The line before it has no key that could be read, so it may belong here.
    case mayLack(line: Int)
  }

  /// The lines of the file.
  package private(set) var lines: DocumentLines
  private let column: String
  /// The most bytes of a ledger; nil if there is no limit.
  private let limit: Int?
  private var current: Ledger?
  private var last = 0
  private var seen: Set<String> = []
  /// The line without a key that came last.
  private var keyless: Int?

  package init(_ lines: DocumentLines, column: String, limit: Int?) {
    self.lines = lines
    self.lines.limit = limit
    self.column = column
    self.limit = limit
  }

  /// The next ledger.
  /// - Parameter waits: Whether to wait for the end of the ledger if the source is idle.
  package mutating func next(waits: Bool) throws(SourceFailure) -> Arrival<Ledger> {
    while true {
      switch try lines.next(waits: waits) {
      case .later: return .later
      case .end:
        guard let found = current else { return .end }
        current = nil
        return .value(found)
      case .value(let line):
        if let found = take(line) { return .value(found) }
      }
    }
  }

  /// Adds a line to the ledger that it belongs to.
  /// - Returns: the ledger before it, if the line begins another one.
  private mutating func take(_ line: DocumentLine) -> Ledger? {
    let member = line.member(column)
    if member == nil { keyless = line.number }
    if current != nil, member == nil || member?.value == current?.key {
      add(line, member?.place)
      return nil
    }
    let found = current
    var new = Ledger(key: member?.value, lines: line)
    if let place = member?.place, !line.isGroup { new.keyPlaces = [place] }
    if line.isTooLong { new.fault = .isTooLong }
    if let key = member?.value, !seen.insert(key).inserted { new.fault = .isApart }
    if let keyless, found != nil, new.fault == nil, member != nil {
      new.fault = .mayLack(line: keyless)
    }
    if member != nil { keyless = nil }
    current = new
    last = line.number
    return found
  }

  private mutating func add(_ line: DocumentLine, _ place: Range<Int>?) {
    let breaks = line.number - last
    last = line.number
    guard current?.fault != .isTooLong, let count = current?.lines.bytes.count else { return }
    let whole = count + breaks + line.bytes.count
    if line.isTooLong || limit.map({ whole > $0 }) ?? false {
      current?.fault = .isTooLong
      return
    }
    current?.lines.bytes += Array(repeating: UInt8(ascii: "\n"), count: breaks) + line.bytes
    if let place, !line.isGroup {
      let start = count + breaks
      current?.keyPlaces.append(start + place.lowerBound..<start + place.upperBound)
    }
  }
}

extension DocumentLine {
  /// The value of a key of the object on the line, a text or a whole number, and the place of both
  /// with a comma beside them; nil if there is none, or if the line is no object.
  func member(_ key: String) -> (value: String, place: Range<Int>)? {
    bytes.withSpan { bytes in
      var scanner = JSONScanner(bytes)
      scanner.blanks(bytes)
      guard bytes.byte(at: scanner.index) == UInt8(ascii: "{") else { return nil }
      return (try? Self.member(key, &scanner, bytes)) ?? nil
    }
  }

  private static func member(
    _ wanted: String, _ scanner: inout JSONScanner, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> (value: String, place: Range<Int>)? {
    guard scanner.opensNonEmpty(closing: "}", bytes) else { return nil }
    var (isFirst, before) = (true, scanner.index)
    repeat {
      let start = scanner.index
      let name = try scanner.key(bytes)
      try scanner.colon(bytes)
      guard String(decoding: unescaped(bytes, name), as: UTF8.self) == wanted else {
        try scanner.skipValue(bytes, depth: 1)
        (isFirst, before) = (false, scanner.index)
        continue
      }
      guard let value = scanner.name(bytes), !value.isEmpty else { return nil }
      let end = scanner.index
      if try scanner.isFollowedByMore(closing: "}", bytes) { return (value, start..<scanner.index) }
      return (value, (isFirst ? start : before)..<end)
    } while try scanner.isFollowedByMore(closing: "}", bytes)
    return nil
  }
}

extension JSONScanner {
  /// Past a text or a whole number, as it is written; nil for any other value.
  mutating func name(_ bytes: Span<UInt8>) -> String? {
    if bytes.byte(at: index) == UInt8(ascii: "\"") {
      guard let text = try? string(bytes) else { return nil }
      return String(decoding: unescaped(bytes, text), as: UTF8.self)
    }
    guard let digits = (try? number(bytes)).map({ bytes.copy($0) }) else { return nil }
    let isWhole = digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    return isWhole ? String(decoding: digits, as: UTF8.self) : nil
  }
}
