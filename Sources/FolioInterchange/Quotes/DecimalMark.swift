/// The character before the decimals of a number.
package enum DecimalMark: UInt8, Sendable, Hashable {
  case point = 0x2E
  case comma = 0x2C
}

/// A number as it stands in a file: digits and separators, without signs of currencies and blanks.
package struct NumberText: Sendable {
  /// Digits, points, commas, and perhaps an exponent.
  package private(set) var digits: [UInt8] = []
  package private(set) var isNegative = false
  /// Whether there is no number: an empty field, or a word such as `Not available`.
  package private(set) var isEmpty = false
  /// Whether something in it belongs to no number.
  package private(set) var isUnreadable = false

  private static let words: Set<String> = [
    "", "-", "--", "- -", "n/a", "na", "not available", "none", "null", "—", "–",
  ]

  /// Takes a text apart.
  package init(_ text: some Collection<UInt8>) {
    // No such word has a digit.
    if text.count < 14, !text.contains(where: { (0x30...0x39).contains($0) }),
      Self.words.contains(String(decoding: text, as: UTF8.self).lowercased())
    {
      isEmpty = true
      return
    }
    var (isEnclosed, rest) = (false, Array(text)[...])
    digits.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      switch byte {
      case 0x30...0x39, 0x2E, 0x2C: digits.append(byte)
      case 0x2D: takeMinus(rest)
      case 0x2B: if digits.last.map({ $0 | 0x20 == 0x65 }) ?? false { digits.append(byte) }
      case 0x28:
        isEnclosed = true
        isNegative.toggle()
      case 0x29 where isEnclosed: break
      case 0x20, 0x09, 0x24, 0x27: break
      case 0x65 where isExponent(rest): digits.append(0x65)
      case 0x45 where isExponent(rest): digits.append(0x65)
      case 0x4B where rest.first == 0x72, 0x6B where rest.first == 0x72: rest.removeFirst()
      case 0x41...0x5A where isCode(byte, &rest): break
      case 0xC2, 0xE2, 0xEF: if !takeSign(byte, &rest) { isUnreadable = true }
      default: isUnreadable = true
      }
    }
    if !digits.contains(where: { (0x30...0x39).contains($0) }) { isUnreadable = true }
  }

  private mutating func takeMinus(_ rest: ArraySlice<UInt8>) {
    if digits.last.map({ $0 | 0x20 == 0x65 }) ?? false {
      digits.append(0x2D)
    } else if digits.isEmpty || rest.isEmpty {
      isNegative.toggle()
    } else {
      isUnreadable = true
    }
  }

  private func isExponent(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let last = digits.last, (0x30...0x39).contains(last), let next = rest.first else {
      return false
    }
    return (0x30...0x39).contains(next) || next == 0x2D || next == 0x2B
  }

  /// Whether three capital letters before or after the digits are a code; it moves past them.
  private func isCode(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
    let code = rest.prefix(2)
    guard code.count == 2, code.allSatisfy({ (0x41...0x5A).contains($0) }) else { return false }
    rest = rest.dropFirst(2)
    return true
  }

  /// Moves past a sign of a currency, a blank or an apostrophe that is no ASCII.
  private mutating func takeSign(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
    if byte == 0xC2 {
      guard let next = rest.popFirst() else { return false }
      // No-break space, and the signs of cent, pound, any currency and yen.
      return [0xA0, 0xA2, 0xA3, 0xA4, 0xA5].contains(next)
    }
    guard let second = rest.popFirst(), let third = rest.popFirst() else { return false }
    switch (byte, second, third) {
    case (0xE2, 0x80, 0xAF), (0xE2, 0x80, 0x89), (0xE2, 0x80, 0x99), (0xE2, 0x82, _): return true
    // A sign that an earlier program could not keep.
    case (0xEF, 0xBF, 0xBD): return true
    case (0xE2, 0x88, 0x92):
      isNegative.toggle()
      return digits.isEmpty
    default: return false
    }
  }

  /// The digits before an exponent.
  private var mantissa: ArraySlice<UInt8> { digits.prefix { $0 != 0x65 } }

  /// The number with this decimal mark; nil if it is not one. Other separators have to be between
  /// groups of three digits.
  package func value(_ mark: DecimalMark) -> ExactDecimal? {
    if isUnreadable || isEmpty { return nil }
    var text: [UInt8] = isNegative ? [0x2D] : []
    text.reserveCapacity(digits.count + 3)
    let start = text.count
    // The number of separators before the mark, and of digits since the last one.
    var (groups, length) = (0, 0)
    var fraction: Int?
    let mantissa = mantissa
    for byte in mantissa {
      if byte == 0x2E || byte == 0x2C {
        if fraction != nil { return nil }
        let isWhole = groups == 0 ? byte == mark.rawValue || (1...3).contains(length) : length == 3
        guard isWhole else { return nil }
        if byte == mark.rawValue { fraction = text.count } else { groups += 1 }
        length = 0
      } else {
        if fraction == text.count { Self.beginFraction(&text, start) }
        // Zeros before the other digits say nothing.
        if byte != 0x30 || text.count > start { text.append(byte) }
        length += 1
      }
    }
    if fraction == nil, groups > 0, length != 3 { return nil }
    if text.count == start { text.append(0x30) }
    text += digits[mantissa.endIndex...]
    return try? text.withSpan(ExactDecimal.parse)
  }

  private static func beginFraction(_ text: inout [UInt8], _ start: Int) {
    if text.count == start { text.append(0x30) }
    text.append(0x2E)
  }

  /// The marks with which it can be read.
  package var marks: [DecimalMark] {
    let (points, commas) = (mantissa.count { $0 == 0x2E }, mantissa.count { $0 == 0x2C })
    if points + commas == 0 { return [.point, .comma] }
    return [DecimalMark.point, .comma].filter { value($0) != nil && isLikely($0) }
  }

  /// A zero or nothing before a group is no way to write thousands.
  private func isLikely(_ mark: DecimalMark) -> Bool {
    let other = mark == .point ? DecimalMark.comma : .point
    guard let first = mantissa.firstIndex(of: other.rawValue) else { return true }
    return first > 0 && mantissa.first != 0x30
  }
}

/// Decides how the numbers of a column are written, over the whole file.
package struct MarkDecision: Sendable {
  /// The number of texts that only a point, or only a comma, can explain, and the first of them.
  package private(set) var only: [DecimalMark: String] = [:]
  /// A text that both explain, with different results.
  package private(set) var open: String?

  /// Nothing seen.
  package init() {}

  /// Takes a text of the column.
  package mutating func see(_ text: some Collection<UInt8>) {
    guard text.contains(where: { $0 == 0x2E || $0 == 0x2C }) else { return }
    let number = NumberText(text)
    if number.isEmpty || number.isUnreadable { return }
    let marks = number.marks
    if marks.count == 1 {
      if only[marks[0]] == nil { only[marks[0]] = String(decoding: text, as: UTF8.self) }
    } else if marks.count == 2, open == nil {
      open = String(decoding: text, as: UTF8.self)
    }
  }

  /// Adds what another column shows.
  package mutating func merge(_ other: MarkDecision) {
    only.merge(other.only) { first, _ in first }
    open = open ?? other.open
  }

  /// The mark that explains all texts; nil if none does, or if both do.
  package var mark: DecimalMark? {
    if only.count == 1 { return only.keys.first }
    return only.isEmpty && open == nil ? .point : nil
  }

  /// Whether no mark explains all texts.
  package var isContradictory: Bool { only.count > 1 }
}
