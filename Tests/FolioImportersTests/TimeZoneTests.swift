import Folio
import Testing

@testable import FolioImporters

/// The time zone in which the days of times in UTC count.
struct TimeZoneTests {
  @Test func anOffsetIsAZone() throws {
    for (text, minutes) in [("UTC", 0), ("Z", 0), ("+01:00", 60), ("-05", -300), ("+0530", 330)] {
      let zone = try #require(ImportTimeZone(offset: text))
      let local = zone.local(Timestamp("2024-06-01T12:00:00Z"))
      #expect(Int(local.offsetMinutes) == minutes, "\(text)")
    }
    for text in ["", "1", "Berlin", "+25:00", "01:00"] {
      #expect(ImportTimeZone(offset: text) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    ("2024-12-31T23:30:00Z", "2025-01-01T00:30:00+01:00"),
    ("2024-12-31T23:00:00Z", "2025-01-01T00:00:00Z"),
    ("2024-06-30T22:15:00Z", "2024-07-01T00:15:00+02:00"),
    ("2024-03-31T00:59:59Z", "2024-03-31T01:59:59+01:00"),
    ("2024-03-31T01:00:00Z", "2024-03-31T03:00:00+02:00"),
    ("2024-10-27T00:59:59Z", "2024-10-27T02:59:59+02:00"),
    ("2024-10-27T01:00:00Z", "2024-10-27T02:00:00+01:00"),
    ("2024-05-05T00:00:00Z", "2024-05-05T00:00:00Z"),
    ("2024-05-05T21:30:00-05:00", "2024-05-06T04:30:00+02:00"),
  ])
  func aFileOfAZoneGivesTheClocks(_ utc: String, _ local: String) throws {
    let file = Self.file(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    let zone = try #require(ImportTimeZone("Europe/Berlin", file: file))
    #expect(zone.local(try Timestamp(utc)).description == local)
  }

  @Test func theSouthHasSummerAtNewYear() throws {
    let file = Self.file(rule: "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0")
    let zone = try #require(ImportTimeZone("Australia/Lord_Howe", file: file))
    let summer = zone.local(Timestamp("2024-01-01T12:00:00Z"))
    let winter = zone.local(Timestamp("2024-07-01T12:00:00Z"))
    #expect(summer.offsetMinutes == 660 && winter.offsetMinutes == 630)
  }

  @Test func aBrokenFileIsNoZone() {
    let file = Self.file(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    for count in 0..<file.count - 30 {
      #expect(ImportTimeZone("x", file: Array(file.prefix(count))) == nil)
    }
  }

  @Test func anotherZoneKeepsTheIds() throws {
    let text = """
      ActivityType,Symbol,Date,Currency,Quantity,UnitPrice,Fee
      CashDeposit,EUR,2024-01-02T10:00:00Z,EUR,1,100,0
      Buy,QXA,2024-12-31T23:30:00Z,EUR,2,10,0

      """
    func groups(_ zone: String?) -> [LedgerGroup] {
      var options = ImportOptions()
      options.timeZone = zone.flatMap { ImportTimeZone(offset: $0) }
      var run = ImportRun(options)
      run.read(Array(text.utf8), name: "export.csv")
      return run.finish().contents.groups
    }
    let (utc, berlin) = (groups(nil), groups("+01:00"))
    #expect(utc.map(\.id) == berlin.map(\.id))
    #expect(utc.map(\.day.year) == [2024, 2024] && berlin.map(\.day.year) == [2024, 2025])
  }

  /// The file of a time zone that has a rule alone, by RFC 9636.
  private static func file(rule: String) -> [UInt8] {
    // One type of local time, without changes: six bytes, and one letter.
    let header: [UInt8] = Array("TZif2".utf8) + Array(repeating: 0, count: 15)
    let counts: [UInt8] = [0, 0, 0, 0, 1, 1].flatMap { [0, 0, 0, $0] }
    let block: [UInt8] = [0, 0, 0, 0, 0, 0, 0]
    return header + counts + block + header + counts + block + Array("\n\(rule)\n".utf8)
  }
}
