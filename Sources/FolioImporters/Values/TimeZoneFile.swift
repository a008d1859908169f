// The files of time zones that systems have in /usr/share/zoneinfo, by RFC 9636.
extension ImportTimeZone {
  /// A time zone from the contents of its file; nil if they are of another form.
  public init?(_ name: String, file: [UInt8]) {
    guard let changes = TimeZoneFile(file)?.changes, let first = changes.first else { return nil }
    self.init(name) { time in
      let next = changes.partitioningIndex { $0.second > Int(time.seconds) }
      return (next > 0 ? changes[next - 1] : first).offset
    }
  }
}

/// When the clocks of a time zone change.
private struct TimeZoneFile {
  /// A point in time from which the clocks have an offset from UTC, in seconds.
  struct Change {
    var second: Int
    var offset: Int
  }

  private(set) var changes: [Change] = []
  private let bytes: [UInt8]

  /// The last year for which the rule at the end of a file is applied.
  private static let lastYear = 2100

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.starts(with: "TZif".utf8), bytes.count > 88, bytes[4] >= 0x32 else { return nil }
    // The first block has the same for programs with times of 32 bits.
    let short = counts(at: 0)
    let start =
      44 + short.times * 5 + short.types * 6 + short.letters + short.leaps * 8 + short.flags
    guard bytes.count >= start + 44 else { return nil }
    let counts = counts(at: start)
    let times = start + 44
    let indices = times + counts.times * 8
    let types = indices + counts.times
    let end = types + counts.types * 6 + counts.letters + counts.leaps * 12 + counts.flags
    guard counts.types > 0, bytes.count > end else { return nil }
    func offset(_ type: Int) -> Int { number(at: types + 6 * min(type, counts.types - 1), 4) }
    changes = [Change(second: .min, offset: offset(0))]
    for place in 0..<counts.times {
      let (second, type) = (number(at: times + 8 * place, 8), Int(bytes[indices + place]))
      changes.append(Change(second: second, offset: offset(type)))
    }
    addRule(bytes[(end + 1)...].prefix { $0 != 0x0A })
  }

  private func counts(
    at start: Int
  ) -> (flags: Int, leaps: Int, times: Int, types: Int, letters: Int) {
    let all = (0..<6).map { min(max(number(at: start + 20 + 4 * $0, 4), 0), bytes.count) }
    return (all[0] + all[1], all[2], all[3], all[4], all[5])
  }

  private func number(at offset: Int, _ size: Int) -> Int {
    let value = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(truncatingIfNeeded: value)
  }

  /// Adds the changes of the years after the list, by a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  private mutating func addRule(_ rule: ArraySlice<UInt8>) {
    var text = Substring(decoding: rule, as: UTF8.self)
    guard let standard = Self.offset(&text) else { return }
    let last = changes.last?.second ?? .min
    if text.isEmpty { return changes.append(Change(second: max(last, 0), offset: standard)) }
    let before = text
    let summer = Self.offset(&text) ?? standard + 3600
    if text == before { return }
    let days = text.split(separator: ",").map(Self.day)
    guard days.count == 2, let start = days[0], let end = days[1] else { return }
    let first = Timestamp(secondsSince1970: max(last, 0)).day.year
    var added: [Change] = []
    for year in first...max(first, Self.lastYear) {
      if let second = start(year) {
        added.append(Change(second: second - standard, offset: summer))
      }
      if let second = end(year) {
        added.append(Change(second: second - summer, offset: standard))
      }
    }
    changes += added.filter { $0.second > last }.sorted { $0.second < $1.second }
  }

  /// Takes a name, and what follows it: the hours that UTC is ahead. Nil if none follow.
  private static func offset(_ text: inout Substring) -> Int? {
    if text.first == "<" {
      text = text.drop { $0 != ">" }.dropFirst()
    } else {
      text = text.drop(while: \.isLetter)
    }
    let clock = text.prefix { $0 != "," && !$0.isLetter && $0 != "<" }
    text = text.dropFirst(clock.count)
    return seconds(clock).map { -$0 }
  }

  /// The seconds of a time such as `3`, `-1` or `5:30`.
  private static func seconds(_ clock: Substring) -> Int? {
    let parts = clock.split(separator: ":").compactMap { Int($0)?.magnitude }
    guard !parts.isEmpty else { return nil }
    let sum = zip(parts, [3600, 60, 1]).reduce(0) { $0 + Int($1.0) * $1.1 }
    return clock.first == "-" ? -sum : sum
  }

  /// The seconds of the change in a year, on the clocks before it: `M3.5.0/2` is the last Sunday of
  /// March at 2.
  private static func day(_ text: Substring) -> (@Sendable (_ year: Int) -> Int?)? {
    let halves = text.split(separator: "/")
    let clock = halves.count > 1 ? seconds(halves[1]) : 7200
    let numbers = halves.first?.dropFirst().split(separator: ".").compactMap { Int($0) } ?? []
    guard text.first == "M", numbers.count == 3, let clock else { return nil }
    return { year in
      guard let first = try? Day(year: year, month: numbers[0], day: 1) else { return nil }
      let toWeekday = (numbers[2] - first.weekday % 7 + 7) % 7
      let day = 1 + toWeekday + 7 * (numbers[1] - 1)
      let isTooLate = day > Day.dayCount(year: year, month: numbers[0])
      return first.adding(days: isTooLate ? day - 8 : day - 1).map {
        Int($0.daysSince1970) * 86_400 + clock
      }
    }
  }
}
