import Folio
import FolioImporters
import Testing

@testable import FolioCLI

/// Journals of beancount, hledger and ledger under Specs/import: what `folio import` says about
/// each and writes, to the byte. The files are written for these tests.
struct JournalSpecs {
  static let folders = ["import/beancount", "import/journal"]
  /// The journals; files that they include are in the list below.
  static let files = folders.flatMap { folder in
    SpecFiles.paths(in: folder, ending: "." + String(folder.split(separator: "/")[1]))
  }
  static let included = [
    "import/beancount/order/part.beancount", "import/beancount/prices/quotes.beancount",
    "import/journal/quotes.prices",
    "import/beancount/years/2022.beancount", "import/beancount/years/2023/q1.beancount",
    "import/beancount/years/2023/q2.beancount",
  ]
  static var mains: [String] { files.filter { !included.contains($0) } }

  /// A session with a journal and the files beside it, by their paths from its folder.
  private static func session(_ path: String, _ text: String? = nil) throws -> CommandSession {
    let folder = path.split(separator: "/").prefix(2).joined(separator: "/")
    var inputs: [String: [UInt8]] = [:]
    for file in SpecFiles.paths(in: folder, ending: "") where file.contains(".") {
      inputs[String(file.dropFirst(folder.count + 1))] = try SpecFiles.bytes(file)
    }
    if let text { inputs[name(path)] = Array(text.utf8) }
    return CommandSession(inputs)
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try SpecFiles.bytes(path), as: UTF8.self)
  }

  @Test(arguments: mains)
  func journalGetsItsGoldenText(_ path: String) throws {
    let session = try Self.session(path)
    session.run(["import", Self.name(path)])
    let stem = path.split(separator: ".").dropLast().joined(separator: ".")
    try Golden(path: stem + ".expected.txt").expect(
      session.errors + session.output.withoutImportedRows)
    #expect(session.status == (session.faultCodes.isEmpty ? 0 : 1), "\(path)")
    let format = path.split(separator: "/")[1]
    #expect(session.errors.contains("\(Self.name(path)): \(format), "), "another format")
  }

  @Test(arguments: mains)
  func importingTwiceAddsNothing(_ path: String) throws {
    let session = try Self.session(path)
    session.run(["init", "memory:books", "--base", "EUR"])
    let command = ["import", Self.name(path), "--store", "memory:books"]
    session.run(command)
    if session.status != 0 {
      #expect(!session.faultCodes.isEmpty)
      return
    }
    #expect(!session.errors.contains("added 0 groups"), "\(path)")
    session.run(command)
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.errors.contains("added 0 groups"), "\(session.errors)")
  }

  @Test func everyFileIsRead() {
    #expect(Self.mains.count == 38)
    let known = Self.mains.map { path in
      path.split(separator: ".").dropLast().joined(separator: ".") + ".expected.txt"
    }
    for folder in Self.folders {
      let all = SpecFiles.paths(in: folder, ending: "").filter { $0.contains(".") }
      for file in all {
        let isKnown =
          Self.mains.contains(file) || known.contains(file) || Self.included.contains(file)
        #expect(isKnown, "\(file)")
      }
    }
  }

  // MARK: Planted losses

  /// What is wrong, the text that is replaced, and the code that says so.
  static let planted: [(what: String, path: String, old: String, new: String, code: String)] = [
    (
      "a lost posting", "import/beancount/portfolio.beancount",
      "  Expenses:Broker:Fees                    5.00 EUR\n"
        + "  Assets:Broker:Cash                   -805",
      "  Assets:Broker:Cash                   -805", "F506"
    ),
    (
      "a lost transaction", "import/beancount/portfolio.beancount",
      "2023-09-01 * \"Card\"\n  Liabilities:Card                       48.00 EUR\n"
        + "  Assets:Bank:Giro                      -48.00 EUR\n", "", "W601"
    ),
    (
      "a wrong sign", "import/beancount/portfolio.beancount",
      "  Assets:Broker:Cash                     96.00 EUR",
      "  Assets:Broker:Cash                    -96.00 EUR", "F506"
    ),
    (
      "a wrong sign in a transaction that balances", "import/beancount/portfolio.beancount",
      "  Liabilities:Card                       48.00 EUR\n"
        + "  Assets:Bank:Giro                      -48.00 EUR\n",
      "  Liabilities:Card                      -48.00 EUR\n"
        + "  Assets:Bank:Giro                       48.00 EUR\n", "W601"
    ),
    (
      "a doubled include", "import/beancount/portfolio.beancount",
      "include \"prices/quotes.beancount\"\n",
      "include \"prices/quotes.beancount\"\ninclude \"./prices/quotes.beancount\"\n", "F506"
    ),
    (
      "a doubled sale", "import/beancount/portfolio.beancount",
      "2023-05-02 * \"Split 2:1\"",
      "2023-04-04 * \"Sell the lot of a day\"\n"
        + "  Assets:Broker:Stocks                      -1 MULR {2023-02-01} @ 96.00 EUR\n"
        + "  Assets:Broker:Cash                     96.00 EUR\n"
        + "  Income:Broker:Gains                    -6.00 EUR\n\n2023-05-02 * \"Split 2:1\"", "W601"
    ),
    (
      "a lost posting", "import/journal/ledger.journal",
      "    Income:Capital Gains       $-80.00\n", "    Income:Capital Gains       $-8.00\n", "F506"
    ),
    (
      "a wrong sign", "import/journal/broker.journal",
      "    Aktiva:Giro                  €-500,00 = €2.000,00",
      "    Aktiva:Giro                  €500,00 = €2.000,00", "F506"
    ),
    (
      "a lost transaction", "import/journal/broker.journal",
      "2024-01-01 * Opening balance\n    Aktiva:Giro                 €2.500,00\n    Anfang\n", "",
      "W601"
    ),
    (
      "an include of itself", "import/journal/broker.journal", "include quotes.prices",
      "include broker.journal", "F506"
    ),
  ]

  @Test(arguments: planted.indices)
  func plantedLossIsReported(_ number: Int) throws {
    let plan = Self.planted[number]
    let text = try Self.text(plan.path)
    let broken = text.replacing(plan.old, with: plan.new)
    #expect(broken != text, "\(plan.what): nothing was replaced")
    let session = try Self.session(plan.path, broken)
    session.run(["import", Self.name(plan.path)])
    #expect(session.errors.contains("[\(plan.code)]"), "\(plan.what): \(session.errors)")
    // The journal itself has none of it.
    let whole = try Self.session(plan.path)
    whole.run(["import", Self.name(plan.path)])
    #expect(!whole.errors.contains("[\(plan.code)]"))
  }

  /// A text that is not closed where it should be, so that a line goes on in the next ones.
  @Test func openTextEnds() throws {
    for rest in ["\n\u{1}\n", "\n  Assets:A 1 USD\n\u{7}\" x", ""] {
      let session = try Self.session(
        "import/beancount/portfolio.beancount", "2024-01-02 * \"a\" \"b\(rest)\" \u{1} c\n")
      session.run(["import", "portfolio.beancount"])
      #expect(session.status == 1, "\(session.errors)")
    }
  }

  @Test func missingIncludeIsAFault() throws {
    for name in ["other.beancount", "../secret.beancount", "/etc/passwd", "*.beancount"] {
      let session = try Self.session(
        "import/beancount/portfolio.beancount", "include \"\(name)\"\n")
      session.run(["import", "portfolio.beancount"])
      #expect(session.faultCodes.contains("F504"), "\(name): \(session.errors)")
    }
  }
}
