import Testing

@testable import FolioModel

struct IDPrefixesTests {
  private let prefixes = IDPrefixes(of: [
    "buy-1", "buy-10", "sale", "0f8fad5b-d9cb-469f-a165-70867728950e",
    "0f8fad5b-d9cb-4000-a165-70867728950e", "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  ])

  @Test func `an exact id wins over longer ones`() {
    #expect(prefixes.matches("buy-1") == ["buy-1"])
    #expect(prefixes.matches("buy-10") == ["buy-10"])
  }

  @Test func `a prefix means all ids that start with it`() {
    #expect(prefixes.matches("buy") == ["buy-1", "buy-10"])
    #expect(prefixes.matches("s") == ["sale"])
    #expect(prefixes.matches("7c9e") == ["7c9e6679-7425-40de-944b-e07fc1f90ae7"])
    #expect(prefixes.matches("sales").isEmpty)
    #expect(prefixes.matches("").isEmpty)
    #expect(prefixes.matches("z").isEmpty)
  }

  @Test func `long ids are shortened as far as they are unique`() {
    #expect(prefixes.brief("7c9e6679-7425-40de-944b-e07fc1f90ae7") == "7c9e6679")
    #expect(prefixes.brief("0f8fad5b-d9cb-469f-a165-70867728950e") == "0f8fad5b-d9cb-46")
    #expect(prefixes.brief("buy-1") == "buy-1")
  }
}
