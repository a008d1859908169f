import Folio
import Testing

@testable import TestSupport

/// A snapshot that is written down and read again, with the groups after it, gives the reports of
/// the whole to the byte.
struct SnapshotReportTests {
  @Test("Reports of random histories", arguments: Way.third(2, of: Way.all + Way.quiet))
  func goOn(_ way: Way) throws {
    var cuts = 0
    for history in way.histories(171..<173) {
      for step in [2, 5] {
        let day = history.groups[history.groups.count * step / 7].at.day
        if try expectSame(history, cutOn: day) { cuts += 1 }
      }
    }
    #expect(cuts > 0 || way.rules != .none)
  }

  /// A price before a split has no unit price that ends, such as 10.00 after a split of 7:3.
  @Test("Positions at prices before splits of any ratio")
  func pricesBeforeSplits() throws {
    var dice = Dice(seed: 531)
    for number in 0..<TestScale.part(of: 300) {
      let name = "history \(number)"
      let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("X", "USD")
      builder.group(
        "d", "2024-01-01", .deposit, cash: [.into("usd", 1_000_000_000, .deposit)])
      builder.event(
        "b", "2024-01-02", .buy("X", ExactDecimal(dice.below(300_000_000) + 1), at: "0.01"))
      builder.price("X", "2024-01-05", try ExactDecimal("\(dice.below(9999) + 1).37"))
      for split in 0...dice.below(3) {
        let (new, old) = (ExactDecimal(dice.below(40) + 1), ExactDecimal(dice.below(40) + 1))
        let time = try Timestamp("2024-0\(split + 2)-01")
        builder.event("s\(split)", time, .split("X", new, for: old))
        if dice.below(4) == 0 {
          builder.price("X", try Day("2024-0\(split + 2)-15"), "7.77")
        }
      }
      let cut = try Day("2024-0\(dice.below(5) + 1)-20")
      let whole = try builder.group(
        "e", "2024-06-01", .deposit, cash: [.into("usd", 1, .deposit)]
      ).ledger()
      var early = BookingOptions()
      early.asOf = cut
      let draft = try BookedLedger(booking: whole, early).snapshot(keepingLaterGroups: true)
      var reader = LedgerReader()
      reader.read(LedgerWriter(try LedgerCheck(of: draft).ledger()).bytes(), name: "snapshot.json")
      let later = try LedgerCheck(of: reader.finish()).ledger()
      var texts: [[String]] = []
      for ledger in [whole, later] {
        let booked = try BookedLedger(booking: ledger)
        var selection = Selection()
        selection.from = cut.adding(days: 1)
        texts.append(
          try [.positions(booked), .holdings(booked), .gains(booked, selection)].map {
            (report: Report) in report.text(as: .json)
          })
      }
      #expect(texts[0] == texts[1], "\(name), cut on \(cut)")
    }
  }

  /// Whether there is a snapshot of that day.
  private func expectSame(_ history: History, cutOn day: Day) throws -> Bool {
    let history = try history.statingBalances(of: [day])
    let whole = try history.builder().ledger()
    var early = BookingOptions()
    early.asOf = day
    let draft: LedgerDraft
    do {
      draft = try BookedLedger(booking: whole, early).snapshot()
    } catch let fault as SnapshotFault {
      #expect(history.rules != .none, "\(history.name): \(fault.message)")
      return false
    }
    var reader = LedgerReader()
    reader.read(LedgerWriter(try LedgerCheck(of: draft).ledger()).bytes(), name: "snapshot.json")
    reader.read(lines(of: whole, after: day, history), name: "later.ndjson")
    let later = try LedgerCheck(of: reader.finish()).ledger()
    let last = try #require(whole.lastDay)
    let from = day.adding(days: 1)
    let (expected, printed) = (
      try reports(whole, from, last), try reports(later, from, last)
    )
    for (name, text) in expected {
      #expect(printed[name] == text, "\(name) of \(history.name), cut on \(day)")
    }
    return true
  }

  /// Groups of later days, one a line.
  private func lines(of ledger: Ledger, after day: Day, _ history: History) -> [UInt8] {
    let text = String(decoding: LedgerWriter(ledger).bytes(.lines), as: UTF8.self)
    let early = Set(history.groups.filter { $0.at.day <= day }.map(\.id))
    let lines = text.split(separator: "\n").dropFirst().filter { line in
      !early.contains(line.split(separator: "\"").dropFirst(3).first.map(String.init) ?? "")
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private func reports(_ ledger: Ledger, _ from: Day?, _ last: Day) throws -> [String: String] {
    var options = BookingOptions()
    options.asOf = last
    let booked = try BookedLedger(booking: ledger, options)
    var selection = Selection()
    selection.from = from
    let all: [Report] = [
      try .holdings(booked), .lots(booked), .cash(booked), .gains(booked, selection),
      .journal(booked, selection),
    ]
    var texts: [String: String] = [:]
    for report in all {
      var report = report
      // What is odd about groups before the snapshot is told once, by the whole.
      report.warnings = []
      texts[report.name] = report.text(as: .json)
    }
    return texts
  }
}
