// Positions that a history does not open, because it begins before the files.
extension ImportDraft {
  /// The question for the position of an instrument in an account before the first row.
  /// - Parameters:
  ///   - traded: The currency of a trade, which counts if the instrument has none.
  ///   - isShort: Whether units are missing that were sold short.
  func openingQuestion(
    _ facts: ImportInstrument, in account: String, _ traded: Currency? = nil, isShort: Bool = false
  ) -> ImportQuestion {
    let name = [facts.ticker, facts.name, facts.isin].first { !$0.isEmpty } ?? facts.key
    let text =
      isShort
      ? "How many \(name) were sold short in \(account) before the first row of the files (write "
        + "-10 for 10), what was received for them, and when were they sold?"
      : "How many \(name) were held in \(account) before the first row of the files, what did "
        + "they cost, and when were they acquired?"
    return ImportQuestion(
      id: "opening \(facts.key) in \(account)", text: text,
      fields: [.quantity, .cost, .acquired], currency: facts.currency ?? traded)
  }

  /// Adds the positions that the user has given, and those that closed lots of the files have.
  mutating func addOpenings() {
    if options.answers.isEmpty, closedLots.isEmpty { return }
    var given: [(question: ImportQuestion, key: String, use: FirstUse, answer: ImportAnswer)] = []
    let (uses, lots) = (firstUses(), lotsBefore())
    for facts in names.all {
      for use in uses[facts.key] ?? [] {
        let question = openingQuestion(facts, in: use.account, use.currency)
        if let answer = answer(to: question) {
          given.append((question, facts.key, use, answer))
        } else if let lots = lots[HeldPlace(symbol: facts.key, account: use.account)],
          !options.tradedSymbols.contains(facts.ticker)
        {
          addOpening(lots, facts, use)
        }
      }
    }
    let complete = complete(Set(given.map(\.key)))
    for (question, key, use, answer) in given where !complete.contains(key) {
      addOpening(question, key, use, answer)
    }
    for (question, key, _, _) in given where complete.contains(key) {
      append([
        Diagnostic(
          .unsupportedPart,
          "the answer to \"\(question.id)\" is not used, because the files have the units",
          help: "Nothing is wrong if an earlier file was added. Otherwise remove the answer.",
          at: .none)
      ])
    }
  }

  /// Those of some instruments of which the files have all units that leave, or for which something
  /// is paid.
  private func complete(_ keys: Set<String>) -> Set<String> {
    var units: [String: ExactDecimal] = [:]
    var complete = keys
    let times = groups.map(\.imported.group.occurredAt)
    let order = keys.isEmpty ? [] : times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    for number in order where groups[number].imported.questions.isEmpty {
      for leg in groups[number].imported.group.stockLegs where complete.contains(leg.symbol) {
        let before = units[leg.symbol, default: .zero]
        let after = RowBooker.after(leg, before)
        units[leg.symbol] = after
        // A short position has fewer units than none.
        let isShort = leg.type == .shortSell || leg.type == .cover
        if isShort || after.isNegative || after == before && before.isZero {
          complete.remove(leg.symbol)
        }
      }
    }
    return complete
  }

  /// The earliest group of an instrument in an account.
  private struct FirstUse {
    var number: Int
    var account: String
    var currency: Currency?
  }

  /// The earliest groups of each instrument, one of each account.
  private func firstUses() -> [String: [FirstUse]] {
    var uses: [String: [FirstUse]] = [:]
    for (number, entry) in groups.enumerated() where entry.imported.questions.isEmpty {
      let (group, account) = (entry.imported.group, entry.imported.account)
      for leg in group.stockLegs {
        let use = FirstUse(number: number, account: account, currency: leg.currency)
        guard let place = uses[leg.symbol]?.firstIndex(where: { $0.account == account }) else {
          uses[leg.symbol, default: []].append(use)
          continue
        }
        let first = uses[leg.symbol]?[place].number ?? number
        if group.occurredAt < groups[first].imported.group.occurredAt {
          uses[leg.symbol]?[place] = use
        }
      }
    }
    return uses
  }

  private mutating func addOpening(
    _ question: ImportQuestion, _ key: String, _ use: FirstUse, _ answer: ImportAnswer
  ) {
    let first = groups[use.number].imported
    guard let quantity = answer.quantity, let cost = answer.cost, let acquired = answer.acquired,
      let old = first.group.stockLegs.first(where: { $0.symbol == key }),
      let row = first.rows.first
    else { return }
    if acquired > first.group.day {
      return report(
        .unreadableRule,
        "the units were there before this row, but the answer to \"\(question.id)\" "
          + "says that they were acquired on \(acquired)",
        help: "Correct \"acquired\" in the file of answers.", row: row)
    }
    // The start of the day is before everything that has a time.
    let day = min(acquired, first.group.day)
    var group = LedgerGroup(id: "", type: .openingBalance, occurredAt: Timestamp(day))
    var leg = LedgerGroup.StockLeg(
      quantity.isNegative ? .shortSell : .transferIn, symbol: key)
    (leg.quantity, leg.account, leg.currency) = (quantity.magnitude, old.account, answer.currency)
    if quantity.isNegative {
      // The proceeds were paid out before the first row, or are in the balance before it.
      leg.gross = cost
      guard let cash = first.group.cashLegs.first(where: { $0.currency == answer.currency }) else {
        return
      }
      let payments: [(CashLegType, Direction)] = [(.principal, .in), (.withdrawal, .out)]
      group.cashLegs = payments.map { type, direction in
        .init(type, direction, cost, account: cash.account, currency: answer.currency)
      }
    } else {
      leg.lots = [LedgerGroup.Lot(acquired: acquired, quantity: quantity, costBasis: cost)]
    }
    group.stockLegs = [leg]
    addOpening(group, of: key, use, row)
  }

