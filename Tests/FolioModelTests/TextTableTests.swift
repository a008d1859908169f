import Testing

@testable import FolioModel
@testable import TestSupport

@Suite struct TextTableTests {
  @Test("Texts after the first ones are dropped, and others take their numbers")
  func shortens() {
    var table = TextTable()
    for text in ["one", "", "three", "four"] { _ = table.append(text.utf8) }
    table.shorten(to: 2)
    #expect(table.count == 2)
    #expect(table[1] == "one" && table[2]?.isEmpty == true)
    #expect(table[3] == nil && table[4] == nil)
    #expect(table.append("new".utf8) == 3)
    #expect(table[1] == "one" && table[3] == "new")
  }

  @Test("A table that is no longer than that stays as it is", arguments: [1, 2, 100])
  func isShortEnough(_ count: Int) {
    var table = TextTable()
    _ = table.append("one".utf8)
    table.shorten(to: count)
    #expect(table.count == 1 && table[1] == "one")
    table.shorten(to: 0)
    #expect(table.count == 0 && table[1] == nil)
  }
}
