/// The end of an import: ids, symbols and funding of the groups of all files.
struct SettledImport {
  var draft: ImportDraft
  var contents: LedgerContents
  /// The document of the contents that was checked.
  var document: [UInt8] = []
  /// The groups of `draft`, in the order of `contents`.
  var order: [Int] = []
  var report = ImportReport()
  var findings: [Diagnostic] = []
  /// Groups that the ledger has in another version, which the broker has corrected.
  var corrections: [LedgerGroup] = []
  /// The ids of positions that were answered, and that the rows of the files replace.
  var superseded: [String] = []
  /// The groups of the ledger to which the rows will be added.
  var stored: [LedgerGroup] = []
  /// The questions for units that came in, by the instrument and the account.
  var receipts: [HeldPlace: ImportQuestion] = [:]
  /// How often instruments were left out because their history begins before the files.
  var rounds = 0
  /// The settings under which the ledger that results is booked.
  let settings: LedgerContents.Settings
  /// The accounts whose cash a file has. Another file may have their trades alone.
  private var accountsWithCash: Set<String> = []
  /// The group of another account that has the event of a left out one, by the number of the group.
  var sharedEvents: [Int: String] = [:]
  /// The lines of the first rows of groups.
  private var lines: [SourcePosition: Int] = [:]
  /// The symbol of each key of an instrument.
  private(set) var symbols: [String: String] = [:]

  /// - Parameter ledger: The ledger to which the rows will be added.
  init(_ draft: consuming ImportDraft, addingTo ledger: LedgerContents?) {
    draft.bookJournals()
    draft.addOpenings()
    contents = draft.asWritten
    findings = draft.diagnostics
    settings = draft.settings.completing(ledger)
    self.draft = consume draft
    settle(ledger)
  }

  private mutating func settle(_ ledger: LedgerContents?) {
    let named = draft.names.named(draft.options)
    symbols = named.symbols
    let kept = leaveOutOtherFormats(leaveOutParts(leaveOutVersions(giveIDs())))
    reportCutDays()
    for group in draft.groups where draft.files[group.file].hasCash {
      accountsWithCash.insert(group.imported.account)
    }
    accountsWithCash.formUnion(ledger?.accountsWithImportedCash ?? [])
    lines = draft.lines(of: kept.compactMap { draft.groups[$0].imported.rows.first })
    valueFeesInUnits(kept, ledger: ledger)
    for number in kept { complete(number) }
    order = placingTransfers(ordered(kept))
    contents.settings = draft.settings
    // A ledger of Folio's own may be older than the default, and says so itself.
    if ledger == nil, contents.groups.isEmpty {
      contents.settings.lotScope = contents.settings.lotScope ?? .account
    }
    scopeMethodOfJournals(kept)
    contents.accounts += draft.accounts
    contents.instruments += named.rows
    contents.prices += draft.prices.map { price in
      var price = price
      price.symbol = symbol(price.symbol)
      return price
    }
    var pairs = Set(contents.rates.map(\.pair))
    contents.rates += draft.rates.filter { pairs.insert($0.pair).inserted }
    let written = contents.groups
    contents.groups = order.map { draft.groups[$0].imported.group }
    contents.groups += written
    order += Array(repeating: -1, count: contents.groups.count - order.count)
    report = makeReport(of: kept.count)
    for (place, question) in draft.unitsAskedFor {
      receipts[HeldPlace(symbol: symbol(place.symbol), account: place.account)] = question
    }
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
    /// The first group with an id, and the number of groups of a file that have it as their key.
    struct Place { var number: Int, file: Int, count: Int }
    var places: [String: Place] = [:]
    places.reserveCapacity(draft.groups.count)
    var kept: [Int] = []
    kept.reserveCapacity(draft.groups.count)
    /// Groups that a file which the broker wrote later has in another version.
    var replaced: Set<Int> = []
    for number in draft.groups.indices {
      nameLots(number)
      let (key, file) = (draft.groups[number].key, draft.groups[number].file)
      let before = places[key]
      let count = before?.file == file ? before?.count ?? 0 : 0
      // An id of the broker that comes twice with the same content is one transaction.
      if case .native = draft.groups[number].imported.identity, count > 0, let before,
        haveSameContent(number, before.number)
      {
        report.groupsRepeated += 1
        (draft.groups[number].id, draft.groups[number].isLeftOut) = (key, true)
        noteRepeated(number, of: before.number, .same)
        continue
      }
      places[key] = Place(number: before?.number ?? number, file: file, count: count + 1)
      let id = count == 0 ? key : NameBasedID.of("again/\(count)", in: key)
      draft.groups[number].id = id
      guard let first = count == 0 ? before : places[id] else {
        if count > 0 { places[id] = Place(number: number, file: -1, count: 0) }
        kept.append(number)
        continue
      }
      report.groupsRepeated += 1
      if haveSameContent(number, first.number) {
        draft.groups[number].isRepeated = true
        continue
      }
      if hasCash(number) != hasCash(first.number), haveSameUnits(number, first.number) {
        draft.groups[hasCash(number) ? first.number : number].isLeftOut = true
        if hasCash(number) {
          replaced.insert(first.number)
          places[id] = Place(number: number, file: file, count: 1)
          kept.append(number)
        }
        continue
      }
      if isNewer(number, than: first.number) {
        replaced.insert(first.number)
        places[id] = Place(number: number, file: file, count: 1)
        kept.append(number)
        noteDifferent(
          first.number, in: "a file that the broker wrote later, which is taken",
          help: "If this version is right, import its file alone.")
      } else {
        noteDifferent(
          number, in: "an earlier file, which is taken", help: "Name the file that is right first.")
      }
    }
    reportRepeatedRows(kept) { places[$0]?.number }
    return replaced.isEmpty ? kept : kept.filter { !replaced.contains($0) }
  }

