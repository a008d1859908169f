import FolioModel
import FolioNumbers

/// Reads CoinGecko's prices of coins: the object of `/simple/price`, or the array of
/// `/coins/markets`.
struct CoinReader {
  private var scanner = JSONScanner()
  private let start: Int

  /// What a coin's object says.
  private struct Coin {
    var subject = QuoteStaging.Subject()
    /// Prices with the key under which they stand.
    var prices: [(key: [UInt8], price: ExactDecimal)] = []
    var day: Day?
    /// Whether it bears a day that can't be read, which is reported.
    var isDayFaulty = false
    /// Whether it has the column of its price, maybe without a value.
    var hasPrice = false
    var place: Range<Int>
  }

  init(_ bytes: Span<UInt8>, from start: Int) {
    self.start = start
    scanner.index = start
    scanner.end = bytes.count
    scanner.isLast = true
  }

  /// Reads the file into the staging.
  mutating func read(_ bytes: Span<UInt8>, into staging: inout QuoteStaging) {
    guard staging.request.kind == .prices else {
      return staging.report(Wording.otherQuotes(.prices), at: start..<start + 1)
    }
    do throws(ScanStop) {
      let isWhole =
        bytes[start] == UInt8(ascii: "{")
        ? try simplePrices(bytes, &staging) : try markets(bytes, &staging)
      guard isWhole else { return staging.report(Wording.unknownQuoteFile, at: start..<start + 1) }
      scanner.blanks(bytes)
      if scanner.index < scanner.end { throw scanner.stop(.trailingContent) }
    } catch {
      guard case .fault(let fault) = error else { return }
      staging.report(Wording.syntax(fault, bytes), at: fault.offset..<fault.offset + 1)
    }
  }

  // MARK: /simple/price

  /// False where the object is none of coins.
  private mutating func simplePrices(
    _ bytes: Span<UInt8>, _ staging: inout QuoteStaging
  ) throws(ScanStop) -> Bool {
    guard scanner.opensNonEmpty(closing: "}", bytes) else { return true }
    let firstKey = scanner.keys.count
    repeat {
      let offset = scanner.index
      let id = try key(bytes)
      var coin = Coin(place: offset..<scanner.index)
      try scanner.colon(bytes)
      guard bytes.byte(at: scanner.index) == UInt8(ascii: "{") else { return false }
      let name = String(decoding: id, as: UTF8.self)
      coin.subject = QuoteStaging.Subject(id: name, name: name)
      try members(bytes, depth: 2) { reader, key, offset throws(ScanStop) in
        try reader.simpleMember(key, offset, &coin, bytes, &staging)
      }
      if name == "status", coin.prices.isEmpty { return false }
      stage(coin, &staging)
    } while try scanner.isFollowedByMore(closing: "}", bytes)
    try refuseRepeatedKeys(from: firstKey, bytes)
    return true
  }

  private mutating func simpleMember(
    _ key: [UInt8], _ offset: Int, _ coin: inout Coin, _ bytes: Span<UInt8>,
    _ staging: inout QuoteStaging
  ) throws(ScanStop) {
    if key == Array("last_updated_at".utf8) {
      let value = try value(bytes)
      if value.kind == .null { return }
      coin.day = Self.day(ofSeconds: text(value, bytes))
      if coin.day == nil {
        coin.isDayFaulty = true
        staging.report(Wording.notSeconds(text(value, bytes)), at: value.text.range)
      }
    } else if key.contains(UInt8(ascii: "_")) {
      // A market value, a turnover, a change.
      try scanner.skipValue(bytes, depth: 2)
    } else if let price = try price(String(decoding: key, as: UTF8.self), bytes, &staging) {
      coin.prices.append((key, price))
    }
  }

  /// The day in UTC of so many seconds since 1970; nil for what is no such number.
  private static func day(ofSeconds text: [UInt8]) -> Day? {
    guard text.count <= 12, let seconds = Int(String(decoding: text, as: UTF8.self)), seconds >= 0
    else { return nil }
    return Int32(exactly: seconds / 86_400).flatMap { Day(daysSince1970: $0) }
  }

  // MARK: /coins/markets

  /// False where the array is none of coins.
  private mutating func markets(
    _ bytes: Span<UInt8>, _ staging: inout QuoteStaging
  ) throws(ScanStop) -> Bool {
    staging.files[staging.files.count - 1].namesNoCurrency = true
    guard scanner.opensNonEmpty(closing: "]", bytes) else { return true }
    repeat {
      guard bytes.byte(at: scanner.index) == UInt8(ascii: "{") else { return false }
      var coin = Coin(place: scanner.index..<scanner.index + 1)
      try members(bytes, depth: 2) { reader, key, offset throws(ScanStop) in
        try reader.marketMember(key, &coin, bytes, &staging)
      }
      guard coin.hasPrice, coin.subject != QuoteStaging.Subject() else { return false }
      stage(coin, &staging)
    } while try scanner.isFollowedByMore(closing: "]", bytes)
    return true
  }

