import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers

extension Report {
  /// How the gains of a group, its lots, or all of an instrument came about: from the first
  /// purchase on, a step for each event, with the sums that led to the figures.
  ///
  /// The ledger has to be booked with `BookingOptions.keepsTrace`.
  public static func explanation(of subject: ExplanationSubject, _ booked: BookedLedger) -> Report {
    let book = ExplanationBuilder(booked)
    let explanation = book.explanation(of: subject)
    let sources = ExplanationSources(explanation, booked.ledger.tables)
    var rows: [[Cell]] = []
    for (number, chapter) in explanation.chapters.enumerated() {
      for (place, step) in chapter.steps.enumerated() {
        rows.append(row(step, chapter: number + 1, step: place + 1, book, sources))
      }
    }
    let cells = rows
    var report = Report(
      "explain", title(of: subject, book), columns, on: booked, rowCount: cells.count
    ) { cells[$0] }
    report.passages =
      explanation.chapters.map { passage($0, book, sources) }
      + explanation.remarks.map { Passage(heading: $0, steps: []) }
    return report
  }

  private static func title(of subject: ExplanationSubject, _ book: ExplanationBuilder) -> String {
    switch subject {
    case .group(let group): "The story of group \(book.groupID(group))"
    case .instrument(let instrument): "The story of \(book.tables.symbol(instrument))"
    }
  }

  private static var columns: [Column] {
    [
      Column("chapter", "Part", .integer),
      Column("step", "Step", .integer),
      Column("date", "Date", .day),
      Column("group_id", "Group", .text),
      Column("source", "Line", .text),
      Column("event", "Event", .text),
      Column("trade_type", "Trade type", .text),
      Column("symbol", "Symbol", .text),
      Column("account", "Account", .text, isInTable: false),
      Column("lot", "Lot", .integer),
      Column("lot_group_id", "Lot of", .text),
      Column("quantity", "Quantity", .quantity),
      Column("cost", "Cost", .amount),
      Column("currency", "Cur", .text),
      Column("cost_base", "Cost in base", .amount),
      Column("held_quantity", "Held", .quantity),
      Column("held_cost", "Cost held", .amount),
      Column("held_cost_base", "Held in base", .amount),
      Column("proceeds", "Proceeds", .amount),
      Column("gain", "Gain", .amount),
      Column("gain_base", "Gain in base", .amount),
      Column("disallowed", "Disallowed", .amount, isInTable: false),
      Column("taxable_gain", "Taxable", .amount, isInTable: false),
      Column("rule", "Rule", .text),
      Column("text", "In words", .text),
    ]
  }

  private static func row(
    _ step: Explanation.Step, chapter: Int, step number: Int, _ book: ExplanationBuilder,
    _ sources: ExplanationSources
  ) -> [Cell] {
    let event = step.event
    let leg = book.tables.stockLegs[Int(step.leg)]
    let isOfLot = event.map { !$0.isPool } ?? false
    return [
      .integer(chapter), .integer(number), .day(leg.tradeDay),
      .text(book.groupID(step.group)), .text(orNull: sources.place(of: leg) ?? ""),
      .text(word(for: step)), .text(leg.type.rawValue),
      .text(book.tables.symbol(event?.instrument ?? leg.instrument)),
      .text(orNull: book.tables.securitiesAccount(event?.account ?? leg.account)),
      step.lot.map { .integer($0) } ?? .null,
      .text(orNull: isOfLot ? book.groupID(event?.openedBy ?? missingIndex) : ""),
    ] + amounts(step, book) + figures(step, book) + [.text(step.lines.joined(separator: "\n"))]
  }

  /// What happened, in a word.
  private static func word(for step: Explanation.Step) -> String {
    if let event = step.event { return event.kind.rawValue }
    return step.earned == nil ? "beside" : "income"
  }

  private static func amounts(_ step: Explanation.Step, _ book: ExplanationBuilder) -> [Cell] {
    let tables = book.tables
    let currency = step.event?.currency ?? tables.stockLegs[Int(step.leg)].currency
    let code = Cell.text(orNull: tables.currency(currency)?.code)
    guard let before = step.before, let after = step.after else {
      return [.null, .null, code, .null, .null, .null, .null]
    }
    let change = before.change(to: after)
    guard step.hasCosts else {
      return [.number(change.quantity), .null, code, .null, .number(after.quantity), .null, .null]
    }
    return [
      .number(change.quantity), tables.money(change.cost, currency), code,
      .base(change.hasBase ? change.costBase : nil, book.base), .number(after.quantity),
      tables.money(after.cost, currency),
      .base(after.hasBase ? after.costBase : nil, book.base),
    ]
  }

  private static func figures(_ step: Explanation.Step, _ book: ExplanationBuilder) -> [Cell] {
    guard let disposal = step.disposal else {
      let currency = book.tables.stockLegs[Int(step.leg)].currency
      let earned = step.earned.map { book.tables.money($0, currency) } ?? .null
      return [earned] + Array(repeating: .null, count: 5)
    }
    let figures = GainFigures(disposal)
    return [
      book.tables.money(disposal.proceeds, disposal.currency),
      figures.gain.map { book.tables.money($0, disposal.currency) } ?? .null,
      .base(figures.gainBase, book.base),
      .base(disposal.disallowedBase, book.base),
      .base(figures.taxableGain, book.base), .text(book.rule(disposal)),
    ]
  }

  private static func passage(
    _ chapter: Explanation.Chapter, _ book: ExplanationBuilder, _ sources: ExplanationSources
  ) -> Passage {
    let lots = Set(chapter.steps.compactMap(\.lot))
    let symbols = Set(chapter.steps.compactMap(\.event?.instrument))
    let steps = chapter.steps.map { step in
      let leg = book.tables.stockLegs[Int(step.leg)]
      var parts = ["\(leg.tradeDay)", "group \(book.groupID(step.group))"]
      if let event = step.event {
        if let lot = step.lot, lots.count > 1 {
          parts.append("lot \(lot) of group \(book.groupID(event.openedBy))")
        }
        if symbols.count > 1 { parts.append(book.symbol(event)) }
      }
      if let place = sources.place(of: leg) { parts.append(place) }
      return Passage.Step(lead: parts.joined(separator: ", "), paragraphs: step.lines)
    }
    return Passage(heading: chapter.heading, steps: steps, closing: chapter.closing)
  }
}

/// Where the legs of a story stand in the ledger: `file:line`.
private struct ExplanationSources {
  private let lines: [SourcePosition: Int]
  private let files: [SourceFile]

  init(_ explanation: Explanation, _ tables: LedgerTables) {
    files = tables.sources
    let steps = explanation.chapters.flatMap(\.steps)
    lines = SourceLocator(tables.sources).lines(
      of: steps.map { tables.stockLegs[Int($0.leg)].position })
  }

  func place(of leg: StockLeg) -> String? {
    lines[leg.position].map { "\(files[leg.position.file].name):\($0)" }
  }
}
