/// A currency by its code: USD, EUR, BTC.
///
/// A code has one to eight ASCII characters: first A–Z or a digit, then A–Z, digits, ".", "_"
/// and "-". The code itself is the value, packed into one word, first character in the top
/// byte and zeros after the last one, so that the order of the words is that of the codes.
@frozen
public struct Currency: Sendable, Hashable {
  /// The packed code.
  public let rawValue: UInt64

  @inlinable
  init(unchecked rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// A packed code, checked; nil where it is not one.
  public init?(rawValue: UInt64) {
    let length = 8 - rawValue.trailingZeroBitCount / 8
    guard length > 0 else { return nil }
    for index in 0..<length where !Self.isAllowed(Self.byte(index, of: rawValue), at: index) {
      return nil
    }
    self.init(unchecked: rawValue)
  }

  /// A code, exactly as it stands in ``code``.
  ///
  /// Throws a ``CurrencyFault`` for anything else, small letters included.
  public init(_ code: some StringProtocol) throws(CurrencyFault) {
    let bytes = Array(code.utf8)
    self = try bytes.withSpan(Currency.init(bytes:))
  }

  /// A code of ASCII bytes; three capital letters are read without a loop.
  @inlinable
  public init(bytes: Span<UInt8>) throws(CurrencyFault) {
    if bytes.count == 3 {
      let (first, second, third) = (bytes[0], bytes[1], bytes[2])
      if first &- 0x41 < 26, second &- 0x41 < 26, third &- 0x41 < 26 {
        self.init(
          unchecked: UInt64(first) &<< 56 | UInt64(second) &<< 48 | UInt64(third) &<< 40)
        return
      }
    }
    try self.init(anyBytes: bytes)
  }

  @usableFromInline
  init(anyBytes bytes: Span<UInt8>) throws(CurrencyFault) {
    guard bytes.count > 0 else { throw .empty }
    guard bytes.count <= 8 else { throw .tooLong }
    var packed: UInt64 = 0
    for index in 0..<bytes.count {
      let byte = bytes[index]
      guard Self.isAllowed(byte, at: index) else {
        throw byte &- 0x61 < 26 ? .lowercase(offset: index) : .badCharacter(offset: index)
      }
      packed |= UInt64(byte) &<< UInt64(56 - 8 * index)
    }
    self.init(unchecked: packed)
  }

  /// The dollar of the United States: `USD`.
  public static let usDollar = Currency(unchecked: 0x5553_4400_0000_0000)

  /// The code as text.
  public var code: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the code as ASCII.
  public func write(into bytes: inout [UInt8]) {
    var rest = rawValue
    while rest != 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest &>> 56))
      rest &<<= 8
    }
  }

  private static func byte(_ index: Int, of packed: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: packed &>> UInt64(56 - 8 * index))
  }

  private static func isAllowed(_ byte: UInt8, at index: Int) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x30...0x39: true
    case 0x2D, 0x2E, 0x5F: index > 0
    default: false
    }
  }
}

extension Currency: Comparable, CustomStringConvertible {
  /// In the order of the codes, character by character.
  @inlinable
  public static func < (left: Currency, right: Currency) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The code.
  public var description: String { code }
}

/// Why a text is not a currency code. Offsets count bytes from the start of the text.
@frozen
public enum CurrencyFault: Error, Sendable, Hashable {
  /// The text holds nothing at all.
  case empty
  /// The text has more than eight bytes.
  case tooLong
  /// A small letter: codes are written in capitals.
  case lowercase(offset: Int)
  /// A character that no code has at this place.
  case badCharacter(offset: Int)
}
