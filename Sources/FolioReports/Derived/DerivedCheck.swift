/// Compares the derived rows of a ledger, `portfolio_positions` and `portfolio_holdings`, with
/// positions computed from the transactions.
///
/// The rows of one table and day are a snapshot, which must have exactly one row for each position
/// of that day. Rows without a day belong to the last day of the ledger.
public struct DerivedCheck {
  private struct Snapshot {
    var table: LedgerTable
    var day: Day?
    var rows: [StoredPosition] = []
  }

  private let ledger: Ledger
  private let options: BookingOptions
  private let prices: PriceBook
  private var findings: [Diagnostic] = []

  /// Creates a check of a ledger. It books the ledger with these options.
  public init(of ledger: Ledger, _ options: BookingOptions) {
    self.ledger = ledger
    var lean = options
    lean.keepsPostings = false
    lean.keepsDisposals = false
    // Stored figures are those of the books, as stores keep them.
    lean.dropTaxRules()
    self.options = lean
    prices = PriceBook(ledger)
  }

  /// Returns all differences between the rows and the computed positions, by column.
  /// - Throws: The faults of booking, or an `ArithmeticFault` if a sum exceeds the precision of
  ///   `ExactDecimal`.
  public func differences(in rows: [DerivedRow]) throws -> [Diagnostic] {
    var check = self
    let snapshots = check.snapshots(of: rows)
    var computed: [Day: [PositionValue]] = [:]
    let days = Set(snapshots.compactMap(\.day))
    try BookedLedger.forEachDay(days, of: ledger, options) { day, books in
      computed[day] = try ValuedLedger(books, prices: prices).positions()
    }
    for snapshot in snapshots {
      check.compare(snapshot, snapshot.day.flatMap { computed[$0] } ?? [])
    }
    return check.findings
  }

  /// Returns the columns of derived rows that are not checked, by table: `name, sector`.
  package static func columnsLeftOut(
    of rows: [DerivedRow]
  ) -> [(table: LedgerTable, columns: [String])] {
    let read = Set(
      ["id", "user_id", "symbol", "stock_id", "currency"] + StoredPosition.dayKeys
        + StoredPosition.Figure.allCases.flatMap(\.keys))
    var left: [LedgerTable: Set<String>] = [:]
    for row in rows {
      for column in row.columns where !read.contains(column.key) {
        left[row.table, default: []].insert(column.key)
      }
    }
    return left.map { ($0.key, $0.value.sorted()) }
      .sorted { $0.table.rawValue < $1.table.rawValue }
  }

  private mutating func snapshots(of rows: [DerivedRow]) -> [Snapshot] {
    let names = StoredNames(ledger.tables)
    var numbers: [LedgerTable: [Day?: Int]] = [:]
    var snapshots: [Snapshot] = []
    for row in rows {
      do throws(Diagnostic) {
        let stored = try StoredPosition(row, names)
        let day = stored.day ?? options.asOf ?? ledger.lastDay
        let number = numbers[row.table]?[day] ?? snapshots.count
        if number == snapshots.count {
          snapshots.append(Snapshot(table: row.table, day: day))
          numbers[row.table, default: [:]][day] = number
        }
        snapshots[number].rows.append(stored)
      } catch {
        findings.append(error)
      }
    }
    return snapshots
  }

  private mutating func compare(_ snapshot: Snapshot, _ positions: [PositionValue]) {
    var left = Dictionary(grouping: positions, by: \.instrument)
    let held = Set(left.keys)
    for row in snapshot.rows {
      let matched = row.instrument.flatMap { take(row, from: &left[$0, default: []]) }
      if let matched {
        compare(row, matched)
      } else if !row.isEmpty {
        let isHeld = row.instrument.map(held.contains) ?? false
        findings.append(.storedTooMuch(row, isHeld: isHeld, snapshot.day))
      }
    }
    guard let first = snapshot.rows.first else { return }
    for position in positions where left[position.instrument]?.isEmpty == false {
      left[position.instrument]?.removeFirst()
      findings.append(.storedTooLittle(position, snapshot.day, ledger.tables, at: first.row))
    }
  }

  /// Returns the position that a row describes: the one in its currency, or otherwise the first one
  /// of its instrument.
  private func take(
    _ row: StoredPosition, from left: inout [PositionValue]
  ) -> PositionValue? {
    let tables = ledger.tables
    let found =
      left.firstIndex { tables.currency($0.currency) == row.currency && row.currency != nil }
      ?? left.indices.first
    return found.map { left.remove(at: $0) }
  }

  private mutating func compare(_ row: StoredPosition, _ position: PositionValue) {
    let tables = ledger.tables
    let currency = tables.currency(position.currency)
    let isOther = row.currency != nil && row.currency != currency
    if isOther, let stored = row.currency {
      findings.append(
        .storedDiffers(row, "currency", stored.code, currency?.code ?? "none"))
    }
    for figure in StoredPosition.Figure.allCases {
      // Amounts in different currencies are not comparable.
      guard let (key, stored) = row.values[figure], figure == .quantity || !isOther else {
        continue
      }
      let places = figure.places(of: stored, currency)
      // Other programs may round half-even or half-up.
      guard let exact = position.figure(figure, places, .halfEven),
        let other = position.figure(figure, places, .halfUp)
      else { continue }
      if exact == stored || other == stored { continue }
      findings.append(.storedDiffers(row, key, "\(stored)", "\(exact.normalized())"))
    }
  }
}

extension StoredPosition.Figure {
  /// Returns the number of decimal places to which a stored number was presumably rounded. If it
  /// has only a few, trailing zeros may have been dropped.
  fileprivate func places(of stored: ExactDecimal, _ currency: Currency?) -> Int {
    if self == .quantity { return stored.places < 4 ? 8 : stored.places }
    return max(stored.places, currency?.minorUnits ?? 2)
  }
}

extension PositionValue {
  /// Returns a figure rounded to some decimal places, or `nil` if it is unknown.
  fileprivate func figure(
    _ figure: StoredPosition.Figure, _ places: Int, _ rule: RoundingRule
  ) -> ExactDecimal? {
    switch figure {
    case .quantity: quantity.rounded(toPlaces: places, rule)
    case .averageCost: try? cost.divided(by: quantity, places: places, rounding: rule)
    case .cost: cost.rounded(toPlaces: places, rule)
    case .marketValue: marketValue?.rounded(toPlaces: places, rule)
    }
  }
}
