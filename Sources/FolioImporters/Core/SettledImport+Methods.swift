// Journals beside other files in one import.
extension SettledImport {
  /// Keeps the method of a journal from governing other files, and says where its fees do.
  ///
  /// Sales of a journal name their lots, so its method may be one that needs the names. Other files
  /// name no lots: their accounts keep Folio's method.
  mutating func scopeMethodOfJournals(_ kept: [Int]) {
    guard draft.files.contains(where: { isJournal($0) }) else { return }
    var (ofJournals, ofOthers) = (Set<String>(), Set<String>())
    for number in kept {
      let accounts = draft.groups[number].imported.group.stockLegs.compactMap(\.account)
      if isJournal(draft.files[draft.groups[number].file]) {
        ofJournals.formUnion(accounts)
      } else {
        ofOthers.formUnion(accounts)
      }
    }
    let method = contents.settings.costBasisMethod ?? .fifo
    let own = Set(contents.settings.methods.compactMap(\.account))
    let others = ofOthers.subtracting(ofJournals).subtracting(own).sorted()
    if method != .fifo, !others.isEmpty {
      if contents.settings.methods.isEmpty { contents.settings.methods = [.init(method)] }
      contents.settings.methods += others.map { .init(.fifo, account: $0) }
    }
    if contents.settings.feeTreatment == .expense { reportFees(kept) }
  }

  /// Says where a fee is an expense only because a journal is in the same import.
  private mutating func reportFees(_ kept: [Int]) {
    var isReported = Set<Int>()
    for number in kept {
      let (file, imported) = (draft.groups[number].file, draft.groups[number].imported)
      guard !isJournal(draft.files[file]), !imported.group.stockLegs.isEmpty,
        imported.group.cashLegs.contains(where: { $0.type == .fee }),
        isReported.insert(file).inserted, let row = imported.rows.first
      else { continue }
      note(
        .unsupportedPart,
        "the fees of trades in this file become expenses, as they are in the journal, and no "
          + "part of the cost",
        help: "Import the file into a ledger of its own if its fees belong to the cost.",
        at: draft.position(of: row))
    }
  }

  private func isJournal(_ file: ImportDraft.File) -> Bool {
    [Importer.beancount.name, Importer.ledgerJournal.name].contains(file.format)
  }
}
