import Folio
import FolioImporters
import Testing

@testable import FolioCLI

/// Files of programs with a format of their own under Specs/import: what `folio import` says about
/// each and writes, to the byte. The files are written for these tests and have the shape of real
/// ones.
struct ForeignImportSpecs {
  /// The folders, with the number of their files.
  static let folders = ["ghostfolio": 5, "ibkr-flex": 10, "portfolio-performance-xml": 9]
  static let files = folders.keys.sorted().flatMap { folder in
    SpecFiles.paths(in: "import/\(folder)", ending: "").filter { path in
      (path.hasSuffix(".xml") || path.hasSuffix(".json")) && !path.hasSuffix(".answers.json")
    }
  }
  /// What was planted in copies of sound files, and the code that reports it.
  static let planted = [
    "import/ibkr-flex/doubled-fill.xml": "W601",
    "import/ibkr-flex/flipped-sign.xml": "F506",
    "import/ibkr-flex/lost-row.xml": "W601",
    "import/portfolio-performance-xml/doubled-entry.xml": "F506",
    "import/portfolio-performance-xml/lost-half.xml": "F507",
    "import/portfolio-performance-xml/lost-reference.xml": "F521",
    "import/portfolio-performance-xml/wrong-scale.xml": "W601",
  ]

  @Test(arguments: files)
  func fileGetsItsGoldenText(_ path: String) throws {
    let session = CommandSession(try Self.inputs(of: path))
    session.run(["import", Self.name(of: path)] + Self.arguments(of: path))
    try Golden(path: Self.stem(of: path) + ".expected.txt").expect(
      session.errors + session.output.withoutImportedRows)
    #expect(session.status == (session.faultCodes.isEmpty ? 0 : 1), "\(path)")
    let format = path.split(separator: "/")[1]
    #expect(session.errors.contains(": \(format), "), "\(path): another format")
  }

  @Test(arguments: files)
  func importingTwiceAddsNothing(_ path: String) throws {
    let session = CommandSession(try Self.inputs(of: path))
    session.run(["init", "memory:books", "--base", "EUR"])
    let command =
      ["import", Self.name(of: path), "--store", "memory:books"] + Self.arguments(of: path)
    session.run(command)
    if session.status != 0 {
      // The file shows a fault, and nothing is added.
      #expect(!session.faultCodes.isEmpty)
      return
    }
    #expect(!session.errors.contains("added 0 groups"), "\(path)")
    session.run(command)
    #expect(session.status == 0, "\(path): \(session.errors)")
    #expect(session.errors.contains("added 0 groups"), "\(path): \(session.errors)")
  }

  /// A trade that crosses zero needs a setting, which the store gets unless it has another one.
  @Test func tradeThatCrossesZeroIsAddedToAStore() {
    func activity(_ type: String, _ day: Int, _ quantity: Int) -> String {
      """
      {"currency": "USD", "dataSource": "YAHOO", "date": "2024-01-0\(day)T00:00:00.000Z", "fee": 0,
       "quantity": \(quantity), "symbol": "DUSK", "type": "\(type)", "unitPrice": \(10 * day)}
      """
    }
    let text = "{\"activities\": [" + activity("BUY", 1, 3) + "," + activity("SELL", 2, 5) + "]}"
    let session = CommandSession(["export.json": Array(text.utf8)])
    session.run(["init", "memory:books", "--base", "USD"])
    session.run(["import", "export.json", "--store", "memory:books"])
    #expect(session.status == 0, "\(session.errors)")
    #expect(session.errors.contains("added 2 groups"), "\(session.errors)")
    session.run(["holdings", "memory:books", "--format", "csv"])
    // 3 bought, 5 sold at 20.
    #expect(session.output.contains("DUSK,,USD,-2,20.00,-40.00"), "\(session.output)")
    let strict = CommandSession([
      "export.json": Array(text.utf8),
      "ledger.json": Array(
        "{\"settings\": {\"crossing_zero\": \"refuse\", \"base_currency\": \"USD\"}}".utf8),
    ])
    strict.run(["init", "memory:books", "ledger.json"])
    #expect(strict.status == 0, "\(strict.errors)")
    strict.run(["import", "export.json", "--store", "memory:books"])
    #expect(strict.faultCodes == ["F301"], "\(strict.errors)")
  }

