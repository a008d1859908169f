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
      addOpening(facts, quantity, cost, acquired)
    }
  }

  private mutating func addOpening(
    _ facts: ImportInstrument, _ quantity: ExactDecimal, _ cost: ExactDecimal, _ acquired: Day
  ) {
    let legs = groups.map(\.imported).filter { imported in
      imported.group.stockLegs.contains { $0.symbol == facts.key }
    }
    guard let first = legs.min(by: { $0.group.occurredAt < $1.group.occurredAt }),
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
  mutating func askForOpening(_ key: String, at position: SourcePosition) {
    guard let facts = names.all.first(where: { $0.key == key }) else { return }
    var question = openingQuestion(facts)
    question.position = position
    noteQuestion(question)
  }
}
