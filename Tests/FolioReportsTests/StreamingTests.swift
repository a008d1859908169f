import FolioNumbers
import FolioReports
import Testing

@testable import TestSupport

/// What reached the receiver of a sink: counts only, so that nothing is held.
private final class Received {
  var bytes = 0
  var blocks = 0
  var largest = 0

  func take(_ count: Int) {
    bytes += count
    blocks += 1
    largest = max(largest, count)
  }
}

struct StreamingTests {
  private static let rows = TestScale.part(of: 1_000_000)

  /// A report whose rows exist only while they are written.
  private func longReport() throws -> Report {
    let usd = Currency("USD")
    let columns: [Report.Column] = [.init("row", "Row", .integer), .init("net", "Net", .amount)]
    return Report(name: "n", title: "N", columns: columns, rowCount: Self.rows) { index in
      [.integer(index), .money(ExactDecimal(index % 10), usd)]
    }
  }

  /// The count of the digits of all row numbers.
  private let digits = (0..<Self.rows).reduce(0) { $0 + "\($1)".utf8.count }

  @Test func `a long CSV report passes through blocks of bounded size`() throws {
    let received = Received()
    var sink = TextSink { block throws(SinkFailure) in received.take(block.count) }
    try longReport().render(as: .csv, into: &sink)
    try sink.finish()
    #expect(
      received.bytes == "row,net\r\n".utf8.count + digits + Self.rows * ",0.00\r\n".utf8.count)
    #expect(received.largest < 65_536 + 32)
    #expect(received.blocks > 10)
  }

  @Test func `a long JSON report passes through blocks of bounded size`() throws {
    let received = Received()
    var sink = TextSink(blockSize: 4_096) { block throws(SinkFailure) in
      received.take(block.count)
    }
    try longReport().render(as: .json, into: &sink)
    try sink.finish()
    let row = "    {\"row\": , \"net\": \"0.00\"},\n".utf8.count
    var none = try longReport()
    none.rowCount = 0
    let frame = none.text(as: .json).utf8.count
    #expect(received.bytes == frame + digits + Self.rows * row - ",".utf8.count + "\n  ".utf8.count)
    #expect(received.largest < 4_096 + 64)
  }

  @Test(arguments: ReportFormat.allCases)
  func `the size of the blocks does not change the text`(format: ReportFormat) throws {
    let report = try SampleReport.make()
    var collected: [UInt8] = []
    try withoutActuallyEscaping({ (byte: UInt8) in collected.append(byte) }) { append in
      var sink = TextSink(blockSize: 1) { block throws(SinkFailure) in block.forEach(append) }
      try report.render(as: format, into: &sink)
      try sink.finish()
    }
    expectSame(String(decoding: collected, as: UTF8.self), report.text(as: format))
  }

  @Test(arguments: ReportFormat.allCases)
  func `a receiver that fails ends the rendering`(format: ReportFormat) throws {
    let report = try longReport()
    var few = report
    few.rowCount = 1_000
    let failure = SinkFailure(reason: "the disk is full")
    var sink = TextSink(blockSize: 100) { _ throws(SinkFailure) in throw failure }
    var thrown: SinkFailure?
    do throws(SinkFailure) {
      try few.render(as: format, into: &sink)
    } catch {
      thrown = error
    }
    #expect(thrown == failure)
  }
}
