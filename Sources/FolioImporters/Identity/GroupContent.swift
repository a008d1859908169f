/// What a group says, as text: for ids and for comparing versions.
enum GroupContent {
  /// What identifies a group of a file, without the number among equal ones.
  ///
  /// An id of the broker alone, or else the account, day, time, types, instruments and amounts.
  /// Names, notes, the file, the row and balances are no part of it, and rows that were joined to
  /// the first one neither: a later file may have a tax that an earlier one lacks.
  static func key(of imported: ImportedGroup, format: String) -> String {
    let owner = "import/" + format + "/" + imported.account
    switch imported.identity {
    case .native(let id), .shared(let id): return NameBasedID.of("id/" + id, in: owner)
    case .own(let id): return id
    case .content:
      return NameBasedID.of(
        bytes(of: imported.first ?? withoutJoinedRows(imported), identityOnly: true), in: owner)
    }
  }

  private static func withoutJoinedRows(_ imported: ImportedGroup) -> LedgerGroup {
    var group = imported.group
    guard group.stockLegs.contains(where: { $0.type == .dividend }), !imported.cashRows.isEmpty
    else { return group }
    for leg in group.stockLegs.indices where group.stockLegs[leg].type == .dividend {
      (group.stockLegs[leg].taxes, group.stockLegs[leg].fees) = (nil, nil)
    }
    group.cashLegs = group.cashLegs.indices
      .filter { imported.cashRow($0) == imported.rows.first }.map { imported.group.cashLegs[$0] }
    return group
  }

  /// A text that differs if anything of a group differs that a figure depends on.
  static func hash(of group: LedgerGroup) -> String {
    let id = NameBasedID.of(bytes(of: group, identityOnly: false), in: "import/hash").utf8
    return String(Substring(id.prefix(8))) + String(Substring(id.suffix(8)))
  }

  /// The hashes that a group of a ledger may have had when it was imported. A ledger keeps a time
  /// without a zone as one in UTC, a day without a time as its first second, and gives a leg
  /// without amounts the currency of its instrument. An import decides which trades are short.
  static func hashes(of group: LedgerGroup) -> Set<String> {
    Set(forms(of: group).map(hash))
  }

  /// The forms that a group of a ledger may have had when it was imported.
  static func forms(of group: LedgerGroup) -> [LedgerGroup] {
    let written = group.occurredAt.description
    let local = written.hasSuffix("Z") ? try? Timestamp(String(written.dropLast())) : nil
    let day = Timestamp(group.day)
    let times = [group.occurredAt, local, group.occurredAt == day ? day : nil].compactMap { $0 }
    var forms = [group, group.withoutImpliedCurrencies]
    if group.stockLegs.contains(where: { [.shortSell, .cover].contains($0.type) }) {
      forms += [(.sell, .buy), (.shortSell, .cover)].map(group.withoutDividedTrades)
    }
    return forms.flatMap { form in
      times.map { time in
        var form = form
        form.occurredAt = time
        return form
      }
    }
  }

  private static func bytes(of group: LedgerGroup, identityOnly: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    write(group, identityOnly: identityOnly, to: &bytes)
    return bytes
  }

  private static func write(
    _ group: LedgerGroup, identityOnly: Bool, to bytes: inout [UInt8]
  ) {
    group.occurredAt.write(into: &bytes)
    bytes.append(UInt8(group.occurredAt.form.rawValue) &+ 0x41)
    text(group.type?.rawValue, &bytes)
    if !identityOnly { text(group.status.rawValue, &bytes) }
    for leg in group.stockLegs { write(leg, identityOnly: identityOnly, to: &bytes) }
    for leg in group.cashLegs {
      bytes.append(0x24)
      text(leg.account, &bytes)
      text(leg.type.rawValue, &bytes)
      text(leg.direction.rawValue, &bytes)
      number(leg.amount, &bytes)
      text(leg.symbol, &bytes)
    }
  }

  private static func write(
    _ leg: LedgerGroup.StockLeg, identityOnly: Bool, to bytes: inout [UInt8]
  ) {
    bytes.append(0x23)
    text(leg.type.rawValue, &bytes)
    text(leg.symbol, &bytes)
    text(leg.account, &bytes)
    text(leg.newSymbol, &bytes)
    number(leg.quantity, &bytes)
    number(leg.price, &bytes)
    number(leg.gross, &bytes)
    number(leg.fees, &bytes)
    number(leg.taxes, &bytes)
    number(leg.accruedInterest, &bytes)
    text(leg.currency?.code, &bytes)
    if identityOnly { return }
    number(leg.ratio?.new, &bytes)
    number(leg.ratio?.old, &bytes)
    number(leg.basisFraction, &bytes)
    number(leg.cashInLieu, &bytes)
    number(leg.fxRate, &bytes)
    text(leg.tradeDay?.description, &bytes)
    text(leg.settlementDay?.description, &bytes)
    text(leg.costDirection?.rawValue, &bytes)
    text(leg.recipient?.rawValue, &bytes)
    for lot in leg.lots {
      text(lot.groupID, &bytes)
      text(lot.acquired?.description, &bytes)
      number(lot.quantity, &bytes)
      number(lot.costBasis, &bytes)
    }
  }

  private static func text(_ text: String?, _ bytes: inout [UInt8]) {
    if let text { bytes.append(contentsOf: text.utf8) }
    bytes.append(0x1F)
  }

  private static func number(_ number: ExactDecimal?, _ bytes: inout [UInt8]) {
    if let number { number.normalized().write(into: &bytes) }
    bytes.append(0x1F)
  }
}

extension LedgerGroup {
  /// The group without the currencies of legs that have no amount.
  var withoutImpliedCurrencies: LedgerGroup {
    var group = self
    for place in group.stockLegs.indices where !group.stockLegs[place].hasAmount {
      group.stockLegs[place].currency = nil
    }
    return group
  }
}

extension LedgerGroup {
  /// The group with one leg for each trade that an import has divided (`decideShortTrades`), and
  /// with these types for all trades of its direction.
  fileprivate func withoutDividedTrades(_ sale: TradeType, _ purchase: TradeType) -> LedgerGroup {
    var group = self
    group.stockLegs = []
    for var leg in stockLegs {
      guard leg.type.isTrade else {
        group.stockLegs.append(leg)
        continue
      }
      let divided: [TradeType] = [leg.type, leg.type.isPurchase ? .cover : .sell]
      leg.type = leg.type.isPurchase ? purchase : sale
      let last = group.stockLegs.count - 1
      if divided[0] != divided[1], last >= 0, group.stockLegs[last].type == leg.type,
        group.stockLegs[last].symbol == leg.symbol, group.stockLegs[last].account == leg.account,
        let whole = try? group.stockLegs[last].joined(with: leg)
      {
        group.stockLegs[last] = whole
      } else {
        group.stockLegs.append(leg)
      }
    }
    return group
  }
}

extension LedgerGroup.StockLeg {
  /// The leg with the units and amounts of another one.
  fileprivate func joined(with other: Self) throws(ArithmeticFault) -> Self {
    var whole = self
    for amount in [\Self.quantity, \.gross, \.fees, \.taxes, \.accruedInterest] {
      guard let rest = other[keyPath: amount] else { continue }
      whole[keyPath: amount] = try ExactDecimal.sum(ofGiven: self[keyPath: amount], rest)
    }
    return whole
  }

  fileprivate var hasAmount: Bool {
    let amounts = [price, gross, fees, taxes, accruedInterest, cashInLieu] + lots.map(\.costBasis)
    return amounts.contains { $0 != nil }
  }
}
