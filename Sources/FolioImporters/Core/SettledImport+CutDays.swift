import Folio

// Files that overlap in a part of a day.
extension SettledImport {
  private struct Part: Hashable {
    var origin: ImportMark.Origin
    var file: Int
  }

  /// What a file has of an account: the ids of the transactions without a time, by day.
  private struct Days {
    var ids: [Day: Set<String>] = [:]
    var first = Day.last
    var last = Day.first

    mutating func add(_ day: Day) { (first, last) = (min(first, day), max(last, day)) }
  }

  /// Warns if one file ends and another one begins within a day. Equal transactions without a time
  /// and an id may be one that both files have, or two of which each has one.
  mutating func reportCutDays() {
    if draft.files.count < 2 { return }
    var parts: [Part: Days] = [:]
    for entry in draft.groups where !entry.isOpening {
      let part = Part(origin: draft.origin(of: entry), file: entry.file)
      let day = entry.imported.group.day
      parts[part, default: Days()].add(day)
      guard case .content = entry.imported.identity,
        entry.imported.group.occurredAt.form == .dateOnly
      else { continue }
      parts[part]?.ids[day, default: []].insert(entry.id)
    }
    for (part, days) in parts.sorted(by: { $0.key.file < $1.key.file }) {
      for (other, next) in parts
      where other.origin == part.origin && other.file != part.file && next.first == days.last
        && days.first < days.last && next.first < next.last
      {
        report(days.ids[days.last] ?? [], next.ids[days.last] ?? [], on: days.last, part.file)
      }
    }
  }

  private mutating func report(_ one: Set<String>, _ other: Set<String>, on day: Day, _ file: Int) {
    let common = one.intersection(other)
    guard !common.isEmpty, one != other,
      let number = draft.groups.firstIndex(where: { common.contains($0.id) && $0.file != file })
    else { return }
    let count = common.count == 1 ? "1 transaction is" : "\(common.count) transactions are"
    findings.append(
      Diagnostic(
        .partOfDay,
        "two files have different transactions of \(day), the last day of one and the first of the "
          + "other. \(count) in both, and counted once",
        help: "If a file ends within the day, two equal transactions look like one. Export files "
          + "that have the whole day.", at: place(ofGroup: number)))
  }
}
