/// A CSV file of prices or of rates, or one of the European Central Bank, as its header shows.
struct QuoteTable {
  enum Role: Int, CaseIterable {
    case date, symbol, price, currency, from, to, rate

    /// The names of the column in a header, the usual one first.
    var names: [String] {
      switch self {
      case .date: ["date"]
      case .symbol: ["symbol"]
      case .price: ["price", "close"]
      case .currency: ["currency"]
      case .from: ["from", "from_currency"]
      case .to: ["to", "to_currency"]
      case .rate: ["rate"]
      }
    }

    /// Names that count only if the header has none of `names`.
    var otherNames: [String] {
      switch self {
      case .date: ["datum", "data"]
      case .symbol: ["stock_id", "isin"]
      case .price: ["quote", "kurs", "schluss", "schlusskurs", "zamkniecie"]
      case .currency, .from, .to, .rate: []
      }
    }
  }

  private var table: CSVRows
  private var columns = Columns()
  /// The instrument of all rows, if the caller names it.
  private var subject: UInt32?
  /// What is before the decimals of prices; nil if no price has a comma.
  private var mark: DecimalMark?
  /// The number of columns in the header.
  private var width = 0

  /// The columns by role, with their names in the file.
  private struct Columns {
    private var all = [(index: Int, name: String)?](repeating: nil, count: Role.allCases.count)

    subscript(role: Role) -> (index: Int, name: String)? {
      get { all[role.rawValue] }
      set { all[role.rawValue] = newValue }
    }
  }

  init(_ bytes: [UInt8], from start: Int) { table = CSVRows(bytes, from: start) }

  /// The base of the European Central Bank's rates.
  private static let euro = try? Currency("EUR")

  /// Reads the file into the staging.
  mutating func read(into staging: inout QuoteStaging) {
    let names = header(&staging)
    if names.isEmpty { return }
    width = names.count
    for (index, name) in names.enumerated() { take(name, index, &staging) }
    if columns[.from] != nil || columns[.to] != nil || columns[.rate] != nil {
      guard isComplete([.date, .from, .to, .rate], of: .rates, &staging) else { return }
      rows(&staging) { $0.rate(&$1) }
    } else if columns[.symbol] != nil || columns[.price] != nil {
      guard isComplete(rolesOfPrices(&staging), of: .prices, &staging), readMark(&staging)
      else { return }
      rows(&staging) { $0.price(&$1) }
    } else if let codes = Self.codes(names) {
      guard isComplete([], of: .rates, &staging) else { return }
      let numbers = codes.map { code in code.flatMap { staging.currencies.index(of: $0) } }
      guard let euro = Self.euro.flatMap({ staging.currencies.index(of: $0) }) else { return }
      rows(&staging) { $0.euroRates(codes, numbers, euro, &$1) }
    } else {
      staging.report(Messages.unknownQuoteFile, at: rowRange)
    }
  }

  /// The names of the first row that has any, in small letters.
  private mutating func header(_ staging: inout QuoteStaging) -> [String] {
    let start = table.index
    if let isSound = next(&staging) {
      if !isSound { return [] }
      // No name is longer. If the file is not CSV, the first row may be the whole file.
      return fields.map {
        String(decoding: table.content($0).prefix(64), as: UTF8.self).lowercased()
      }
    }
    staging.report(Messages.emptyQuoteFile, at: start..<start + 1)
    return []
  }

  private mutating func take(_ name: String, _ index: Int, _ staging: inout QuoteStaging) {
    if let role = Role.allCases.first(where: { $0.names.contains(name) }) {
      if let earlier = columns[role], role.names.contains(earlier.name) {
        return staging.report(Messages.columnTwice(earlier.name, name), at: fields[index].range)
      }
      columns[role] = (index, name)
    } else if let role = Role.allCases.first(where: { $0.otherNames.contains(name) }),
      columns[role] == nil
    {
      columns[role] = (index, name)
    }
  }

  /// The columns that a file of prices has to have. One of them names the instruments, unless the
  /// caller does.
  private mutating func rolesOfPrices(_ staging: inout QuoteStaging) -> [Role] {
    guard let symbol = staging.request.symbol else { return [.date, .symbol, .price] }
    subject = staging.number(of: QuoteStaging.Subject(id: symbol, symbol: symbol, name: symbol))
    if let column = columns[.symbol] {
      staging.report(Messages.symbolTwice(column.name, symbol), at: fields[column.index].range)
    }
    return [.date, .price]
  }

