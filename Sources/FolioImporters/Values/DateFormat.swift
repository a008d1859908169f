/// The order of day, month and year in a date.
package enum DateOrder: Sendable, Hashable, CaseIterable {
  case yearFirst, dayFirst, monthFirst
}

/// A way to write a date, perhaps with a time: `yyyy-MM-dd`, `dd/MM/yy HH:mm:ss`, `MMM d yyyy`.
///
/// `yyyy`, `yy`, `M`, `MM`, `MMM`, `d`, `dd`, `HH`, `mm`, `ss` stand for numbers and English names
/// of months, and `a` for `AM` or `PM`; all other characters are themselves, and so is what stands
/// between apostrophes. Numbers may have one or two digits, a time may
/// have decimals of a second. `iso` is a date, or a date and a time by RFC 3339.
package struct DateFormat: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case year, shortYear, month, monthName, day, hour, minute, second, half
    case literal(UInt8)
  }

  /// The order of day, month and year.
  package let order: DateOrder
  /// Whether a year of four digits comes first, so that no other order reads its texts.
  var isClear: Bool { order == .yearFirst && (isISO || parts.first == .year) }
  /// Whether it has a time, so that values have one.
  package let hasTime: Bool
  private let parts: [Part]
  private let isISO: Bool

  /// Reads the notation of a format; nil if it has no day, month and year.
  package init?(_ text: String) {
    isISO = text == "iso"
    var parts: [Part] = []
    var rest = Array((isISO ? "yyyy-MM-dd" : text).utf8)[...]
    while let letter = rest.first {
      if letter == UInt8(ascii: "'") {
        // Between apostrophes letters are themselves.
        let quoted = rest.dropFirst().prefix { $0 != letter }
        parts += quoted.map { .literal($0) }
        rest = rest.dropFirst(quoted.count + 2)
        continue
      }
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      switch letter {
      case UInt8(ascii: "y"): parts.append(run.count > 2 ? .year : .shortYear)
      case UInt8(ascii: "M"): parts.append(run.count > 2 ? .monthName : .month)
      case UInt8(ascii: "d"): parts.append(.day)
      case UInt8(ascii: "H"): parts.append(.hour)
      case UInt8(ascii: "m"): parts.append(.minute)
      case UInt8(ascii: "s"): parts.append(.second)
      case UInt8(ascii: "a"): parts.append(.half)
      default: parts += run.map { .literal($0) }
      }
    }
    self.parts = parts
    hasTime = parts.contains(.hour)
    func place(_ wanted: Set<Part>) -> Int? { parts.firstIndex { wanted.contains($0) } }
    guard let year = place([.year, .shortYear]), let month = place([.month, .monthName]),
      let day = place([.day])
    else { return nil }
    order = year < month ? .yearFirst : day < month ? .dayFirst : .monthFirst
  }

  /// Reads a text; nil if it has another form, or the day does not exist.
  package func read(_ text: some Collection<UInt8>) -> Timestamp? {
    read(Array(text)[...])
  }

  /// Reads a part of a file; nil if it has another form, or the day does not exist.
  package func read(_ text: ArraySlice<UInt8>) -> Timestamp? {
    isISO ? Self.readISO(Array(text)) : text.withSpan { readParts($0) }
  }

  private static func readISO(_ text: [UInt8]) -> Timestamp? {
    var text = text
    if text.suffix(4).elementsEqual(" UTC".utf8) {
      text.removeLast(4)
      text.append(0x5A)
    }
    if text.count > 10, text[10] == 0x20 { text[10] = 0x54 }
    return try? text.withSpan(Timestamp.parse)
  }

  /// A number of at most so many digits.
  private static func number(_ text: Span<UInt8>, _ place: inout Int, _ most: Int) -> Int? {
    var (value, count) = (0, 0)
    while count < most, place < text.count, (0x30...0x39).contains(text[place]) {
      value = value * 10 + Int(text[place] - 0x30)
      (place, count) = (place + 1, count + 1)
    }
    return count > 0 ? value : nil
  }

  private func readParts(_ text: Span<UInt8>) -> Timestamp? {
    var (place, year, month, day) = (0, 0, 0, 0)
    var (hour, minute, second, nanosecond) = (0, 0, 0, 0)
    for (index, part) in parts.enumerated() {
      // A day without a time is a value of a format with a time, too.
      if place == text.count, index > 0, day > 0, year > 0, month > 0 { break }
      switch part {
      case .year:
        guard let value = Self.number(text, &place, 4), value > 999 else { return nil }
        year = value
      case .shortYear:
        guard let value = Self.number(text, &place, 2) else { return nil }
        year = value + (value < 70 ? 2000 : 1900)
      case .month, .day, .hour, .minute:
        guard let value = Self.number(text, &place, 2) else { return nil }
        if part == .month { month = value } else if part == .day { day = value }
        if part == .hour { hour = value } else if part == .minute { minute = value }
      case .monthName:
        guard let value = Self.month(text, &place) else { return nil }
        month = value
      case .second:
        guard let value = Self.number(text, &place, 2),
          let rest = Self.fraction(text, &place)
        else { return nil }
        (second, nanosecond) = (value, rest)
      case .half:
        guard let later = Self.half(text, &place), (1...12).contains(hour) else { return nil }
        hour = hour % 12 + later
      case .literal(let byte):
        guard place < text.count, text[place] == byte else { return nil }
        place += 1
      }
    }
    guard place == text.count, let date = try? Day(year: year, month: month, day: day) else {
      return nil
    }
    if !hasTime || text.count < 11 { return Timestamp(date) }
    return try? Timestamp(
      day: date, hour: hour, minute: minute, second: second, nanosecond: nanosecond)
  }

  /// The hours that `AM` or `PM` adds to those of a clock with twelve.
  private static func half(_ text: Span<UInt8>, _ place: inout Int) -> Int? {
    guard place + 2 <= text.count, text[place + 1] | 0x20 == UInt8(ascii: "m") else { return nil }
    let letter = text[place] | 0x20
    place += 2
    return letter == UInt8(ascii: "a") ? 0 : letter == UInt8(ascii: "p") ? 12 : nil
  }

  /// The beginnings of names of months in English and in languages of brokers' files.
  private static let months: [[String]] = [
    ["jan", "ene", "gen"], ["feb", "fev", "fév"], ["mar", "mrt", "mär", "maa"],
    ["apr", "abr", "avr"], ["may", "mei", "mai", "mag", "maj"], ["jun", "juin", "giu"],
    ["jul", "juil", "lug"], ["aug", "ago", "aoû"], ["sep", "set"], ["oct", "okt", "ott", "out"],
    ["nov"], ["dec", "dez", "dic", "déc"],
  ]

  private static func month(_ text: Span<UInt8>, _ place: inout Int) -> Int? {
    var end = place
    var letters: [UInt8] = []
    while end < text.count, (0x41...0x7A).contains(text[end]) || text[end] >= 0x80 {
      letters.append(text[end])
      end += 1
    }
    let name = String(decoding: letters, as: UTF8.self).lowercased()
    let number = months.firstIndex { names in names.contains { name.hasPrefix($0) } }
    guard let number else { return nil }
    place = end
    return number + 1
  }

  /// Decimals of a second as nanoseconds; 0 if there are none.
  private static func fraction(_ text: Span<UInt8>, _ place: inout Int) -> Int? {
    guard place < text.count, text[place] == 0x2E || text[place] == 0x2C else { return 0 }
    place += 1
    var (value, count) = (0, 0)
    while place < text.count, (0x30...0x39).contains(text[place]) {
      if count < 9 { (value, count) = (value * 10 + Int(text[place] - 0x30), count + 1) }
      place += 1
    }
    if count == 0 { return nil }
    while count < 9 { (value, count) = (value * 10, count + 1) }
    return value
  }
}

