import Folio
import Testing

@testable import TestSupport

/// The ledger and the output in README.md, and its pictures.
struct ReadmeSpecs {
  private static func readme() throws -> String {
    String(decoding: try SpecFiles.bytes("../README.md"), as: UTF8.self)
  }

  /// The code blocks of a language.
  private static func blocks(of language: String) throws -> [String] {
    try readme().split(separator: "```\(language)\n").dropFirst().map { rest in
      String(rest.prefix(upTo: rest.firstRange(of: "\n```")?.lowerBound ?? rest.endIndex))
    }
  }

  @Test("the ledger prints what the page shows")
  func output() throws {
    let ledgers = try Self.blocks(of: "json")
    let texts = try Self.blocks(of: "text")
    #expect(ledgers.count == 1 && !texts.isEmpty)
    for text in texts {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let words = lines[0].split(separator: " ").map(String.init)
      #expect(words.prefix(2) == ["$", "folio"])
      let session = CommandSession(["first.json": Array(ledgers.joined().utf8)])
      session.run(Array(words.dropFirst(2)))
      #expect(session.output == lines.dropFirst().joined(separator: "\n") + "\n")
    }
  }

  @Test("it is short, and its pictures exist")
  func size() throws {
    let readme = try Self.readme()
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    let pictures = SpecFiles.paths(in: "images", ending: "")
    #expect(pictures == ["images/page.png", "images/terminal.svg"])
    for picture in pictures { #expect(readme.contains("(Specs/\(picture))")) }
  }
}