  /// Decides how the file writes its prices.
  /// - Returns: false if it is unclear, which is reported.
  private mutating func readMark(_ staging: inout QuoteStaging) -> Bool {
    // Most files have millions of prices, and no comma in any of them.
    let sign: UInt8 = table.separator == 0x2C ? 0x22 : 0x2C
    guard let index = columns[.price]?.index, table.bytes[table.index...].contains(sign) else {
      return true
    }
    var decision = MarkDecision()
    var first: Range<Int>?
    var rows = table
    while rows.next(), rows.quoteFault == nil {
      guard index < rows.fields.count else { continue }
      let text = rows.content(rows.fields[index])
      if first == nil, text.contains(0x2C) { first = rows.fields[index].range }
      decision.see(text)
    }
    guard let first else { return true }
    mark = decision.mark
    if mark == nil { staging.report(Messages.unclearMark(table.bytes[first]), at: first) }
    return mark != nil
  }

  private func isComplete(
    _ roles: [Role], of kind: QuoteKind, _ staging: inout QuoteStaging
  ) -> Bool {
    let missing = roles.filter { columns[$0] == nil }
    for role in missing {
      staging.report(Messages.missingHeader(role.names[0], kind), at: rowRange)
    }
    if !missing.isEmpty { return false }
    if kind != staging.request.kind { staging.report(Messages.otherQuotes(kind), at: rowRange) }
    return kind == staging.request.kind
  }

  /// The currencies of a header of the European Central Bank: `Date`, then codes; nil for any
  /// other header. A comma at its end makes a column without a name.
  private static func codes(_ names: [String]) -> [Currency?]? {
    guard names.first == "date", names.count > 1, names[1] != "" else { return nil }
    let codes = names.dropFirst().map { $0.utf8.count == 3 ? try? Currency($0.uppercased()) : nil }
    let isKnown = zip(names.dropFirst(), codes).allSatisfy { $0.isEmpty || $1 != nil }
    return isKnown ? [nil] + codes : nil
  }
}

// The rows.
extension QuoteTable {
  private var fields: [CSVRows.Field] { table.fields }

  private var rowRange: Range<Int> {
    fields[0].range.lowerBound..<fields[fields.count - 1].range.upperBound
  }

  /// Reads the next row with contents and with sound quotes; nil at the end, and false if the rest
  /// of the file cannot be read.
  private mutating func next(_ staging: inout QuoteStaging) -> Bool? {
    while table.next() {
      if let fault = table.quoteFault {
        var place = fault.offset
        if case .textAfterEnd = fault {
          repeat { place += 1 } while [0x20, 0x09].contains(table.bytes[place])
        }
        staging.report(Messages.table(fault), at: place..<place + 1)
        if case .noEnd = fault { return false }
      } else if !fields.allSatisfy(\.isEmpty) {
        return true
      }
    }
    return nil
  }

  private mutating func rows(
    _ staging: inout QuoteStaging, _ take: (borrowing QuoteTable, inout QuoteStaging) -> Void
  ) {
    let indices = Role.allCases.filter { $0 != .currency }.compactMap { columns[$0]?.index }
    let needed = (indices.max() ?? 0) + 1
    while next(&staging) == true {
      let isTooLong = fields.dropFirst(width).contains { !$0.isEmpty }
      if isTooLong || fields.count < needed {
        staging.report(Messages.rowLength(fields.count, header: width), at: rowRange)
      } else {
        take(self, &staging)
      }
    }
  }

  /// The start of the row, for faults that are found later.
  private func position(_ staging: borrowing QuoteStaging) -> SourcePosition {
    staging.position(fields[0].range.lowerBound)
  }

  private func price(_ staging: inout QuoteStaging) {
    // Yahoo's files have such a row for a day without trades.
    if let field = field(.price), table.content(field).elementsEqual("null".utf8) { return }
    let day = day(&staging)
    let symbol = subject ?? symbol(&staging)
    let price = number(.price, .zeroOrAbove, &staging)
    let isGiven = field(.currency).map { !$0.isEmpty } ?? false
    let currency =
      isGiven
      ? currency(.currency, &staging)
      : staging.request.currency.flatMap { staging.currencies.index(of: $0) }
    guard let day, let symbol, let price else { return }
    staging.prices.append(
      QuoteStaging.Price(
        subject: symbol, day: day, currency: currency ?? missingCurrency,
        price: price, position: position(staging)))
  }

