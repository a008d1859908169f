extension LedgerRate {
  /// The day and the two currencies.
  var pair: String { "\(day) \(from) \(to)" }
}

// A second import of the same rows adds nothing.
extension SettledImport {
  /// Leaves out everything that a ledger has already.
  ///
  /// A group with the same id is known if the file says what it said when it was added. If the
  /// file says something else, the broker has corrected it: it is in `corrections`, unless the
  /// user has edited the group in the ledger, or deleted it.
  mutating func leaveOut(_ ledger: LedgerContents) {
    let known = ledger.groupsByImportedID
    let exported = exportedIDs(of: ledger)
    let versions = versions(in: ledger)
    stored = ledger.groups
    takeIDs(of: versions)
    let all = order
    var otherFormats = formatMatcher(of: ledger)
    var (groups, kept) = ([LedgerGroup](), [Int]())
    var unlike: Set<String> = []
    for (group, number) in zip(contents.groups, order) {
      if isExport(number, exported) {
        report.groupsKnown += 1
        continue
      }
      guard let old = known[group.id] else {
        if isKnown(group, number, in: &otherFormats) { continue }
        groups.append(group)
        kept.append(number)
        continue
      }
      let isOpen = number >= 0 && !draft.groups[number].imported.questions.isEmpty
      let isPart = number >= 0 && draft.groups[number].imported.isPart
      if isOpen || old.id != group.id {
        noteReceived(group, number, by: old)
      } else if isPart, isSameButType(group, old) {
        report.groupsKnown += 1
      } else if isSameButFunding(group, number, old) {
        report.groupsKnown += 1
      } else if compare(group, with: old, at: place(ofGroup: number)) {
        unlike.insert(group.id)
      }
    }
    let stays = kept.map { number in
      guard number >= 0, let owner = draft.groups[number].imported.belongsTo else { return true }
      return !unlike.contains(draft.groups[owner].id)
    }
    report.groupsCorrected += stays.count { !$0 }
    contents.groups = zip(groups, stays).filter(\.1).map(\.0)
    order = zip(kept, stays).filter(\.1).map(\.0)
    leaveOutParts(of: ledger)
    takeBackAddedCash(of: ledger)
    report(gone: versions.gone, isOther: versions.mayBeOtherAccount)
    supersedeOpenings(of: ledger, by: all)
    let accounts = Set(ledger.accounts.map(\.id))
    contents.accounts.removeAll { accounts.contains($0.id) }
    let symbols = Set(ledger.instruments.map(\.symbol))
    contents.instruments.removeAll { symbols.contains($0.symbol) }
    report.otherSettings = draft.settings.names(unlike: settings)
    contents.settings = contents.settings.missing(in: ledger)
    if !exported.isEmpty { leaveOutUnusedRows() }
    leaveOutQuotes(ledger)
  }

  /// Leaves out the accounts and instruments of which no group is new. An export has its own names
  /// for those of its ledger.
  private mutating func leaveOutUnusedRows() {
    let accounts = Set(contents.groups.flatMap(\.cashLegs).map(\.account))
    contents.accounts.removeAll { !accounts.contains($0.id) }
    let legs = contents.groups.flatMap(\.stockLegs)
    let symbols = Set(legs.map(\.symbol) + legs.compactMap(\.newSymbol))
    contents.instruments.removeAll { !symbols.contains($0.symbol) }
    contents.prices.removeAll { !symbols.contains($0.symbol) }
  }

  /// Leaves out the prices and rates of days for which the ledger has one.
  private mutating func leaveOutQuotes(_ ledger: LedgerContents) {
    let prices = Set(ledger.prices.map { "\($0.symbol) \($0.day)" })
    contents.prices.removeAll { prices.contains("\($0.symbol) \($0.day)") }
    let rates = Set(ledger.rates.map(\.pair))
    contents.rates.removeAll { rates.contains($0.pair) }
  }

  /// The ids that Ghostfolio's activities have in an export of the ledger.
  private func exportedIDs(of ledger: LedgerContents) -> Set<String> {
    let isOfGhostfolio = draft.files.contains { $0.format == Importer.ghostfolio.name }
    return isOfGhostfolio ? Set(ledger.groups.flatMap(GhostfolioExport.ids)) : []
  }

