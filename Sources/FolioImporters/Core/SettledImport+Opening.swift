import Folio

// Positions that a history does not open, because it begins before the files.
extension ImportDraft {
  /// The question for the position of an instrument before the first row.
  func openingQuestion(_ facts: ImportInstrument) -> ImportQuestion {
    let name = [facts.ticker, facts.name, facts.isin].first { !$0.isEmpty } ?? facts.key
    return ImportQuestion(
      id: "opening \(facts.key)",
      text: "How many \(name) were held before the first row of the files, what did they cost, and "
        + "when were they acquired?", fields: [.quantity, .cost, .acquired],
      currency: facts.currency)
  }

  /// Adds the positions that the user has given.
  mutating func addOpenings() {
    if options.answers.isEmpty { return }
    let uses = firstUses()
    for facts in names.all {
      guard let answer = options.answers.answer(to: openingQuestion(facts)) else { continue }
      guard let quantity = answer.number(.quantity), let cost = answer.number(.cost),
        let acquired = answer.day(.acquired), quantity > .zero
      else {
        append([
          Diagnostic(
            .unreadableRule, "the answer to \"opening \(facts.key)\" is not clear",
            help: "Write \"quantity\": \"10\", \"cost\": \"12.50\", \"acquired\": \"2020-03-01\".",
            at: .none)
        ])
        continue
      }
      addOpening(facts, uses[facts.key], quantity, cost, acquired)
    }
  }

  /// The number of the earliest group of each instrument.
  private func firstUses() -> [String: Int] {
    var uses: [String: Int] = [:]
    for number in groups.indices {
      let group = groups[number].imported.group
      for leg in group.stockLegs {
        if let use = uses[leg.symbol],
          groups[use].imported.group.occurredAt <= group.occurredAt
        {
          continue
        }
        uses[leg.symbol] = number
      }
    }
    return uses
  }

  private mutating func addOpening(
    _ facts: ImportInstrument, _ use: Int?, _ quantity: ExactDecimal, _ cost: ExactDecimal,
    _ acquired: Day
  ) {
    guard let first = use.map({ groups[$0].imported }),
      let old = first.group.stockLegs.first(where: { $0.symbol == facts.key }),
      let row = first.rows.first
    else { return }
    var leg = LedgerGroup.StockLeg(.transferIn, symbol: facts.key)
    (leg.quantity, leg.account) = (quantity, old.account)
    leg.currency = facts.currency ?? old.currency
    leg.lots = [LedgerGroup.Lot(acquired: acquired, quantity: quantity, costBasis: cost)]
    // The start of the day is before everything that has a time.
    let group = LedgerGroup(
      id: "", type: .openingBalance, occurredAt: Timestamp(min(acquired, first.group.day)),
      stockLegs: [leg])
    var imported = ImportedGroup(group, account: first.account, rows: [row])
    imported.identity = .native("opening/\(facts.key)")
    add(imported)
  }

  /// Lists the question for a position that is missing. The fault itself stays.
  mutating func askForOpening(_ facts: ImportInstrument, at position: SourcePosition) {
    var question = openingQuestion(facts)
    question.position = position
    noteQuestion(question)
  }
}
