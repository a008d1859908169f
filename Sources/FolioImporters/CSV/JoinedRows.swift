/// Joins effects of rows to groups. Effects are named by their numbers.
struct JoinedRows {
  /// The first effect of each group, in the order of time.
  private(set) var firsts: [Int] = []
  /// The next effect of the same group; -1 after the last one.
  private var next: [Int]

  /// Joins effects that have a key of a join in common. A trade is not moved across another one of
  /// its instrument, since the order of a day decides which units are sold.
  init(_ effects: [RowEffect]) {
    next = Array(repeating: -1, count: effects.count)
    var lasts: [String: (first: Int, last: Int)] = [:]
    /// The last trade of each instrument, and the first effect of its group.
    var trades: [String: (first: Int, number: Int)] = [:]
    for (number, effect) in effects.enumerated() {
      let key = effect.joinKey.map { effect.account + $0 }
      let trade = effect.stockLegs.first { $0.type.isTrade }.map { effect.account + $0.symbol }
      var first = number
      if let key, let open = lasts[key],
        trade.flatMap({ trades[$0] }).map({ $0.first == open.first || $0.number < open.first })
          ?? true
      {
        first = open.first
        next[open.last] = number
      } else {
        firsts.append(number)
      }
      if let key { lasts[key] = (first, number) }
      if let trade { trades[trade] = (first, number) }
    }
  }

  /// The effects that make a group with a first one, in the order of time.
  func set(from first: Int) -> [Int] {
    var set = [first]
    var number = next[first]
    while number >= 0 {
      set.append(number)
      number = next[number]
    }
    return set
  }
}

extension RowEffect {
  /// Whether it has a leg that takes the costs of its group.
  fileprivate var takesCosts: Bool {
    stockLegs.contains { $0.type.isTrade || $0.type == .dividend }
  }

  /// Whether it is a row of a fee or a tax, paid or paid back.
  private var isCost: Bool {
    [.fee, .tax, .refund].contains(kind) && stockLegs.isEmpty
  }

  /// The costs of a row of fees or taxes, as parts of the row to which it is joined. Another row
  /// stays as it is.
  fileprivate var costsAsParts: [RowEffect] {
    if !isCost { return [self] }
    return cashLegs.map { leg in
      var cost = self
      cost.kind = .part
      cost.part = leg.type == .fee ? .fee : part == .withheld ? .withheld : .tax
      cost.cashLegs = [leg]
      let amount = leg.direction == .out ? leg.amount : -leg.amount
      cost.costs = leg.currency.map { [RowMoney(amount, $0)] } ?? []
      return cost
    }
  }
}

extension RowBooker {
  /// Adds the group, or the groups, of some effects.
  mutating func add(_ effects: [RowEffect]) {
    do throws(RowError) {
      var effects = effects
      if effects.contains(where: \.takesCosts) { effects = effects.flatMap(\.costsAsParts) }
      let main = effects.filter { $0.kind != .part }
      if main.isEmpty { return try addParts(effects) }
      if main.allSatisfy({ $0.kind == .units || $0.kind == .unitsOut }) {
        return try addExchange(main, effects)
      }
      let parts = effects.filter { $0.kind == .part }
      let apart = Self.partsOfOtherDays(parts, main)
      let owner = draft.groups.count
      for joined in JoinedTransaction.all(of: main, parts.filter { !apart.contains($0.row) }) {
        try addJoined(joined.main, joined.parts)
      }
      try addParts(parts.filter { apart.contains($0.row) }, belongingTo: owner)
    } catch {
      guard let row = error.row ?? effects.first?.row else { return }
      for effect in effects where effect.row != row { draft.noteRead(effect.row) }
      draft.report(error.code, error.message, help: error.help, row: row)
    }
  }

  /// The rows of taxes that were booked on another day than all dividends to which they are joined.
  /// Cash counts on the day of its row, so they are groups of their own.
  private static func partsOfOtherDays(
    _ parts: [RowEffect], _ main: [RowEffect]
  ) -> Set<ImportRow> {
    guard main.allSatisfy(\.joinHasOneMainRow) else { return [] }
    let days = Set(main.map(\.time.day))
    let taxes = parts.lazy.filter { $0.part == .withheld && !days.contains($0.time.day) }
    return Set(taxes.map(\.row))
  }

