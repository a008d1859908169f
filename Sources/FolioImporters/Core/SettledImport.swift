import Folio

/// The end of an import: ids, symbols and funding of the groups of all files.
struct SettledImport {
  var draft: ImportDraft
  var contents: LedgerContents
  /// The groups of `draft`, in the order of `contents`.
  var order: [Int] = []
  var report = ImportReport()
  var findings: [Diagnostic] = []
  /// Groups that the ledger has in another version, which the broker has corrected.
  var corrections: [LedgerGroup] = []
  /// The symbol of each key of an instrument.
  private(set) var symbols: [String: String] = [:]

  init(_ draft: ImportDraft) {
    self.draft = draft
    contents = draft.asWritten
    findings = draft.diagnostics
    settle()
  }

  private mutating func settle() {
    draft.addOpenings()
    let named = draft.names.named(draft.options)
    symbols = named.symbols
    let kept = giveIDs()
    for number in kept { complete(number) }
    order = ordered(kept)
    contents.settings = draft.settings
    contents.accounts += draft.accounts
    contents.instruments += named.rows
    contents.prices += draft.prices.map { price in
      var price = price
      price.symbol = symbol(price.symbol)
      return price
    }
    var pairs = Set(contents.rates.map(\.pair))
    contents.rates += draft.rates.filter { pairs.insert($0.pair).inserted }
    contents.groups = order.map { draft.groups[$0].imported.group } + contents.groups
    order += Array(repeating: -1, count: contents.groups.count - order.count)
    report = makeReport(of: kept.count)
    reportUnknownKinds()
    reportQuestions()
    reportLostRows()
  }

  /// The symbol for a key; the text itself if it is none.
  func symbol(_ key: String) -> String { symbols[key] ?? key }

  // MARK: Ids

  /// Gives each group its id, and leaves out groups that another file has, too.
  /// - Returns: The numbers of the groups that are kept.
  private mutating func giveIDs() -> [Int] {
    struct Place { var number: Int, content: String }
    var counts: [String: (file: Int, count: Int)] = [:]
    var known: [String: Place] = [:]
    var kept: [Int] = []
    for number in draft.groups.indices {
      nameLots(number)
      let entry = draft.groups[number]
      let content = GroupContent.hash(of: entry.imported.group)
      var count = 0
      if let before = counts[entry.key], before.file == entry.file { count = before.count }
      // An id of the broker that comes twice with the same content is one transaction.
      if case .native = entry.imported.identity, count > 0, let first = known[entry.key],
        first.content == content
      {
        draft.groups[number].id = entry.key
        noteRepeated(number, of: first.number)
        continue
      }
      counts[entry.key] = (entry.file, count + 1)
      let id = count == 0 ? entry.key : NameBasedID.of("again/\(count)", in: entry.key)
      draft.groups[number].id = id
      guard let first = known[id] else {
        known[id] = Place(number: number, content: content)
        kept.append(number)
        continue
      }
      report.groupsRepeated += 1
      if first.content != content { noteDifferent(number, from: first.number) }
    }
    return kept
  }

  /// Gives the lots of a group the ids of the groups that opened them, which come before it.
  private mutating func nameLots(_ number: Int) {
    for leg in draft.groups[number].imported.group.stockLegs.indices {
      let lots = draft.groups[number].imported.group.stockLegs[leg].lots
      for (place, lot) in lots.enumerated() {
        guard let opener = lot.groupID.flatMap(ImportDraft.group(ofReference:)) else { continue }
        draft.groups[number].imported.group.stockLegs[leg].lots[place].groupID =
          draft.groups[opener].id
      }
    }
  }

  private mutating func noteRepeated(_ number: Int, of first: Int) {
    report.groupsRepeated += 1
    draft.groups[number].isLeftOut = true
    guard let row = draft.groups[number].imported.rows.first else { return }
    findings.append(
      Diagnostic(
        .repeatedRow, "this row has the id and the content of an earlier row, and is booked once",
        help: "The file repeats the row. If it is another transaction, give it another id.",
        at: draft.position(of: row)))
  }

