import Testing

@testable import FolioFuzz

@Suite struct CampaignTests {
  @Test("A chunk that crashes is halved until the input is found, and the rest goes on")
  func halving() throws {
    let arguments = try Arguments(["--count", "1000", "--chunk", "300", "--from", "50", "x"])
    var tried: Set<Int> = []
    var lines: [String] = []
    withoutActuallyEscaping(
      { (range: Range<Int>) -> Campaign.Outcome in
        if range.contains(777) || range.contains(60) { return .ended("crashes") }
        tried.formUnion(range)
        var batch = BatchResult()
        for _ in range { batch.count(.reported, size: 2) }
        return .whole(batch)
      },
      do: { perform in
        withoutActuallyEscaping(
          { lines.append($0) },
          do: { say in
            var campaign = Campaign(arguments, perform: perform, say: say)
            campaign.run()
            #expect(campaign.result.mishaps.map(\.input) == [60, 777])
            #expect(campaign.result.total == 1_000)
          })
      })
    #expect(tried == Set(50..<1_050).subtracting([60, 777]))
    #expect(lines.first == "input 60: crashes")
    #expect(lines.last?.hasPrefix("1000 inputs, 1 bytes each") == true)
  }

  @Test("What a batch found comes through as text, but not where its end is missing")
  func text() throws {
    var batch = BatchResult()
    batch.count(.reported, size: 100)
    batch.count(.faulty, size: 20)
    batch.mishaps.append((17, "two words"))
    let again = try #require(BatchResult(batch.text))
    #expect(again.ends == [.reported: 1, .faulty: 1, .unbooked: 0])
    #expect(again.bytes == 120)
    #expect(again.mishaps.first?.input == 17)
    #expect(again.mishaps.first?.reason == "two words")
    #expect(BatchResult(String(batch.text.dropLast(7))) == nil)
  }

  @Test(
    "What can't be understood is refused",
    arguments: [
      [], ["--count"], ["--count", "x", "a"], ["--seed", "-1", "a"], ["--frobnicate", "a"],
      ["--count", "10", "no such folder"],
    ] as [[String]])
  func refusals(_ words: [String]) {
    #expect(Program.run(words) == 2)
  }

  @Test("A process of its own gets the same inputs")
  func words() throws {
    let arguments = try Arguments(["--seed", "9", "--chunk", "10", "a", "b"])
    let child = try Arguments(arguments.words(for: 30..<40))
    #expect(child.isChild)
    #expect(child.range == 30..<40)
    #expect(child.seed == 9)
    #expect(child.ledgers == ["a", "b"])
  }
}