  private mutating func addJoined(_ main: [RowEffect], _ parts: [RowEffect]) throws(RowError) {
    let main = try paidOut(main, parts)
    guard let first = main.first else { return }
    let exchange = parts.filter { $0.part == .fx }
    if !exchange.isEmpty { try checkSides(of: exchange) }
    var group = LedgerGroup(id: "", type: first.groupType, occurredAt: first.time)
    group.notes = main.lazy.compactMap(\.note).first
    var cashRows: [ImportRow] = []
    let rows =
      main.map(\.row) + main.compactMap(\.cancelledBy) + main.compactMap(\.exercised)
    // What was taken back is kept as void, so that a ledger that has it learns of it.
    let standing = main.filter { $0.cancelledBy == nil }
    if standing.isEmpty { group.status = .void }
    for effect in standing.isEmpty ? main : standing {
      group.stockLegs += effect.stockLegs
      group.cashLegs += effect.cashLegs
      cashRows += repeatElement(effect.row, count: effect.cashLegs.count)
    }
    var separate: [RowEffect] = []
    var gain = main.count == 1 ? first.gain : nil
    // Refunds lower what was charged before.
    for part in parts.filter({ !$0.isRefund }) + parts.filter(\.isRefund) {
      let isTaken =
        part.part == .proceeds
        ? addProceeds(part, to: &group, &gain)
        : part.costs.isEmpty || move(part, into: &group, parts)
      if isTaken {
        for var leg in part.cashLegs {
          leg.symbol = nil
          group.cashLegs.append(leg)
          cashRows.append(part.row)
        }
      } else {
        separate.append(part)
      }
    }
    let joined = parts.filter { part in !separate.contains { $0.row == part.row } }
    var imported = ImportedGroup(
      group, account: first.account, rows: rows + joined.map(\.row))
    // A group of one row needs no list of rows.
    if imported.rows.count > 1 {
      imported.cashRows = cashRows
      imported.first = LedgerGroup(
        id: "", type: first.groupType, occurredAt: first.time, stockLegs: first.stockLegs,
        cashLegs: first.cashLegs)
    }
    if let identity = main.lazy.compactMap(\.identity).first { imported.identity = identity }
    if let gain { imported.gain = (gain.amount, gain.currency) }
    imported.unitChange = first.addedUnits
    imported.takesBack = main.contains(where: \.takesBack)
    imported.maySellShort = main.contains(where: \.maySellShort)
    imported.questions = standing.compactMap(\.question)
    draft.add(imported)
    for effect in standing { addApart(effect) }
    if !separate.isEmpty { try addParts(separate) }
  }

  /// Adds the costs that are groups of their own, because they are no part of a leg.
  private mutating func addApart(_ effect: RowEffect) {
    for apart in effect.apart {
      var group = LedgerGroup(id: "", occurredAt: effect.time, notes: effect.note)
      let isFee = apart.kind == .fee
      group.type = isFee ? .fee : apart.kind == .withheld ? .dividend : .tax
      let money = RowMoney(-apart.cost.amount, apart.cost.currency)
      guard var leg = leg(isFee ? .fee : .tax, money, effect) else { continue }
      leg.symbol = apart.symbol
      group.cashLegs = [leg]
      var imported = ImportedGroup(group, account: effect.account, rows: [effect.row])
      if let id = effect.nativeID { imported.identity = .shared("\(id)/\(isFee ? "fee" : "tax")") }
      draft.add(imported)
    }
  }

  /// Moves a cost into the first leg that can take it; false if it has to stand alone.
  private func move(
    _ part: RowEffect, into group: inout LedgerGroup, _ parts: [RowEffect]
  ) -> Bool {
    guard let cost = part.costs.first,
      let place = group.stockLegs.firstIndex(where: { $0.type.isTrade || $0.type == .dividend })
    else { return false }
    let leg = group.stockLegs[place]
    guard let currency = leg.currency,
      let amount = converted(cost, to: currency, parts), amount != .zero,
      let sum = try? ExactDecimal.sum(
        ofGiven: part.part == .fee ? leg.fees : leg.taxes, amount),
      !sum.isNegative
    else { return false }
    let charge = sum == .zero ? nil : sum
    if part.part == .fee {
      group.stockLegs[place].fees = charge
    } else {
      group.stockLegs[place].taxes = charge
    }
    return true
  }

