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
    while let end = try endOfLine() {
      let found = DocumentLine(bytes: Array(window.bytes[window.done..<end]), number: line)
      line += 1
      window.done = min(end + 1, window.count)
      scanned = window.done
      if !found.isBlank { return found }
    }
    return nil
  }

  /// The end of the next line in the window; nil if there is no line.
  private mutating func endOfLine() throws(SourceFailure) -> Int? {
    while true {
      let rest = window.bytes[scanned..<window.count]
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) { return end }
      scanned = window.count
      if window.isLast { return window.done < window.count ? window.count : nil }
      passed += window.done
      scanned -= window.done
      try window.advance(from: &source)
    }
  }
}

/// One line of a file of many ledgers.
public struct DocumentLine: Sendable {
  /// The line without its end.
  public var bytes: [UInt8]
  /// Its number in the file, from 1.
  public var number: Int

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
