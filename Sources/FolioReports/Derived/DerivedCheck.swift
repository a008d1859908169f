import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers
import FolioValuation

/// Holds the derived rows of a ledger, `portfolio_positions` and `portfolio_holdings`, against what
/// the ledger says itself.
///
/// The rows of one table and day are a snapshot: each of them must be one position of that day,
/// and each position must be among them. Rows without a day are of the ledger's last.
public struct DerivedCheck {
  private struct Snapshot {
    var table: LedgerTable
    var day: Day?
    var rows: [StoredPosition]
  }

  private let ledger: Ledger
  private let options: BookingOptions
  private let prices: PriceBook
  private var findings: [Diagnostic] = []

  /// A check of the derived rows of a ledger that is booked with these options.
  public init(of ledger: Ledger, _ options: BookingOptions) {
    self.ledger = ledger
    var lean = options
    lean.keepsPostings = false
    lean.keepsDisposals = false
    self.options = lean
    prices = PriceBook(ledger)
  }

  /// Every difference between the rows and what is computed, by column; empty where they agree.
  /// - Throws: the faults of booking, or an `ArithmeticFault` where a sum needs more digits than an
  ///   exact number has.
  public func differences(in rows: [DerivedRow]) throws -> [Diagnostic] {
    var check = self
    let snapshots = check.snapshots(of: rows)
    var computed: [Day: [PositionValue]] = [:]
    let days = Set(snapshots.compactMap { day(of: $0) })
    try BookedLedger.forEachDay(days, of: ledger, options) { day, books in
      computed[day] = try ValuedLedger(books, prices: prices).positions()
    }
    for snapshot in snapshots {
      check.compare(snapshot, day(of: snapshot).flatMap { computed[$0] } ?? [])
    }
    return check.findings
  }

  /// The columns of stored rows that nothing is computed for, by table: `name, sector`.
  public static func columnsLeftOut(
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
    struct Key: Hashable {
      var table: LedgerTable
      var day: Day?
    }
    let names = StoredNames(ledger.tables)
    var numbers: [Key: Int] = [:]
    var snapshots: [Snapshot] = []
    for row in rows {
      do throws(Diagnostic) {
        let stored = try StoredPosition(row, names)
        let key = Key(table: row.table, day: stored.day ?? options.asOf ?? ledger.lastDay)
        let number = numbers[key] ?? snapshots.count
        if number == snapshots.count {
          snapshots.append(Snapshot(table: row.table, day: stored.day, rows: []))
          numbers[key] = number
        }
        snapshots[number].rows.append(stored)
      } catch {
        findings.append(error)
      }
    }
    return snapshots
  }

  private mutating func compare(_ snapshot: Snapshot, _ positions: [PositionValue]) {
    var left: [InstrumentIndex: [PositionValue]] = [:]
    for position in positions { left[position.instrument, default: []].append(position) }
    let held = Set(left.keys)
    for row in snapshot.rows {
      let matched = row.instrument.flatMap { take(row, from: &left[$0, default: []]) }
      if let matched {
        compare(row, matched)
      } else if !row.isEmpty {
        let isHeld = row.instrument.map(held.contains) ?? false
        findings.append(.storedTooMuch(row, isHeld: isHeld, day(of: snapshot)))
      }
    }
    guard let first = snapshot.rows.first else { return }
    for position in positions where left[position.instrument]?.isEmpty == false {
      left[position.instrument]?.removeFirst()
      findings.append(
        .storedTooLittle(position, day(of: snapshot), ledger.tables, at: first.row))
    }
  }

  /// The position that a row is about: the one in its currency, else the first of its instrument.
  private func take(
    _ row: StoredPosition, from left: inout [PositionValue]
  ) -> PositionValue? {
    let tables = ledger.tables
    let found =
      left.firstIndex { tables.currency($0.currency) == row.currency && row.currency != nil }
      ?? left.indices.first
    return found.map { left.remove(at: $0) }
  }

  private func day(of snapshot: Snapshot) -> Day? {
    snapshot.day ?? options.asOf ?? ledger.lastDay
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
      // Amounts in another currency are not to be compared.
      guard let value = row.values[figure], figure == .quantity || !isOther else { continue }
      let places = figure.places(of: value.number, currency)
      guard let exact = position.figure(figure, places: places) else { continue }
      if exact.half == value.number || exact.halfUp == value.number { continue }
      findings.append(
        .storedDiffers(row, value.key, "\(value.number)", "\(exact.half.normalized())"))
    }
  }
}

extension StoredPosition.Figure {
  /// How many places a stored number is taken to be rounded to: its own, unless they are so few
  /// that zeros at the end were left out.
  fileprivate func places(of stored: ExactDecimal, _ currency: Currency?) -> Int {
    if self == .quantity { return stored.places < 4 ? 8 : stored.places }
    return max(stored.places, currency?.minorUnits ?? 2)
  }
}

extension PositionValue {
  /// A figure rounded to some places in the two ways that programs use; nil where it is not known.
  fileprivate func figure(
    _ figure: StoredPosition.Figure, places: Int
  ) -> (half: ExactDecimal, halfUp: ExactDecimal)? {
    let exact: ExactDecimal? =
      switch figure {
      case .quantity: quantity
      case .cost: cost
      case .marketValue: marketValue
      case .averageCost: nil
      }
    if let exact {
      return (exact.rounded(toPlaces: places, .halfEven), exact.rounded(toPlaces: places, .halfUp))
    }
    guard figure == .averageCost,
      let half = try? cost.divided(by: quantity, places: places, rounding: .halfEven),
      let halfUp = try? cost.divided(by: quantity, places: places, rounding: .halfUp)
    else { return nil }
    return (half, halfUp)
  }
}
