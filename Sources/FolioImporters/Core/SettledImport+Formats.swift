// The same account in files of several formats, such as IBKR's statement and its Flex query.
extension SettledImport {
  /// Leaves out transactions that a file of another format of the broker has of the same account.
  /// - Parameter numbers: The numbers of groups, in the order of the files.
  /// - Returns: The numbers of the groups that are kept.
  mutating func leaveOutOtherFormats(_ numbers: [Int]) -> [Int] {
    var formats = FormatMatcher()
    for number in numbers { note(number, in: &formats) }
    return numbers.filter { number in
      let entry = draft.groups[number]
      var group = entry.imported.group
      group.id = entry.id
      let match = formats.match(group, of: draft.origin(of: entry), symbols)
      if match == .none { return true }
      draft.groups[number].isRepeated = true
      report.groupsRepeated += 1
      note(match, of: number)
      return false
    }
  }

  /// The transactions of a ledger, to find those that files of other formats have as well.
  func formatMatcher(of ledger: LedgerContents) -> FormatMatcher {
    let accounts = Set(draft.groups.map(\.imported.account))
    var formats = FormatMatcher()
    if !draft.files.contains(where: { FormatMatcher.formats.contains($0.format) }) {
      return formats
    }
    // Transactions that the ledger has are counted there.
    let known = Set(ledger.groups.map(\.id))
    for number in order where number >= 0 && !known.contains(draft.groups[number].id) {
      note(number, in: &formats)
    }
    for group in ledger.groups {
      guard let mark = ImportMark(of: group), accounts.contains(mark.account) else { continue }
      formats.note(group, of: mark.origin)
      _ = formats.match(group, of: mark.origin)
    }
    return formats
  }

  /// Whether another format of the broker has a transaction; it is counted then.
  mutating func isKnown(
    _ group: LedgerGroup, _ number: Int, in formats: inout FormatMatcher
  ) -> Bool {
    guard number >= 0 else { return false }
    let match = formats.match(group, of: draft.origin(of: draft.groups[number]))
    if match == .none { return false }
    report.groupsKnown += 1
    note(match, of: number)
    return true
  }

  private func note(_ number: Int, in formats: inout FormatMatcher) {
    let entry = draft.groups[number]
    formats.note(entry.imported.group, of: draft.origin(of: entry), symbols)
  }

  /// Warns of a transaction that another format has with other amounts.
  mutating func note(_ match: FormatMatcher.Match, of number: Int) {
    guard case .different(let id) = match else { return }
    note(
      .changedAtSource, "the group \(id) is different in this format of the broker",
      help: "Its units and its day are the same, and its cash differs. It stays as it is.",
      at: place(ofGroup: number))
  }
}
