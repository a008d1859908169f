import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

/// A ledger after booking, as tests look at it.
struct Booked {
  let result: BookedLedger

  init(_ builder: LedgerBuilder, _ change: (inout BookingOptions) -> Void = { _ in }) throws {
    var options = BookingOptions()
    change(&options)
    let ledger = try builder.ledger()
    do {
      result = try BookedLedger(booking: ledger, options)
    } catch {
      Issue.record("\(error.text())")
      throw error
    }
  }

  init(_ result: BookedLedger) { self.result = result }

  var tables: LedgerTables { result.ledger.tables }

  /// The open lots as `symbol account day quantity cost costBase`.
  var lots: [String] {
    result.lots.map { lot in
      let base = lot.hasBase ? text(lot.costBase) : "none"
      return [
        (lot.isShort ? "-" : "") + tables.symbol(lot.instrument), account(lot.account),
        lot.acquired.description, text(lot.quantity), text(lot.cost), base,
      ].joined(separator: " ")
    }
  }

  /// The gains as `symbol acquired quantity proceeds cost`.
  var gains: [String] {
    result.disposals.map { row in
      [
        tables.symbol(row.instrument), row.acquired?.description ?? "-", text(row.quantity),
        text(row.proceeds), text(row.cost),
      ].joined(separator: " ")
    }
  }

  /// The gains in base as `proceeds cost price currency`, or `none`.
  var baseGains: [String] {
    result.disposals.map { row in
      guard row.hasBase else { return "none" }
      let effect = row.proceedsBase - row.costBase - row.priceEffectBase
      return [row.proceedsBase, row.costBase, row.priceEffectBase, effect].map(text)
        .joined(separator: " ")
    }
  }

  /// What an account of the journal holds, in one currency.
  func balance(_ account: String, _ currency: Currency = "USD") -> String {
    text(
      result.postings.filter {
        $0.account.name(in: tables) == account && tables.currencies[$0.currency] == currency
      }.map(\.amount).total())
  }

  var codes: [DiagnosticCode] { result.warnings.map(\.code) }

  func text(_ number: ExactDecimal) -> String { number.normalized().description }

  private func account(_ index: SecuritiesAccountIndex) -> String {
    let name = tables.securitiesAccount(index)
    return name.isEmpty ? "-" : name
  }
}

/// The faults that booking a sound ledger finds.
func bookingFaults(
  _ builder: LedgerBuilder, _ change: (inout BookingOptions) -> Void = { _ in }
) throws -> [DiagnosticCode] {
  try bookingDiagnostics(builder, change).map(\.code)
}

/// The faults that booking a sound ledger finds, with their words.
func bookingDiagnostics(
  _ builder: LedgerBuilder, _ change: (inout BookingOptions) -> Void = { _ in }
) throws -> [Diagnostic] {
  var options = BookingOptions()
  change(&options)
  let ledger = try builder.ledger()
  do {
    _ = try BookedLedger(booking: ledger, options)
    return []
  } catch {
    return error.diagnostics.filter { $0.severity == .error }
  }
}

/// What has to hold of every booked ledger; tests of single rules check it, too.
func expectSoundBooks(_ booked: Booked, _ place: Testing.SourceLocation = #_sourceLocation) {
  expectBalancedGroups(booked, place)
  expectSecuritiesAtCost(booked, place)
  expectCashFromLegs(booked, place)
}

/// The postings of each group sum to zero in every currency, and have one.
func expectBalancedGroups(_ booked: Booked, _ place: Testing.SourceLocation = #_sourceLocation) {
  struct Key: Hashable {
    var group: GroupIndex
    var currency: CurrencyIndex
  }
  var sums: [Key: ExactDecimal] = [:]
  for posting in booked.result.postings {
    #expect(posting.currency != missingCurrency, sourceLocation: place)
    sums[Key(group: posting.group, currency: posting.currency), default: .zero] =
      (sums[Key(group: posting.group, currency: posting.currency)] ?? .zero) + posting.amount
  }
  for (key, sum) in sums where !sum.isZero {
    let group = booked.tables.groups[Int(key.group)]
    Issue.record(
      "group \(booked.tables.text(group.id)) is off by \(sum)", sourceLocation: place)
  }
}

/// What the journal has in securities is what the open lots cost.
func expectSecuritiesAtCost(_ booked: Booked, _ place: Testing.SourceLocation = #_sourceLocation) {
  var sums: [String: ExactDecimal] = [:]
  func add(_ amount: ExactDecimal, _ instrument: InstrumentIndex, _ currency: CurrencyIndex) {
    guard currency != missingCurrency else { return }
    let key = "\(booked.tables.symbol(instrument)) \(booked.tables.currencies[currency])"
    sums[key] = (sums[key] ?? .zero) + amount
  }
  for posting in booked.result.postings where posting.account.kind == .securities {
    add(posting.amount, InstrumentIndex(rawValue: posting.account.reference), posting.currency)
  }
  for lot in booked.result.lots {
    add(lot.isShort ? lot.cost : -lot.cost, lot.instrument, lot.currency)
  }
  for (key, sum) in sums where !sum.isZero {
    Issue.record("securities \(key) differ from the lots by \(sum)", sourceLocation: place)
  }
}

/// Cash balances are the sums of the booked legs, also in the journal.
func expectCashFromLegs(_ booked: Booked, _ place: Testing.SourceLocation = #_sourceLocation) {
  var sums = Array(repeating: ExactDecimal.zero, count: booked.result.cash.count)
  for posting in booked.result.postings where posting.account.kind == .cash {
    let account = Int(posting.account.reference)
    sums[account] = sums[account] + posting.amount
  }
  #expect(sums == booked.result.cash.map(\.balance), sourceLocation: place)
}
