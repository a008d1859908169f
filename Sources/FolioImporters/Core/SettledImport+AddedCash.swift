// Deposits that an import invented for trades, and that a later file has.
extension SettledImport {
  /// Corrects the trades of a ledger to which deposits were added because no file had the cash of
  /// their account, if these files have its deposits. Both would count.
  mutating func takeBackAddedCash(of ledger: LedgerContents) {
    let accounts = draft.accountsWithDeposits
    let corrected = Set(corrections.map(\.id))
    var added: [Currency: [ExactDecimal]] = [:]
    var bare: [LedgerGroup] = []
    for group in ledger.groups where !group.isDeleted && !corrected.contains(group.id) {
      guard let mark = ImportMark(of: group), accounts.contains(mark.account),
        let own = group.withoutAddedCash(hash: mark.hash)
      else { continue }
      for leg in group.cashLegs where leg.type.isOfOwner {
        guard let currency = leg.currency else { continue }
        added[currency, default: []].append(leg.direction == .in ? leg.amount : -leg.amount)
      }
      bare.append(own)
    }
    guard let first = bare.first else { return }
    corrections += bare
    let amounts = added.sorted { $0.key.code < $1.key.code }
      .map { currency, amounts in
        let sum = amounts.sum { $0 }
        return "\(sum.map { "\($0.normalized())" } ?? "an amount that is too large") \(currency)"
      }
      .joined(separator: ", ")
    note(
      .changedAtSource,
      "the ledger has deposits of \(amounts) that an import added to trades of "
        + "\(ImportMark(of: first)?.account ?? ""), and these files have the real ones",
      help: draft.options.updates
        ? "The added ones are removed from \(bare.count) groups."
        : "Both count. --update removes the added ones from \(bare.count) groups.",
      at: SourcePosition(file: 0, offset: 0))
  }
}

extension ImportDraft {
  /// The accounts of which the files have deposits or withdrawals.
  fileprivate var accountsWithDeposits: Set<String> {
    let moves = groups.lazy.filter { entry in
      let group = entry.imported.group
      return files[entry.file].hasCash && group.stockLegs.isEmpty
        && group.cashLegs.contains { $0.type.isOfOwner }
    }
    return Set(moves.map(\.imported.account))
  }
}

extension CashLegType {
  /// Whether the owner pays it in, or takes it out.
  fileprivate var isOfOwner: Bool { self == .deposit || self == .withdrawal }
}

extension LedgerGroup {
  /// The group without the cash that an import added, as the import of a file with the cash makes
  /// it; nil if none was added, or if the user has edited it.
  fileprivate func withoutAddedCash(hash: String) -> LedgerGroup? {
    let remark = ", \"\(ImportRemark.addedCash.rawValue)\": \"yes\""
    guard let place = otherColumns.firstIndex(where: { $0.key == ImportMark.key }),
      otherColumns[place].json.contains(remark),
      var form = GroupContent.forms(of: self).first(where: { GroupContent.hash(of: $0) == hash })
    else { return nil }
    form.cashLegs.removeAll { $0.type.isOfOwner }
    var bare = self
    bare.cashLegs.removeAll { $0.type.isOfOwner }
    let json = otherColumns[place].json.replacing(remark, with: "")
      .replacing(hash, with: GroupContent.hash(of: form))
    bare.otherColumns[place] = LedgerColumn(ImportMark.key, json: json)
    return bare
  }
}
