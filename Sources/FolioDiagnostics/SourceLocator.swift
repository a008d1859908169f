/// A place as a person reads it: file, line, column, and the line itself.
public struct SourceLocation: Sendable, Hashable {
  /// The name of the file as the user gave it.
  public var file: String
  /// Line, from 1.
  public var line: Int
  /// Column in Unicode scalars, from 1.
  public var column: Int
  /// The source line, or the part of a long one that surrounds the place.
  public var excerpt: String
  /// Where in `excerpt` the value stands, in scalars from 0.
  public var highlight: Range<Int>
}

/// Works out lines and columns for findings, in one pass over each file that has any.
public struct SourceLocator: Sendable {
  /// How many bytes of a record are looked at to find a column of it: few at first, since most
  /// records are short and a file may have a fault in every one; then four times as many, so that
  /// little is read beyond the end of a longer record.
  private static let recordLimits = [1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20]
  /// How much of a source line is shown on either side of the place, in bytes.
  private static let margin = 60

  private let files: [SourceFile]

  /// A locator over the files of one ledger, in the order they were read.
  public init(_ files: [SourceFile]) { self.files = files }

  /// The diagnostics in order of position, each with its place, or nil where it has none.
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

  /// The lines, from 1, on which places in these files stand; those in no file are left out.
  public func lines(of positions: some Sequence<SourcePosition>) -> [SourcePosition: Int] {
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

  /// Where a value starts, and how many bytes it has.
  private typealias SourceSpan = (start: SourcePosition, length: Int)

  /// Where the value of each diagnostic stands. The values of one record are looked for together:
  /// it may have a fault in every one of them.
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

  /// Looks for the values of some diagnostics in their record, in more and more of it.
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
    // A place in the middle of nothing but one byte marks the whole character there.
    let tail = rest.dropFirst(span.length).prefix { $0 & 0xC0 == 0x80 }.prefix(3)
    let length = span.length + tail.count
    let before = Excerpt(bytes.prefix(offset - first), cutAtStart: first > line.lineStart)
    let marked = Excerpt(rest.prefix(length), cutAtEnd: rest.count > length)
    let after = Excerpt(rest.dropFirst(length), cutAtEnd: !isWholeLine)
    return SourceLocation(
      file: file.name, line: line.line, column: line.column,
      excerpt: before.text + marked.text + after.text,
      highlight: before.count..<before.count + max(1, marked.count))
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

/// Counts lines up to an offset, going forward only.
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

/// A piece of a source line made safe to print: tabs and control characters become blanks, bytes
/// that are no UTF-8 the replacement character.
private struct Excerpt {
  let text: String
  let count: Int

  /// - Parameters:
  ///   - cutAtStart: whether the line goes on to the left, so that a character may be cut.
  ///   - cutAtEnd: whether it goes on to the right.
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

  /// How many bytes at the end begin a character whose rest is cut off.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    for (back, byte) in bytes.reversed().prefix(4).enumerated() where byte & 0xC0 != 0x80 {
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return length > back + 1 ? back + 1 : 0
    }
    return 0
  }
}