  /// Whether a group is one of the ledger that was exported.
  private func isExport(_ number: Int, _ exported: Set<String>) -> Bool {
    guard number >= 0, case .native(let id) = draft.groups[number].imported.identity else {
      return false
    }
    return exported.contains(id)
  }

  /// Whether two groups say the same, except for their types.
  private func isSameButType(_ group: LedgerGroup, _ old: LedgerGroup) -> Bool {
    var typed = group
    typed.type = old.type
    return ImportMark(of: old).map { GroupContent.hashes(of: typed).contains($0.hash) } ?? false
  }

  /// Whether two groups move the same units and cash, if the file of one has no cash, so that
  /// deposits were added. The orders of a broker do not replace what its account statement has.
  private func isSameButFunding(_ group: LedgerGroup, _ number: Int, _ old: LedgerGroup) -> Bool {
    guard number >= 0, !draft.files[draft.groups[number].file].hasCash, !old.isDeleted else {
      return false
    }
    var bare = group
    bare.cashLegs.removeAll { $0.type == .deposit || $0.type == .withdrawal }
    return bare.movements == old.movements
  }

  /// - Returns: Whether the ledger keeps the group as it is, unlike the file.
  private mutating func compare(
    _ group: LedgerGroup, with old: LedgerGroup, at place: SourcePosition
  ) -> Bool {
    if old.isDeleted {
      report.groupsDeleted += 1
      return true
    }
    guard let added = ImportMark(of: old)?.hash, !GroupContent.hashes(of: group).contains(added)
    else {
      report.groupsKnown += 1
      return false
    }
    let isJoined = ImportMark(of: old)?.joined != nil
    let isEdited = isJoined || !GroupContent.hashes(of: old).contains(added)
    if isEdited { report.groupsEdited += 1 } else { report.groupsCorrected += 1 }
    if !isEdited { corrections.append(group.keepingWords(of: old)) }
    let outcome =
      isEdited
      ? ", and the group was \(isJoined ? "joined to its receiver" : "edited in the ledger"). "
        + "It stays as it is; change it with folio edit if the file is right."
      : draft.options.updates ? ", and the group is replaced." : ". --update replaces the group."
    let reason =
      old.hasFunding(unlike: group)
      ? "The ledger has it with a deposit, from a file without cash"
      : "The file has changed since it was imported"
    note(
      .changedAtSource, "the group \(old.id) is different in the ledger",
      help: reason + outcome, at: place)
    return isEdited || !draft.options.updates
  }
}

extension LedgerGroup {
  /// Whether the group is another one with deposits and withdrawals, which pay for its trade.
  fileprivate func hasFunding(unlike other: LedgerGroup) -> Bool {
    var bare = self
    bare.cashLegs.removeAll { $0.type == .deposit || $0.type == .withdrawal }
    return bare.cashLegs.count < cashLegs.count && bare.movements == other.movements
  }

  /// The group with the notes and the further columns of its version in the ledger, which are no
  /// part of a correction: the user may have written them.
  fileprivate func keepingWords(of old: LedgerGroup) -> LedgerGroup {
    var group = self
    if let notes = old.notes { group.notes = notes }
    let own = old.otherColumns.filter { $0.key != ImportMark.key }
    let keys = Set(own.map(\.key))
    group.otherColumns.removeAll { keys.contains($0.key) }
    group.otherColumns += own
    return group
  }

  /// The units of each instrument and the cash of each account that the group moves.
  var movements: [String: ExactDecimal] {
    var sums = units
    for leg in cashLegs {
      sums.add(leg.direction == .in ? leg.amount : -leg.amount, to: leg.account)
    }
    return sums
  }

  /// The units of each instrument that the group moves.
  var units: [String: ExactDecimal] {
    var sums: [String: ExactDecimal] = [:]
    for leg in stockLegs {
      sums.add(.given(leg.quantity), to: "\(leg.type.rawValue) \(leg.symbol)")
    }
    return sums
  }
}

extension [String: ExactDecimal] {
  fileprivate mutating func add(_ amount: ExactDecimal, to key: String) {
    let before = self[key, default: .zero]
    self[key] = ((try? before.adding(amount)) ?? before).normalized()
  }
}
