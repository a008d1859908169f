import Folio
import FolioTools
import Testing

@testable import FolioBench

@Suite struct MeasuringTests {
  @Test("SplitMix64 gives the numbers of its reference implementation")
  func splitMix() {
    var random = SplitMix(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    for number in expected { #expect(random.next() == number) }
  }

  @Test("Numbers of a range stay in it and reach both of its ends")
  func ranges() {
    var random = SplitMix(seed: 1)
    let numbers = Set((0..<1_000).map { _ in random.next(in: 5..<9) })
    #expect(numbers == [5, 6, 7, 8])
  }

  @Test(
    "FNV-1a gives the hashes that its authors publish",
    arguments: [
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ])
  func fingerprint(text: String, hash: String) {
    #expect(Fingerprint(of: text.utf8).text == hash)
  }

  @Test("The median is the middle, or the lower of the two")
  func median() {
    #expect([Int]().median == nil)
    #expect([3].median == 3)
    #expect([9, 1, 5].median == 5)
    #expect([4, 1, 3, 2].median == 2)
  }

  @Test("A ratio has two places; there is none to nothing")
  func ratio() {
    #expect(ExactDecimal.ratio(10, 4)?.description == "2.50")
    #expect(ExactDecimal.ratio(1, 3)?.description == "0.33")
    #expect(ExactDecimal.ratio(1, 0) == nil)
  }

  @Test("A target is met at its limit")
  func target() {
    #expect(Target.atLeast(15).isMet(by: 15))
    #expect(!Target.atLeast(15).isMet(by: .of(1_499, places: 2)))
    #expect(Target.atMost(2).isMet(by: 2))
    #expect(!Target.atMost(2).isMet(by: .of(201, places: 2)))
    #expect(Target.atMost(.of(15, places: 1)).text == "<= 1.5")
  }

  @Test("Both clocks go forward", arguments: ClockKind.allCases)
  func clocks(kind: ClockKind) {
    var watch = Stopwatch(kind)
    #expect(watch.lap() >= 0)
    #expect(watch.lap() >= 0)
  }

  @Test("The peak memory is known, and never falls")
  func peakMemory() {
    let before = PeakMemory.bytes
    #expect(before > 1_000_000)
    #expect(PeakMemory.bytes >= before)
  }

  @Test("A row gives rates per unit, and a figure without a time none")
  func figures() {
    let timed = Figure(title: "read", count: 1_000, nanoseconds: 2_000_000, bytes: 800_000)
    #expect(
      timed.cells == [
        .text("read"), .integer(1_000), .number(.of(200, places: 2), places: 2), .integer(2_000),
        .integer(500_000), .integer(400), .null, .null, .null, .null,
      ])
    let value = ExactDecimal.of(431, places: 1)
    let plain = Figure(
      title: "peak memory", count: 10, value: value, unit: "MB", target: .atMost(100))
    #expect(
      plain.cells == [
        .text("peak memory"), .integer(10), .null, .null, .null, .null, .number(value, places: 1),
        .text("MB"), .text("<= 100"), .text("yes"),
      ])
  }
}
