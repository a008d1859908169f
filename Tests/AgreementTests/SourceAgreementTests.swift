import Folio
import FolioNumbers
import FolioStores
import Testing

@testable import FolioReports
@testable import TestSupport

/// The same ledger gives the same figures however it was kept and read.
@Suite("Reports agree from every source")
struct SourceAgreementTests {
  private static let ways = TestScale.some(AgreementTests.ways, every: 4)

  @Test("while a document is read", arguments: ways)
  func streams(_ way: Way) throws {
    for history in way.histories(661..<671) {
      let ledger = try history.fullyPriced()
      let days = history.groups.map(\.at.day).sorted()
      let shown = ShownReports(
        ledger, rules: way.rules, base: "EUR", from: days[days.count / 2], to: days.last)
      let agreement = Agreement(history.name)
      for kind in ReportKind.all {
        try agreement.compareStream(of: shown, kind)
      }
    }
  }

  @Test("from a store", arguments: ways)
  func stores(_ way: Way) async throws {
    for history in way.histories(671..<681) {
      let ledger = try history.fullyPriced()
      let store = RecordStore.inMemory()
      try await store.save(
        StoreInput(LedgerWriter(ledger).bytes(.json)), at: "2030-01-01T00:00:00Z")
      let stored = try await store.load(.json)
      let agreement = Agreement(history.name)
      let whole = ShownReports(ledger, rules: way.rules, base: "EUR")
      agreement.compareAll(whole, whole.on(try Ledger(reading: stored)))
    }
  }

  @Test("from a snapshot and the groups after it", arguments: ways.filter { $0.rules == .none })
  func snapshots(_ way: Way) throws {
    for history in way.histories(681..<691) {
      let days = history.groups.map(\.at.day).sorted()
      let day = days[days.count / 2]
      let ledger = try history.fullyPriced()
      var early = BookingOptions()
      early.asOf = day
      let snapshot = try BookedLedger(booking: ledger, early).snapshot()
      var reader = LedgerReader()
      reader.read(LedgerWriter(try LedgerCheck(of: snapshot).ledger()).bytes(), name: "early.json")
      let lines = String(decoding: LedgerWriter(ledger).bytes(.lines), as: UTF8.self)
      let earlier = Set(history.groups.filter { $0.at.day <= day }.map(\.id))
      let later = lines.split(separator: "\n").dropFirst().filter { line in
        !earlier.contains(line.split(separator: "\"").dropFirst(3).first.map(String.init) ?? "")
      }
      reader.read(Array(later.joined(separator: "\n").utf8), name: "later.ndjson")
      let agreement = Agreement(history.name)
      let last = days.last
      let whole = ShownReports(ledger, rules: way.rules, base: "USD", to: last)
      let rest = whole.on(try LedgerCheck(of: reader.finish()).ledger())
      for kind in [ReportKind.holdings, .lots, .cash] {
        try agreement.compareRows(whole.report(kind), rest.report(kind))
      }
      try agreement.compareDay(rest)
      try agreement.comparePeriod(rest)
    }
  }
}

extension Agreement {
  /// Compares all figures of all reports.
  func compareAll(_ one: ShownReports, _ other: ShownReports) {
    for kind in ReportKind.all where !(kind.needsTaxRules && one.rules == .none) {
      do {
        try compareRows(one.report(kind), other.report(kind))
      } catch let faults as LedgerFaults
        where faults.errors.allSatisfy(\.code.isOfReport)
      {
        // Such as a base currency that is not that of the country.
        continue
      } catch {
        Issue.record("\(name): \(kind.name): \(error)")
      }
    }
  }

  /// Compares the totals of two reports, and the sums of their columns.
  func compareRows(_ one: Report, _ other: Report) {
    for total in one.totals {
      same(other.total(total.key), total.value.figure, "\(total.key) of \(one.name)")
    }
    let labels = ["symbol", "account", "currency", "line"].filter { one.place(of: $0) != nil }
    for column in one.columns where column.kind != .text && column.kind != .day {
      let key = column.key
      same(other.sums(key, by: labels), one.sums(key, by: labels), "\(key) in \(one.name)")
    }
  }

  /// Compares a report on a document that is booked while it is read, if that is possible.
  fileprivate func compareStream(of shown: ShownReports, _ kind: ReportKind) throws {
    let request = shown.request(kind)
    let booking = kind.bookingOptions(shown.options, request, under: nil)
    guard let kept = kind.keptWhileStreaming(request), !kept.contains(.postings) else { return }
    let source = LedgerSource(LedgerWriter(shown.ledger).bytes(.json), name: "ledger.json")
    var stream = LedgerStream(source, booking, keeping: kept, over: kind.period(request))
    stream.batchSize = 7
    guard case .booked(let books) = try stream.book(),
      let report = try kind.report(on: books, request)
    else { return }
    compareRows(try shown.report(kind), report)
  }
}
