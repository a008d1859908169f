/// A currency, identified by its code: USD, EUR, BTC.
///
/// A code has one to eight ASCII characters. The first is A–Z or a digit; the others may also be
/// ".", "_" and "-". The code is packed into one word, with the first character in the top byte and
/// zeros after the last, so that words and codes have the same order.
@frozen
public struct Currency: Sendable, Hashable {
  /// The packed code.
  public let rawValue: UInt64

  @inlinable
  init(unchecked rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates a currency from its code. Case matters: lowercase letters are not valid.
  ///
  /// Throws a ``CurrencyFault`` if the code is not valid.
  public init(_ code: some StringProtocol) throws(CurrencyFault) {
    self = try Array(code.utf8).withSpan(Currency.init(bytes:))
  }

  /// Creates a currency from an ASCII code. Three-letter codes take a fast path without a loop.
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

  /// The United States dollar: `USD`.
  public static let usDollar = Currency(unchecked: 0x5553_4400_0000_0000)

  /// The code as text.
  public var code: String { String(writing: write(into:)) }

  /// Appends the code as ASCII.
  public func write(into bytes: inout [UInt8]) {
    var rest = rawValue
    while rest != 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest &>> 56))
      rest &<<= 8
    }
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
  /// Orders currencies by code, character by character.
  @inlinable
  public static func < (left: Currency, right: Currency) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The code.
  public var description: String { code }
}

/// The reason why a text is not a currency code. Offsets are in bytes from the start of the text.
@frozen
public enum CurrencyFault: Error, Sendable, Hashable {
  /// The text is empty.
  case empty
  /// The text has more than eight bytes.
  case tooLong
  /// The byte at this offset is a lowercase letter. Codes are uppercase.
  case lowercase(offset: Int)
  /// The byte at this offset is not allowed in a code or not at this position.
  case badCharacter(offset: Int)
}
