extension Day {
  private static let months = Messages.months.map { $0.lowercased() }

  /// A day as the European Central Bank writes it in the file of one day: `19 November 2026`; nil
  /// for anything else.
  init?(inWords text: ArraySlice<UInt8>) {
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
