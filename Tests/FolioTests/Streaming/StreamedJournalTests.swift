import Folio
import Testing

@testable import FolioInterchange
@testable import FolioModel
@testable import FolioReports
@testable import TestSupport

/// The journal and income have the same bytes whether their rows are rendered while the ledger is
/// read or of the whole ledger.
struct StreamedJournalTests {
  private static let formats = [ReportFormat.json, .csv]

  @Test("Random histories with notes, in both formats", arguments: Way.third(0, of: Way.all))
  func histories(_ way: Way) async throws {
    for (number, made) in way.histories(341..<343, areAll: true).enumerated() {
      let history = made.divisible(keepsRates: number == 0)
      let bytes = try document(history, number == 0 ? .json : .lines)
      for format in Self.formats {
        var selection = Selection()
        try await expectSame(bytes, .journal, selection, format, "\(history.name), all")
        try await expectSame(bytes, .income, selection, format, "\(history.name), income")
        let days = history.groups.map(\.at.day).sorted()
        (selection.from, selection.to) = (days[days.count / 3], days[days.count / 2])
        try await expectSame(bytes, .journal, selection, format, "\(history.name), a period")
        selection = Selection()
        selection.symbols = Set(history.stocks.prefix(1).map(\.symbol))
        try await expectSame(bytes, .journal, selection, format, "\(history.name), a symbol")
      }
    }
  }

  /// Every third group has notes; some have to be escaped.
  private func document(_ history: History, _ layout: LedgerWriter.Layout) throws -> [UInt8] {
    let ledger = try history.builder().ledger()
    var tables = ledger.tables
    for place in stride(from: 0, to: tables.groups.count, by: 3) {
      let notes = place.isMultiple(of: 2) ? "\"\(place)\",\nsagt Änne" : " \(place)"
      tables.groups[place].notes = tables.texts.append(notes.utf8)
    }
    return LedgerWriter(ledger.with(tables)).bytes(layout)
  }

  @Test("A note of each group, and names that come late")
  func names() async throws {
    let document = StreamDocument.with { document in
      document.groups = (1...9).map { day in
        StreamDocument.trade(
          "die Gruppe № \(day), lang benannt", day: day, "Aktie № \(day / 2), lang benannt",
          more: #""notes": "an Tag \#(day)","#)
      }
    }
    for format in Self.formats {
      let isStreamed = try await expectSame(
        Array(document.text.utf8), .journal, Selection(), format, "names")
      #expect(isStreamed)
    }
  }

  @Test("A long id that a leg of an earlier batch has too is read as a whole")
  func repeatedName() async throws {
    let id = "ein Name, den zwei Zeilen haben"
    let document = StreamDocument.with { document in
      document.groups = [
        StreamDocument.deposit("a", day: 1),
        StreamDocument.deposit("b", day: 2, leg: #""id": "\#(id)","#),
        StreamDocument.deposit("c", day: 3), StreamDocument.deposit("d", day: 4),
        StreamDocument.deposit(id, day: 5),
      ]
    }
    let isStreamed = try await expectSame(
      Array(document.text.utf8), .journal, Selection(), .json, "a repeated name", batch: 1,
      window: 64)
    #expect(!isStreamed)
  }

  /// Compares the whole with streams on one core and on two.
  /// - Returns: whether the ledger was booked while it was read.
  @discardableResult
  private func expectSame(
    _ bytes: [UInt8], _ kind: ReportKind, _ selection: Selection, _ format: ReportFormat,
    _ name: String, batch: Int = 3, window: Int = 900
  ) async throws -> Bool {
    var request = ReportRequest()
    request.selection = selection
    var reader = LedgerReader()
    reader.read(bytes, name: "ledger.json")
    let check = LedgerCheck(of: reader.finish())
    let whole = try kind.report(on: check.validPart, BookingOptions(), request)
    let expected = whole?.report.text(as: format)
    guard let kept = kind.keptWhileStreaming(request) else { return false }
    let options = kind.bookingOptions(BookingOptions(), request, under: nil)
    var isStreamed = false
    for onTwoCores in [false, true] {
      let rows = RowSpool { [request] books in
        (try? kind.report(on: books, request))?.rowsAlone(as: format)
      }
      var stream = LedgerStream(
        LedgerSource(bytes, name: "ledger.json"), options, keeping: kept,
        over: kind.period(request))
      (stream.batchSize, stream.windowSize, stream.rows) = (batch, window, rows)
      let outcome = onTwoCores ? try await stream.bookOnTwoCores() : try stream.book()
      guard case .booked(let books) = outcome else { continue }
      isStreamed = true
      var report = try kind.report(on: books, request)
      if kept.contains(.postings) { report?.renderedRows = rows.bytes }
      #expect(report?.text(as: format) == expected, "\(name), two cores: \(onTwoCores)")
      #expect(books.warnings.map(\.message) == whole?.booked.warnings.map(\.message), "\(name)")
    }
    return isStreamed
  }
}
