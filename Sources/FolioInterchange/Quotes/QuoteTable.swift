import FolioDiagnostics
import FolioModel
import FolioNumbers

/// A CSV file of prices or of rates, or one of the European Central Bank: its header says which.
struct QuoteTable {
  /// What a column holds.
  enum Role: CaseIterable {
    case date, symbol, price, currency, from, to, rate

    /// The names that a column may have, the usual one first.
    var names: [String] {
      switch self {
      case .date: ["date"]
      case .symbol: ["symbol", "stock_id"]
      case .price: ["price", "close"]
      case .currency: ["currency"]
      case .from: ["from", "from_currency"]
      case .to: ["to", "to_currency"]
      case .rate: ["rate"]
      }
    }
  }

  private var scanner: CSVScanner
  private var fields: [CSVField] = []
  /// The columns by role, and what the file calls them.
  private(set) var columns: [Role: (index: Int, name: String)] = [:]
  /// How many columns the header has.
  private(set) var width = 0

  init(_ bytes: Span<UInt8>, from start: Int) { scanner = CSVScanner(bytes, from: start) }

  /// What the European Central Bank's rates are from.
  private static let euro = try? Currency("EUR")

  /// Reads the file into the staging.
  mutating func read(_ bytes: Span<UInt8>, into staging: inout QuoteStaging) {
    let names = header(bytes, &staging)
    guard let first = fields.first, let last = fields.last, !names.isEmpty else { return }
    let place = first.range.lowerBound..<last.range.upperBound
    width = names.count
    for (index, name) in names.enumerated() { take(name, index, &staging) }
    if columns[.from] != nil || columns[.to] != nil || columns[.rate] != nil {
      guard isComplete([.date, .from, .to, .rate], of: .rates, place, &staging) else { return }
      rows(bytes, &staging) { $0.rate(bytes, &$1) }
    } else if columns[.symbol] != nil || columns[.price] != nil {
      guard isComplete([.date, .symbol, .price], of: .prices, place, &staging) else { return }
      rows(bytes, &staging) { $0.price(bytes, &$1) }
    } else if let codes = Self.codes(names) {
      guard isWanted(.rates, place, &staging) else { return }
      let numbers = codes.map { code in
        code.flatMap { staging.currencies.index(of: $0) } ?? missingCurrency
      }
      guard let euro = Self.euro.flatMap({ staging.currencies.index(of: $0) }) else { return }
      rows(bytes, &staging) { $0.euroRates(numbers, codes, euro, bytes, &$1) }
    } else {
      staging.report(Messages.unknownQuoteFile, at: place)
    }
  }

  /// The names of the first row that has any, in small letters.
  private mutating func header(
    _ bytes: Span<UInt8>, _ staging: inout QuoteStaging
  ) -> [String] {
    let start = scanner.index
    while !scanner.isAtEnd(bytes) {
      guard next(bytes, &staging) else { return [] }
      if isBlank { continue }
      return fields.map { field in
        // No name is longer; of what is no CSV at all, the first row may be the whole.
        let range =
          field.range.lowerBound..<min(field.range.upperBound, field.range.lowerBound + 64)
        return String(decoding: bytes.copy(range), as: UTF8.self).lowercased()
      }
    }
    staging.report(Messages.emptyQuoteFile, at: start..<start + 1)
    return []
  }

  private mutating func take(_ name: String, _ index: Int, _ staging: inout QuoteStaging) {
    guard let role = Role.allCases.first(where: { $0.names.contains(name) }) else { return }
    if let earlier = columns[role] {
      // An id beside the symbol says nothing more.
      if name == "stock_id" { return }
      if earlier.name != "stock_id" {
        return staging.report(Messages.columnTwice(earlier.name, name), at: fields[index].range)
      }
    }
    columns[role] = (index, name)
  }

  private func isComplete(
    _ roles: [Role], of kind: QuoteKind, _ place: Range<Int>, _ staging: inout QuoteStaging
  ) -> Bool {
    let lacking = roles.filter { columns[$0] == nil }
    for role in lacking {
      staging.report(Messages.missingHeader(role.names[0], kind), at: place)
    }
    return lacking.isEmpty && isWanted(kind, place, &staging)
  }