  private func rate(_ staging: inout QuoteStaging) {
    let day = day(&staging)
    let from = currency(.from, &staging)
    let to = currency(.to, &staging)
    guard let rate = number(.rate, .aboveZero, &staging), let day, let from, let to else { return }
    staging.rates.append(
      RateRecord(day: day, from: from, to: to, rate: rate, position: position(staging)))
  }

  /// A row of the European Central Bank: the value of one euro on a day.
  private func euroRates(
    _ codes: [Currency?], _ numbers: [CurrencyIndex?], _ euro: CurrencyIndex,
    _ staging: inout QuoteStaging
  ) {
    guard let day = day(&staging) else { return }
    for (field, (code, number)) in zip(fields, zip(codes, numbers)) {
      // Currencies that were not quoted on that day have no value, or N/A.
      guard let code, !field.isEmpty, !table.content(field).elementsEqual("N/A".utf8),
        let rate = value(field, code.code, &staging, ColumnText.number)
      else { continue }
      guard rate.isPositive else {
        staging.report(Messages.euroRateNotAboveZero(code.code), at: field.range)
        continue
      }
      let position = staging.position(field.range.lowerBound)
      staging.rates.append(
        RateRecord(
          day: day, from: euro, to: number ?? missingCurrency, rate: rate, position: position))
    }
  }
}

// The values of a row.
extension QuoteTable {
  private func field(_ role: Role) -> CSVRows.Field? {
    guard let index = columns[role]?.index, index < fields.count else { return nil }
    return fields[index]
  }

  private func name(_ role: Role) -> String { columns[role]?.name ?? role.names[0] }

  private func day(_ staging: inout QuoteStaging) -> Day? {
    guard let field = field(.date) else { return nil }
    if let day = Day(asPublished: table.content(field)) { return day }
    return value(field, "date", &staging, ColumnText.day)
  }

  /// The number of the subject.
  private func symbol(_ staging: inout QuoteStaging) -> UInt32? {
    guard let field = field(.symbol) else { return nil }
    if field.isEmpty {
      staging.report(Messages.emptyText(name(.symbol)), at: field.range)
      return nil
    }
    return staging.number(ofSymbol: table.content(field)) { checked(field, &$0) }
  }

  private func checked(_ field: CSVRows.Field, _ staging: inout QuoteStaging) -> String? {
    if let text = String(validating: table.content(field), as: UTF8.self) { return text }
    let fault = SyntaxFault(kind: .badUTF8, offset: field.range.lowerBound)
    let finding = table.bytes.withSpan { Messages.syntax(fault, $0) }
    staging.report(finding, at: field.range)
    return nil
  }

  private func number(
    _ role: Role, _ sign: NumberSign, _ staging: inout QuoteStaging
  ) -> ExactDecimal? {
    guard let field = field(role) else { return nil }
    var marked: ExactDecimal?
    if let mark { marked = NumberText(table.content(field)).value(mark) }
    guard let number = marked ?? value(field, name(role), &staging, ColumnText.number) else {
      return nil
    }
    if sign.allows(number) { return number }
    staging.report(Messages.sign(name(role), sign), at: field.range)
    return nil
  }

  private func currency(_ role: Role, _ staging: inout QuoteStaging) -> CurrencyIndex? {
    guard let field = field(role),
      let currency = value(field, name(role), &staging, ColumnText.currency)
    else { return nil }
    let number = staging.currencies.index(of: currency)
    if number == nil { staging.report(Messages.tooManyCurrencies, at: field.range) }
    return number
  }

  private func value<Value>(
    _ field: CSVRows.Field, _ name: String, _ staging: inout QuoteStaging,
    _ parse: (Span<UInt8>, String) throws(Finding) -> Value
  ) -> Value? {
    do throws(Finding) {
      return try table.content(field).withSpan { (text) throws(Finding) in
        try parse(text, name)
      }
    } catch {
      staging.report(error, at: field.range)
      return nil
    }
  }
}
