import Testing

@testable import FolioDiagnostics

struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "abc", 0), ("abc", "acb", 1),
    ("abc", "ac", 1), ("abc", "abxc", 1), ("abc", "axc", 1), ("ca", "abc", 3),
    ("holdigns", "holdings", 1), ("kitten", "sitting", 3),
  ]) func `a swap of neighbours is one slip`(first: String, second: String, distance: Int) {
    #expect(Suggestions.distance(Array(first), Array(second)) == distance)
    #expect(Suggestions.distance(Array(second), Array(first)) == distance)
  }

  @Test(arguments: [
    ("holdigns", ["holdings"]), ("GAINS", ["gains"]), ("lot", ["lots"]), ("hold", ["holdings"]),
    ("trialbalance", ["trial-balance"]), ("x", []), ("portfolio", []), ("", []), ("h", []),
  ]) func `only what is near is suggested`(word: String, expected: [String]) {
    let candidates = ["holdings", "gains", "lots", "cash", "trial-balance"]
    #expect(Suggestions.near(word, among: candidates) == expected)
  }

  @Test func `long words are not compared letter by letter`() {
    let word = String(repeating: "x", count: 50_000)
    #expect(Suggestions.near(word + "y", among: [word, word + "z", "gains"]) == [])
    #expect(Suggestions.near(word, among: [word + "z"]) == [word + "z"])
    #expect(Suggestions.near("gian", among: [word, "gain"]) == ["gain"])
  }
}