/// Decides how the days of a column are written, over the whole file.
package struct DateDecision: Sendable {
  private let formats: [DateFormat]
  /// The formats whose texts have one reading.
  private let clear: [DateFormat]
  /// The orders that read all texts seen so far.
  private(set) var orders: [DateOrder]
  /// A text that several of these orders read, as different days.
  private(set) var open: String?
  /// The first text that no order reads.
  private(set) var unreadable: String?

  /// Nothing seen.
  package init(_ formats: [DateFormat]) {
    self.formats = formats
    orders = DateOrder.allCases.filter { order in formats.contains { $0.order == order } }
    clear = formats.filter(\.isClear)
  }

  /// Takes a text of the column.
  package mutating func see(_ text: some Collection<UInt8>) {
    if orders.count < 2 || text.isEmpty || clear.contains(where: { $0.read(text) != nil }) {
      return
    }
    let readings = orders.map { ($0, read(text, $0)) }.filter { $0.1 != nil }
    if readings.isEmpty {
      unreadable = unreadable ?? String(decoding: text, as: UTF8.self)
      return
    }
    if readings.count < orders.count { orders = readings.map(\.0) }
    if Set(readings.map { $0.1?.day }).count > 1, open == nil {
      open = String(decoding: text, as: UTF8.self)
    }
  }

  /// Reads a text in one order.
  package func read(_ text: some Collection<UInt8>, _ order: DateOrder) -> Timestamp? {
    for format in formats where format.order == order || format.isClear {
      if let time = format.read(text) { return time }
    }
    return nil
  }

  /// The order that reads all texts; nil if several do, with different days.
  package var order: DateOrder? { orders.count == 1 || open == nil ? orders.first : nil }
}
