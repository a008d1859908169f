extension ReportKind {
  /// The changes of cash accounts or instruments, each with the balance after it.
  public static let register = ReportKind(
    name: "register", summary: "changes of cash or of an instrument, with running balances",
    description: """
      For each cash account: date, event, amount and balance. With --symbol, for each instrument: \
      units and cost after each event. --from starts with an opening balance.
      """,
    examples: [
      Example("All cash accounts in one year", "folio register --from 2024 ledger.json"),
      Example("One cash account", "folio register --cash c-usd ledger.json"),
      Example("Units and cost of an instrument", "folio register --symbol AAPL ledger.json"),
    ],
    options: [.period, .cashAccount], refusedOptions: ["account"], needs: [.unitHistory],
    source: .books { booked, request throws(ArithmeticFault) in
      try .register(booked, request.selection)
    })
}

extension Report {
  /// The changes of the selected instruments, or without any of the selected cash accounts. Each
  /// row has the balance after it; the last balance is that of `cash` or `holdings`.
  ///
  /// For instruments, the ledger must be booked with `BookingOptions.keepsTrace`.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public static func register(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> Report {
    selection.symbols.isEmpty
      ? try cashRegister(booked, selection) : try unitRegister(booked, selection)
  }

  private static func cashRegister(
    _ booked: BookedLedger, _ selection: Selection
  ) throws(ArithmeticFault) -> Report {
    let tables = booked.ledger.tables
    let register = CashRegister(booked, ResolvedSelection(selection, tables))
    let rows = try register.rows(over: selection)
    let currency: @Sendable (RegisterRow<CashAccountIndex>) -> Currency? = {
      tables.currency(tables.cashAccounts[Int($0.place)].currency)
    }
    let isNamed = register.places.count != 1
    let fields: [ReportField<RegisterRow<CashAccountIndex>>] =
      [
        .text("account", "Account", isInTable: isNamed, priority: .max) {
          tables.text(tables.cashAccounts[Int($0.place)].id)
        }
      ] + eventFields(tables) + [
        .amount("amount", "Amount", priority: .max, isSummed: false) { $0.change?.amount },
        .amount("balance", "Balance", priority: .max, isSummed: false) { $0.balance.amount },
        .text("currency", "Cur", priority: .max) { currency($0)?.code },
      ]
    let title = isNamed ? "Cash register" : "Cash register of \(register.name(tables))"
    return Report("register", title, fields, of: rows, on: booked, over: selection, in: currency)
  }

  private static func unitRegister(
    _ booked: BookedLedger, _ selection: Selection
  ) throws(ArithmeticFault) -> Report {
    let tables = booked.ledger.tables
    let register = try UnitRegister(booked, ResolvedSelection(selection, tables))
    let rows = try register.rows(over: selection)
    let currency: @Sendable (RegisterRow<PositionKey>) -> Currency? = {
      tables.currency($0.place.currency)
    }
    let isNamed = selection.symbols.count != 1
    let fields: [ReportField<RegisterRow<PositionKey>>] =
      [
        .text("symbol", "Symbol", isInTable: isNamed, priority: .max) {
          tables.symbol($0.place.instrument)
        }
      ] + eventFields(tables) + [
        .number("quantity", "Change", priority: 60) { $0.change?.amount },
        .number("held_quantity", "Units", priority: .max) { $0.balance.amount },
        .amount("cost", "Cost change", isInTable: false, isSummed: false) { $0.change?.cost },
        .amount("held_cost", "Cost", priority: .max, isSummed: false) { $0.balance.cost },
        .text("currency", "Cur", priority: .max) { currency($0)?.code },
        .text("side", "Side", isInTable: false) { $0.place.isShort ? "short" : "long" },
      ]
    let title = isNamed ? "Register" : "Register of \(selection.symbols.first ?? "")"
    return Report("register", title, fields, of: rows, on: booked, over: selection, in: currency)
  }

  /// The columns that say what happened. Tables have one column for the description and the notes.
  private static func eventFields<Place>(
    _ tables: LedgerTables
  ) -> [ReportField<RegisterRow<Place>>] {
    let words = LastDescription(GroupDescription(tables))
    return [
      .day("date", "Date", priority: .max, \.day),
      .text("group_id", "Group", isInTable: false) { $0.cause.group.map { words.of($0).id } },
      .text("group_type", "Type", isInTable: false) {
        $0.cause.group.flatMap { words.of($0).type }
      },
      .text("status", "Status", isInTable: false) {
        $0.cause.group.map { tables.groups[Int($0)].status.rawValue }
      },
      .text("text", "Description", priority: .max) {
        $0.cause.group.map { words.of($0).textWithNotes } ?? text(of: $0.cause)
      },
      .text("description", "Description", isInTable: false) {
        $0.cause.group.map { words.of($0).text } ?? text(of: $0.cause)
      },
      .text("notes", "Notes", isInTable: false) {
        $0.cause.group.flatMap { words.of($0).notes }
      },
    ]
      + .importedRow(isShown: tables.hasImportedRows) {
        $0.cause.group.flatMap { words.of($0).importedRow }
      }
  }

  /// The description of a row without a group.
  private static func text(of cause: RegisterCause) -> String? {
    switch cause {
    case .opening: "opening balance"
    case .undelivered: "bought, not delivered yet"
    case .group: nil
    }
  }
}
