import FolioDiagnostics
import FolioNumbers

// An account or an instrument may be in several files, or be added to a store again. If its rows
// do not contradict each other, they count as one. Groups are never merged.
extension LedgerChecker {
  /// Merges the instruments with one symbol or one id, unless two of their columns differ.
  mutating func mergeRepeatedInstruments() {
    var (symbols, ids) = (IdentifierIndex(), IdentifierIndex())
    var merged = MergedRows<Instrument>()
    for row in tables.instruments {
      let known = [
        row.symbol.isNone ? nil : symbols[row.symbol], row.stockID.isNone ? nil : ids[row.stockID],
      ]
      let number = merge(row, into: &merged, Set(known.compactMap { $0 }))
      if !row.symbol.isNone { _ = symbols.insert(row.symbol, number) }
      if !row.stockID.isNone { _ = ids.insert(row.stockID, number) }
    }
    tables.instruments = merged.rows
    tables.moveColumns(of: .stocks, to: merged.numbers)
  }

  /// Merges the cash accounts with one id, unless two of their columns differ.
  mutating func mergeRepeatedAccounts() {
    var ids = IdentifierIndex()
    var merged = MergedRows<CashAccount>()
    for row in tables.cashAccounts {
      let number = merge(row, into: &merged, Set([ids[row.id]].compactMap { $0 }))
      _ = ids.insert(row.id, number)
    }
    tables.cashAccounts = merged.rows
    tables.moveColumns(of: .cashAccounts, to: merged.numbers)
  }

  /// Adds a row, or merges it with the only earlier row that has one of its names.
  /// - Returns: the number of the row.
  private func merge<Row: RepeatableRow>(
    _ row: Row, into merged: inout MergedRows<Row>, _ known: Set<UInt32>
  ) -> UInt32 {
    var number = UInt32(truncatingIfNeeded: merged.rows.count)
    if known.count == 1, let earlier = known.first {
      let first = merged.rows[Int(earlier)]
      let isSound = !isFaulty(first.position) && !isFaulty(row.position)
      if isSound, first.columnThatDiffers(from: row) == nil { number = earlier }
    }
    if Int(number) == merged.rows.count {
      merged.rows.append(row)
    } else {
      merged.rows[Int(number)].complete(from: row)
    }
    merged.numbers.append(number)
    return number
  }
}

/// Rows of which some may have been merged, and the new number of each earlier row.
private struct MergedRows<Row> {
  var rows: [Row] = []
  var numbers: [UInt32] = []
}

/// A row that may occur several times in a ledger.
protocol RepeatableRow {
  var position: SourcePosition { get }

  /// The first column to which two rows give different values; nil if there is none. A column that
  /// is left out differs from none, unless leaving it out has a meaning.
  func columnThatDiffers(from other: Self) -> String?
  /// Fills in the columns that are left out.
  mutating func complete(from other: Self)
}

extension CashAccount: RepeatableRow {
  func columnThatDiffers(from other: CashAccount) -> String? {
    if currency != other.currency { return "currency" }
    return name.differs(from: other.name) ? "name" : nil
  }

  mutating func complete(from other: CashAccount) {
    if name.isEmpty { name = other.name }
  }
}

extension Instrument: RepeatableRow {
  func columnThatDiffers(from other: Instrument) -> String? {
    if !symbol.isNone, !other.symbol.isNone, symbol != other.symbol { return "symbol" }
    if !stockID.isNone, !other.stockID.isNone, stockID != other.stockID { return "id" }
    if let currency, let given = other.currency, currency != given { return "currency" }
    if (multiplier ?? .one) != (other.multiplier ?? .one) { return "multiplier" }
    if (priceFactor ?? .one) != (other.priceFactor ?? .one) { return "price_factor" }
    if name.differs(from: other.name) { return "name" }
    if market.differs(from: other.market) { return "market" }
    if kind.differs(from: other.kind) { return "kind" }
    return isin.differs(from: other.isin) ? "isin" : nil
  }

  mutating func complete(from other: Instrument) {
    if symbol.isNone { symbol = other.symbol }
    if stockID.isNone { stockID = other.stockID }
    if name.isEmpty { name = other.name }
    if market.isEmpty { market = other.market }
    if kind.isEmpty { kind = other.kind }
    if isin.isEmpty { isin = other.isin }
    // No figure depends on the source, so a later row may name another one.
    if !other.priceSource.isEmpty { priceSource = other.priceSource }
    currency = currency ?? other.currency
    multiplier = multiplier ?? other.multiplier
    priceFactor = priceFactor ?? other.priceFactor
  }
}

extension String {
  fileprivate func differs(from other: String) -> Bool {
    !isEmpty && !other.isEmpty && self != other
  }
}

extension LedgerTables {
  /// Drops rows of a table, and the columns kept for them.
  package mutating func drop<Row>(
    _ isDropped: [Bool], of table: LedgerTable, _ rows: WritableKeyPath<LedgerTables, [Row]>
  ) {
    guard isDropped.contains(true) else { return }
    var numbers: [UInt32] = []
    var count: UInt32 = 0
    for isDropped in isDropped {
      numbers.append(isDropped ? .missing : count)
      if !isDropped { count += 1 }
    }
    self[keyPath: rows] = zip(self[keyPath: rows], isDropped).filter { !$0.1 }.map(\.0)
    moveColumns(of: table, to: numbers)
  }

  /// Gives the columns kept for the rows of a table the new numbers of these rows. Columns of rows
  /// whose new number is `missing` are dropped.
  package mutating func moveColumns(of table: LedgerTable, to numbers: [UInt32]) {
    for index in kept.indices where kept[index].table == table {
      let row = Int(kept[index].row)
      kept[index].row = numbers.indices.contains(row) ? numbers[row] : .missing
    }
    kept.removeAll { $0.table == table && $0.row == .missing }
  }
}