  private mutating func marketMember(
    _ key: [UInt8], _ coin: inout Coin, _ bytes: Span<UInt8>, _ staging: inout QuoteStaging
  ) throws(ScanStop) {
    switch String(decoding: key, as: UTF8.self) {
    case "id": coin.subject.id = try name(bytes)
    case "symbol": coin.subject.symbol = try name(bytes)
    case "name": coin.subject.name = try name(bytes)
    case "current_price":
      coin.hasPrice = true
      if let price = try price("current_price", bytes, &staging) { coin.prices = [([], price)] }
    case "last_updated":
      let value = try value(bytes)
      if value.kind == .null { return }
      do throws(TimestampFault) {
        let time = try text(value, bytes).withSpan(Timestamp.parse)
        coin.day = Int32(exactly: time.seconds / 86_400).flatMap { Day(daysSince1970: $0) }
      } catch {
        coin.isDayFaulty = true
        let finding = Wording.timestamp(error, "last_updated", text(value, bytes))
        staging.report(finding, at: value.text.range)
      }
    default: try scanner.skipValue(bytes, depth: 2)
    }
  }

  // MARK: Values

  private mutating func members(
    _ bytes: Span<UInt8>, depth: Int,
    _ take: (inout CoinReader, [UInt8], Int) throws(ScanStop) -> Void
  ) throws(ScanStop) {
    guard scanner.opensNonEmpty(closing: "}", bytes) else { return }
    let firstKey = scanner.keys.count
    repeat {
      let offset = scanner.index
      let key = try key(bytes)
      try scanner.colon(bytes)
      try take(&self, key, offset)
    } while try scanner.isFollowedByMore(closing: "}", bytes)
    try refuseRepeatedKeys(from: firstKey, bytes)
  }

  private mutating func key(_ bytes: Span<UInt8>) throws(ScanStop) -> [UInt8] {
    let key = try scanner.key(bytes)
    scanner.keys.add(key, bytes)
    var text: [UInt8] = []
    unescape(bytes, key, into: &text)
    return text
  }

  private mutating func refuseRepeatedKeys(
    from first: Int, _ bytes: Span<UInt8>
  ) throws(ScanStop) {
    if let offset = scanner.keys.closeObject(from: first, bytes) {
      throw scanner.stop(.duplicateKey, at: offset)
    }
  }

  private mutating func value(_ bytes: Span<UInt8>) throws(ScanStop) -> AnyValue {
    guard let kind = ValueKind(startingWith: bytes.byte(at: scanner.index)) else {
      throw scanner.stop(.expectedValue)
    }
    if kind == .string { return AnyValue(kind: kind, text: try scanner.string(bytes)) }
    let start = scanner.index
    try scanner.skipValue(bytes, depth: 2)
    return AnyValue(
      kind: kind, text: ScannedString(range: start..<scanner.index, hasEscapes: false))
  }

  private func text(_ value: AnyValue, _ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    unescape(bytes, value.text, into: &text)
    return text
  }

  /// The text of a string; empty for anything else.
  private mutating func name(_ bytes: Span<UInt8>) throws(ScanStop) -> String {
    let value = try value(bytes)
    guard value.kind == .string else { return "" }
    return String(decoding: text(value, bytes), as: UTF8.self)
  }

  /// A price, zero or above; nil for null, and for what is wrong and reported.
  private mutating func price(
    _ column: String, _ bytes: Span<UInt8>, _ staging: inout QuoteStaging
  ) throws(ScanStop) -> ExactDecimal? {
    let value = try value(bytes)
    if value.kind == .null { return nil }
    guard value.kind == .number || value.kind == .string else {
      let finding = Wording.wrongType(Wording.shortened(column.utf8), value.kind, wanted: .number)
      staging.report(finding, at: value.text.range)
      return nil
    }
    let text = text(value, bytes)
    do throws(NumberFault) {
      let price = try text.withSpan(ExactDecimal.parse)
      if !price.isNegative { return price }
      staging.report(Wording.belowZero("price"), at: value.text.range)
    } catch {
      staging.report(
        Wording.number(error, Wording.shortened(column.utf8), Wording.quoted(text)),
        at: value.text.range)
    }
    return nil
  }

  private func stage(_ coin: Coin, _ staging: inout QuoteStaging) {
    if coin.prices.isEmpty || coin.isDayFaulty { return }
    guard let day = coin.day ?? staging.request.day else {
      let subject = coin.subject
      return staging.report(
        Wording.undatedPrice(subject.id.isEmpty ? subject.symbol : subject.id), at: coin.place)
    }
    let number = staging.number(of: coin.subject)
    var isAlternative = false
    for (key, price) in coin.prices {
      let code = String(decoding: key, as: UTF8.self).uppercased()
      // A key that is no currency code is a column that is not known here.
      let named = key.isEmpty ? staging.request.currency : try? Currency(code)
      if named == nil, !key.isEmpty { continue }
      staging.prices.append(
        QuoteStaging.Price(
          subject: number, day: day,
          currency: named.flatMap { staging.currencies.index(of: $0) } ?? missingCurrency,
          price: price, position: staging.position(coin.place.lowerBound),
          isAlternative: isAlternative))
      isAlternative = true
    }
  }
}
