/// A figure in a file that is compared with what was booked when all rows are read.
struct FileFigure: Sendable {
  var kind: RowKind
  var row: ImportRow
  /// The account; nil if the row does not name it.
  var account: String?
  /// The currency of cash.
  var currency: Currency?
  /// The instrument of a position.
  var key = ""
  var amount: ExactDecimal
  var day: Day?
  /// The first row that a total counts.
  var first: ImportRow?
  /// What the units of a position cost.
  var cost: RowMoney?
}

/// The rows of a part that the next total counts.
struct RowsBeforeTotal {
  var first: ImportRow
  /// The currencies of the booked ones.
  var currencies: Set<Currency> = []
  /// The last booked one.
  var last: ImportRow?
  var hasTotal = false
}

// Rows that give figures and names, and move nothing.
extension RowBooker {
  /// Takes a row that is no transaction.
  mutating func figure(_ row: TableRow) throws(RowError) {
    draft.noteRead(row.row)
    guard let kind = row.rule?.kind, kind.isFigure, kind != .note else { return }
    let account = draft.accountName(row.account())
    if kind == .instrument {
      _ = try instrument(row, try row.unit(RuleSlots.Known.currency.rawValue)?.currency)
    } else if kind == .closedLot {
      guard let quantity = try row.number(.quantity, form), let cost = try row.money(.gross, form)
      else { return }
      draft.closedLots.append(
        ClosedLot(
          key: try instrument(row, cost.currency), account: lastAccount ?? account,
          currency: cost.currency, acquired: try row.time(form).day, quantity: quantity,
          cost: cost.amount.magnitude, row: row.row))
    } else if kind == .position {
      guard let quantity = try row.number(.quantity, form) else { return }
      let key = try instrument(row, try row.unit(RuleSlots.Known.price.rawValue)?.currency)
      figures.append(
        FileFigure(
          kind: kind, row: row.row, account: account, key: key, amount: quantity,
          day: try? row.time(form).day, cost: try row.money(.gross, form)))
    } else if kind == .total {
      try total(row)
    } else {
      guard let amount = try row.money(.amount, form) else { return }
      figures.append(
        FileFigure(
          kind: kind, row: row.row, account: row.namesAccount ? account : nil,
          currency: amount.currency, amount: amount.amount, day: try? row.time(form).day))
    }
  }

  /// Takes the total of the rows before it. It is in their currency, if it names none.
  private mutating func total(_ row: TableRow) throws(RowError) {
    let counted = counted
    self.counted = RowsBeforeTotal(first: row.row, hasTotal: true)
    guard let counted, let given = try row.number(.amount, form) else { return }
    let unit = try row.unit(RuleSlots.Known.amount.rawValue)
    guard let currency = unit?.currency ?? counted.currencies.first,
      unit != nil || counted.currencies.count == 1
    else { return }
    let amount = try exactly(try unit?.major(given) ?? given)
    figures.append(
      FileFigure(
        kind: .total, row: row.row,
        account: row.namesAccount ? draft.accountName(row.account()) : nil, currency: currency,
        amount: amount, first: counted.first))
  }

  /// Notes a row that the next total counts.
  mutating func count(_ effect: RowEffect) {
    counted?.last = effect.row
    counted?.currencies.formUnion(
      effect.cashLegs.compactMap(\.currency) + effect.costs.map(\.currency))
  }

  /// Warns of a part without a total at its end, in a file that has totals of other parts.
  mutating func warnOfMissingTotals() {
    guard notCounted.contains(where: \.hasTotal),
      let last = notCounted.lazy.compactMap(\.last).first
    else { return }
    draft.report(
      draft.options.isStrict ? .differsFromFile : .differsFromSource,
      "no total follows this row, although the file has totals of other rows",
      help: "The file may be cut. Download it again.", row: last)
  }

  /// Notes a row of a table with several levels of detail.
  mutating func noteLevel(_ row: TableRow, _ level: String, isBooked: Bool, of part: Int) {
    let name = row.text(.symbol) ?? row.text(.isin) ?? row.text(.name)
    guard let name, let quantity = (try? row.number(.quantity, form)) ?? nil else { return }
    let currency = (try? row.unit(RuleSlots.Known.currency.rawValue)) ?? nil
    draft.levels.append(
      TradeAtLevel(
        subject: "\(draft.file) \(part) \(name) \(currency?.currency.code ?? "")", part: part,
        name: name,
        level: level, day: try? row.time(form).day, isBooked: isBooked, quantity: quantity,
        amount: (try? row.number(.amount, form)) ?? nil,
        costs: (try? row.number(.fees, form)) ?? nil, row: row.row))
  }

