// Cash that the balances of files imply, and that no row explains.
extension SettledImport {
  /// Reports the cash that accounts had before the first rows, and cash that came or went between
  /// two statements. A history that begins later than the account, and a first row that is missing,
  /// look alike: the balances of all other rows agree.
  mutating func noteCashBefore(_ moved: [ImportRow: [String: ExactDecimal]]) throws(ArithmeticFault)
  {
    let statements = try StatedCash(draft, moved).statements
    if statements.isEmpty { return }
    let accounts = Set(statements.map(\.account))
    let read = draft.groups.filter { !$0.isLeftOut && !$0.isRepeated }
    let ids = Set(read.map(\.id))
    let groups =
      draft.asWritten.groups + stored.filter { !ids.contains($0.id) && !$0.isDeleted }
      + read.map(\.imported.group)
    let cash = try CashByDay(groups, of: accounts, draft)
    var before: [String: CashStatement] = [:]
    for statement in statements {
      let last = before[statement.account]
      if let last, last.lastDay >= statement.lastDay, last.file != statement.file { continue }
      before[statement.account] = statement
      if let last {
        try noteGap(from: last, to: statement, cash)
      } else {
        try noteOpening(of: statement, cash)
      }
    }
  }

  private mutating func noteOpening(
    of statement: CashStatement, _ cash: CashByDay
  ) throws(ArithmeticFault) {
    let booked = try cash.sum(until: statement)
    let rest = try statement.opening.subtracting(booked)
    if rest.isZero { return }
    let part = booked.isZero ? "" : ", beside \(booked.normalized()) that is booked"
    note(
      .cashBefore,
      "\(statement.account) has \(rest.normalized()) before the first row, by the balances of "
        + "the file\(part), and no row explains it",
      help: "The history may begin later than the account, or a first row is missing. Import "
        + "the earlier files, or enter the amount as a deposit or a withdrawal.",
      at: statement.position)
  }

  private mutating func noteGap(
    from last: CashStatement, to statement: CashStatement, _ cash: CashByDay
  ) throws(ArithmeticFault) {
    // Statements that overlap have rows in common, which are compared one by one.
    let (end, start) = (last.lastDay, statement.firstDay)
    guard end <= start else { return }
    let files: Set = [last.file, statement.file]
    if end == start, cash.hasRepeated(on: start, in: files) { return }
    var booked = try cash.sum(of: last.account, on: end, leavingOut: files)
    if end < start {
      booked = try booked.adding(cash.sum(of: last.account, after: end, before: start))
        .adding(cash.sum(of: last.account, on: start, leavingOut: files))
    }
    let gap = try statement.opening.subtracting(last.closing).subtracting(booked)
    if gap.isZero { return }
    note(
      .cashBefore,
      "\(statement.account) has \(gap.normalized()) \(gap.isNegative ? "less" : "more") at the "
        + "beginning of this statement than at the end of the one before, "
        + "\(last.closing.normalized()), and no row explains it",
      help: "A statement between the two may be missing. Import it in the same run, or enter "
        + "the amount as a deposit or a withdrawal.", at: statement.position)
  }
}

/// The cash of an account at the beginning and at the end of some rows of a file.
private struct CashStatement {
  var account: String
  var file: Int
  var opening: ExactDecimal
  var closing: ExactDecimal
  /// The days of its first and its last row.
  var firstDay: Day
  var lastDay: Day
  var position: SourcePosition
}

/// The statements of the files about cash, in the order of time.
private struct StatedCash {
  private struct Chain: Hashable { var account: String, file: Int }

  /// The balances of a file while they are read.
  private struct Reading {
    var opening: ExactDecimal?
    var closing: ExactDecimal?
    /// What the rows before the first balance move.
    var moved = ExactDecimal.zero
    var (firstDay, lastDay): (Day?, Day?) = (nil, nil)
    var position: SourcePosition?
    var isUnknown = false

    /// Takes the balance after a row. A row that waits for an answer moves an unknown amount.
    mutating func take(
      _ balance: ExactDecimal?, moving amount: ExactDecimal?, on day: Day?,
      at position: SourcePosition
    ) throws(ArithmeticFault) {
      firstDay = firstDay ?? day
      lastDay = day ?? lastDay
      guard let amount else {
        if opening == nil { isUnknown = true }
        closing = balance
        return
      }
      if opening == nil { moved = try moved.adding(amount) }
      if let balance {
        if opening == nil {
          opening = try balance.subtracting(moved)
          self.position = position
        }
        closing = balance
      } else if let last = closing {
        closing = try last.adding(amount)
      }
    }

    /// Takes a balance, whatever was before.
    mutating func restart(at balance: ExactDecimal?, on day: Day?) {
      if opening == nil { isUnknown = true }
      (closing, lastDay) = (balance, day ?? lastDay)
    }
  }

  private(set) var statements: [CashStatement] = []

