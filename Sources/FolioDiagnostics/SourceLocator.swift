/// A position for display: file, line, column, and an excerpt of the line.
public struct SourceLocation: Sendable, Hashable {
  /// The name of the file as given by the user.
  public var file: String
  /// The line number, starting at 1; nil for an argument of a command and for a database, which
  /// have no lines.
  public var line: Int?
  /// The column in Unicode scalars, starting at 1; nil if there is no line.
  public var column: Int?
  /// The source line, or the part around the position if the line is long.
  public var excerpt: String
  /// The range of the value in `excerpt`, in Unicode scalars starting at 0.
  public var highlight: Range<Int>
}

/// Computes lines and columns of diagnostics, in one pass over each file that has any.
public struct SourceLocator: Sendable {
  /// The limits on the bytes of a record that are searched for a value, tried in order. The first
  /// is small, since most records are short and each record of a file may have an error. Each
  /// further limit is four times as large, so that little is read beyond the end of a longer
  /// record.
  private static let recordLimits = [1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20]
  /// The number of bytes shown on each side of the position.
  private static let margin = 60

  private let files: [SourceFile]

  /// Creates a locator for the files of one ledger, in the order in which they were read.
  public init(_ files: [SourceFile]) { self.files = files }

  /// Returns the diagnostics in order of position, each with its location. The location is nil if
  /// the position is unknown.
  public func locate(_ diagnostics: [Diagnostic]) -> [(Diagnostic, SourceLocation?)] {
    let exact = zip(diagnostics, spans(of: diagnostics)).map { (diagnostic: $0, span: $1) }
    let sorted = exact.enumerated().sorted {
      ($0.element.span?.start ?? .none, $0.offset) < ($1.element.span?.start ?? .none, $1.offset)
    }
    var counters: [Int: LineCounter] = [:]
    return sorted.map { _, item in
      guard let span = item.span else { return (item.diagnostic, nil) }
      let file = files[span.start.file]
      var counter = counters[span.start.file] ?? LineCounter(file)
      counter.advance(to: span.start.offset)
      counters[span.start.file] = counter
      return (item.diagnostic, location(span, line: counter, in: file))
    }
  }

  /// Returns where the user finds each position: `file:line`. Positions outside these files are
  /// omitted.
  public func places(of positions: some Sequence<SourcePosition>) -> [SourcePosition: String] {
    var places: [SourcePosition: String] = [:]
    for (position, line) in lines(of: positions) {
      places[position] = files[position.file].cited(line).text
    }
    return places
  }

  /// Returns the line number in its file, starting at 1, of each position in these files.
  package func lines(of positions: some Sequence<SourcePosition>) -> [SourcePosition: Int] {
    var lines: [SourcePosition: Int] = [:]
    var counters: [Int: LineCounter] = [:]
    for position in Set(positions).sorted() where position.isKnown {
      guard files.indices.contains(position.file) else { continue }
      var counter = counters[position.file] ?? LineCounter(files[position.file])
      counter.advance(to: position.offset)
      counters[position.file] = counter
      lines[position] = counter.line
    }
    return lines
  }

  /// The start of a value and its length in bytes.
  private typealias SourceSpan = (start: SourcePosition, length: Int)

  /// The span of the value of each diagnostic. Values in the same record are searched together,
  /// since every value of a record may have an error.
  private func spans(of diagnostics: [Diagnostic]) -> [SourceSpan?] {
    var spans: [SourceSpan?] = Array(repeating: nil, count: diagnostics.count)
    var records: [SourcePosition: [Int]] = [:]
    for (number, diagnostic) in diagnostics.enumerated() {
      let position = diagnostic.position
      guard position.isKnown, files.indices.contains(position.file) else { continue }
      spans[number] = (position, 1)
      if !diagnostic.field.isEmpty { records[position, default: []].append(number) }
    }
    for (record, numbers) in records {
      find(numbers, of: diagnostics, in: record) { number, found in
        let start = SourcePosition(file: record.file, offset: record.offset + found.lowerBound)
        spans[number] = (start, found.count)
      }
    }
    return spans
  }