  private func isWanted(
    _ kind: QuoteKind, _ place: Range<Int>, _ staging: inout QuoteStaging
  ) -> Bool {
    if kind != staging.request.kind { staging.report(Messages.otherQuotes(kind), at: place) }
    return kind == staging.request.kind
  }

  /// The currencies of a header of the European Central Bank: `Date`, then codes; nil for any
  /// other header. A comma at its end makes a column without a name.
  private static func codes(_ names: [String]) -> [Currency?]? {
    guard names.first == "date", names.count > 1, names[1] != "" else { return nil }
    var codes: [Currency?] = [nil]
    for name in names.dropFirst() {
      let code = name.utf8.count == 3 ? try? Currency(name.uppercased()) : nil
      if code == nil, !name.isEmpty { return nil }
      codes.append(code)
    }
    return codes
  }
}

// The rows.
extension QuoteTable {
  private var isBlank: Bool { fields.allSatisfy(\.range.isEmpty) }

  /// Past a row; false where the rest of the file can't be read.
  private mutating func next(_ bytes: Span<UInt8>, _ staging: inout QuoteStaging) -> Bool {
    do throws(CSVFault) {
      try scanner.row(bytes, into: &fields)
      return true
    } catch {
      staging.report(Messages.table(error), at: error.offset..<error.offset + 1)
      fields = []
      scanner.skipLine(bytes, from: error.offset)
      if error.kind == .unclosedQuote { scanner.skipAll(bytes) }
      return error.kind == .textAfterQuote
    }
  }

  private mutating func rows(
    _ bytes: Span<UInt8>, _ staging: inout QuoteStaging,
    _ take: (borrowing QuoteTable, inout QuoteStaging) -> Void
  ) {
    let needed = (columns.filter { $0.key != .currency }.map(\.value.index).max() ?? 0) + 1
    while !scanner.isAtEnd(bytes) {
      guard next(bytes, &staging) else { return }
      if isBlank { continue }
      let isTooLong = fields.dropFirst(width).contains { !$0.range.isEmpty }
      if isTooLong || fields.count < needed {
        staging.report(
          Messages.rowLength(fields.count, header: width),
          at: fields[0].range.lowerBound..<fields[fields.count - 1].range.upperBound)
      } else {
        take(self, &staging)
      }
    }
  }

  /// Where the row starts: what faults found later point at.
  private func place(_ staging: borrowing QuoteStaging) -> SourcePosition {
    staging.position(fields[0].range.lowerBound)
  }

  private func price(_ bytes: Span<UInt8>, _ staging: inout QuoteStaging) {
    let day = day(bytes, &staging)
    let symbol = symbol(bytes, &staging)
    var price = number(.price, bytes, &staging)
    if let found = price, found.isNegative {
      staging.report(Messages.sign(name(.price), .zeroOrAbove), at: range(.price))
      price = nil
    }
    let given = field(.currency).map { !$0.range.isEmpty } ?? false
    let currency =
      given
      ? currency(.currency, bytes, &staging)
      : staging.request.currency.flatMap { staging.currencies.index(of: $0) }
    guard let day, let symbol, let price else { return }
    let subject = QuoteStaging.Subject(id: symbol, symbol: symbol, name: symbol)
    staging.prices.append(
      QuoteStaging.Price(
        subject: staging.number(of: subject), day: day, currency: currency ?? missingCurrency,
        price: price, position: place(staging)))
  }

  private func rate(_ bytes: Span<UInt8>, _ staging: inout QuoteStaging) {
    let day = day(bytes, &staging)
    let from = currency(.from, bytes, &staging)
    let to = currency(.to, bytes, &staging)
    guard let rate = number(.rate, bytes, &staging) else { return }
    guard rate.isPositive else {
      return staging.report(Messages.sign("rate", .aboveZero), at: range(.rate))
    }
    guard let day, let from, let to else { return }
    staging.rates.append(
      RateRecord(day: day, from: from, to: to, rate: rate, position: place(staging)))
  }

