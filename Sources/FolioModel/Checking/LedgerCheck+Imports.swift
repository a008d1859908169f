/// The members of the column `import` that say what an import added or left open.
public enum ImportRemark: String, Sendable, CaseIterable {
  /// Deposits or withdrawals pay for the trade, because no file has the cash.
  case addedCash = "added_cash"
  /// The group stands for a row that waits for an answer. It is void, and its notes are the
  /// question.
  case openQuestion = "open_question"
}

extension LedgerCheck {
  /// What imports added to the ledger or left open, so that it is not forgotten.
  package var importRemarks: [Diagnostic] {
    let tables = validPart.tables
    var (added, asked): ([GroupRecord], [GroupRecord]) = ([], [])
    for group in tables.groups {
      guard let json = tables.texts.utf8(group.importedRow) else { continue }
      if group.status == .void {
        if json.names(.openQuestion) { asked.append(group) }
      } else if json.names(.addedCash) {
        added.append(group)
      }
    }
    // An import says what it added itself, and not what the ledger has already.
    let byFile = Dictionary(grouping: added, by: \.position.file).sorted { $0.key < $1.key }
    return asked.map(question)
      + byFile.compactMap { _, groups in groups.first.map { addedCash(groups.count, $0) } }
  }

  private func question(_ group: GroupRecord) -> Diagnostic {
    let text = String(decoding: validPart.tables.texts.utf8(group.notes) ?? [], as: UTF8.self)
    return Diagnostic(
      .openQuestion, "\(text) Rows of an import wait for the answer, and are not in the ledger",
      help: "Import the files again with --answers FILE, and fill in the file.",
      at: group.position)
  }

  private func addedCash(_ count: Int, _ first: GroupRecord) -> Diagnostic {
    Diagnostic(
      .addedCash,
      "the files have no cash, so deposits and withdrawals were added to "
        + (count == 1 ? "1 transaction" : "\(count) transactions"),
      help: "Returns take them for your own payments. Import a file with the cash of the account "
        + "as well; or book the trades alone with --funding none.", at: first.position)
  }
}

extension ArraySlice<UInt8> {
  /// Whether a text of JSON has the member. Quotes in values have a backslash before them.
  fileprivate func names(_ remark: ImportRemark) -> Bool {
    let key = Array("\"\(remark.rawValue)\"".utf8)
    guard let mark = key.firstIndex(of: 0x5F) else { return false }
    var place = startIndex + mark
    while let found = self[Swift.min(place, endIndex)...].firstIndex(of: 0x5F) {
      if self[(found - mark)...].starts(with: key) { return true }
      place = found + 1
    }
    return false
  }
}
