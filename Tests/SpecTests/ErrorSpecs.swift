import Folio
import Testing

@testable import FolioCLI

/// The reproducers under Specs/errors: what `folio check` says about each, to the byte.
struct ErrorSpecs {
  static let files = SpecFiles.paths(in: "errors", ending: "").filter { name(of: $0).contains(".") }
  static let reproducers = files.filter { name(of: $0).hasPrefix("ledger.") }

  /// Codes that nothing raises yet. A code that comes into use must leave this list.
  static let unused: Set<String> = ["W412"]
  /// Codes whose ledgers are too large to be kept as files, which `LargeLedgerSpecs` makes, and
  /// codes of stores, which `StoreCommandSpecs` shows, of imports, which `ImportErrorSpecs` shows,
  /// and of portfolios that take too long, which `TimeLimitSpecs` shows.
  static let made = Set(["F214", "F229", "F238", "F313", "W443", "F508"])
    .union(ImportErrorSpecs.files.keys).union(ForeignErrorSpecs.files.keys)
    .union(ForeignErrorSpecs.tables.keys)

  /// Codes that never come alone, with the code of what they follow from: a return is approximate
  /// because a price is not known.
  static let companions = ["W507": "W501"]

  @Test(arguments: reproducers)
  func ledgerGetsItsGoldenText(_ path: String) throws {
    let folder = Self.folder(of: path)
    let session = CommandSession(try Self.files(besides: path, in: folder))
    let command = try Self.command(in: folder)
    session.run(command + (try Self.arguments(in: folder)) + ["ledger.json"])
    try Golden(path: "\(folder)/expected.txt").expect(session.errors)
    if command == ["check"] {
      #expect(session.output.isEmpty, "\(path): something went to standard output")
    }
    #expect(session.status == (session.faultCodes.isEmpty ? 0 : 1), "\(path)")
    let code = Self.code(of: path)
    let printed = Self.codes(in: session.errors)
    #expect(printed.contains(code), "\(path): \(code) is not among \(printed)")
    if folder == "errors/\(code)" {
      let expected = Set([code, Self.companions[code]].compactMap { $0 })
      #expect(Set(printed) == expected, "\(path): the first reproducer shows its code alone")
    }
  }

  @Test func everyCodeHasAFolder() {
    let folders = Set(Self.reproducers.map(Self.code)).union(Self.made)
    let codes = Set(DiagnosticCode.allCases.map(\.rawValue)).subtracting(Self.unused)
    #expect(codes.subtracting(folders) == [], "codes without a reproducer")
    #expect(folders.subtracting(codes) == [], "folders without a code")
    let first = Self.reproducers.filter { Self.folder(of: $0) == "errors/\(Self.code(of: $0))" }
    #expect(codes.subtracting(first.map(Self.code)).subtracting(Self.made) == [])
  }

  @Test func everyFileIsRead() throws {
    let folders = Set(Self.reproducers.map(Self.folder))
    for path in Self.files where !Self.reproducers.contains(path) {
      let isGolden =
        ["expected.txt", "arguments.txt", "command.txt"].contains(Self.name(of: path))
        && (folders.contains(Self.folder(of: path)) || Self.made.contains(Self.code(of: path)))
      let isNamed = try Self.arguments(in: Self.folder(of: path)).contains(Self.name(of: path))
      #expect(isGolden || isNamed || path == "errors/README.md", "\(path) is read by no test")
    }
    #expect(folders.count == Self.reproducers.count, "two ledgers share a folder")
    #expect(Self.reproducers.count == Self.pinnedCount)
    #expect(Self.files.filter { Self.name(of: $0) == "arguments.txt" }.count == 30)
  }

  @Test func everyCodeIsInTheReadme() throws {
    let readme = String(decoding: try SpecFiles.bytes("errors/README.md"), as: UTF8.self)
    let listed = readme.split(separator: "\n").compactMap { line in
      DiagnosticCode.allCases.first { line.hasPrefix("| \(link($0)) |") }
    }
    #expect(listed == DiagnosticCode.allCases)
  }

  /// How the table names a code: as a link where there is a folder.
  private func link(_ code: DiagnosticCode) -> String {
    Self.unused.contains(code.rawValue) ? code.rawValue : "[\(code.rawValue)](\(code.rawValue))"
  }

  /// What is run on the ledger: `check` unless the folder says something else.
  static func command(in folder: String) throws -> [String] {
    let path = "\(folder)/command.txt"
    guard files.contains(path) else { return ["check"] }
    return String(decoding: try SpecFiles.bytes(path), as: UTF8.self)
      .split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  static func arguments(in folder: String) throws -> [String] {
    let path = "\(folder)/arguments.txt"
    guard files.contains(path) else { return [] }
    return String(decoding: try SpecFiles.bytes(path), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// The ledger, and the files beside it that the arguments name.
  static func files(
    besides ledger: String, in folder: String
  ) throws -> [String: [UInt8]] {
    var found = ["ledger.json": try SpecFiles.bytes(ledger)]
    for name in try arguments(in: folder) where files.contains("\(folder)/\(name)") {
      found[name] = try SpecFiles.bytes("\(folder)/\(name)")
    }
    return found
  }

  /// The codes at the ends of the lines, errors and warnings alike.
  static func codes(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      guard line.contains("error: ") || line.contains("warning: "), line.last == "]",
        let open = line.lastIndex(of: "[")
      else { return nil }
      return String(line[line.index(after: open)...].dropLast())
    }
  }

  private static func name(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  private static func code(of path: String) -> String {
    path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
  }
}

extension ErrorSpecs {
  /// How many ledgers there are: one that is lost is missed.
  static let pinnedCount = 285
}
