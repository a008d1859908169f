/// Reads a file of many ledgers with a whole document on each line, one line at a time and in
/// bounded memory.
///
/// This is not the NDJSON of one ledger, in which each line is a group: see `DocumentLine.isGroup`.
public struct DocumentLines {
  private var source: any ByteSource
  private var window: Window
  /// The end of the part of the window without another line break.
  private var scanned = 0
  private var line = 1
  private var passed = 0
  /// The most bytes of a line; nil if there is no limit. A longer line is not kept.
  package var limit: Int?
  /// The beginning of a line that is too long, while the rest of it is read.
  private var beginning: [UInt8]?
  /// The size of such a beginning, enough for a name.
  private static let beginningSize = 4096

  /// The size of the source in bytes, if it is known.
  public let size: Int?

  /// The lines of a source of `size` bytes.
  public init(_ source: any ByteSource, size: Int? = nil) {
    self.init(source, size: size, windowSize: 1 << 17)
  }

  /// The lines of a file in memory.
  public init(_ bytes: [UInt8]) { self.init(MemorySource(bytes), size: bytes.count) }

  init(_ source: any ByteSource, size: Int?, windowSize: Int) {
    self.source = source
    self.size = size
    window = Window(size: windowSize)
  }

  /// The number of bytes in the lines so far.
  public var bytesRead: Int { passed + window.done }

  /// The next line that is not blank; nil at the end.
  public mutating func next() throws(SourceFailure) -> DocumentLine? {
    guard case .value(let line) = try next(waits: true) else { return nil }
    return line
  }

  /// The next line that is not blank.
  /// - Parameter waits: Whether to wait for the rest of the line if the source is idle.
  package mutating func next(waits: Bool) throws(SourceFailure) -> Arrival<DocumentLine> {
    while true {
      let end: Int
      switch try endOfLine(waits) {
      case .value(let found): end = found
      case .later: return .later
      case .end: return .end
      }
      let found = line(to: end)
      line += 1
      window.done = min(end + 1, window.count)
      scanned = window.done
      if !found.isBlank { return .value(found) }
    }
  }

  private mutating func line(to end: Int) -> DocumentLine {
    let whole = window.bytes[window.done..<end]
    if beginning == nil, let limit, whole.count > limit {
      beginning = Array(whole.prefix(Self.beginningSize))
    }
    defer { beginning = nil }
    return DocumentLine(
      bytes: beginning ?? Array(whole), number: line, isTooLong: beginning != nil)
  }

  /// Drops what there is of a line that is too long.
  private mutating func dropIfTooLong() {
    guard let limit, beginning != nil || window.count - window.done > limit else { return }
    if beginning == nil {
      beginning = Array(window.bytes[window.done..<window.count].prefix(Self.beginningSize))
    }
    window.done = window.count
  }

  /// The end of the next line in the window.
  private mutating func endOfLine(_ waits: Bool) throws(SourceFailure) -> Arrival<Int> {
    while true {
      if let end = window.firstPlace(of: UInt8(ascii: "\n"), from: scanned) { return .value(end) }
      scanned = window.count
      if window.isLast {
        let isLine = window.done < window.count || beginning != nil
        return isLine ? .value(window.count) : .end
      }
      dropIfTooLong()
      if !waits, !source.isReady { return .later }
      passed += window.done
      scanned -= window.done
      // A writer that waits for the report of a line sends no more before it.
      try window.advance(from: &source, fills: false)
    }
  }
}

/// One line of a file of many ledgers.
public struct DocumentLine: Sendable {
  /// The line without its end.
  public var bytes: [UInt8]
  /// Its number in the file, from 1.
  public var number: Int
  /// Whether it has more bytes than the limit. Then only its beginning was kept.
  package var isTooLong = false

  /// Whether its keys are those of a group. The file is then one ledger with a group on each line.
  public var isGroup: Bool { bytes.withSpan(Self.isGroup) }

  private static func isGroup(_ bytes: Span<UInt8>) -> Bool {
    var scanner = JSONScanner(bytes)
    scanner.blanks(bytes)
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "{") else { return false }
    var sniffer = FormatSniffer(scanner: scanner)
    return (try? sniffer.isGroup(bytes)) ?? false
  }

  /// Whether it is the first line of a document that has several lines.
  public var isOpening: Bool {
    let text = bytes.filter { !Self.isBlank($0) }
    return text == [UInt8(ascii: "{")] || text == [UInt8(ascii: "[")]
  }

  var isBlank: Bool { bytes.allSatisfy(Self.isBlank) }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
