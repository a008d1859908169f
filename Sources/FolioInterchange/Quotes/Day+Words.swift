extension Day {
  private static let months = Messages.months.map { $0.lowercased() }

  /// A day as files of prices have it besides `2026-11-19`: `19.11.2026`, `20261119`, or
  /// `19 November 2026` in the European Central Bank's file of one day; nil for anything else.
  init?(asPublished text: ArraySlice<UInt8>) {
    let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
    if text.count == 10, parts.map(\.count) == [2, 2, 4] {
      self.init(parts[2], parts[1], parts[0])
    } else if text.count == 8 {
      self.init(text.prefix(4), text.dropFirst(4).prefix(2), text.suffix(2))
    } else {
      self.init(inWords: text)
    }
  }

  private init?(_ year: ArraySlice<UInt8>, _ month: ArraySlice<UInt8>, _ day: ArraySlice<UInt8>) {
    func number(_ digits: ArraySlice<UInt8>) -> Int? {
      Self.number(Substring(decoding: digits, as: UTF8.self), digits: 2...4)
    }
    guard let year = number(year), let month = number(month), let day = number(day) else {
      return nil
    }
    try? self.init(year: year, month: month, day: day)
  }

  private init?(inWords text: ArraySlice<UInt8>) {
    guard text.count <= 20, text.contains(0x20) else { return nil }
    let parts = String(decoding: text, as: UTF8.self).lowercased().split(separator: " ")
    guard parts.count == 3, let month = Self.months.firstIndex(of: String(parts[1])),
      let year = Self.number(parts[2], digits: 4...4),
      let day = Self.number(parts[0], digits: 1...2)
    else { return nil }
    try? self.init(year: year, month: month + 1, day: day)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}
