extension PackedPrices {
  /// What a packed file begins with.
  static let mark = Array("folio-prices/1\n\0".utf8)

  /// Whether a file is a packed one.
  package static func isPacked(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: mark)
  }
}

/// A packed file of prices: a header of 32 bytes, the names as JSON, and the rows
/// (Specs/quotes.md).
///
/// The header has the mark, the hash of all that follows the header, and the length of the JSON.
struct PackedFile {
  static let headerSize = 32
  /// Where rows begin is a multiple of it.
  static let alignment = 16

  let prices: PackedPrices
  /// Whether no price has a currency, so that each is in the base currency of the ledger.
  let namesNoCurrency: Bool

  /// Reads what the file says of its rows. The names become subjects of the staging.
  /// - Returns: nil if the file is damaged.
  init?(_ bytes: FixedBytes, file: Int, _ staging: inout QuoteStaging) {
    guard bytes.count >= Self.headerSize,
      bytes.word(at: 16) == ContentHash.value(of: bytes, from: Self.headerSize),
      let length = Int(exactly: bytes.word(at: 24)),
      length <= bytes.count - Self.headerSize
    else { return nil }
    let names = bytes.array(Self.headerSize..<Self.headerSize + length)
    guard let root = try? JSONNode.parse(names), case .array(let items)? = root["series"]?.content
    else { return nil }
    let offset = Self.startOfRows(namesLength: length)
    let available = (bytes.count - offset) / PackedPrices.rowSize
    var series: [PackedPrices.Series] = []
    var row = 0
    for item in items {
      guard let count = item["rows"]?.stringOrNumber.flatMap(Int.init), count > 0,
        count <= available - row, let currency = Self.currency(item, &staging)
      else { return nil }
      func text(_ key: String) -> String { item[key]?.string ?? "" }
      let subject = QuoteStaging.Subject(
        id: text("id"), symbol: text("symbol"), name: text("name"))
      series.append(
        PackedPrices.Series(
          subject: staging.number(of: subject), currency: currency, rows: row..<row + count))
      row += count
    }
    prices = PackedPrices(bytes, from: offset, series, file: file)
    namesNoCurrency = root["names_no_currency"]?.string == "yes"
    guard row == available, prices.areSound else { return nil }
  }

  static func startOfRows(namesLength: Int) -> Int {
    (headerSize + namesLength + alignment - 1) / alignment * alignment
  }

  private static func currency(_ item: JSONNode, _ staging: inout QuoteStaging) -> CurrencyIndex? {
    guard let code = item["currency"]?.string else { return missingCurrency }
    return (try? Currency(code)).flatMap { staging.currencies.index(of: $0) }
  }
}

/// The hash XXH64 of bytes (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md), with seed 0.
///
/// It finds a file that was cut off, changed by accident or copied wrongly. It is no protection
/// from someone who makes a false file.
enum ContentHash {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  /// The hash of all bytes from an offset.
  static func value(of bytes: FixedBytes, from start: Int) -> UInt64 {
    let count = bytes.count - start
    var place = start
    var hash: UInt64
    if count >= 32 {
      var lanes = (
        primes.0 &+ primes.1, primes.1, UInt64(0), 0 &- primes.0
      )
      while place <= bytes.count - 32 {
        lanes.0 = round(lanes.0, bytes.word(at: place))
        lanes.1 = round(lanes.1, bytes.word(at: place + 8))
        lanes.2 = round(lanes.2, bytes.word(at: place + 16))
        lanes.3 = round(lanes.3, bytes.word(at: place + 24))
        place += 32
      }
      hash = rotate(lanes.0, 1) &+ rotate(lanes.1, 7) &+ rotate(lanes.2, 12) &+ rotate(lanes.3, 18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ round(0, lane)) &* primes.0 &+ primes.3
      }
    } else {
      hash = primes.4
    }
    return finish(hash &+ UInt64(count), bytes, from: place)
  }

  private static func finish(_ start: UInt64, _ bytes: FixedBytes, from first: Int) -> UInt64 {
    var (hash, place) = (start, first)
    while place <= bytes.count - 8 {
      hash = rotate(hash ^ round(0, bytes.word(at: place)), 27) &* primes.0 &+ primes.3
      place += 8
    }
    if place <= bytes.count - 4 {
      hash ^= UInt64(bytes.halfWord(at: place)) &* primes.0
      hash = rotate(hash, 23) &* primes.1 &+ primes.2
      place += 4
    }
    while place < bytes.count {
      hash = rotate(hash ^ UInt64(bytes.byte(at: place)) &* primes.4, 11) &* primes.0
      place += 1
    }
    hash = (hash ^ hash &>> 33) &* primes.1
    hash = (hash ^ hash &>> 29) &* primes.2
    return hash ^ hash &>> 32
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* primes.1, 31) &* primes.0
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 &- count)
  }
}
