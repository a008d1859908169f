import Folio
import Testing

@testable import FolioReports
@testable import TestSupport

/// Reports on a period have the same bytes whether their ledger is booked while it is read or as a
/// whole.
struct StreamedPeriodTests {
  private static let kinds: [ReportKind] = [
    .profitAndLoss, .balanceSheet, .incomeStatement, .positions,
  ]

  @Test("Random histories, from the beginning, from a day within, and from a day after the end")
  func histories() throws {
    var booked = 0
    for (number, way) in TestScale.some(Way.all, every: 4).enumerated() {
      guard let made = way.histories(331..<332, areAll: true).first else { continue }
      let history = made.divisible(keepsRates: number.isMultiple(of: 2)).withAllStocks
      let days = history.groups.map(\.at.day)
      guard let last = days.max() else { continue }
      let ledger = try history.builder().ledger()
      let bytes = LedgerWriter(ledger).bytes(.json)
      for from in [nil, days[days.count / 2], last.adding(days: 5)] {
        for kind in Self.kinds {
          var request = ReportRequest()
          request.selection.from = kind.refusedOptions.contains("from") ? nil : from
          if try isBooked(bytes, kind, request, "\(history.name), \(kind.name)") { booked += 1 }
        }
      }
    }
    #expect(booked > 0)
  }

  /// Compares both ways.
  /// - Returns: whether the ledger was booked while it was read.
  private func isBooked(
    _ bytes: [UInt8], _ kind: ReportKind, _ request: ReportRequest, _ name: String
  ) throws -> Bool {
    let source = LedgerSource(bytes, name: "ledger.json")
    let options = kind.bookingOptions(BookingOptions(), request, under: nil)
    guard let kept = kind.keptWhileStreaming(request) else { return false }
    var stream = LedgerStream(source, options, keeping: kept, over: kind.period(request))
    (stream.batchSize, stream.windowSize) = (7, 2_000)
    guard case .booked(let books) = try stream.book() else { return false }
    var reader = LedgerReader()
    reader.read(bytes, name: "ledger.json")
    let check = LedgerCheck(of: reader.finish())
    let whole = try kind.report(on: check.validPart, BookingOptions(), request)
    let report = try kind.report(on: books, request)
    let (found, expected) = (report?.text(as: .json) ?? "", whole?.report.text(as: .json) ?? "")
    let lines = zip(found.split(separator: "\n"), expected.split(separator: "\n"))
    let difference = lines.filter { $0 != $1 }
    #expect(
      found == expected,
      "\(name), from \(String(describing: request.selection.from)): \(difference.prefix(3))")
    #expect(books.warnings.map(\.message) == whole?.booked.warnings.map(\.message), "\(name)")
    return true
  }
}

extension History {
  /// The same history with a row for each instrument: without one, a ledger is read as a whole.
  fileprivate var withAllStocks: History {
    var history = self
    var known = Set(stocks.map(\.symbol))
    for leg in groups.flatMap(\.stock) {
      guard let symbol = leg.symbol, known.insert(symbol).inserted else { continue }
      history.stocks.append((symbol, leg.currency ?? "USD"))
    }
    return history
  }
}
