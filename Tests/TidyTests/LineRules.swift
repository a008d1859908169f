import Foundation

/// Rules that look at one file, line by line. Each gives what breaks it, and what to do.
enum LineRules {
  static let mostLines = 400
  static let mostColumns = 100

  static func length(_ file: SwiftFile) -> [Finding] {
    guard file.lines.count > mostLines else { return [] }
    return [
      Finding(
        path: file.path, line: nil,
        message: "\(file.lines.count) lines; split it by concern, \(mostLines) are the limit")
    ]
  }

  static func width(_ file: SwiftFile) -> [Finding] {
    findings(in: file.lines, of: file) { line in
      line.count > mostColumns
        ? "\(line.count) columns; break it, \(mostColumns) are the limit" : nil
    }
  }

  /// Words that are banned from code, each with what to write instead.
  static let bans: [(pattern: String, advice: String)] = [
    (#"\btry!"#, "try! crashes; use do/catch, try? or a throwing function"),
    (#"\bas!"#, "as! crashes; use as? and say what happens otherwise"),
    (#"\bfatalError\b"#, "fatalError ends the app of whoever uses Folio; throw instead"),
    (
      #"(?<!\btry)(?<!\bas)[\w)\]]!(?![=\w])"#,
      "a forced unwrap crashes; use if let, guard let or ??"
    ),
  ]

  static func bannedWords(_ file: SwiftFile) -> [Finding] {
    bans.flatMap { ban in
      findings(in: file.code, of: file, matching: ban.pattern, ban.advice)
    }
  }

  /// In the programs that try and measure the rest, no user reads a figure.
  static func silentZeros(_ file: SwiftFile) -> [Finding] {
    let isTool = ["FolioBench", "FolioFuzz"].contains(file.module)
    guard file.path.hasPrefix("Sources/"), !isTool else { return [] }
    return findings(
      in: file.code, of: file, matching: #"\?\?\s*(ExactDecimal)?\.zero\b"#,
      "a missing amount becomes zero; throw, keep it optional, or use a dictionary's default")
  }

  static func unfinishedWork(_ file: SwiftFile) -> [Finding] {
    findings(
      in: file.comments, of: file, matching: #"\b(TO"# + "DO|FIX" + #"ME)\b"#,
      "finish it, or describe the limit in Specs; no note is left in the code")
  }

  /// The one file that writes to standard output and standard error, and those that ask the system
  /// about them.
  static let filesOfTerminal: Set = [
    "OutputDescriptor.swift", "StandardDescriptors.swift", "TerminalProperties+System.swift",
  ]

  private static let terminalWrites =
    #"\b(STDOUT_FILENO|STDERR_FILENO|stdout|stderr|FileHandle|f?puts|putchar|v?d?f?printf|fwrite|"#
    + #"perror|syslog|unsafe (write|pwrite|writev|send))\b|"#
    + #"(?<!\bfunc )(?<![\w.])(print|debugPrint|dump)\("#

  /// What is written past `OutputDescriptor` reaches a terminal without being escaped.
  static func terminalWrites(_ file: SwiftFile) -> [Finding] {
    let name = file.path.split(separator: "/").last.map(String.init) ?? ""
    guard file.path.hasPrefix("Sources/"), file.module == "FolioCLI",
      !filesOfTerminal.contains(name)
    else { return [] }
    return findings(in: file.code, of: file) { line in
      line.matches(terminalWrites)
        ? "only OutputDescriptor writes to standard output and error, which escapes; go through it"
        : nil
    }
  }

  static let exactModules: Set = ["FolioNumbers", "FolioModel", "FolioBooking", "FolioDiagnostics"]

  static func binaryNumbers(_ file: SwiftFile) -> [Finding] {
    guard exactModules.contains(file.module) else { return [] }
    return findings(in: file.code, of: file) { line in
      line.matches(#"\b(Double|Float|Float16|Float32|Float64|Float80|CGFloat)\b"#)
        ? "binary floating point can't hold money; use ExactDecimal" : nil
    }
  }

  static let pureModules = exactModules.union([
    "FolioValuation", "FolioStores", "FolioReports", "Folio", "FolioCoinFlip",
  ])

  static func foundation(_ file: SwiftFile) -> [Finding] {
    guard pureModules.contains(file.module) else { return [] }
    return findings(in: file.code, of: file) { line in
      line.matches(#"\bimport\s+(\w+\s+)?Foundation"#)
        ? "\(file.module) has no Foundation; write what is needed, or move it up a layer" : nil
    }
  }

  /// Paths of the machine of whoever wrote it.
  static func privatePaths(_ file: SwiftFile) -> [Finding] {
    let roots = ["home", "Users", "work", "root"].map { "/\($0)/" }
    return findings(in: file.lines, of: file) { line in
      roots.contains { line.contains($0) }
        ? "a path of one machine; find the place from #filePath, or pass it in" : nil
    }
  }

  static func findings(
    in lines: [String], of file: SwiftFile, _ judge: (String) -> String?
  ) -> [Finding] {
    lines.enumerated().compactMap { number, line in
      judge(line).map { Finding(path: file.path, line: number + 1, message: $0) }
    }
  }

  /// The lines that match. Most files have none, so that one look at all lines is enough.
  private static func findings(
    in lines: [String], of file: SwiftFile, matching pattern: String, _ advice: String
  ) -> [Finding] {
    guard lines.joined(separator: "\n").matches(pattern) else { return [] }
    return findings(in: lines, of: file) { $0.matches(pattern) ? advice : nil }
  }
}

extension String {
  func matches(_ pattern: String) -> Bool {
    range(of: pattern, options: .regularExpression) != nil
  }
}
