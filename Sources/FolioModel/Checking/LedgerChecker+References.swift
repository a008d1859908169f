// Names become numbers: symbols and stock ids of legs and prices to instruments, account ids to
// cash accounts.
extension LedgerChecker {
  mutating func registerInstruments() {
    for index in tables.instruments.indices where !register(index) {
      // An instrument is there twice, which is rare.
      mergeRepeatedInstruments()
      resolver = InstrumentResolver()
      return reportRepeatedInstruments()
    }
  }

  mutating func resolveStockLegs() {
    let others = Self.resolvePlainly(&tables.stockLegs, &resolver, draft.stockNames)
    for index in others {
      let leg = tables.stockLegs[index]
      let found = resolve(leg.instrument, leg.stockReference, leg.position)
      tables.stockLegs[index].instrument = found
    }
  }

  /// Gives the legs whose names agree their instrument.
  /// - Returns: the others, to be looked into.
  private static func resolvePlainly(
    _ legs: inout [StockLeg], _ resolver: inout InstrumentResolver,
    _ stocks: NumberedNames
  ) -> [Int] {
    legs.withMutableSpan { legs in
      var others: [Int] = []
      for index in legs.indices {
        let (symbol, stock) = (legs[index].instrument, legs[index].stockReference)
        let found = resolver.instrument(symbol: symbol)
        if found != .missing,
          stock == .missing || resolver.instrument(stock: stock, of: stocks) == found
        {
          legs[index].instrument = found
        } else {
          others.append(index)
        }
      }
      return others
    }
  }

  mutating func resolvePrices() {
    for index in tables.prices.indices {
      let price = tables.prices[index]
      let found = resolve(price.instrument, price.stockReference, price.position)
      tables.prices[index].instrument = found
    }
    for index in tables.sharedPrices.indices {
      let prices = tables.sharedPrices[index]
      let position = prices.first?.position ?? .none
      tables.sharedPrices[index].instrument = resolve(
        prices.instrument, prices.stockReference, position)
    }
  }

  /// - Returns: false if its symbol or its id is taken.
  private mutating func register(_ index: Int) -> Bool {
    let row = tables.instruments[index]
    let number = InstrumentIndex(index)
    return (row.symbol.isNone || resolver.register(symbol: row.symbol, number) == nil)
      && (row.stockID.isNone || resolver.register(stockID: row.stockID, number) == nil)
  }

  /// Registers the instruments, and reports those whose symbol or id is taken.
  private mutating func reportRepeatedInstruments() {
    for (index, row) in tables.instruments.enumerated() {
      let number = InstrumentIndex(index)
      if !row.symbol.isNone, let earlier = resolver.register(symbol: row.symbol, number) {
        fault(duplicateInstrument(row, "symbol", row.symbol, earlier))
      }
      if !row.stockID.isNone, let earlier = resolver.register(stockID: row.stockID, number) {
        fault(duplicateInstrument(row, "id", row.stockID, earlier))
      }
    }
  }

  /// A master row that gives its id alone has the symbol that a leg names beside that id.
  mutating func learnSymbols() {
    guard tables.instruments.contains(where: \.symbol.isNone) else { return }
    for leg in tables.stockLegs where leg.stockReference != .missing {
      let row = resolver.instrument(stock: leg.stockReference, of: draft.stockNames)
      guard leg.instrument != .missing, row != .missing,
        tables.instruments[Int(row)].symbol.isNone
      else { continue }
      let symbol = draft.symbolNames.all[Int(leg.instrument)]
      if resolver.register(symbol: symbol, row) == nil {
        tables.instruments[Int(row)].symbol = symbol
      }
    }
  }

  /// A leg that names both a symbol and a stock id shows that they belong together, also for rows
  /// that name only one of them.
  mutating func learnStockIDs() {
    guard resolver.hasUnknownStockIDs(draft.stockNames.all) else { return }
    for leg in tables.stockLegs where leg.stockReference != .missing {
      if leg.instrument == .missing { continue }
      let id = draft.stockNames.all[Int(leg.stockReference)]
      if let instrument = resolver.learn(symbol: leg.instrument, stock: id) {
        tables.instruments[Int(instrument)].stockID = id
      }
    }
  }