  /// Finds the values of diagnostics in their record, reading more of it as necessary.
  private func find(
    _ numbers: [Int], of diagnostics: [Diagnostic], in record: SourcePosition,
    _ report: (_ number: Int, _ found: Range<Int>) -> Void
  ) {
    var numbers = numbers
    for limit in Self.recordLimits where !numbers.isEmpty {
      let bytes = files[record.file].bytes(record.offset, limit)
      var finder = FieldFinder(bytes)
      numbers.removeAll { number in
        let found = finder.find(diagnostics[number].field)
        report(number, found)
        return bytes.count < limit || !finder.isCutOff
      }
    }
  }

  private func location(
    _ span: (start: SourcePosition, length: Int), line: LineCounter, in file: SourceFile
  ) -> SourceLocation {
    let offset = span.start.offset
    let first = max(line.lineStart, offset - Self.margin)
    var bytes = file.bytes(first, offset - first + min(span.length, Self.margin) + Self.margin)
    var isWholeLine = false
    if let end = bytes[min(bytes.count, offset - first)...].firstIndex(where: isLineEnd) {
      bytes.removeSubrange(end...)
      isWholeLine = true
    }
    let rest = bytes.dropFirst(offset - first)
    // Extend a single byte to the whole character.
    let tail = rest.dropFirst(span.length).prefix { $0 & 0xC0 == 0x80 }.prefix(3)
    let length = span.length + tail.count
    let before = Excerpt(bytes.prefix(offset - first), cutAtStart: first > line.lineStart)
    let marked = Excerpt(rest.prefix(length), cutAtEnd: rest.count > length)
    let after = Excerpt(rest.dropFirst(length), cutAtEnd: !isWholeLine)
    let cited = file.cited(line.line)
    return SourceLocation(
      file: cited.name, line: cited.line,
      column: cited.line == nil ? nil : cited.indent + line.column,
      excerpt: before.text + marked.text + after.text,
      highlight: before.count..<before.count + max(1, marked.count))
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

/// Counts lines and columns up to an offset. It only moves forward.
private struct LineCounter {
  private let file: SourceFile
  private var offset = 0
  private(set) var line: Int
  private(set) var lineStart = 0
  private(set) var column = 1

  init(_ file: SourceFile) {
    self.file = file
    line = file.firstLine
  }

  mutating func advance(to target: Int) {
    while offset < target {
      let chunk = file.bytes(offset, min(1 << 20, target - offset))
      if chunk.isEmpty { return }
      for (index, byte) in chunk.enumerated() {
        if byte == 0x0A {
          line += 1
          lineStart = offset + index + 1
          column = 1
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
      offset += chunk.count
    }
  }
}

/// A part of a source line that is safe to print: tabs and control characters are replaced by
/// spaces, and invalid UTF-8 by the replacement character.
private struct Excerpt {
  let text: String
  let count: Int

  /// - Parameters:
  ///   - cutAtStart: whether the line continues to the left, so that the first character may be
  ///     incomplete.
  ///   - cutAtEnd: whether the line continues to the right.
  init(_ bytes: some Collection<UInt8>, cutAtStart: Bool = false, cutAtEnd: Bool = false) {
    var kept = Array(bytes)
    if cutAtStart { kept.removeFirst(min(3, kept.prefix { $0 & 0xC0 == 0x80 }.count)) }
    if cutAtEnd { kept.removeLast(Self.unfinished(kept)) }
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: kept, as: UTF8.self).unicodeScalars {
      scalars.append(scalar.isControl ? " " : scalar)
    }
    text = String(scalars)
    count = scalars.count
  }

  /// The number of bytes at the end that are an incomplete character.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    for (back, byte) in bytes.reversed().prefix(4).enumerated() where byte & 0xC0 != 0x80 {
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return length > back + 1 ? back + 1 : 0
    }
    return 0
  }
}