  /// A correction that comes in a later file: cash is right with and without the replacement.
  @Test func taxIsCorrectedInALaterFile() throws {
    let whole = String(
      decoding: try SpecFiles.bytes("import/ibkr-flex/corrections.xml"), as: UTF8.self)
    // Without what was reported in December.
    let early = whole.split(separator: "\n").filter { !$0.contains("reportDate=\"20231216\"") }
      .joined(separator: "\n").replacing("endingCash=\"3251\"", with: "endingCash=\"3256\"")
    for updates in [false, true] {
      let session = CommandSession([
        "early.xml": Array(early.utf8), "export.xml": Array(whole.utf8),
        "answers.json": try SpecFiles.bytes("import/ibkr-flex/corrections.answers.json"),
      ])
      session.run(["init", "memory:books", "--base", "USD"])
      let rest = ["--store", "memory:books", "--answers", "answers.json"]
      session.run(["import", "early.xml"] + rest)
      #expect(session.errors.contains("cash: 1 of 1 agree"), "\(session.errors)")
      session.run(["import", "export.xml"] + rest + (updates ? ["--update"] : []))
      #expect(session.status == 0, "\(session.errors)")
      #expect(session.errors.contains("[W604]"))
      session.run(["cash", "memory:books", "--format", "csv"])
      #expect(
        session.output.contains("ibkr-U7000003-usd,,USD,3251.00"), "\(updates): \(session.output)")
      session.run(["income", "memory:books", "--format", "csv"])
      let tax = updates ? "12.50,37.50" : "7.50,42.50"
      #expect(
        session.output.contains("2023-06-14,HILL,dividend,50.00,\(tax)"), "\(session.output)")
    }
  }

  @Test(arguments: planted.keys.sorted())
  func plantedErrorIsReported(_ path: String) throws {
    let session = CommandSession(try Self.inputs(of: path))
    session.run(["import", Self.name(of: path)])
    #expect(session.errors.contains("[\(Self.planted[path] ?? "?")]"), "\(path)")
    // The sound file that it is a copy of does not have the code.
    let sound =
      path.contains("flex") ? "ibkr-flex/year.xml" : "portfolio-performance-xml/old-scales.xml"
    let other = CommandSession(try Self.inputs(of: "import/\(sound)"))
    other.run(["import", "export.xml"])
    #expect(!other.errors.contains("[\(Self.planted[path] ?? "?")]"), "\(sound)")
  }

  @Test func everyFileIsRead() {
    for (folder, count) in Self.folders {
      let files = Self.files.filter { $0.hasPrefix("import/\(folder)/") }
      #expect(files.count == count, "\(folder)")
      let read =
        files + files.map { Self.stem(of: $0) + ".expected.txt" }
        + files.compactMap(Self.answers) + ["import/\(folder)/unreported.txt"]
      #expect(Set(SpecFiles.paths(in: "import/\(folder)", ending: "")) == Set(read))
    }
    let names = Set(Importer.formats.map(\.name))
    #expect(names.isSuperset(of: Self.folders.keys))
  }

  private static func stem(of path: String) -> String {
    String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)])
  }

  private static func name(of path: String) -> String {
    path.hasSuffix(".xml") ? "export.xml" : "export.json"
  }

  /// The file, and a file of answers beside it.
  private static func inputs(of path: String) throws -> [String: [UInt8]] {
    var inputs = [name(of: path): try SpecFiles.bytes(path)]
    if let answers = answers(of: path) { inputs["answers.json"] = try SpecFiles.bytes(answers) }
    return inputs
  }

  private static func arguments(of path: String) -> [String] {
    answers(of: path) == nil ? [] : ["--answers", "answers.json"]
  }

  private static func answers(of path: String) -> String? {
    let wanted = stem(of: path) + ".answers.json"
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return SpecFiles.paths(in: folder, ending: ".answers.json").first { $0 == wanted }
  }
}