  /// A cost in the currency of a leg, at the rate of the exchange that is joined to it.
  private func converted(
    _ cost: RowMoney, to currency: Currency, _ parts: [RowEffect]
  ) -> ExactDecimal? {
    if cost.currency == currency { return cost.amount }
    var (own, other) = (ExactDecimal.zero, ExactDecimal.zero)
    for leg in parts.filter({ $0.part == .fx }).flatMap(\.cashLegs) {
      if leg.currency == currency { other = (try? other.adding(leg.amount)) ?? other }
      if leg.currency == cost.currency { own = (try? own.adding(leg.amount)) ?? own }
    }
    guard own != .zero, other != .zero else { return nil }
    return try? cost.amount.multiplied(by: other, dividedBy: own, places: Self.convertedPlaces)
      .normalized().padded(toPlaces: currency.minorUnits)
  }

  // MARK: Parts without a trade

  /// - Parameter owner: The group of the draft to which they belong, if it is known.
  private mutating func addParts(
    _ parts: [RowEffect], belongingTo owner: Int? = nil
  ) throws(RowError) {
    let exchange = parts.filter { $0.part == .fx }
    if !exchange.isEmpty { try addExchange(of: exchange) }
    for part in parts where part.part != .fx {
      var group = LedgerGroup(id: "", occurredAt: part.time, notes: part.note)
      group.cashLegs = part.cashLegs
      switch part.part {
      case .removed:
        guard let units = part.units else { continue }
        if part.arePaid {
          throw RowError(
            .partWithoutPartner,
            "the units leave at a price, and the row with their cash is missing",
            help: "Import the file that has it. Whole days belong together.")
        }
        var leg = LedgerGroup.StockLeg(.writeOff, symbol: units.key)
        (leg.quantity, leg.account) = (-units.change, part.account)
        group.stockLegs = [leg]
      case .payout:
        throw RowError(
          .partWithoutPartner,
          "this is cash for units that leave, and the row of the units is missing",
          help: "Import the file that has it. Whole days belong together.")
      case .proceeds:
        // It is about no sale of units, such as the end of a CFD.
        for leg in group.cashLegs.indices { group.cashLegs[leg].type = .other }
      case .cash, .fx, .moved, nil:
        for leg in group.cashLegs.indices {
          group.cashLegs[leg].type = group.cashLegs[leg].direction == .in ? .deposit : .withdrawal
        }
      case .withheld:
        // It was withheld from a dividend of another day, and lowers or raises that income.
        if group.cashLegs.contains(where: { $0.symbol != nil }) { group.type = .dividend }
      case .fee, .tax: break
      }
      var imported = ImportedGroup(group, account: part.account, rows: [part.row])
      // A transaction may have several parts of a kind, such as two fees.
      if let id = part.nativeID { imported.identity = .shared("\(id)/\(part.joinName)") }
      imported.belongsTo = owner
      if part.part == .proceeds, let identity = part.identity { imported.identity = identity }
      draft.add(imported)
    }
  }

  /// Refuses an exchange of which the files have one side.
  private mutating func checkSides(of parts: [RowEffect]) throws(RowError) {
    if Self.areTwoSides(parts) { return try compareRate(ofExchange: parts) }
    var error = RowError(
      .partWithoutPartner, "this is one side of an exchange, and the other side is missing",
      help: "Import the file that has it. Whole days belong together.")
    error.row = parts.first?.row
    throw error
  }

  /// Adds an exchange, or several of one time: the two rows of each follow each other.
  private mutating func addExchange(of parts: [RowEffect]) throws(RowError) {
    let starts = stride(from: 0, to: parts.count, by: 2)
    let pairs = starts.map { Array(parts[$0..<min($0 + 2, parts.count)]) }
    guard parts.count > 2, pairs.allSatisfy(Self.areTwoSides) else {
      return try addOneExchange(of: parts)
    }
    for pair in pairs { try addOneExchange(of: pair) }
  }

  private static func areTwoSides(_ parts: [RowEffect]) -> Bool {
    let legs = parts.flatMap(\.cashLegs)
    return Set(legs.map(\.direction)).count == 2 && Set(legs.compactMap(\.currency)).count == 2
  }

  private mutating func addOneExchange(of parts: [RowEffect]) throws(RowError) {
    guard let first = parts.first else { return }
    try checkSides(of: parts)
    var group = LedgerGroup(id: "", type: .fxExchange, occurredAt: first.time)
    group.cashLegs = parts.flatMap(\.cashLegs)
    var imported = ImportedGroup(group, account: first.account, rows: parts.map(\.row))
    imported.cashRows = parts.flatMap { part in part.cashLegs.map { _ in part.row } }
    if let id = first.nativeID { imported.identity = .shared("\(id)/fx") }
    draft.add(imported)
  }
}
