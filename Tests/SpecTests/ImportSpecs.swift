import Folio
import FolioImporters
import Testing

@testable import FolioCLI

/// Files of other programs under Specs/import: what `folio import` says about each and writes, to
/// the byte. The files are written for these tests and have the shape of real ones.
struct ImportSpecs {
  static let files = SpecFiles.paths(in: "import", ending: ".csv")
  /// The flags of files that leave something to the user.
  private static let flags = [
    "import/etoro/activity.csv": ["--currency", "USD"],
    "import/etoro/lost-row.csv": ["--currency", "USD"],
    "import/etoro/wrong-change.csv": ["--currency", "USD"],
    "import/etoro/refunds.csv": ["--currency", "USD"],
    "import/portfolio-performance/all-transactions.csv": ["--currency", "EUR"],
    "import/portfolio-performance/exchange.csv": ["--currency", "EUR"],
    "import/portfolio-performance/german-all.csv": ["--currency", "EUR"],
    "import/portfolio-performance/half-exchange.csv": ["--currency", "EUR"],
    "import/freetrade/time-zone.csv": ["--time-zone", "+01:00"],
  ]

  @Test(arguments: files)
  func fileGetsItsGoldenText(_ path: String) throws {
    let session = CommandSession(try Self.inputs(of: path))
    session.run(["import", "export.csv"] + (try Self.arguments(of: path)))
    let expected = String(path.dropLast(4)) + ".expected.txt"
    try Golden(path: expected).expect(session.errors + session.output.withoutImportedRows)
    #expect(session.status == (session.faultCodes.isEmpty ? 0 : 1), "\(path)")
    let format = path.split(separator: "/")[1]
    #expect(session.errors.contains("export.csv: \(format), "), "\(path): another format")
  }

  @Test(arguments: files)
  func importingTwiceAddsNothing(_ path: String) throws {
    let session = CommandSession(try Self.inputs(of: path))
    session.run(["init", "memory:books", "--base", "EUR"])
    let command = ["import", "export.csv", "--store", "memory:books"]
    session.run(command + (try Self.arguments(of: path)))
    if session.status != 0 {
      // The file shows a fault, and nothing is added.
      #expect(!session.faultCodes.isEmpty)
      return
    }
    #expect(!session.errors.contains("added 0 groups"), "\(path)")
    session.run(command + (try Self.arguments(of: path)))
    #expect(session.status == 0, "\(path): \(session.errors)")
    #expect(session.errors.contains("added 0 groups"), "\(path): \(session.errors)")
  }

  @Test func everyRuleSetHasAFile() {
    let folders = Set(Self.files.map { String($0.split(separator: "/")[1]) })
    #expect(folders == Set(RuleSet.builtInNames))
    #expect(RuleSet.builtIn.map(\.name) == RuleSet.builtInNames, "a rule file cannot be read")
  }

  @Test func everyFileIsRead() throws {
    let known = Set(Self.files.map { String($0.dropLast(4)) + ".expected.txt" } + Self.files)
    // Other suites read these.
    let elsewhere =
      Array(ForeignImportSpecs.folders.keys.map { "import/\($0)" })
      + JournalSpecs.folders
    let others = SpecFiles.paths(in: "import", ending: "").filter { path in
      path.contains(".") && !known.contains(path) && !path.hasSuffix("/unreported.txt")
        && !elsewhere.contains { path.hasPrefix($0 + "/") }
    }
    let documents: Set = [
      "import/README.md", "import/journals.md", "import/rules.md", "import/rules.schema.json",
      "import/coinbase/answers.json", "import/delta/answers.json",
      "import/mutations.txt",
    ]
    #expect(Set(others) == documents)
    #expect(Self.files.count == 182)
  }

  /// The file, and a file of answers beside it.
  private static func inputs(of path: String) throws -> [String: [UInt8]] {
    var inputs = ["export.csv": try SpecFiles.bytes(path)]
    if let answers = answers(of: path) { inputs["answers.json"] = try SpecFiles.bytes(answers) }
    return inputs
  }

  private static func arguments(of path: String) throws -> [String] {
    (flags[path] ?? []) + (answers(of: path) == nil ? [] : ["--answers", "answers.json"])
  }

  private static func answers(of path: String) -> String? {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return SpecFiles.paths(in: folder, ending: "answers.json").first
  }
}
