import Folio

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
          day: try? row.time(form).day))
    } else {
      guard let amount = try row.money(.amount, form) else { return }
      figures.append(
        FileFigure(
          kind: kind, row: row.row, account: row.namesAccount ? account : nil,
          currency: amount.currency, amount: amount.amount, day: try? row.time(form).day))
    }
  }

  /// Notes a row of a table with several levels of detail.
  mutating func noteLevel(_ row: TableRow, _ level: String, isBooked: Bool, of part: Int) {
    let name = row.text(.symbol) ?? row.text(.isin) ?? row.text(.name)
    guard let name, let quantity = (try? row.number(.quantity, form)) ?? nil else { return }
    let currency = (try? row.unit(RuleSlots.Known.currency.rawValue)) ?? nil
    draft.levels.append(
      TradeAtLevel(
        subject: "\(draft.file) \(part) \(name) \(currency?.currency.code ?? "")", name: name,
        level: level, day: try? row.time(form).day, isBooked: isBooked, quantity: quantity,
        amount: (try? row.number(.amount, form)) ?? nil, row: row.row))
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
    var start = draft.firstRow(of: draft.file) ?? last
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
        if figure.day == nil, let account = figure.account, listed.insert(account).inserted {
          draft.claimAllUnits(in: account, on: day, row: figure.row)
        }
        continue
      }
      guard let account = cashAccount(of: figure) else { continue }
      if figure.kind == .total {
        draft.claimTotal(
          figure.amount, of: account, in: .rows, from: start, to: figure.row, row: figure.row)
        start = figure.row
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
