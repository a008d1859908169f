import Folio

/// The days of a Flex query. The user chooses how they are written, once for a query.
struct FlexDates: Sendable {
  private static let formats = [
    "yyyyMMdd", "yyyy-MM-dd", "MM/dd/yyyy", "MM/dd/yy", "dd/MM/yyyy", "dd/MM/yy", "dd-MMM-yy",
    "dd-MMM-yyyy",
  ].compactMap { DateFormat($0) }
  /// The attributes that have days.
  private static let names: Set<String> = [
    "fromDate", "toDate", "tradeDate", "reportDate", "settleDate", "settleDateTarget", "date",
    "expiry",
  ]

  private var decision = DateDecision(FlexDates.formats)

  /// Takes the days of an element, to decide what `03/04/2024` is.
  mutating func see(_ tag: XMLTag, _ bytes: [UInt8]) {
    for attribute in tag.attributes where bytes[attribute.value].contains(0x2F) {
      let name = String(decoding: bytes[attribute.name], as: UTF8.self)
      if Self.names.contains(name) { decision.see(bytes[attribute.value]) }
    }
  }

  /// A day that two orders read, if nothing in the file decides between them.
  var open: String? { decision.order == nil ? decision.open : nil }

  /// The day of an attribute; nil if it is missing or empty.
  func day(_ row: FlexRow, _ name: String) throws(FieldFault) -> Day? {
    try time(row, name)?.day
  }

  /// The time of an attribute, with its day; nil if it is missing or empty.
  func time(_ row: FlexRow, _ name: String) throws(FieldFault) -> Timestamp? {
    let text = try row.text(name)
    if text.isEmpty { return nil }
    let parts = text.split(maxSplits: 1) { $0 == ";" || $0 == "," || $0 == " " || $0 == "T" }
    guard let day = day(parts[0]) else { throw unreadable(row, name, text) }
    if parts.count == 1 { return Timestamp(day) }
    guard let time = Self.time(String(parts[1]), of: day) else { throw unreadable(row, name, text) }
    return time
  }

  private func unreadable(_ row: FlexRow, _ name: String, _ text: String) -> FieldFault {
    FieldFault(
      "the \(name) \"\(text)\" is no day of the calendar",
      help: "Choose the date format yyyy-MM-dd in the Flex query, and run it again.",
      at: row.range(name))
  }

  private func day(_ text: Substring) -> Day? {
    let order = decision.order ?? .yearFirst
    for order in [order] + DateOrder.allCases where text.contains("/") == (order != .yearFirst) {
      if let time = decision.read(text.utf8, order) { return time.day }
    }
    // A month by its name can be read in one order only.
    for order in DateOrder.allCases {
      if let time = decision.read(text.utf8, order) { return time.day }
    }
    return nil
  }

  /// The time of a day: `093012`, `09:30:12`, perhaps with the name of a time zone after it.
  private static func time(_ text: String, of day: Day) -> Timestamp? {
    let first = text.trimmingBlanks().split(separator: " ").first ?? ""
    let digits = first.filter { $0 != ":" }
    guard digits.utf8.count == 6 || digits.utf8.count == 4, let number = Int(digits) else {
      return nil
    }
    let clock = digits.utf8.count == 4 ? number * 100 : number
    if clock == 0 { return Timestamp(day) }
    return try? Timestamp(
      day: day, hour: clock / 10000, minute: clock / 100 % 100, second: clock % 100, nanosecond: 0)
  }
}
