import Testing

@testable import FolioImporters

/// Regular expressions in aliases of hledger.
struct AccountPatternTests {
  private func replaced(_ pattern: String, _ name: String, _ new: String) -> String? {
    var work = 0
    return AccountPattern(pattern)?.replacing(in: name, with: new, &work)
  }

  @Test("matches are replaced, with what groups have")
  func replacing() {
    #expect(
      replaced("^(.+):bank:([^:]+):(.*)", "assets:bank:west:checking", #"\1:\2 \3"#)
        == "assets:west checking")
    #expect(replaced("expenses:food", "Expenses:Food:x", "e") == "e:x")
    #expect(replaced("a|ab", "xaby", "_") == "x_y")
    #expect(replaced("o", "foo boo", "0") == "f00 b00")
    #expect(replaced("x*", "abc", "-") == "-a-b-c-")
    #expect(replaced("[[:digit:]]{2,3}$", "a:12345", "#") == "a:12#")
    #expect(replaced("(a|b)*c", "ababc:c", #"<\1>"#) == "<b>:<>")
    #expect(replaced("[^]:]+$", "a:b:cd", "Z") == "a:b:Z")
    #expect(replaced(#"\."#, "a.b", "_") == "a_b")
    #expect(replaced("^a", "aaa", "b") == "baa")
    #expect(replaced("(x)?y", "y xy", #"[\1]"#) == "[] [x]")
    #expect(replaced("É", "café", "e") == "cafe")
    #expect(replaced("(ab){2}", "abababab", "x") == "xx")
    #expect(replaced("a{2,}", "aaaa a", "x") == "x a")
  }

  @Test("expressions with mistakes are refused")
  func refused() {
    let long = String(repeating: "a", count: AccountPattern.mostSteps)
    let deep = String(repeating: "(", count: 30) + String(repeating: ")", count: 30)
    for pattern in [
      "(", ")", "a{2", "*a", #"\d"#, #"(a)\1"#, "[a", "[b-a]", "[[:no:]]", "a{3,2}", "a{99}",
      "((a{50}){50}){50}", long, deep,
    ] {
      #expect(replaced(pattern, "a", "b") == nil, "\(pattern)")
    }
  }

  @Test("an expression that fits nowhere ends quickly")
  func bounded() throws {
    let name = String(repeating: "a", count: 400)
    for text in ["((a*)*)*b", "(a|a)*(a|a)*(a|a)*b", "(a?){50}a{50}b"] {
      let pattern = try #require(AccountPattern(text))
      var work = 0
      #expect(pattern.replacing(in: name, with: "", &work) == name)
      #expect(work < 400_000, "\(text): \(work)")
    }
  }

  @Test("aliases are applied from the last to the first, and within limits")
  func aliases() throws {
    var (aliases, work) = (JournalAliases(), 0)
    aliases.add("cash", "assets:cash")
    aliases.add(try #require(AccountPattern("^my (.+)$")), #"\1"#)
    aliases.add("wallet", "my cash")
    #expect(try aliases.resolved("wallet:notes", &work) == "assets:cash:notes")
    #expect(try aliases.resolved("my cash", &work) == "assets:cash")
    var chain = JournalAliases()
    for number in 0...200 { chain.add("a\(number)", "a\(number - 1)") }
    #expect(try chain.resolved("a50", &work) == "a-1")
    #expect(throws: FieldFault.self) { try chain.resolved("a150", &work) }
    var growing = JournalAliases()
    for _ in 0..<90 { growing.add(try #require(AccountPattern("x")), "xx") }
    #expect(throws: FieldFault.self) { try growing.resolved("x", &work) }
  }
}