  init(_ draft: ImportDraft, _ moved: [ImportRow: [String: ExactDecimal]]) throws(ArithmeticFault) {
    if !draft.claims.contains(where: \.hasBalance) { return }
    var days: [ImportRow: Day] = [:]
    var spans: [Int: ClosedRange<Day>] = [:]
    for entry in draft.groups {
      let day = entry.imported.group.day
      for row in entry.imported.rows { days[row] = day }
      let span = spans[entry.file] ?? day...day
      spans[entry.file] = min(span.lowerBound, day)...max(span.upperBound, day)
    }
    var readings: [Chain: Reading] = [:]
    for claim in draft.claims {
      switch claim {
      case .period(let account, let opening, let closing, let from, let to, let row):
        let position = draft.position(of: row)
        guard let span = spans[position.file] else { continue }
        statements.append(
          CashStatement(
            account: account, file: position.file, opening: opening, closing: closing,
            firstDay: from ?? span.lowerBound, lastDay: to ?? span.upperBound, position: position))
      case .running(let account, let balance, let row, let given):
        let position = draft.position(of: row)
        let chain = Chain(account: account, file: position.file)
        var reading = readings[chain, default: Reading()]
        let own = given ?? moved[row, default: [:]][account, default: .zero]
        let isAsked = draft.rows[row.index].outcome == .asked
        try reading.take(
          balance, moving: isAsked ? nil : own, on: days[row], at: position)
        readings[chain] = reading
      case .restart(let account, let balance, let row):
        let chain = Chain(account: account, file: draft.position(of: row).file)
        readings[chain, default: Reading()].restart(at: balance, on: days[row])
      case .skipped, .cash, .total, .units, .cost, .allUnits, .figure: continue
      }
    }
    for (chain, reading) in readings where !reading.isUnknown {
      guard let opening = reading.opening, let closing = reading.closing,
        let first = reading.firstDay, let last = reading.lastDay, let position = reading.position
      else { continue }
      statements.append(
        CashStatement(
          account: chain.account, file: chain.file, opening: opening, closing: closing,
          firstDay: first, lastDay: last, position: position))
    }
    statements.sort {
      ($0.firstDay, $0.lastDay, $0.position.rawValue)
        < ($1.firstDay, $1.lastDay, $1.position.rawValue)
    }
  }
}

/// What was booked on accounts, day by day.
private struct CashByDay {
  private struct Place: Hashable { var account: String, file: Int }

  /// The days of each account in order, and the cash at the end of each.
  private var sums: [String: [(day: Day, sum: ExactDecimal)]] = [:]
  /// What the groups of a file moved on a day, those that another file has as well included.
  private var ofFiles: [Place: [Day: ExactDecimal]] = [:]
  private var repeatedDays: [Int: Set<Day>] = [:]

  init(
    _ groups: [LedgerGroup], of accounts: Set<String>, _ draft: ImportDraft
  ) throws(ArithmeticFault) {
    var moves: [(day: Day, account: String, amount: ExactDecimal)] = []
    for group in groups where group.status != .void && !group.isDeleted {
      for leg in group.cashLegs where accounts.contains(leg.account) {
        moves.append((group.day, leg.account, leg.direction == .in ? leg.amount : -leg.amount))
      }
    }
    moves.sort { $0.day < $1.day }
    for move in moves {
      var days = sums[move.account] ?? []
      sums[move.account] = nil
      if let last = days.last {
        let sum = try last.sum.adding(move.amount)
        if last.day == move.day {
          days[days.count - 1].sum = sum
        } else {
          days.append((move.day, sum))
        }
      } else {
        days.append((move.day, move.amount))
      }
      sums[move.account] = days
    }
    for entry in draft.groups where entry.imported.group.status != .void {
      if entry.isLeftOut, !entry.isRepeated { continue }
      let day = entry.imported.group.day
      if entry.isRepeated { repeatedDays[entry.file, default: []].insert(day) }
      for leg in entry.imported.group.cashLegs where accounts.contains(leg.account) {
        let place = Place(account: leg.account, file: entry.file)
        let amount = leg.direction == .in ? leg.amount : -leg.amount
        let sum = try ofFiles[place, default: [:]][day, default: .zero].adding(amount)
        ofFiles[place, default: [:]][day] = sum
      }
    }
  }

  /// The cash at the end of the day before a day.
  func sum(of account: String, before day: Day) -> ExactDecimal {
    guard let days = sums[account] else { return .zero }
    let place = days.partitioningIndex { $0.day >= day }
    return place == 0 ? .zero : days[place - 1].sum
  }

  /// What was booked after the end of a day, and before another one.
  func sum(
    of account: String, after end: Day, before day: Day
  ) throws(ArithmeticFault)
    -> ExactDecimal
  {
    try sum(of: account, before: day).subtracting(sum(of: account, until: end))
  }

  private func sum(of account: String, until day: Day) -> ExactDecimal {
    guard let days = sums[account] else { return .zero }
    let place = days.partitioningIndex { $0.day > day }
    return place == 0 ? .zero : days[place - 1].sum
  }

  /// What was booked on a day by groups that some files do not have.
  func sum(
    of account: String, on day: Day, leavingOut files: Set<Int>
  ) throws(ArithmeticFault) -> ExactDecimal {
    var sum = try sum(of: account, until: day).subtracting(self.sum(of: account, before: day))
    for file in files {
      let own = ofFiles[Place(account: account, file: file)]?[day]
      if let own { sum = try sum.subtracting(own) }
    }
    return sum
  }

  /// What was booked until the beginning of a statement, without the rows of its own file.
  func sum(until statement: CashStatement) throws(ArithmeticFault) -> ExactDecimal {
    let day = statement.firstDay
    var sum = sum(of: statement.account, until: day)
    let own = ofFiles[Place(account: statement.account, file: statement.file)] ?? [:]
    for (other, amount) in own where other <= day { sum = try sum.subtracting(amount) }
    return sum
  }

  /// Whether one of some files has groups of a day that another file has as well.
  func hasRepeated(on day: Day, in files: Set<Int>) -> Bool {
    files.contains { repeatedDays[$0]?.contains(day) ?? false }
  }
}

extension ImportClaim {
  /// Whether it gives the cash of an account beside rows.
  fileprivate var hasBalance: Bool {
    switch self {
    case .running(_, .some, _, _), .period: true
    case .running, .restart, .skipped, .cash, .total, .units, .cost, .allUnits, .figure: false
    }
  }
}
