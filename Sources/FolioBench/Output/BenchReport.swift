// The figures as a report, which the library's own renderers write.
extension Figures {
  /// The table, with the hash of the results of each size as its totals.
  var report: Report {
    var report = Report(
      name: "bench", title: "Folio benchmark", columns: Self.columns, rows: rows.map(\.cells))
    report.totals = results.compactMap { result in
      result.fingerprint.map {
        Report.Total(
          "hash_\(result.groups)", .text($0), heading: "Hash of \(result.groups) groups",
          kind: .text)
      }
    }
    return report
  }

  private static var columns: [Report.Column] {
    [
      Report.Column("stage", "Stage", .text),
      Report.Column("count", "Groups or sales", .integer),
      Report.Column("milliseconds", "ms", .quantity),
      Report.Column("nanoseconds_each", "ns each", .integer),
      Report.Column("per_second", "Per second", .integer),
      Report.Column("megabytes_per_second", "MB/s", .integer),
      Report.Column("figure", "Figure", .quantity),
      Report.Column("unit", "Unit", .text),
      Report.Column("target", "Target", .text),
      Report.Column("met", "Met", .text),
    ]
  }
}

extension Figure {
  /// The row's cells, in the order of the columns.
  var cells: [Report.Cell] {
    [
      .text(title), .integer(count),
      nanoseconds.map { .number(.of($0 / 10_000, places: 2), places: 2) } ?? .null,
      nanoseconds.map { .integer($0 / max(1, count)) } ?? .null,
      perSecond(count), megabytesPerSecond,
      value.map { .number($0, places: $0.places) } ?? .null, .text(orNull: unit),
      .text(orNull: target?.text),
      met,
    ]
  }

  private func perSecond(_ count: Int) -> Report.Cell {
    guard let nanoseconds, nanoseconds > 0 else { return .null }
    return .integer(count * 1_000_000_000 / nanoseconds)
  }

  private var megabytesPerSecond: Report.Cell {
    guard let bytes, let nanoseconds, nanoseconds > 0 else { return .null }
    return .integer(bytes * 1_000 / nanoseconds)
  }

  private var met: Report.Cell {
    guard let target, let value else { return .null }
    return .text(target.isMet(by: value) ? "yes" : "no")
  }
}
