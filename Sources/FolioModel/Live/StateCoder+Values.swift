import FolioDiagnostics
import FolioNumbers

/// For each number that a name had when a state was stored, the number that it has now.
package struct StateNumbers {
  package var instruments: [InstrumentIndex] = []
  package var securitiesAccounts: [SecuritiesAccountIndex] = []
  package var cashAccounts: [CashAccountIndex] = []
  package var currencies: [CurrencyIndex] = []
  /// The number of the document in which all rows are now; nil if it is the same.
  package var file: Int?

  /// No numbers yet.
  package init() {}
}

// Values of the model.
extension StateCoder {
  /// Codes a number with its decimal places. Nearly all coefficients have 64 bits at most.
  package mutating func code(_ value: inout ExactDecimal) throws(StateFault) {
    var coefficient = value.coefficient
    let isLong = Int64(exactly: coefficient) == nil
    var form = UInt64(value.places) << 1 | (isLong ? 1 : 0)
    try code(&form)
    var low = Int64(truncatingIfNeeded: coefficient)
    try code(&low)
    if form & 1 == 1 {
      var high = Int64(truncatingIfNeeded: coefficient >> 64)
      try code(&high)
      coefficient = Int128(high) << 64 | Int128(UInt64(bitPattern: low))
    } else {
      coefficient = Int128(low)
    }
    if !isReading { return }
    guard let number = try? ExactDecimal(coefficient: coefficient, places: Int(form >> 1))
    else { throw StateFault() }
    value = number
  }

  /// Codes a day.
  package mutating func code(_ value: inout Day) throws(StateFault) {
    var number = value.daysSince1970
    try code(&number)
    guard let day = Day(daysSince1970: number) else { throw StateFault() }
    value = day
  }

  /// Codes an index of something whose numbers never change.
  package mutating func code<Row>(_ value: inout TableIndex<Row>) throws(StateFault) {
    // `missing` becomes zero, which is short.
    var number = value.rawValue &+ 1
    try code(&number)
    value = TableIndex(rawValue: number &- 1)
  }

  /// Codes an index into a list of so many elements.
  package mutating func code<Row>(
    _ value: inout TableIndex<Row>, below count: Int
  ) throws(StateFault) {
    try code(&value)
    try expect(Int(value) < count)
  }

  /// Codes the number of a name.
  package mutating func code(instrument value: inout InstrumentIndex) throws(StateFault) {
    try code(&value)
    if isReading { value = try renumbered(value, names.instruments) }
  }

  /// Codes the number of a name.
  package mutating func code(account value: inout SecuritiesAccountIndex) throws(StateFault) {
    try code(&value)
    if isReading { value = try renumbered(value, names.securitiesAccounts) }
  }

  /// Codes the number of a name.
  package mutating func code(cashAccount value: inout CashAccountIndex) throws(StateFault) {
    try code(&value)
    if isReading { value = try renumbered(value, names.cashAccounts) }
  }

  private func renumbered<Row>(
    _ old: TableIndex<Row>, _ numbers: [TableIndex<Row>]
  ) throws(StateFault) -> TableIndex<Row> {
    if old == .missing { return old }
    guard Int(old) < numbers.count else { throw StateFault() }
    return numbers[Int(old)]
  }

  /// Codes the number of a name.
  package mutating func code(currency value: inout CurrencyIndex) throws(StateFault) {
    var number = value &+ 1
    try code(&number)
    value = number &- 1
    if !isReading || value == missingCurrency { return }
    guard Int(value) < names.currencies.count else { throw StateFault() }
    value = names.currencies[Int(value)]
  }

  /// Codes one of the cases of an enumeration.
  package mutating func code<Choice: CaseIterable & Equatable>(
    _ value: inout Choice
  ) throws(StateFault) {
    let all = Array(Choice.allCases)
    var number = all.firstIndex(of: value) ?? 0
    try code(&number, upTo: all.count - 1)
    value = all[number]
  }

  /// Codes a text.
  package mutating func code(_ value: inout String) throws(StateFault) {
    var text = Array(value.utf8)
    try code(&text)
    if isReading { value = String(decoding: text, as: UTF8.self) }
  }

  /// Codes a currency.
  package mutating func code(_ value: inout Currency) throws(StateFault) {
    var text = value.code
    try code(&text)
    guard let currency = try? Currency(text) else { throw StateFault() }
    value = currency
  }

  /// Codes a place in a document.
  package mutating func code(_ value: inout SourcePosition) throws(StateFault) {
    var (file, offset) = (value.file, value.offset)
    try code(&file)
    try code(&offset)
    if !isReading { return }
    value = SourcePosition(file: file, offset: offset)
    if let file = names.file, value.isKnown { value = SourcePosition(file: file, offset: offset) }
  }

  /// Codes a fault or a warning.
  package mutating func code(_ value: inout Diagnostic) throws(StateFault) {
    try code(&value.code)
    var isError = value.severity == .error
    try code(&isError)
    value.severity = isError ? .error : .warning
    try code(&value.message)
    try code(&value.help)
    try code(&value.position)
    try code(&value.field, of: .index(0)) { step, coder throws(StateFault) in
      try coder.code(&step)
    }
  }

  private mutating func code(_ value: inout FieldStep) throws(StateFault) {
    var (kind, text, number) = (UInt8(0), "", 0)
    switch value {
    case .key(let key): (kind, text) = (0, key)
    case .name(let key): (kind, text) = (1, key)
    case .index(let index): (kind, number) = (2, index)
    case .length(let length): (kind, number) = (3, length)
    }
    try code(&kind)
    if kind < 2 { try code(&text) } else { try code(&number) }
    switch kind {
    case 0: value = .key(text)
    case 1: value = .name(text)
    case 2: value = .index(number)
    case 3: value = .length(number)
    default: throw StateFault()
    }
  }
}

extension Diagnostic {
  /// A diagnostic before it is read.
  package static var blank: Diagnostic { Diagnostic(.malformedJSON, "", help: "", at: .none) }
}
