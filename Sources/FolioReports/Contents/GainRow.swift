/// A realized gain: a disposal of units, or foreign cash that was spent.
struct GainRow: Sendable {
  let disposal: Disposal
  /// The index in `BookedLedger.disposals`, or `nil` for foreign cash.
  fileprivate(set) var number: Int?
  /// The cash account, for foreign cash.
  fileprivate(set) var cashAccount: CashAccountIndex?

  /// Returns the symbol of the instrument, or the code of the currency.
  func symbol(in tables: LedgerTables) -> String {
    cashAccount == nil
      ? tables.symbol(disposal.instrument) : tables.currencies[disposal.currency].code
  }

  /// Returns the securities account or the cash account. Empty for the unnamed account.
  func account(in tables: LedgerTables) -> String {
    cashAccount.map { tables.text(tables.cashAccounts[Int($0)].id) }
      ?? tables.securitiesAccount(disposal.account)
  }

  /// Returns the groups whose lots took over the deferred loss, without duplicates, or the symbol
  /// if the pool did. `nil` if no loss is deferred.
  func replacements(in booked: BookedLedger) -> String? {
    guard let number, !disposal.disallowedBase.isZero else { return nil }
    return booked.replacements(of: number).joined(separator: ",")
  }
}

/// The selected gains, in order of booking. If all disposals are selected, no indices are stored.
struct GainRows: Sendable, RandomAccessCollection {
  private let disposals: Disposals
  private var cash: [CurrencyGain] = []
  /// The index of each row, first among the disposals and then among the gains on cash. `nil` if
  /// the rows are exactly the disposals.
  private var places: [UInt32]?

  /// Creates the rows for disposals only.
  init(_ booked: BookedLedger, _ selection: Selection) {
    disposals = booked.disposals
    if selection == Selection() { return }
    let selector = ResolvedSelection(selection, booked.ledger.tables)
    places = disposals.enumerated().lazy.filter { selector.includes($0.element) }.map {
      UInt32(truncatingIfNeeded: $0.offset)
    }
  }

  /// Creates the rows for disposals and gains on foreign cash. Within a group, disposals come
  /// first.
  init(_ booked: BookedLedger, _ books: CurrencyBooks, _ selection: Selection) {
    self.init(booked, selection)
    let ledger = booked.ledger
    let selector = ResolvedSelection(selection, ledger.tables)
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
      return GainRow(disposal: disposals[place], number: place)
    }
    let gain = cash[place - disposals.count]
    return GainRow(disposal: gain.disposal, cashAccount: gain.account)
  }
}

extension BookedLedger {
  /// The groups that took the deferred loss of a disposal; the symbol for the pool.
  func replacements(of number: Int) -> [String] {
    var seen: Set<GroupIndex> = []
    return deferredLosses(of: number).map(\.replacement).filter { seen.insert($0).inserted }.map {
      $0 == .missing ? ledger.tables.symbol(disposals[number].instrument) : ledger.id(of: $0)
    }
  }
}
