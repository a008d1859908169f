/// A part of a file whose rows have been taken.
struct ReadPart {
  var part: TablePart
  var form: TableForm
  /// Whether its rows are in the reverse order of time.
  var isNewestFirst: Bool
}

extension RowBooker {
  /// Reads the rows of a part of a file.
  /// - Returns: The part with how its values are written; nil if that is open.
  mutating func take(
    _ part: TablePart, _ effects: inout [RowEffect]
  ) -> ReadPart? {
    var part = part
    part.findRules()
    guard let form = TableForm.decided(part, &draft) else {
      for record in part.records { draft.noteRead(record.row) }
      return nil
    }
    (bound, self.form) = (part.bound, form)
    var own: [RowEffect] = []
    own.reserveCapacity(part.records.count)
    counted = part.records.first.map { RowsBeforeTotal(first: $0.row) }
    for number in part.records.indices {
      guard let effect = take(part, number) else { continue }
      count(effect)
      own.append(effect)
    }
    if part.bound.table.rules.contains(where: { $0.kind == .total }), let counted {
      notCounted.append(counted)
    }
    if form.timeZone == nil, let zone = LocalMidnight(own.map(\.time)) {
      draft.note(zone)
      for place in own.indices { own[place].time = zone.day(own[place].time) }
    } else {
      for effect in own where effect.hasOpenDay && !effect.kind.isMoneyMoved {
        draft.openDays.see(effect.time, of: effect.row, isSecurityTrade: effect.isSecurityTrade)
      }
    }
    noteCash(own)
    if let assumed = bound.assumedCurrency, !own.isEmpty {
      draft.assumedCurrencies[draft.files[draft.file].source.name] = assumed
    }
    reportUnreadColumns(part)
    reportUnreadAccounts(part)
    checkSigns(part)
    let isNewestFirst = part.bound.table.isNewestFirst(own)
    if isNewestFirst { own.reverse() }
    warnOfDisorder(own)
    compareRunningSums(part, isNewestFirst: isNewestFirst)
    if effects.isEmpty { effects = own } else { effects += own }
    return ReadPart(part: part, form: form, isNewestFirst: isNewestFirst)
  }

  /// Says that the file has no cash, so that trades need deposits.
  private mutating func noteCash(_ effects: [RowEffect]) {
    let hasCash =
      bound.table.hasCash
      ?? effects.contains { effect in
        effect.kind.isMoneyMoved
      }
    if !hasCash { draft.noteMissingCash() }
  }

  /// The effect of a row, or nil if the row has ended.
  private mutating func take(_ part: TablePart, _ number: Int) -> RowEffect? {
    let row = TableRow(part, number, noting: reads)
    guard let rule = row.rule else {
      if bound.isSubtotal(row) {
        draft.skip(row.row, "a row that repeats others (\(BoundTable.subtotal))")
        return nil
      }
      reportUnknown(row)
      return nil
    }
    if let wanted = form.preferred, let (slot, levels) = bound.table.preferred {
      let isSubtotal = bound.isSubtotal(row)
      let own = String(decoding: row.raw(slot) ?? [], as: UTF8.self)
      let level = isSubtotal ? BoundTable.subtotal : own
      let isBooked = level == wanted
      if isSubtotal || levels.contains(level) {
        noteLevel(row, level, isBooked: isBooked, of: part.records[0].row.index)
      }
      if isBooked {
        lastAccount = row.account().map { draft.accountName($0) }
      } else if isSubtotal || rule.kind != .closedLot {
        draft.skip(row.row, "a row that repeats others (\(row.shown(level.utf8)))")
        return nil
      }
    }
    do throws(RowError) {
      try part.checkCount(number)
      if rule.kind == .refused {
        reportRefused(row, rule.reason)
        return nil
      }
      if rule.kind == .skip {
        if bound.table.preferred != nil { hasTradesLeftOut = true }
        draft.skip(row.row, rule.reason)
        return nil
      }
      if rule.kind.isFigure {
        try figure(row)
        return nil
      }
      if isUnfinished(row) { return nil }
      let effect = try effect(row)
      if let effect { reportDoubts(row, effect) }
      if bound.table.preferred != nil { try addTradeFees(row) }
      if let number = part.records[number].rule { reportLeftOut(row, number, rule.kind) }
      return effect
    } catch {
      report(error, of: row)
      return nil
    }
  }

  /// Reports what a booked row may mean besides what is booked.
  private mutating func reportDoubts(_ row: TableRow, _ effect: RowEffect) {
    reportUnreadCurrency(row, effect)
    guard let doubt = row.rule?.doubt, !doubt.isEmpty else { return }
    draft.report(
      .paymentUnlikely, doubt,
      help: "If that is not right, leave the row out with a rule file, and enter it by hand.",
      row: row.row)
  }

  private mutating func report(_ error: RowError, of row: TableRow) {
    if error.isOfTable {
      draft.reportShared(error.code, error.message, help: error.help, row: row.row)
    } else if let field = error.column.flatMap(row.field) {
      draft.report(
        error.code, error.message, help: error.help, row: row.row, at: field.start,
        length: max(1, field.end - field.start))
    } else {
      draft.report(error.code, error.message, help: error.help, row: row.row)
    }
  }
}

extension RowKind {
  /// Whether money only comes in or goes out, and is neither income nor a cost.
  fileprivate var isMoneyMoved: Bool { [.deposit, .withdrawal, .cash].contains(self) }
}

extension RowEffect {
  /// Whether it is a trade of an instrument that is no coin.
  fileprivate var isSecurityTrade: Bool {
    stockLegs.contains { $0.type.isTrade && !$0.symbol.hasPrefix("coin:") }
  }
}

extension RuleTable {
  /// Whether the rows are in the reverse order of time. The days of a file say it. Where they do
  /// not, its program has its usual order.
  fileprivate func isNewestFirst(_ effects: [RowEffect]) -> Bool {
    let pairs = zip(effects, effects.dropFirst()).map { ($0.time, $1.time) }
    var (later, earlier) = (
      pairs.count { $0.day < $1.day }, pairs.count { $0.day > $1.day }
    )
    if later + earlier == 0 {
      (later, earlier) = (pairs.count { $0 < $1 }, pairs.count { $0 > $1 })
    }
    switch order {
    case .newestFirst: return later <= earlier
    case .oldestFirst: return earlier > later
    case .automatic:
      guard let first = effects.first, let last = effects.last else { return false }
      return first.time > last.time
    }
  }
}
