import FolioBooking
import FolioModel
import FolioNumbers

/// What a row of the gains is about: a disposal of units, or foreign cash that was spent.
struct GainRow: Sendable {
  let disposal: Disposal
  fileprivate let source: Source

  fileprivate enum Source: Sendable {
    /// A place in `BookedLedger.disposals`.
    case securities(Int)
    case cash(CashAccountIndex)
  }

  /// The symbol of the instrument, or the code of the currency.
  func symbol(in tables: LedgerTables) -> String {
    switch source {
    case .securities: tables.symbol(disposal.instrument)
    case .cash: tables.currencies[disposal.currency].code
    }
  }

  /// The securities account, or the cash account; empty for the nameless one.
  func account(in tables: LedgerTables) -> String {
    switch source {
    case .securities: tables.securitiesAccount(disposal.account)
    case .cash(let account): tables.text(tables.cashAccounts[Int(account)].id)
    }
  }

  /// Where a loss was deferred to; nil for foreign cash.
  func replacements(in booked: BookedLedger) -> String? {
    guard !disposal.disallowedBase.isZero, case .securities(let place) = source else { return nil }
    return booked.ledger.tables.replacements(booked.deferredLosses(of: place), of: disposal)
  }
}

/// The rows of a selection of the gains, in order of booking. Nothing is kept of them where they
/// are all the disposals there are, and else their places.
struct GainRows: Sendable, RandomAccessCollection {
  private let disposals: Disposals
  private var cash: [CurrencyGain] = []
  /// Of each row its place among the disposals, and behind these among the gains on cash; nil
  /// where the rows are the disposals.
  private var places: [UInt32]?

  /// The disposals.
  init(_ booked: BookedLedger, _ selection: Selection) {
    disposals = booked.disposals
    if selection == Selection() { return }
    let selector = Selector(selection, booked.ledger.tables)
    places = disposals.enumerated().lazy.filter { selector.includes($0.element) }.map {
      UInt32(truncatingIfNeeded: $0.offset)
    }
  }

  /// The disposals and the gains on foreign cash; of one group the units come first.
  init(_ booked: BookedLedger, _ books: CurrencyBooks, _ selection: Selection) {
    self.init(booked, selection)
    let ledger = booked.ledger
    let selector = Selector(selection, ledger.tables)
    cash = books.gains.filter { selector.includes($0, ledger.tables) }
    if cash.isEmpty { return }
    var order = Array(repeating: 0, count: ledger.tables.groups.count)
    for place in order.indices { order[Int(ledger.group(at: place))] = place }
    var merged: [UInt32] = []
    merged.reserveCapacity(count)
    var next = 0
    for place in places ?? disposals.indices.map({ UInt32(truncatingIfNeeded: $0) }) {
      let booking = order[Int(disposals[Int(place)].group)]
      while next < cash.count, order[Int(cash[next].disposal.group)] < booking {
        merged.append(placeOfCash(next))
        next += 1
      }
      merged.append(place)
    }
    places = merged + (next..<cash.count).map(placeOfCash)
  }

  private func placeOfCash(_ number: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: disposals.count + number)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { places?.count ?? disposals.count }

  subscript(number: Int) -> GainRow {
    let place = places.map { Int($0[number]) } ?? number
    if place < disposals.count {
      return GainRow(disposal: disposals[place], source: .securities(place))
    }
    let gain = cash[place - disposals.count]
    return GainRow(disposal: gain.disposal, source: .cash(gain.account))
  }
}