  /// Another file has the same transaction with other amounts.
  private mutating func noteDifferent(_ number: Int, from first: Int) {
    draft.groups[number].isLeftOut = true
    guard let row = draft.groups[number].imported.rows.first else { return }
    findings.append(
      Diagnostic(
        .changedAtSource, "this transaction is different in an earlier file, which is taken",
        help: "Name the file that is right first.", at: draft.position(of: row)))
  }

  // MARK: Completing groups

  private mutating func complete(_ number: Int) {
    var imported = draft.groups[number].imported
    let file = draft.files[draft.groups[number].file]
    imported.group.type = imported.group.type ?? imported.group.impliedType
    if needsFunding(imported.group, file) {
      do throws(ArithmeticFault) {
        try imported.fund()
      } catch {
        findings.append(
          Diagnostic(
            .arithmetic, "a sum of this row needs more than 36 digits",
            help: "Look for a number with too many zeros.",
            at: imported.rows.first.map(draft.position) ?? .none))
      }
    }
    for leg in imported.group.stockLegs.indices {
      let old = imported.group.stockLegs[leg]
      imported.group.stockLegs[leg].symbol = symbol(old.symbol)
      imported.group.stockLegs[leg].newSymbol = old.newSymbol.map(symbol)
      imported.group.stockLegs[leg].id =
        old.id ?? "\(draft.groups[number].id)-0\(leg == 0 ? "" : "-\(leg)")"
    }
    for leg in imported.group.cashLegs.indices {
      let old = imported.group.cashLegs[leg]
      imported.group.cashLegs[leg].symbol = old.symbol.map(symbol)
      imported.group.cashLegs[leg].id = old.id ?? "\(draft.groups[number].id)-\(leg + 1)"
    }
    imported.group.id = draft.groups[number].id
    mark(&imported, format: file.format)
    draft.groups[number].imported = imported
  }

  private func needsFunding(_ group: LedgerGroup, _ file: ImportDraft.File) -> Bool {
    switch draft.options.funding {
    case .automatic: !file.hasCash
    case .trades: !group.stockLegs.isEmpty
    case .none: false
    }
  }

  private func mark(_ imported: inout ImportedGroup, format: String) {
    var mark = ImportMark(
      format: format, account: imported.account, hash: GroupContent.hash(of: imported.group))
    switch imported.identity {
    case .native(let id), .shared(let id): mark.nativeID = id
    case .content, .own: break
    }
    mark.kept = imported.kept
    imported.group.otherColumns.append(LedgerColumn(ImportMark.key, json: mark.json))
  }

  /// The groups in the order of time. At equal times money comes in first, and the order of the
  /// file stays.
  private func ordered(_ kept: [Int]) -> [Int] {
    let rank = { (group: LedgerGroup) in
      group.stockLegs.isEmpty && group.cashLegs.allSatisfy { $0.direction == .in } ? 0 : 1
    }
    return kept.enumerated().sorted { left, right in
      let (one, two) = (
        draft.groups[left.element].imported.group, draft.groups[right.element].imported.group
      )
      if one.occurredAt != two.occurredAt { return one.occurredAt < two.occurredAt }
      let (first, second) = (rank(one), rank(two))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }
}

extension LedgerGroup {
  /// The type that the legs imply.
  fileprivate var impliedType: GroupType {
    if let type = stockLegs.first?.type {
      return switch type {
      case .buy, .sell, .shortSell, .cover: .stockTrade
      case .dividend: .dividend
      case .transferOut, .transferIn, .gift: .transfer
      case .unitFee: .fee
      case .split, .stockDividend, .returnOfCapital, .costAdjustment, .deemedDisposition,
        .spinOff, .merger, .symbolChange, .writeOff, .exercise, .assignment, .expiry:
        .corporateAction
      }
    }
    return switch cashLegs.first?.type {
    case .deposit: .deposit
    case .withdrawal: .withdrawal
    case .interest: .interest
    case .fee: .fee
    case .tax: .tax
    case .dividend: .dividend
    case .fx: .fxExchange
    case .transfer: .transfer
    case .principal, .other, nil: .adjustment
    }
  }
}