  private func isNewer(_ one: Int, than other: Int) -> Bool {
    guard !draft.groups[one].imported.isPart,
      let new = draft.files[draft.groups[one].file].written,
      let old = draft.files[draft.groups[other].file].written
    else { return false }
    return new > old
  }

  private func haveSameContent(_ one: Int, _ other: Int) -> Bool {
    GroupContent.hash(of: draft.groups[one].imported.group)
      == GroupContent.hash(of: draft.groups[other].imported.group)
  }

  /// Whether two groups move units, and the same. If the file of one has no cash, the other one
  /// says more.
  private func haveSameUnits(_ one: Int, _ other: Int) -> Bool {
    let units = draft.groups[one].imported.group.units
    return units.values.contains { !$0.isZero }
      && units == draft.groups[other].imported.group.units
  }

  private func hasCash(_ number: Int) -> Bool { draft.files[draft.groups[number].file].hasCash }

  /// Gives the lots of a group the ids of the groups that opened them, which come before it.
  private mutating func nameLots(_ number: Int) {
    for leg in draft.groups[number].imported.group.stockLegs.indices {
      let lots = draft.groups[number].imported.group.stockLegs[leg].lots
      if lots.isEmpty { continue }
      for (place, lot) in lots.enumerated() {
        guard let opener = lot.groupID.flatMap(ImportDraft.group(ofReference:)) else { continue }
        draft.groups[number].imported.group.stockLegs[leg].lots[place].groupID =
          draft.groups[opener].id
      }
    }
  }

  /// Another file has the same transaction with other amounts.
  private mutating func noteDifferent(_ number: Int, in place: String, help: String) {
    draft.groups[number].isLeftOut = true
    guard let row = draft.groups[number].imported.rows.first else { return }
    note(
      .changedAtSource, "this transaction is different in \(place)",
      help: help, at: draft.position(of: row))
  }

  // MARK: Completing groups