  /// Cash in the base currency is that of all currencies. It is compared if there is no other.
  private mutating func settleCashInBase() {
    let isByCurrency = figures.contains { $0.kind == .closingCash }
    for figure in figures {
      guard let kind = figure.kind.withoutBase else { continue }
      figures.removeAll { $0.row == figure.row }
      if isByCurrency { continue }
      if hasCash(besides: figure.currency) {
        draft.skip(figure.row, "cash in the base currency, of which rows have no rate")
      } else {
        var own = figure
        own.kind = kind
        figures.append(own)
      }
    }
  }

  /// Compares the figures with what the rows of the file move.
  mutating func claimFigures() {
    settleCashInBase()
    let own = figures.map(\.row.index)
    guard let last = draft.lastRow, !own.isEmpty else { return }
    let days = draft.groups.filter { $0.file == draft.file }.map(\.imported.group.day)
    var opened: [String: ExactDecimal] = [:]
    for figure in figures where figure.kind == .openingCash {
      if let account = cashAccount(of: figure) { opened[account] = figure.amount }
    }
    var listed: Set<String> = []
    for figure in figures {
      if figure.kind == .position {
        // Positions of a file of their own are those after all rows of the others.
        let day = figure.day ?? days.max() ?? .last
        draft.claimUnits(
          figure.amount, of: figure.key, in: figure.account, on: day, row: figure.row)
        if let cost = figure.cost {
          draft.claimCost(
            cost.amount, cost.currency, of: figure.key, in: figure.account,
            units: figure.amount, on: day, row: figure.row)
        }
        if figure.day == nil, let account = figure.account, listed.insert(account).inserted {
          draft.claimAllUnits(in: account, on: day, row: figure.row)
        }
        continue
      }
      if figure.kind == .tradeFees {
        claimTradeFees(figure)
        continue
      }
      guard let account = cashAccount(of: figure) else { continue }
      if let first = figure.first {
        draft.claimTotal(
          figure.amount, of: account, in: .rows, from: first, to: figure.row, row: figure.row)
      } else if figure.kind == .closingCash {
        guard let before = opened[account] else {
          // Without a balance at the start, the history has to be complete.
          guard let day = figure.day ?? days.max() else { continue }
          draft.claimCash(figure.amount, of: account, on: day, row: figure.row)
          continue
        }
        guard let change = try? figure.amount.subtracting(before),
          let first = draft.firstRow(of: draft.file)
        else { continue }
        draft.claimTotal(change, of: account, in: .file, from: first, to: last, row: figure.row)
        draft.claimPeriod(before, figure.amount, of: account, row: figure.row)
      }
    }
  }

  /// Adds the commission of a trade, as its row has it.
  mutating func addTradeFees(_ row: TableRow) throws(RowError) {
    guard let fee = try row.money(.fees, form) else { return }
    let account = draft.accountName(row.account())
    let sum = tradeFees[account, default: [:]][fee.currency, default: .zero]
    tradeFees[account, default: [:]][fee.currency] = try exactly(
      try sum.roundedSum(with: fee.amount))
  }

  /// Compares the commissions of all trades with their sum.
  private mutating func claimTradeFees(_ figure: FileFigure) {
    guard !hasTradesLeftOut, let currency = figure.currency else { return }
    let accounts = figure.account.map { [$0] } ?? Array(tradeFees.keys)
    guard accounts.count == 1, let account = accounts.first else { return }
    draft.claimFigure(
      figure.amount, tradeFees[account, default: [:]][currency, default: .zero],
      within: ExactDecimal(short: 1, places: 2), of: .commissions, row: figure.row)
  }

  /// The id of the cash account of a figure. If the row does not name the account, it is the only
  /// one of the file; nil if the file has several, because the figure is the sum of all of them.
  private func cashAccount(of figure: FileFigure) -> String? {
    guard let currency = figure.currency else { return nil }
    if let account = figure.account { return Self.cashID(currency, of: account) }
    let accounts = accounts(in: currency)
    return accounts.count == 1 ? accounts.first : nil
  }
}

extension RowKind {
  /// The kind of the cash in one currency, for cash in the base currency.
  fileprivate var withoutBase: Self? {
    [.openingCashInBase: .openingCash, .closingCashInBase: .closingCash][self]
  }
}

extension ImportDraft {
  /// The row that was begun last.
  var lastRow: ImportRow? { rows.isEmpty ? nil : ImportRow(index: rows.count - 1) }

  /// The first row of a file.
  func firstRow(of file: Int) -> ImportRow? {
    let index = rows.partitioningIndex { $0.position.file >= file }
    return index < rows.count ? ImportRow(index: index) : nil
  }
}
