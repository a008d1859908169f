import Foundation

/// The layers as Package.swift lists them, and what each may see.
struct Layers {
  /// The targets in the order of the manifest, each with what it names as its dependencies.
  let targets: [(name: String, uses: [String])]

  init(manifest: String) {
    let code = manifest.split(separator: "\n").filter {
      !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
    }.joined(separator: "\n")
    let openings = #"(layer\(|\.(?:executableTarget|systemLibrary)\(\s*name:)"#
    let declaration = openings + #"\s*"(\w+)"([^)]*)\)"#
    targets = Self.matches(declaration, in: code).map { groups in
      // What a library of the system names besides are packages of the system.
      let isOfSystem = groups[0].contains("systemLibrary")
      let named = Self.matches(#""(\w+)""#, in: groups[2]).map { $0[0] }
      return (groups[1], isOfSystem ? [] : named)
    }
  }

  private static func matches(_ pattern: String, in text: String) -> [[String]] {
    guard let regex = try? NSRegularExpression(pattern: pattern) else { return [] }
    let whole = NSRange(text.startIndex..., in: text)
    return regex.matches(in: text, range: whole).map { match in
      (1..<match.numberOfRanges).map { group in
        Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
      }
    }
  }

  var names: [String] { targets.map(\.name) }

  /// The names of targets and products that differ only by case: most file systems of Macs take
  /// them for one file.
  static func collisions(in manifest: String) -> [Finding] {
    let products = matches(
      #"\.(?:library|executable)\(\s*name:\s*"([\w-]+)""#, in: manifest
    ).map { $0[0] }
    let kinds = "target|executableTarget|systemLibrary|testTarget"
    let targets = matches(
      #"(?:\blayer\(|\.(?:\#(kinds))\(\s*name:)\s*"(\w+)""#, in: manifest
    ).map { $0[0] }
    let tests = matches(#"\btests\(of:\s*"(\w+)""#, in: manifest).map { $0[0] + "Tests" }
    // The module Folio makes Folio.build and Folio.swiftmodule; the command makes folio.
    let isApart = { (names: [String]) in Set(names) == ["Folio", "folio"] }
    let twice = namesakes(targets + tests + products).filter { !isApart($0) }
    return (namesakes(products).filter(isApart) + twice).map { names in
      Finding(
        path: "Package.swift", line: nil,
        message: "\(names.sorted()) differ only by case; rename all but one")
    }
  }

  private static func namesakes(_ names: [String]) -> [[String]] {
    Dictionary(grouping: Set(names)) { $0.lowercased() }.values.filter { $0.count > 1 }
  }

  /// Everything that a target sees, through others too.
  func visible(from name: String) -> Set<String> {
    var seen: Set<String> = []
    var queue = [name]
    while let next = queue.popLast() {
      for used in targets.first(where: { $0.name == next })?.uses ?? []
      where seen.insert(used).inserted {
        queue.append(used)
      }
    }
    return seen
  }

  /// Targets that use one that stands below them in the manifest.
  func upwardDependencies() -> [Finding] {
    targets.enumerated().flatMap { index, target in
      target.uses.filter { used in
        !targets[..<index].contains { $0.name == used }
      }.map {
        Finding(
          path: "Package.swift", line: nil,
          message: "\(target.name) uses \($0), which does not stand above it; layers point one way")
      }
    }
  }

  /// Names that stay apart: those of C and of the system.
  private static let notExported: Set = [
    "FolioCCurl", "FolioCPostgres", "FolioCSQLite", "FolioSystem",
  ]

  /// Imports of targets that the file's own may not see, or that one file of it states for all.
  func imports(of file: SwiftFile) -> [Finding] {
    guard file.path.hasPrefix("Sources/"), names.contains(file.module) else { return [] }
    let (visible, own) = (visible(from: file.module), "\(file.module).swift")
    return LineRules.findings(in: file.code, of: file) { line in
      let imported = Self.matches(#"\bimport\s+(?:\w+\s+)?(\w+)"#, in: line).first?.first ?? ""
      guard names.contains(imported) else { return nil }
      guard visible.contains(imported) else {
        return
          "\(file.module) does not see \(imported); imports point down the layers of Package.swift"
      }
      return Self.notExported.contains(imported) || file.path.hasSuffix("/\(own)")
        ? nil : "\(own) imports \(imported) for all files of \(file.module)"
    }
  }
}
