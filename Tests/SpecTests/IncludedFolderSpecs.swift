import Folio
import Testing

@testable import FolioCLI

/// Includes that leave the folder of a journal, with `--include-from` and without it.
struct IncludedFolderSpecs {
  private static let food = "2024-01-02 food\n  expenses:food  1 USD\n  assets:cash\n"
  private static let prices = "P 2024-01-02 DUSK 10.00 USD\n"

  /// Files below the root, in which `books` is the folder of the journal.
  private func session(_ include: String, _ files: [String: String]) -> CommandSession {
    let trade = """
      2024-01-02 Buy
          assets:broker    1 DUSK @ 10.00 USD
          assets:bank     -10.00 USD

      """
    let all = files.merging(["books/main.journal": "\(include)\n\(trade)"]) { $1 }
    let session = CommandSession(all.mapValues { Array($0.utf8) })
    session.realFolder = { path in
      var parts: [Substring] = []
      for part in path.split(separator: "/") where part != "." {
        if part == ".." { _ = parts.popLast() } else { parts.append(part) }
      }
      return "/" + parts.joined(separator: "/")
    }
    return session
  }

  @Test(
    "a folder that the user names may be included, and nothing else outside",
    arguments: [
      ("include ../prices/all.prices", "prices", true),
      ("include ../prices/all.prices", "/prices", true),
      ("include ../prices/all.prices", "/", true),
      ("include /prices/all.prices", "prices", true),
      ("include ../prices/*.prices", "prices", true),
      ("include ../prices/all.prices", nil, false),
      ("include /prices/all.prices", nil, false),
      ("include ../prices/all.prices", "price", false),
      ("include ../prices/all.prices", "prices/old", false),
      ("include ../prices/*.prices", "books", false),
      ("include ../prices/../secrets/all.prices", "prices", false),
    ] as [(String, String?, Bool)])
  func folder(_ include: String, _ allowed: String?, _ isRead: Bool) {
    let session = session(
      include,
      [
        "books/../prices/all.prices": Self.prices, "/prices/all.prices": Self.prices,
        "books/../secrets/all.prices": Self.prices,
      ])
    let flags = allowed.map { ["--include-from", $0] } ?? []
    session.run(["import", "books/main.journal"] + flags)
    #expect(session.faultCodes == (isRead ? [] : ["F504"]), "\(session.errors)")
    #expect(session.errors.contains("quotes: 1 price") == isRead, "\(session.errors)")
    if allowed == nil { #expect(session.errors.contains("--include-from")) }
  }

  @Test("a file outside may include one beside it")
  func chain() {
    let session = session(
      "include /prices/all.prices",
      ["/prices/all.prices": "include more.prices\n", "/prices/more.prices": Self.prices])
    session.run(["import", "books/main.journal", "--include-from", "/prices"])
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.errors.contains("quotes: 1 price"), "\(session.errors)")
  }

  @Test("two paths to a file are one file, which counts once")
  func twoPaths() {
    let session = session(
      "include ../prices/all.prices\ninclude /prices/all.prices",
      ["books/../prices/all.prices": Self.food, "/prices/all.prices": Self.food])
    session.run(["import", "books/main.journal", "--include-from", "/prices"])
    #expect(session.faultCodes == ["F506"], "\(session.errors)")
  }

  @Test("a file that is a link leads where its target is", arguments: [nil, "/secrets"])
  func link(_ allowed: String?) {
    let session = session("include link.prices", ["books/link.prices": Self.prices])
    let realFolder = session.realFolder
    session.realFolder = { path in
      path == "books/link.prices" ? "/secrets/all.prices" : realFolder?(path)
    }
    session.run(["import", "books/main.journal"] + (allowed.map { ["--include-from", $0] } ?? []))
    #expect(session.faultCodes == (allowed == nil ? ["F504"] : []), "\(session.errors)")
    #expect(session.errors.contains("quotes: 1 price") == (allowed != nil), "\(session.errors)")
  }

  @Test("a file outside cannot include the journal again")
  func circle() {
    let session = session(
      "include /prices/all.prices",
      [
        "/prices/all.prices": "include ../books/main.journal\n", "/books/main.journal": Self.prices,
      ])
    session.run(["import", "books/main.journal", "--include-from", "/"])
    #expect(session.faultCodes == ["F506"], "\(session.errors)")
  }
}
