// The days that a statement has.
extension RowBooker {
  private static let format = DateFormat("MMMM d, yyyy")

  /// Notes the days that a line of the file gives for all its rows: `January 1, 2024 - March 31,
  /// 2024`.
  mutating func notePeriod(_ parts: [TablePart], _ accounts: Set<String>) {
    guard let part = parts.first, let record = part.records.first,
      let account = accounts.first, accounts.count == 1,
      let from = day("period_from", part), let to = day("period_to", part), from <= to
    else { return }
    draft.periods.append(
      StatedPeriod(account: account, from: from, to: to, position: draft.position(of: record.row)))
  }

  private func day(_ name: String, _ part: TablePart) -> Day? {
    guard let slot = part.bound.slots.existing(name), let text = part.bound.constant(slot) else {
      return nil
    }
    return Self.format?.read(text)?.day
  }
}
