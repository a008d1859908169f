import Synchronization
import Testing

@testable import FolioDiagnostics

/// A record may have a fault in each of its values: it is gone over once for all of them.
@Suite("Many faults of one record")
struct ManyFaultsOfARecordTests {
  /// A file that counts the bytes that are asked of it.
  private final class CountedFile: Sendable {
    private let contents: [UInt8]
    private let count = Mutex(0)

    init(_ text: String) { contents = Array(text.utf8) }

    var bytesRead: Int { count.withLock { $0 } }

    var file: SourceFile {
      SourceFile(name: "f") { [self] offset, count in
        let bytes = contents[min(offset, contents.count)...].prefix(count)
        self.count.withLock { $0 += bytes.count }
        return Array(bytes)
      }
    }
  }

  private func faults(_ fields: [[FieldStep]]) -> [Diagnostic] {
    fields.map {
      Diagnostic(
        .wrongType, "", help: "", at: SourcePosition(file: 0, offset: 0), field: $0)
    }
  }

  @Test("each key and each entry of a list is found, whatever the order of the faults")
  func places() {
    let keys = (0..<2000).map { "\"k\($0)\": 1" }
    let lots = (0..<2000).map { "{\"q\": \"x\($0)\"}" }
    let text = "{\(keys.joined(separator: ", ")), \"lots\": [\(lots.joined(separator: ", "))]}"
    let file = CountedFile(text)
    let fields =
      (0..<2000).reversed().map { [FieldStep.name("k\($0)")] }
      + (0..<2000).reversed().map { [FieldStep.key("lots"), .index($0), .key("q")] }
    let found = SourceLocator([file.file]).locate(faults(fields))
    let columns = found.compactMap { $0.1?.column }
    #expect(columns == columns.sorted())
    let expected = (0..<2000).flatMap { ["\"k\($0)\"", "\"x\($0)\""] }
    let marked = found.compactMap { $0.1 }.map { location in
      let scalars = Array(location.excerpt.unicodeScalars)[location.highlight]
      return scalars.map { String($0) }.joined()
    }
    #expect(Set(marked) == Set(expected))
    // The record, in ever longer pieces, and a line around each place.
    #expect(file.bytesRead < 4000 * 300)
  }

  @Test("of a record that is a little too long for a short look, no more is read than is there")
  func longRecords() {
    let record = "{\"notes\": \"\(String(repeating: "x", count: 6000))\", \"status\": \"y\"}\n"
    let file = CountedFile(String(repeating: record, count: 100))
    let length = record.utf8.count
    let faults = (0..<100).map {
      Diagnostic(
        .badStatus, "", help: "", at: SourcePosition(file: 0, offset: $0 * length),
        field: ["status"])
    }
    let found = SourceLocator([file.file]).locate(faults)
    #expect(found.compactMap { $0.1?.line } == Array(1...100))
    #expect(file.bytesRead < 100 * 30_000)
  }
}
