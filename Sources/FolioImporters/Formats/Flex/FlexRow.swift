/// A row of a Flex query: an element with attributes. Which attributes it has, the user chooses.
struct FlexRow: Sendable {
  /// The name of the element.
  var name: String
  var row: ImportRow
  private let bytes: [UInt8]
  private let element: Range<Int>
  private var values: [String: Range<Int>] = [:]

  init(_ tag: XMLTag, _ bytes: [UInt8], _ row: ImportRow) {
    self.bytes = bytes
    self.row = row
    element = tag.range
    name = String(decoding: bytes[tag.name], as: UTF8.self)
    for attribute in tag.attributes {
      values[String(decoding: bytes[attribute.name], as: UTF8.self)] = attribute.value
    }
  }

  /// The text of an attribute; empty if there is none, or if it stands for nothing.
  func text(_ name: String) throws(FieldFault) -> String {
    guard let range = values[name] else { return "" }
    let text = try XMLText.decoded(bytes[range]).trimmingBlanks()
    return ["--", "-", "N/A", "n/a"].contains(text) ? "" : text
  }

  /// The first text of some attributes that is not empty.
  func text(_ names: String...) throws(FieldFault) -> String {
    for name in names {
      let text = try text(name)
      if !text.isEmpty { return text }
    }
    return ""
  }

  /// The attributes with numbers that are plainly costs, and that nothing reads.
  var unreadCosts: [(text: String, name: String, range: Range<Int>)] {
    values.keys.sorted().compactMap { name in
      let words = name.lowercased()
      guard Self.costs.contains(where: words.contains),
        !Self.knownCosts.contains(name), !Self.partsOfCommission.contains(where: name.hasPrefix),
        let range = values[name], let text = try? text(name),
        let number = NumberText(text.utf8).value(.point), !number.isZero
      else { return nil }
      return (text, name, range)
    }
  }

  private static let costs = ["fee", "tax", "commission", "charge", "levy", "duty"]
  private static let knownCosts: Set<String> = ["taxes", "tax", "ibCommission", "commission"]
  /// What Interactive Brokers adds up to the commission.
  private static let partsOfCommission = ["broker", "thirdParty", "other"]

  /// Whether it is a sum of other rows.
  var isSummary: Bool { (try? text("levelOfDetail"))?.uppercased() == "SUMMARY" }

  /// Whether it has an attribute.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The hash of what it says.
  var content: Int { String(decoding: bytes[element], as: UTF8.self).hashValue }

  /// The bytes of an attribute.
  func range(_ name: String) -> Range<Int>? { values[name] }

  /// A number; nil if the attribute is missing or empty.
  func number(_ name: String) throws(FieldFault) -> ExactDecimal? {
    let text = try text(name)
    if text.isEmpty { return nil }
    if let number = try? ExactDecimal(text) { return number }
    if let number = NumberText(text.utf8).value(.point) { return number }
    throw FieldFault(
      "the \(name) \"\(text)\" is no number", help: "Run the Flex query again.", at: range(name))
  }

  /// The first number of some attributes.
  func number(_ names: String...) throws(FieldFault) -> ExactDecimal? {
    for name in names {
      if let number = try number(name) { return number }
    }
    return nil
  }

  /// A number that the row cannot do without.
  func required(_ name: String) throws(FieldFault) -> ExactDecimal {
    if let number = try number(name) { return number }
    throw missing(name)
  }

  /// The fault of a row without an attribute.
  func missing(_ name: String) -> FieldFault {
    FieldFault(
      "the \(self.name) has no \(name)",
      help: "Add the field to this section of the Flex query at Interactive Brokers, and run it "
        + "again.")
  }

  /// The currency of its amounts.
  func unit(_ name: String = "currency") throws(FieldFault) -> Currency.Unit {
    let code = try text(name)
    if let unit = Currency.nationalUnit(code) { return unit }
    if code.isEmpty { throw missing(name) }
    throw FieldFault(
      "\"\(code)\" is no code of a currency", help: "Run the Flex query again.", at: range(name))
  }

  /// The account, if the row names one.
  func account(else statement: String) throws(FieldFault) -> String {
    let account = try text("accountId")
    return account.isEmpty ? statement : account
  }

  /// The id of a transaction. Only digits are one: files that were made anonymous have words.
  func id(_ name: String) throws(FieldFault) -> String? {
    let text = try text(name)
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int64(text) != 0 && !text.isEmpty
      ? text : nil
  }

  /// The notes and codes, which semicolons separate.
  func codes() throws(FieldFault) -> Set<String> {
    let text = try text("notes", "code")
    return Set(text.split { $0 == ";" || $0 == "," }.map { String($0).trimmingBlanks() })
  }
}

/// The elements of a Flex query that book nothing, and the reasons.
enum FlexSections {
  /// Why an element is no transaction; nil if it is not known.
  static func reason(of name: String) -> String? {
    if summaries.contains(name) { return "a summary, an accrual or a position" }
    if details.contains(name) { return "a detail of trades that are booked" }
    return nil
  }

  private static let summaries: Set<String> = [
    "ChangeInNAV", "EquitySummaryInBase", "EquitySummaryByReportDateInBase", "NAVInBase",
    "MTMPerformanceSummaryInBase", "MTMPerformanceSummaryUnderlying", "MTDYTDPerformanceSummary",
    "MTDYTDPerformanceSummaryUnderlying", "FIFOPerformanceSummaryInBase",
    "FIFOPerformanceSummaryUnderlying", "StatementOfFundsLine", "ChangeInPositionValue",
    "NetStockPosition", "NetStockPositionSummary", "FxLot", "FxPosition", "FxTransaction",
    "PriorPeriodPosition", "SecurityInfo", "InterestAccrualsCurrency", "TierInterestDetail",
    "HardToBorrowDetail", "SLBOpenContract", "SLBActivity", "SLBFee", "SLBCollateral",
    "ChangeInDividendAccrual", "OpenDividendAccrual", "ComplexPosition", "DepositsOnHold",
    "FdicInsuredDepositsByBank", "UnsettledTransfer", "AssetSummary", "CashReport",
    "MarginReport", "ExcessMargin", "IncentiveCouponAccrualDetail", "PerformanceSummary",
    "OptionEAE", "_DetailOptionEAE", "CommissionCredit", "FxPositionLot", "FxPositionSummary",
  ]

  private static let details: Set<String> = [
    "WashSale", "TransactionTax", "UnbundledCommissionDetail", "RoutingCommission",
    "TradeTransfer",
  ]
}

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
