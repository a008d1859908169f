import FolioModel
import FolioNumbers

/// The numbers of the currencies that were looked up last, so that most legs do without a
/// dictionary.
struct CurrencyCache {
  private var codes: [UInt64] = Array(repeating: 0, count: 64)
  private var numbers: [CurrencyIndex] = Array(repeating: 0, count: 64)

  /// Three capital letters spread over 64 places.
  @inline(__always)
  private static func place(_ code: UInt64) -> Int {
    Int(truncatingIfNeeded: (code &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  /// The number of a currency whose code stands in a document with a quote before and after its
  /// three letters; nil where it is another or was not looked up lately.
  @inline(__always)
  func number(ofQuoted word: UInt64) -> CurrencyIndex? {
    guard word & 0xFF_0000_00FF == 0x22_0000_0022 else { return nil }
    let code = (word &>> 8 & 0xFF_FFFF).byteSwapped
    let place = Self.place(code)
    return codes[place] == code ? numbers[place] : nil
  }

  /// The number of a currency in the table.
  @inline(__always)
  mutating func number(
    of currency: Currency, in table: inout CurrencyTable
  ) -> CurrencyIndex? {
    let place = Self.place(currency.rawValue)
    if codes[place] == currency.rawValue { return numbers[place] }
    return look(up: currency, place, &table)
  }

  @inline(never)
  private mutating func look(
    up currency: Currency, _ place: Int, _ table: inout CurrencyTable
  ) -> CurrencyIndex? {
    guard let number = table.index(of: currency) else { return nil }
    codes[place] = currency.rawValue
    numbers[place] = number
    return number
  }
}

extension DocumentReader {
  /// A currency code; its number among the currencies of the ledger.
  @inline(__always)
  mutating func currency(_ bytes: Span<UInt8>) throws(ScanStop) -> CurrencyIndex? {
    if let number = currencies.number(ofQuoted: bytes.word(at: scanner.index)) {
      scanner.index &+= 5
      return number
    }
    return try otherCurrency(bytes)
  }

  @inline(never)
  private mutating func otherCurrency(_ bytes: Span<UInt8>) throws(ScanStop) -> CurrencyIndex? {
    guard let currency = try currencyCode(bytes) else { return nil }
    if let number = currencies.number(of: currency, in: &draft.tables.currencies) { return number }
    report(Wording.tooManyCurrencies)
    return nil
  }

  /// A currency code.
  @inline(__always)
  mutating func currencyCode(_ bytes: Span<UInt8>) throws(ScanStop) -> Currency? {
    let start = scanner.index
    if let range = scanner.plainString(bytes),
      let currency = try? Currency(bytes: bytes.extracting(range))
    {
      return currency
    }
    scanner.index = start
    return try anyCurrency(bytes)
  }

  @inline(never)
  private mutating func anyCurrency(_ bytes: Span<UInt8>) throws(ScanStop) -> Currency? {
    let value = try anyValue(bytes)
    guard value.kind == .string else {
      refuse(value, wanted: .currency)
      return nil
    }
    let text = text(of: value, bytes)
    do throws(CurrencyFault) {
      return try text.withSpan(Currency.init(bytes:))
    } catch {
      report(Wording.currency(error, columnName, text))
      return nil
    }
  }
}