  /// A row of the European Central Bank: what one euro was worth on a day.
  private func euroRates(
    _ numbers: [CurrencyIndex], _ codes: [Currency?], _ euro: CurrencyIndex,
    _ bytes: Span<UInt8>, _ staging: inout QuoteStaging
  ) {
    guard let day = day(bytes, &staging) else { return }
    for index in 1..<max(1, min(fields.count, numbers.count)) where codes[index] != nil {
      let range = fields[index].range
      // A currency that was not quoted on that day.
      if range.isEmpty || Self.isNotAvailable(bytes, range) { continue }
      let code = codes[index]?.code ?? ""
      guard let rate = value(fields[index], code, bytes, &staging, ColumnText.number)
      else { continue }
      guard rate.isPositive else {
        staging.report(Messages.euroRateNotAboveZero(code), at: range)
        continue
      }
      let position = staging.position(range.lowerBound)
      staging.rates.append(
        RateRecord(day: day, from: euro, to: numbers[index], rate: rate, position: position))
    }
  }

  private static func isNotAvailable(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let first = range.lowerBound
    return range.count == 3 && bytes[first] == UInt8(ascii: "N")
      && bytes[first + 1] == UInt8(ascii: "/") && bytes[first + 2] == UInt8(ascii: "A")
  }
}

// The values of a row.
extension QuoteTable {
  private func field(_ role: Role) -> CSVField? {
    guard let index = columns[role]?.index, index < fields.count else { return nil }
    return fields[index]
  }

  private func name(_ role: Role) -> String { columns[role]?.name ?? role.names[0] }

  private func range(_ role: Role) -> Range<Int> { field(role)?.range ?? 0..<1 }

  private func day(_ bytes: Span<UInt8>, _ staging: inout QuoteStaging) -> Day? {
    guard let field = columns[.date].map({ fields[$0.index] }) else { return nil }
    if let day = try? Day.parse(bytes.extracting(field.range)) { return day }
    return Day(inWords: field.text(bytes)) ?? value(field, "date", bytes, &staging, ColumnText.day)
  }

  private func symbol(_ bytes: Span<UInt8>, _ staging: inout QuoteStaging) -> String? {
    guard let field = field(.symbol) else { return nil }
    if field.range.isEmpty {
      staging.report(Messages.emptyText(name(.symbol)), at: field.range)
      return nil
    }
    guard let text = String(validating: field.text(bytes), as: UTF8.self) else {
      let fault = SyntaxFault(kind: .badUTF8, offset: field.range.lowerBound)
      staging.report(Messages.syntax(fault, bytes), at: field.range)
      return nil
    }
    return text
  }

  private func number(
    _ role: Role, _ bytes: Span<UInt8>, _ staging: inout QuoteStaging
  ) -> ExactDecimal? {
    field(role).flatMap { value($0, name(role), bytes, &staging, ColumnText.number) }
  }

  private func currency(
    _ role: Role, _ bytes: Span<UInt8>, _ staging: inout QuoteStaging
  ) -> CurrencyIndex? {
    guard let field = field(role),
      let currency = value(field, name(role), bytes, &staging, ColumnText.currency)
    else { return nil }
    let number = staging.currencies.index(of: currency)
    if number == nil { staging.report(Messages.tooManyCurrencies, at: field.range) }
    return number
  }

  private func value<Value>(
    _ field: CSVField, _ name: String, _ bytes: Span<UInt8>, _ staging: inout QuoteStaging,
    _ parse: (Span<UInt8>, String) throws(Finding) -> Value
  ) -> Value? {
    do throws(Finding) {
      if !field.hasDoubledQuotes { return try parse(bytes.extracting(field.range), name) }
      return try parse(ContiguousArray(field.text(bytes)).span, name)
    } catch {
      staging.report(error, at: field.range)
      return nil
    }
  }
}