  mutating func resolve(
    _ symbol: InstrumentIndex, _ stock: UInt32, _ position: SourcePosition
  ) -> InstrumentIndex {
    let bySymbol = resolver.instrument(symbol: symbol)
    if stock == .missing {
      if bySymbol == .missing && !isFaulty(position) { fault(unknownStockID(.none, at: position)) }
      return bySymbol
    }
    let byStock = resolver.instrument(stock: stock, of: draft.stockNames)
    let id = draft.stockNames.all[Int(stock)]
    if bySymbol == .missing && byStock == .missing {
      reference(unknownStockID(id, at: position))
      return .missing
    }
    if bySymbol == .missing { return byStock }
    if byStock != .missing && byStock != bySymbol {
      fault(contradictoryInstrument(bySymbol, id, byStock, at: position))
    }
    return bySymbol
  }

  mutating func resolveNewSymbols() {
    for index in tables.details.indices where !tables.details[index].newSymbol.isNone {
      tables.details[index].newInstrument = resolver.instrument(
        named: tables.details[index].newSymbol, &tables)
    }
  }

  /// Indexes the cash accounts by id; two that differ are a fault.
  mutating func indexAccounts() {
    let repeated = indexNewAccounts()
    if repeated.isEmpty { return }
    mergeRepeatedAccounts()
    for (account, earlier) in indexNewAccounts() {
      let first = tables.cashAccounts[Int(earlier)]
      let column = first.columnThatDiffers(from: account)
      fault(duplicateID("cash account", account.id, at: account.position, differing: column))
    }
  }

  /// - Returns: the accounts whose id is taken, each with the number of the earlier one.
  private mutating func indexNewAccounts() -> [(CashAccount, UInt32)] {
    accountIndex = IdentifierIndex(capacity: tables.cashAccounts.count)
    return tables.cashAccounts.enumerated().compactMap { number, account in
      accountIndex.insert(account.id, UInt32(number)).map { (account, $0) }
    }
  }

  /// Gives each cash leg its account.
  mutating func resolveCashLegs() {
    for name in draft.accountNames.all[accounts.count...] {
      accounts.append(CashAccountIndex(rawValue: accountIndex[name] ?? .missing))
    }
    let (table, accounts) = (tables.cashAccounts, accounts)
    let others = tables.cashLegs.withMutableSpan { Self.resolvePlainly(&$0, table, accounts) }
    for leg in others { resolveAccount(of: leg) }
  }

  /// Gives the legs that are in the currency of their account that account, if they name no
  /// instrument.
  /// - Returns: the others, to be looked into.
  private static func resolvePlainly(
    _ legs: inout MutableSpan<CashLeg>, _ table: [CashAccount], _ accounts: [CashAccountIndex]
  ) -> [Int] {
    var others: [Int] = []
    for index in legs.indices {
      let name = Int(legs[index].account)
      let account = name < accounts.count ? accounts[name] : .missing
      if account != .missing, legs[index].currency != missingCurrency,
        legs[index].currency == table[Int(account)].currency,
        legs[index].instrument == .missing, legs[index].stockReference == .missing
      {
        legs[index].account = account
      } else {
        others.append(index)
      }
    }
    return others
  }

  private mutating func resolveAccount(of index: Int) {
    let leg = tables.cashLegs[index]
    if leg.instrument != .missing || leg.stockReference != .missing {
      namesInstrumentsInCash = true
      tables.cashLegs[index].instrument = resolve(
        leg.instrument, leg.stockReference, leg.position)
    }
    // A draft that a program made may name an account that is not there at all.
    let isNamed = Int(leg.account) < accounts.count
    let account = isNamed ? accounts[Int(leg.account)] : .missing
    guard account != .missing else {
      if isFaulty(leg.position) { return }
      let name = isNamed ? draft.accountNames.all[Int(leg.account)] : .none
      return reference(unknownAccount(name, at: leg.position))
    }
    let currency = tables.cashAccounts[Int(account)].currency
    tables.cashLegs[index].account = account
    // If the row of the account is at fault, the leg cannot be checked.
    if currency == missingCurrency {
      faulty.insert(leg.position)
    } else if leg.currency == missingCurrency {
      tables.cashLegs[index].currency = currency
    } else if leg.currency != currency {
      fault(
        accountCurrency(
          tables.cashAccounts[Int(account)], leg.currency, "leg", at: leg.position))
    }
  }
}