  private mutating func complete(_ number: Int) {
    let file = draft.groups[number].file
    let id = draft.groups[number].id
    if draft.groups[number].imported.group.type == nil {
      draft.groups[number].imported.group.type = draft.groups[number].imported.group.impliedType
    }
    let hasCash =
      draft.files[file].hasCash
      || accountsWithCash.contains(draft.groups[number].imported.account)
    if needsFunding(draft.groups[number].imported.group, hasCash: hasCash) {
      fund(number)
    }
    for leg in draft.groups[number].imported.group.stockLegs.indices {
      draft.groups[number].imported.group.stockLegs[leg].complete(leg, of: id, symbols)
    }
    for leg in draft.groups[number].imported.group.cashLegs.indices {
      draft.groups[number].imported.group.cashLegs[leg].complete(leg, of: id, symbols)
    }
    draft.groups[number].imported.group.id = id
    draft.groups[number].imported.mark(
      format: draft.files[file].format, row: importedRow(of: number))
  }

  /// The row of a file that a group was made of; nil for a position that a user gave.
  func importedRow(of number: Int) -> ImportedRow? {
    guard let row = draft.groups[number].imported.rows.first else { return nil }
    let position = draft.position(of: row)
    guard let line = lines[position] else { return nil }
    return draft.files[position.file].row(line)
  }

  private mutating func fund(_ number: Int) {
    do throws(ArithmeticFault) {
      try draft.groups[number].imported.fund()
    } catch {
      note(
        .arithmetic, "a sum of this row needs more than 36 digits",
        help: "Look for a number with too many zeros.", at: place(ofGroup: number))
    }
  }

  private func needsFunding(_ group: LedgerGroup, hasCash: Bool) -> Bool {
    switch draft.options.funding {
    case .automatic: !hasCash
    case .trades: !group.stockLegs.isEmpty
    case .none: false
    }
  }

  /// The groups in the order of time. At equal times money comes in first, and the order of the
  /// file stays.
  private func ordered(_ kept: [Int]) -> [Int] {
    struct Place { var time: Timestamp, rank: Int, number: Int }
    let places = kept.map { number in
      let group = draft.groups[number].imported.group
      let isIncome = group.stockLegs.isEmpty && group.cashLegs.allSatisfy { $0.direction == .in }
      return Place(time: group.occurredAt, rank: isIncome ? 0 : 1, number: number)
    }
    func comes(_ one: Place, before other: Place) -> Bool {
      one.time != other.time ? one.time < other.time : one.rank < other.rank
    }
    let isOrdered = zip(places, places.dropFirst()).allSatisfy { !comes($1, before: $0) }
    if isOrdered { return kept }
    return places.enumerated().sorted { left, right in
      if comes(left.element, before: right.element) { return true }
      if comes(right.element, before: left.element) { return false }
      return left.offset < right.offset
    }.map(\.element.number)
  }
}

extension LedgerContents {
  /// The accounts at brokers of which the ledger has deposits or withdrawals from files.
  fileprivate var accountsWithImportedCash: Set<String> {
    let moves = groups.lazy.filter {
      [.deposit, .withdrawal].contains($0.type) && $0.stockLegs.isEmpty && !$0.isDeleted
    }
    return Set(moves.compactMap { ImportMark(of: $0)?.account })
  }
}

extension LedgerGroup.StockLeg {
  /// Gives a leg its symbols and its id.
  fileprivate mutating func complete(
    _ number: Int, of group: String, _ symbols: [String: String]
  ) {
    if let known = symbols[symbol] { symbol = known }
    if let known = newSymbol.flatMap({ symbols[$0] }) { newSymbol = known }
    if id == nil { id = number == 0 ? group + "-0" : group + "-0-" + String(number) }
  }
}

extension LedgerGroup.CashLeg {
  /// Gives a leg its symbol and its id.
  fileprivate mutating func complete(
    _ number: Int, of group: String, _ symbols: [String: String]
  ) {
    if let known = symbol.flatMap({ symbols[$0] }) { symbol = known }
    if id == nil { id = group + "-" + String(number + 1) }
  }
}

extension ImportedGroup {
  /// Adds the column that says where the group came from.
  mutating func mark(format: String, row: ImportedRow?) {
    var mark = ImportMark(format: format, account: account, hash: GroupContent.hash(of: group))
    switch identity {
    case .native(let id), .shared(let id): mark.nativeID = id
    case .content, .own: break
    }
    mark.kept = kept
    mark.row = row
    group.otherColumns.append(LedgerColumn(ImportMark.key, json: mark.json))
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
