/// The values of a row that mistakes are made in: amounts, days and currencies.
struct ForeignValues {
  private(set) var amounts: [Range<Int>] = []
  private(set) var days: [Range<Int>] = []
  private(set) var currencies: [Range<Int>] = []
  private let bytes: [UInt8]

  private static let codes: Set<String> = [
    "EUR", "USD", "GBP", "GBX", "GBp", "CHF", "SEK", "NOK", "DKK", "CAD", "AUD", "JPY", "PLN",
    "HKD", "NZD", "CZK",
  ]
  private static let months: Set<String> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Takes the words of a row, up to a row within it.
  init(_ file: ForeignRows, _ row: Range<Int>) {
    bytes = file.bytes
    var (start, isQuoted) = (row.lowerBound, false)
    for place in row {
      let byte = bytes[place]
      if byte == 0x22 { isQuoted.toggle() }
      let isEnd =
        file.kind == .table
        ? byte == 0x22 || byte == 0x0A || byte == 0x0D || (byte == file.delimiter && !isQuoted)
        : [0x22, 0x3C, 0x3E, 0x0A].contains(byte)
      if isEnd {
        take(start..<place)
        start = place + 1
      }
    }
    take(start..<row.upperBound)
  }

  /// Takes what a field has: words of digits and marks, and words of letters.
  private mutating func take(_ field: Range<Int>) {
    var place = field.lowerBound
    while place < field.upperBound {
      let start = place
      while place < field.upperBound, isOfWord(place, field) { place += 1 }
      if place == start {
        place += 1
        continue
      }
      takeWord(start..<place, field)
    }
  }

  private func isOfWord(_ place: Int, _ field: Range<Int>) -> Bool {
    let byte = bytes[place]
    if Self.isLetter(byte) || ForeignRows.isDigit(byte) { return true }
    // Marks belong to a word only between its letters and digits.
    guard [0x2E, 0x2C, 0x27, 0x2D, 0x2F, 0x3A, 0x5F].contains(byte), place > field.lowerBound,
      place + 1 < field.upperBound
    else { return false }
    return (Self.isLetter(bytes[place - 1]) || ForeignRows.isDigit(bytes[place - 1]))
      && (Self.isLetter(bytes[place + 1]) || ForeignRows.isDigit(bytes[place + 1]))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0xC3
  }

  private mutating func takeWord(_ word: Range<Int>, _ field: Range<Int>) {
    let text = String(decoding: bytes[word], as: UTF8.self)
    if Self.codes.contains(text) { return currencies.append(word) }
    if let day = Self.dayOfMonth(in: text, at: word) { return days.append(day) }
    let isAmount = text.utf8.allSatisfy {
      ForeignRows.isDigit($0) || [0x2E, 0x2C, 0x27].contains($0)
    }
    // A day such as "3 Jan 2031" has digits beside the name of a month.
    if isAmount {
      if let day = dayBesideMonth(word, field) { return days.append(day) }
      if text.contains(where: { ("1"..."9").contains($0) }), !isYearOfMonth(word, field) {
        amounts.append(word)
      }
    } else if text.hasSuffix("EUR") || text.hasSuffix("USD") {
      // An amount with its currency, such as 10.00EUR.
      let number = word.lowerBound..<word.upperBound - 3
      if bytes[number].allSatisfy({ ForeignRows.isDigit($0) || $0 == 0x2E || $0 == 0x2C }) {
        amounts.append(number)
        currencies.append(number.upperBound..<word.upperBound)
      }
    }
  }

  /// The two digits of the day in a date such as 2031-01-02, 02.01.2031, 20310102 or 01/02/31.
  private static func dayOfMonth(in text: String, at word: Range<Int>) -> Range<Int>? {
    let date = text.prefix { $0 != "T" && $0 != ":" && $0 != "_" && $0 != "," }
    let parts = date.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
    let numbers = parts.compactMap { Int($0) }
    if parts.count == 1, date.utf8.count == 8, let number = numbers.first,
      (19_000_000..<21_000_000).contains(number), (1...12).contains(number / 100 % 100),
      (1...31).contains(number % 100)
    {
      return word.lowerBound + 6..<word.lowerBound + 8
    }
    guard parts.count == 3 else { return nil }
    if numbers.count < 3 {
      // 02-Jan-2031
      guard months.contains(parts[1].lowercased().prefix(3).description), numbers.count == 2 else {
        return nil
      }
      return word.lowerBound..<word.lowerBound + parts[0].utf8.count
    }
    if parts[0].utf8.count == 4, (1...12).contains(numbers[1]) {
      let start = word.lowerBound + parts[0].utf8.count + parts[1].utf8.count + 2
      return start..<start + parts[2].utf8.count
    }
    guard [2, 4].contains(parts[2].utf8.count), parts[0].utf8.count <= 2, numbers[0] <= 31,
      numbers[1] <= 31
    else { return nil }
    // The first number that can only be a day; otherwise slashes have the month first.
    let isSecond = numbers[1] > 12 || (numbers[0] <= 12 && text.contains("/"))
    let start = word.lowerBound + (isSecond ? parts[0].utf8.count + 1 : 0)
    return start..<start + parts[isSecond ? 1 : 0].utf8.count
  }

  private func isMonth(_ range: Range<Int>) -> Bool {
    let text = String(decoding: bytes[range], as: UTF8.self).lowercased()
    return Self.months.contains(String(text.prefix(3)))
  }

  /// The digits of a day before or after the name of a month.
  private func dayBesideMonth(_ word: Range<Int>, _ field: Range<Int>) -> Range<Int>? {
    guard word.count <= 2 else { return nil }
    let after = word.upperBound + 1
    if after + 3 <= field.upperBound, isMonth(after..<after + 3) { return word }
    let before = bytes[field.lowerBound..<word.lowerBound].reversed().dropFirst()
      .prefix { Self.isLetter($0) }
    let range = before.isEmpty ? nil : word.lowerBound - 1 - before.count..<word.lowerBound - 1
    return range.map(isMonth) == true ? word : nil
  }

  private func isYearOfMonth(_ word: Range<Int>, _ field: Range<Int>) -> Bool {
    guard word.count == 4, bytes[word.lowerBound] == 0x32 || bytes[word.lowerBound] == 0x31 else {
      return false
    }
    let words = bytes[field.lowerBound..<word.lowerBound].split { !Self.isLetter($0) }
    return words.contains { isMonth($0.startIndex..<$0.endIndex) }
  }
}
