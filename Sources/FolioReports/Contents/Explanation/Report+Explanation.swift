extension Report {
  /// Explains the gains and lots of a group, or everything about an instrument.
  ///
  /// The report has a step for each event since the first purchase, with the calculations behind
  /// the figures. The ledger must be booked with `BookingOptions.keepsTrace`.
  public static func explanation(of subject: ExplanationSubject, _ booked: BookedLedger) -> Report {
    let builder = ExplanationBuilder(booked)
    let explanation = builder.explanation(of: subject)
    let sources = ExplanationSources(explanation, booked.ledger)
    let rows = explanation.chapters.enumerated().flatMap { chapter, content in
      content.steps.enumerated().map { number, step in
        ExplanationRow(
          chapter: chapter + 1, number: number + 1, step: step,
          leg: ExplainedLeg(step, booked.ledger))
      }
    }
    var report = Report(
      "explain", title(of: subject, builder), fields(builder, sources), of: rows, on: booked
    ) { builder.tables.currency($0.currency) }
    report.passages =
      explanation.chapters.map { passage($0, builder, sources) }
      + explanation.remarks.map { Passage(heading: $0, steps: []) }
    return report
  }

  private static func title(
    of subject: ExplanationSubject, _ builder: ExplanationBuilder
  ) -> String {
    switch subject {
    case .group(let group): "Explanation of group \(builder.briefID(group))"
    case .instrument(let instrument): "History of \(builder.tables.symbol(instrument))"
    }
  }

  private static func fields(
    _ builder: ExplanationBuilder, _ sources: ExplanationSources
  ) -> [ReportField<ExplanationRow>] {
    let tables = builder.tables
    let words = builder.descriptions
    return [
      .cell("chapter", "Part", .integer) { .integer($0.chapter) },
      .cell("step", "Step", .integer) { .integer($0.number) },
      .day("date", "Date") { $0.leg.day },
      .text("group_id", "Group") { builder.groupID($0.step.group) },
      .text("source", "Line") { sources.place(of: $0.leg) },
      .keyword("event", "Event") {
        $0.event?.kind.rawValue ?? ($0.step.earned == nil ? "beside" : "income")
      },
      .keyword("trade_type", "Trade type") { $0.leg.type },
      .text("symbol", "Symbol") { tables.symbol($0.event?.instrument ?? $0.leg.instrument) },
      .text("account", "Account", isInTable: false) {
        tables.securitiesAccount($0.event?.account ?? $0.leg.account)
      },
      .cell("lot", "Lot", .integer) { $0.step.lot.map { .integer($0) } ?? .null },
      .text("lot_group_id", "Lot of") {
        $0.event.flatMap { $0.isPool ? nil : builder.groupID($0.openedBy) }
      },
      .number("quantity", "Quantity") { $0.change?.quantity },
      .amount("cost", "Cost", isSummed: false) { $0.changeOfCost?.cost },
      .text("currency", "Cur") { tables.currency($0.currency)?.code },
      .base("cost_base", "Cost in base", isSummed: false) { $0.changeOfCost?.knownBase },
      .number("held_quantity", "Held") { $0.held?.quantity },
      .amount("held_cost", "Cost held", isSummed: false) { $0.heldAtCost?.cost },
      .base("held_cost_base", "Held in base", isSummed: false) { $0.heldAtCost?.knownBase },
      .cell("proceeds", "Proceeds", .amount) { row in
        row.disposal.map { tables.money($0.proceeds, $0.currency) }
          ?? row.step.earned.map { tables.money($0, row.leg.currency) } ?? .null
      },
      .cell("gain", "Gain", .amount) {
        $0.disposal.flatMap { sale in sale.gain.map { tables.money($0, sale.currency) } } ?? .null
      },
      .base("gain_base", "Gain in base", isSummed: false) { $0.disposal?.gainBase },
      .base(
        "disallowed", "Disallowed", isInTable: false, isSummed: false
      ) { $0.disposal?.disallowedBase },
      .base(
        "taxable_gain", "Taxable", isInTable: false, isSummed: false
      ) { $0.disposal?.taxableGainBase },
      .keyword("rule", "Rule") { $0.disposal.map { builder.rule($0) } },
      .cell("text", "In words", .text) { .text($0.step.lines.joined(separator: "\n")) },
      .text("description", "Description", isInTable: false) {
        words.text(of: tables.groups[Int($0.step.group)])
      },
      .text("notes", "Notes") { words.notes(of: tables.groups[Int($0.step.group)]) },
    ]
      + .importedRow(isShown: tables.hasImportedRows) {
        words.importedRow(of: tables.groups[Int($0.step.group)])
      }
  }

  private static func passage(
    _ chapter: Explanation.Chapter, _ builder: ExplanationBuilder, _ sources: ExplanationSources
  ) -> Passage {
    let lots = Set(chapter.steps.compactMap(\.lot))
    let symbols = Set(chapter.steps.compactMap(\.event?.instrument))
    let steps = chapter.steps.map { step in
      let leg = ExplainedLeg(step, builder.booked.ledger)
      var parts = ["\(leg.day)", "group \(builder.briefID(step.group))"]
      if let event = step.event {
        if let lot = step.lot, lots.count > 1 {
          parts.append("lot \(lot) of group \(builder.briefID(event.openedBy))")
        }
        if symbols.count > 1 { parts.append(builder.symbol(event)) }
      }
      if let place = sources.place(of: leg) {
        // A database cites the group, which is named already.
        let group = ", group \(builder.groupID(step.group))"
        parts.append(place.hasSuffix(group) ? String(place.dropLast(group.count)) : place)
      }
      let group = builder.tables.groups[Int(step.group)]
      let notes = builder.descriptions.notes(of: group).map { "Notes: \($0)" }
      let evidence = builder.descriptions.importedRow(of: group).map {
        "Imported from \($0), SHA-256 \($0.sha256)."
      }
      return Passage.Step(
        lead: parts.joined(separator: ", "),
        paragraphs: [notes, evidence].compactMap { $0 } + step.lines)
    }
    return Passage(heading: chapter.heading, steps: steps, closing: chapter.closing)
  }
}

/// A step and its position in the report.
private struct ExplanationRow: Sendable {
  let chapter: Int
  let number: Int
  let step: Explanation.Step
  let leg: ExplainedLeg

  var currency: CurrencyIndex { step.event?.currency ?? leg.currency }
  var event: LotEvent? { step.event }
  var disposal: Disposal? { step.disposal }
  /// The change caused by the step, or `nil` if a total cannot be computed.
  var change: StateChange? {
    step.after.flatMap { after in step.before.map { $0.change(to: after) } }
  }
  /// The holding after the step.
  var held: LotEvent.State? { step.before == nil ? nil : step.after }
  var changeOfCost: StateChange? { step.hasCosts ? change : nil }
  var heldAtCost: LotEvent.State? { step.hasCosts ? held : nil }
}

extension LotEvent.State {
  fileprivate var knownBase: ExactDecimal? { hasBase ? costBase : nil }
}

extension StateChange {
  fileprivate var knownBase: ExactDecimal? { hasBase ? costBase : nil }
}

/// The source positions of the legs of an explanation: `file:line`.
private struct ExplanationSources {
  private let places: [SourcePosition: String]

  init(_ explanation: Explanation, _ ledger: Ledger) {
    let steps = explanation.chapters.flatMap(\.steps)
    places = SourceLocator(ledger.tables.sources).places(
      of: steps.map { ExplainedLeg($0, ledger).position })
  }

  func place(of leg: ExplainedLeg) -> String? { places[leg.position] }
}
