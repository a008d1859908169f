/// Reads CoinGecko's prices of coins: the object of `/simple/price`, or the array of
/// `/coins/markets`.
struct CoinReader {
  /// The offset of the first byte.
  let start: Int

  /// The contents of a coin's object.
  private struct Coin {
    var subject = QuoteStaging.Subject()
    /// Prices with their keys.
    var prices: [(key: String, price: ExactDecimal)] = []
    var day: Day?
    /// Whether its day cannot be read, which is reported.
    var isDayFaulty = false
    /// Whether it has the column of its price, maybe without a value.
    var hasPrice = false
    var place: Range<Int>
  }

  /// Reads the file into the staging.
  func read(_ bytes: Span<UInt8>, into staging: inout QuoteStaging) {
    guard staging.request.kind == .prices else {
      return staging.report(Messages.otherQuotes(.prices), at: start..<start + 1)
    }
    var scanner = JSONScanner(bytes, from: start)
    do throws(ScanStop) {
      let isWhole =
        bytes[start] == UInt8(ascii: "{")
        ? try readSimplePrices(&scanner, bytes, &staging)
        : try readMarkets(&scanner, bytes, &staging)
      guard isWhole else {
        return staging.report(Messages.unknownQuoteFile, at: start..<start + 1)
      }
      scanner.blanks(bytes)
      if scanner.index < scanner.end { throw scanner.stop(.trailingContent) }
    } catch {
      guard case .fault(let fault) = error else { return }
      staging.report(Messages.syntax(fault, bytes), at: fault.offset..<fault.offset + 1)
    }
  }

  /// Reads the coins of `/simple/price`.
  /// - Returns: false if a member is not a coin.
  private func readSimplePrices(
    _ scanner: inout JSONScanner, _ bytes: Span<UInt8>, _ staging: inout QuoteStaging
  ) throws(ScanStop) -> Bool {
    guard scanner.opensNonEmpty(closing: "}", bytes) else { return true }
    let firstKey = scanner.keys.count
    repeat {
      let (key, keyRange) = try scanner.textKey(bytes)
      guard bytes.byte(at: scanner.index) == UInt8(ascii: "{"),
        case .object(let members) = try scanner.node(bytes, depth: 1).content
      else { return false }
      var coin = Coin(subject: QuoteStaging.Subject(id: key, name: key), place: keyRange)
      for member in members { readSimplePrice(member, &coin, bytes, &staging) }
      if key == "status", coin.prices.isEmpty { return false }
      stage(coin, &staging)
    } while try scanner.isFollowedByMore(closing: "}", bytes)
    try scanner.checkKeys(from: firstKey, bytes)
    return true
  }

  private func readSimplePrice(
    _ member: JSONNode.Member, _ coin: inout Coin, _ bytes: Span<UInt8>,
    _ staging: inout QuoteStaging
  ) {
    if member.key == "last_updated_at" {
      readDay(member, &coin, bytes, &staging) { text throws(Finding) in
        guard text.count <= 12, let seconds = Int64(String(decoding: text, as: UTF8.self)),
          seconds >= 0
        else { throw Messages.notSeconds(text) }
        return seconds
      }
    } else if !member.key.contains("_"), let price = price(member, &staging) {
      // Keys with an underscore are market values, turnovers and changes.
      coin.prices.append((member.key, price))
    }
  }

  /// Reads the day of a coin from its seconds since 1970; null is no day.
  private func readDay(
    _ member: JSONNode.Member, _ coin: inout Coin, _ bytes: Span<UInt8>,
    _ staging: inout QuoteStaging, _ seconds: ([UInt8]) throws(Finding) -> Int64
  ) {
    if member.value.isNull { return }
    let text = member.value.text ?? bytes.copy(member.value.range)
    do throws(Finding) {
      let number = Int32(exactly: try seconds(text) / 86_400)
      coin.day = number.flatMap { Day(daysSince1970: $0) }
      if coin.day == nil { throw Messages.notSeconds(text) }
    } catch {
      coin.isDayFaulty = true
      staging.report(error, at: member.value.contentRange)
    }
  }

  /// Reads the coins of `/coins/markets`.
  /// - Returns: false if an element is not a coin.
  private func readMarkets(
    _ scanner: inout JSONScanner, _ bytes: Span<UInt8>, _ staging: inout QuoteStaging
  ) throws(ScanStop) -> Bool {
    staging.files[staging.files.count - 1].namesNoCurrency = true
    guard scanner.opensNonEmpty(closing: "]", bytes) else { return true }
    repeat {
      guard bytes.byte(at: scanner.index) == UInt8(ascii: "{"),
        case let node = try scanner.node(bytes, depth: 1),
        case .object(let members) = node.content
      else { return false }
      var coin = Coin(place: node.range.lowerBound..<node.range.lowerBound + 1)
      for member in members { readMarket(member, &coin, bytes, &staging) }
      guard coin.hasPrice, coin.subject != QuoteStaging.Subject() else { return false }
      stage(coin, &staging)
    } while try scanner.isFollowedByMore(closing: "]", bytes)
    return true
  }

  private func readMarket(
    _ member: JSONNode.Member, _ coin: inout Coin, _ bytes: Span<UInt8>,
    _ staging: inout QuoteStaging
  ) {
    let name = String(decoding: member.value.text ?? [], as: UTF8.self)
    switch member.key {
    case "id": coin.subject.id = name
    case "symbol": coin.subject.symbol = name
    case "name": coin.subject.name = name
    case "current_price":
      coin.hasPrice = true
      if let price = price(member, &staging) { coin.prices = [("", price)] }
    case "last_updated":
      readDay(member, &coin, bytes, &staging) { text throws(Finding) in
        try ColumnText.timestamp(ContiguousArray(text).span, member.key).seconds
      }
    default: break
    }
  }

  /// A price, zero or above; nil for null, and for a wrong value, which is reported.
  private func price(
    _ member: JSONNode.Member, _ staging: inout QuoteStaging
  ) -> ExactDecimal? {
    let column = Messages.shortened(member.key.utf8)
    let place = member.value.contentRange
    switch member.value.content {
    case .null: return nil
    case .object, .array, .boolean:
      let finding = Messages.wrongType(column, member.value.kind, wanted: .number)
      staging.report(finding, at: place)
    case .string(let digits), .number(let digits):
      do throws(Finding) {
        let price = try ColumnText.number(ContiguousArray(digits).span, column)
        if !price.isNegative { return price }
        staging.report(Messages.sign("price", .zeroOrAbove), at: place)
      } catch {
        staging.report(error, at: place)
      }
    }
    return nil
  }

  private func stage(_ coin: Coin, _ staging: inout QuoteStaging) {
    if coin.prices.isEmpty || coin.isDayFaulty { return }
    guard let day = coin.day ?? staging.request.day else {
      return staging.report(Messages.undatedPrice(coin.subject.shownName), at: coin.place)
    }
    let number = staging.number(of: coin.subject)
    var isAlternative = false
    for (key, price) in coin.prices {
      // A key that is not a currency code is an unknown column.
      let named = key.isEmpty ? staging.request.currency : try? Currency(key.uppercased())
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