  private mutating func addOpening(
    _ group: LedgerGroup, of key: String, _ use: FirstUse, _ row: ImportRow
  ) {
    let first = groups[use.number].imported
    var imported = ImportedGroup(group, account: first.account, rows: [row])
    imported.identity = .native(ImportMark.openingID(of: key))
    imported.kept = [(ImportMark.beforeKey, first.group.occurredAt.description)]
    add(imported, in: groups[use.number].file)
  }

  /// Adds the position that closed lots of the files have shown.
  private mutating func addOpening(
    _ lots: [ClosedLot], _ facts: ImportInstrument, _ use: FirstUse
  ) {
    let first = groups[use.number].imported
    // Units of which the sum is too large are not added, so that the fault stays.
    guard let row = lots.first?.row,
      let units = try? lots.reduce(ExactDecimal.zero, { try $0.adding($1.quantity) }),
      let old = first.group.stockLegs.first(where: { $0.symbol == facts.key })
    else { return }
    var leg = LedgerGroup.StockLeg(.transferIn, symbol: facts.key)
    (leg.account, leg.currency) = (old.account, lots.first?.currency ?? old.currency)
    leg.quantity = units
    leg.lots = lots.map { lot in
      LedgerGroup.Lot(acquired: lot.acquired, quantity: lot.quantity, costBasis: lot.cost)
    }
    let group = LedgerGroup(
      id: "", type: .openingBalance, occurredAt: Timestamp(first.group.day), stockLegs: [leg])
    report(
      .lotsBefore,
      "\(units) \(facts.ticker) were held before the first row, as the closed lots "
        + "of the file show. They are added with their cost and days",
      help: "If other units were held then, too, import the earlier files in the same run.",
      row: row)
    rows[row.index].outcome = .read
    addOpening(group, of: facts.key, use, first.rows.first ?? row)
  }

  /// Lists the question for a position that is missing. The fault itself stays.
  mutating func askForOpening(
    _ facts: ImportInstrument, in account: String, _ traded: Currency?, isShort: Bool,
    at position: SourcePosition
  ) {
    var question = openingQuestion(facts, in: account, traded, isShort: isShort)
    question.position = position
    noteQuestion(question)
  }
}

extension SettledImport {
  /// How often instruments are left out at most. One that is left out may have paid for another.
  static let mostRounds = 8

  /// Leaves out the groups of the instruments of which more units leave an account than there are,
  /// and asks for their positions.
  /// - Parameter file: The number of the document in the positions of the diagnostics.
  /// - Returns: Whether the document has changed.
  mutating func leaveOutPositions(missingIn found: [Diagnostic], file: Int) -> Bool {
    let missing = found.filter { Self.isMissingUnits($0) && $0.position.file == file }
    guard !missing.isEmpty, rounds < Self.mostRounds else { return false }
    rounds += 1
    let starts = groupStarts()
    // What fails after the first round only lacks the units that were left out.
    let asked = rounds == 1 ? instrumentsBySymbol() : [:]
    var places: Set<HeldPlace> = []
    for diagnostic in missing {
      guard let (leg, number) = missingUnits(of: diagnostic, starts, file),
        places.insert(HeldPlace(leg)).inserted
      else { continue }
      if let facts = asked[leg.symbol] {
        let account = draft.groups[number].imported.account
        var question = draft.openingQuestion(
          facts, in: account, leg.currency, isShort: diagnostic.code == .coveredMoreThanShort)
        question.position = self.place(ofGroup: number)
        draft.noteQuestion(question)
        warn(of: question, leavingOut: "The rows of the instrument are")
      }
    }
    return leaveOut(places)
  }

  /// The leg that a diagnostic about missing units is about, and the number of its transaction. An
  /// option that was exercised comes before the trade of its shares.
  func missingUnits(
    of diagnostic: Diagnostic, _ starts: [Int], _ file: Int
  ) -> (leg: LedgerGroup.StockLeg, number: Int)? {
    let offset = diagnostic.position.offset
    guard diagnostic.position.file == file, let place = group(at: offset, starts),
      order[place] >= 0
    else { return nil }
    let legs = contents.groups[place].stockLegs
    // Each leg begins with its id, after that of the group.
    let begin = Array("{\"id\": ".utf8)
    let line = document[starts[place]..<min(offset + begin.count, document.count)]
    let count = line.indices.count { line[$0...].starts(with: begin) } - 2
    guard let leg = legs.indices.contains(count) ? legs[count] : legs.first else { return nil }
    return (leg, order[place])
  }

  func instrumentsBySymbol() -> [String: ImportInstrument] {
    Dictionary(draft.names.all.map { (symbol($0.key), $0) }) { first, _ in first }
  }

  /// - Returns: Whether there were groups of these instruments in these accounts.
  mutating func leaveOut(_ places: Set<HeldPlace>) -> Bool {
    if places.isEmpty { return false }
    var waiting: Set<Int> = []
    for (group, number) in zip(contents.groups, order) where number >= 0 {
      let isOf = group.stockLegs.contains { leg in
        HeldPlace.all(of: leg).contains(where: places.contains)
      }
      if isOf { waiting.insert(number) }
    }
    for number in order where number >= 0 {
      if let owner = draft.groups[number].imported.belongsTo, waiting.contains(owner) {
        waiting.insert(number)
      }
    }
    if waiting.isEmpty { return false }
    for number in waiting { draft.wait(number) }
    let kept = order.indices.filter { !waiting.contains(order[$0]) }
    contents.groups = kept.map { contents.groups[$0] }
    order = kept.map { order[$0] }
    report.groupsMade -= waiting.count
    countRows()
    return true
  }
}
