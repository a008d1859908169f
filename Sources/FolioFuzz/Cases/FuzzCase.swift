/// A violated expectation, in a sentence.
struct FuzzFailure: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Reads, checks, books and reports one input, and verifies that all invariants hold.
struct FuzzCase {
  /// How far an input came.
  enum End: String, CaseIterable, Sendable {
    /// Reading or checking found faults.
    case faulty
    /// Booking found faults.
    case unbooked
    /// It was booked, and its report printed.
    case reported
  }

  let input: FuzzInput
  /// Whether the ledger is booked by several threads at once, too.
  let isShared: Bool
  var choices: SplitMix
  /// The files of other programs, which include each other.
  private let foreign: [ForeignSeed]

  init(_ input: FuzzInput, sharing isShared: Bool = false, foreign: [ForeignSeed] = []) {
    self.input = input
    self.isShared = isShared
    self.foreign = foreign
    choices = input.choices
  }

  /// - Throws: the first violated expectation.
  consuming func run() throws(FuzzFailure) -> End {
    if let seed = input.foreign { return try importForeign(seed, foreign) }
    let check = read(input.bytes)
    var options = BookingOptions()
    choose(&options)
    if oneIn(4) { try stream(check, options) }
    // A copy, so that the other choices of a seed stay the same.
    var importing = copy self
    if importing.oneIn(4) { try importing.importFile() }
    guard check.faults.isEmpty else {
      try examine(check.diagnostics(options))
      return .faulty
    }
    let ledger = check.validPart
    let booked: BookedLedger
    do {
      booked = try BookedLedger(booking: ledger, options)
    } catch {
      try examine(error)
      return .unbooked
    }
    try examine(LedgerFaults(booked.warnings, sources: ledger.tables.sources), mayBeEmpty: true)
    try sumsToZero(booked)
    try report(booked)
    if oneIn(4) { try comesBack(booked) }
    if isShared { try bookTogether(booked) }
    return .reported
  }

  mutating func oneIn(_ count: Int) -> Bool { choices.next(in: 0..<count) == 0 }

  mutating func one<Choice: CaseIterable>(of type: Choice.Type) -> Choice {
    let all = Array(type.allCases)
    return all[choices.next(in: 0..<all.count)]
  }

  mutating func anyDay() -> Day? {
    Day(daysSince1970: Int32(choices.next(in: 10_000..<20_000)))
  }

  func read(_ bytes: [UInt8]) -> LedgerCheck {
    var reader = LedgerReader()
    reader.read(bytes, name: "input.json")
    return LedgerCheck(of: reader.finish())
  }

  mutating func choose(_ options: inout BookingOptions) {
    options.keepsTrace = true
    options.keepsMovements = true
    if oneIn(3) { options.method = one(of: CostBasisMethod.self) }
    if oneIn(3) { options.lotScope = one(of: LotScope.self) }
    if oneIn(3) { options.feeTreatment = one(of: FeeTreatment.self) }
    if oneIn(3) { options.taxRules = one(of: TaxRules.self) }
    if oneIn(4) { options.dateBasis = .settlement }
    if oneIn(4) { options.cashMethod = one(of: CashMethod.self) }
    if oneIn(6) { options.crossingZero = .allow }
    if oneIn(6) { options.excludesPending = true }
    if oneIn(6) { options.warnsOfNegativeCash = true }
    if oneIn(6) { options.asOf = anyDay() }
  }

  /// Every fault has a place within the file, and all of them can be printed.
  func examine(_ found: LedgerFaults, mayBeEmpty: Bool = false) throws(FuzzFailure) {
    let size = input.bytes.count
    if !mayBeEmpty, found.errors.isEmpty { throw FuzzFailure("refused without a fault") }
    for fault in found.diagnostics {
      let place = fault.position
      // A fault in the options has no place in a file.
      if fault.code == .methodOfTaxRules, !place.isKnown { continue }
      guard place.isKnown, place.file == 0, place.offset <= size else {
        throw FuzzFailure("\(fault.code.rawValue) has no place in the file: \(fault.message)")
      }
    }
    if found.diagnostics.isEmpty { return }
    for (fault, place) in SourceLocator(found.sources).locate(found.diagnostics) {
      if !fault.position.isKnown { continue }
      guard let place, let line = place.line, line > 0, let column = place.column, column > 0,
        place.highlight.upperBound <= place.excerpt.unicodeScalars.count + 1
      else { throw FuzzFailure("\(fault.code.rawValue) can't be shown: \(fault.message)") }
    }
    if !found.text().hasSuffix("\n") { throw FuzzFailure("faults that are no lines") }
  }

  /// The journal is balanced in every currency.
  func sumsToZero(_ booked: BookedLedger) throws(FuzzFailure) {
    var sums: [CurrencyIndex: ExactDecimal] = [:]
    for posting in booked.postings {
      // A sum may need more digits on its way than there are; the trial balance says so.
      guard let sum = try? sums[posting.currency, default: .zero].adding(posting.amount) else {
        return
      }
      sums[posting.currency] = sum
    }
    for (currency, sum) in sums where sum != .zero {
      throw FuzzFailure("the journal is off by \(sum) in currency \(currency)")
    }
  }
}
