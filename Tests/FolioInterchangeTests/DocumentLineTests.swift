import Testing

@testable import FolioInterchange

/// Files with a ledger on each line.
struct DocumentLineTests {
  private func lines(_ text: String, windowSize: Int = 1 << 17) throws -> [(String, Int)] {
    var source = DocumentLines(
      MemorySource(Array(text.utf8)), size: nil, windowSize: windowSize)
    var found: [(String, Int)] = []
    while let line = try source.next() {
      found.append((String(decoding: line.bytes, as: UTF8.self), line.number))
    }
    #expect(source.bytesRead == text.utf8.count)
    return found
  }

  @Test(arguments: [1, 2, 3, 7, 16, 1 << 17])
  func linesComeWithTheirNumbersWhateverTheWindow(_ windowSize: Int) throws {
    let long = String(repeating: "x", count: 1000)
    let text = "{}\n\n  \r\n{\"a\": 1}\r\n\(long)\n{}"
    let found = try lines(text, windowSize: windowSize)
    #expect(found.map(\.0) == ["{}", "{\"a\": 1}\r", long, "{}"])
    #expect(found.map(\.1) == [1, 4, 5, 6])
  }

  @Test func aFileMayBeEmptyOrEndWithABreak() throws {
    #expect(try lines("").isEmpty)
    #expect(try lines("\n\n").isEmpty)
    #expect(try lines("{}\n").map(\.1) == [1])
  }

  @Test(arguments: [
    ("{\"id\": \"g1\"}", true), (" {\"notes\": null}", true), ("{}", false),
    ("{\"settings\": {}, \"id\": 1}", false), ("{\"cash_transactions\": [], \"id\": 1}", true),
    ("7", false), ("{\"id", false),
  ])
  func aGroupIsKnownByItsKeys(_ text: String, _ isGroup: Bool) {
    #expect(DocumentLine(bytes: Array(text.utf8), number: 1).isGroup == isGroup)
  }

  /// A pipe that delivers these parts, and is idle after each.
  private struct IdleSource: ByteSource {
    var parts: [String]
    var isReady = false

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int {
      if parts.isEmpty { return 0 }
      let part = Array(parts.removeFirst().utf8)
      buffer.copyBytes(from: part)
      return part.count
    }
  }

  @Test func aLineComesBeforeTheNextPartOfItsSource() throws {
    let source = IdleSource(parts: ["{}\n{\"a\"", ": 1}\n", "7"])
    var lines = DocumentLines(source)
    func next() throws -> String {
      switch try lines.next(waits: false) {
      case .value(let line): String(decoding: line.bytes, as: UTF8.self)
      case .later: "later"
      case .end: "end"
      }
    }
    #expect(try next() == "later")
    #expect(try lines.next()?.number == 1)
    #expect(try next() == "later")
    #expect(try lines.next()?.bytes == Array("{\"a\": 1}".utf8))
    #expect(try next() == "later")
    #expect(try lines.next()?.number == 3)
    #expect(try next() == "end")
    #expect(lines.bytesRead == 13)
  }

  @Test(arguments: [1, 2, 3, 7, 16, 1 << 17])
  func aLineOverTheLimitIsNotKept(_ windowSize: Int) throws {
    let long = String(repeating: "x", count: 9000)
    let text = "0123456789\n\(long)\n01234567890\n{}\n\(long)"
    var lines = DocumentLines(MemorySource(Array(text.utf8)), size: nil, windowSize: windowSize)
    lines.limit = 10
    var found: [DocumentLine] = []
    while let line = try lines.next() { found.append(line) }
    #expect(found.map(\.number) == [1, 2, 3, 4, 5])
    #expect(found.map(\.isTooLong) == [false, true, true, false, true])
    #expect(found.filter(\.isTooLong).allSatisfy { $0.bytes.count <= 4096 && !$0.bytes.isEmpty })
    #expect(lines.bytesRead == text.utf8.count)
  }

  /// A pipe that delivers a byte at a time, and notes how often it gets another place in memory.
  private final class SlowPipe {
    var rest: Int
    var places = 0
    var isReady = false
    private var expected: UnsafeMutableRawPointer?

    init(_ size: Int) { rest = size }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      guard rest > 0, let start = buffer.baseAddress else { return 0 }
      rest -= 1
      if start != expected { places += 1 }
      expected = start + 1
      buffer[0] = UInt8(ascii: rest == 0 ? "\n" : "x")
      return 1
    }
  }

  private struct SlowSource: ByteSource {
    let pipe: SlowPipe
    /// Idle every other time that it is asked.
    var isReady: Bool {
      pipe.isReady.toggle()
      return pipe.isReady
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int {
      pipe.read(into: buffer)
    }
  }

  /// A pipe delivers a long line in thousands of parts. Each part goes behind those before it; only
  /// when the window grows are they copied.
  @Test(arguments: [true, false])
  func aLongLineIsNotCopiedForEachPart(_ waits: Bool) throws {
    let pipe = SlowPipe(10_000)
    var lines = DocumentLines(SlowSource(pipe: pipe), size: nil, windowSize: 16)
    var found: DocumentLine?
    while found == nil {
      switch try lines.next(waits: waits) {
      case .value(let line): found = line
      case .later: continue
      case .end: return
      }
    }
    #expect(found?.bytes.count == 9_999)
    #expect(pipe.places <= 12)
  }
}
