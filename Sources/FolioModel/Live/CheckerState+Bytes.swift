import FolioNumbers

// A state as bytes: a name and a version, the fields in this order, and a checksum.
extension CheckerState {
  private static let name = Array("folio checker".utf8)
  private static let version: UInt64 = 1

  /// The state as bytes.
  package var bytes: [UInt8] {
    var writer = StateWriter()
    writer.write(Self.name)
    writer.write(Self.version)
    writer.write(past)
    writer.write(currencies) { $0.write($1.rawValue) }
    for names in [symbols, cashAccounts, securitiesAccounts, users, awaited] {
      writer.write(names) { $0.write($1) }
    }
    return writer.sealed()
  }

  /// - Parameter bytes: those of a state.
  /// - Returns: nil for any other bytes, also those of a later version.
  package init?(bytes: [UInt8]) {
    do throws(StateFault) {
      var reader = try StateReader(sealed: bytes)
      try self.init(&reader)
      try reader.end()
    } catch {
      return nil
    }
  }

  init(_ reader: inout StateReader) throws(StateFault) {
    guard try reader.text() == Self.name, try reader.number() == Self.version else {
      throw StateFault()
    }
    past = try reader.pastGroups()
    currencies = try reader.list { reader throws(StateFault) in
      try Currency(stored: try reader.number())
    }
    symbols = try reader.names()
    cashAccounts = try reader.names()
    securitiesAccounts = try reader.names()
    users = try reader.names()
    awaited = try reader.names()
    // The nameless account is the first; a ledger has one user.
    guard securitiesAccounts.first == [], users.count <= 1,
      Set(currencies).count == currencies.count, currencies.count < Int(missingCurrency)
    else { throw StateFault() }
  }
}

extension StateWriter {
  fileprivate mutating func write(_ past: PastGroups) {
    write(past.place.seconds)
    write(UInt64(past.place.nanoseconds))
    write(UInt64(past.place.group.rawValue))
    write(UInt64(past.sum.count))
    write(past.sum.firstTradeDay)
    write(past.sum.lastDay)
    write(past.sum.finalDays.last) { $0.write($1) }
    write(past.sum.finalDays.earlier) { $0.write($1) }
    write(past.hasFindings)
  }

  /// Writes a day.
  package mutating func write(_ day: Day) { write(Int64(day.daysSince1970)) }
}

extension StateReader {
  fileprivate mutating func pastGroups() throws(StateFault) -> PastGroups {
    let place = OrderKey(
      seconds: try signed(), nanoseconds: try number(as: UInt32.self),
      group: GroupIndex(rawValue: try number(as: UInt32.self)))
    var sum = OrderSum()
    sum.count = try number(as: Int.self)
    sum.firstTradeDay = try day()
    sum.lastDay = try day()
    let last = try optional { reader throws(StateFault) in try reader.day() }
    let earlier = try optional { reader throws(StateFault) in try reader.day() }
    sum.finalDays = LastDays(last, earlier: earlier)
    return PastGroups(place: place, sum: sum, hasFindings: try flag())
  }

  /// Reads a day.
  package mutating func day() throws(StateFault) -> Day {
    guard let number = Int32(exactly: try signed()), let day = Day(daysSince1970: number) else {
      throw StateFault()
    }
    return day
  }

  /// Reads names that differ from each other.
  fileprivate mutating func names() throws(StateFault) -> [[UInt8]] {
    let names = try list { reader throws(StateFault) in try reader.text() }
    if Set(names).count != names.count { throw StateFault() }
    return names
  }
}

extension Currency {
  /// A currency from its packed code.
  fileprivate init(stored word: UInt64) throws(StateFault) {
    let code = (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    guard let currency = try? Currency(String(decoding: code.prefix { $0 != 0 }, as: UTF8.self)),
      currency.rawValue == word
    else { throw StateFault() }
    self = currency
  }
}
